"""Target `mpi_cuda`: the loops of `cuda`, on the cells of each process and a device of its own."""

from translator.view.target import Target

TARGET = Target(loops_of="cuda")
