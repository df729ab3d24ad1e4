"""Target `mpi`: the loops of `openmp`, on the cells of each process."""

from translator.view.target import Target

TARGET = Target(loops_of="openmp")
