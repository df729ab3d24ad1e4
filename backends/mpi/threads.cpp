// backends/mpi/threads.cpp: is part of programs of the target mpi_openmp alone, as only these name its symbol.
#include "backends/mpi/threads.hpp"

extern "C" const int ops_mpi_openmp_is_linked;
const int ops_mpi_openmp_is_linked = (ops::mpi::have_threads(), 1);
