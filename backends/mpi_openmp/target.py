"""Target `mpi_openmp`: the loops of `openmp`, on the cells of each process and all of its threads."""

from translator.view.target import Target

TARGET = Target(loops_of="openmp")
