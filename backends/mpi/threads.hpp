// backends/mpi/threads.hpp: whether each process uses several threads, which depends on the target.
#pragma once

namespace ops::mpi {

/// Before main, in programs of the target mpi_openmp: processes have as many threads as OpenMP gives them. Otherwise
/// one, unless OMP_NUM_THREADS says more.
void have_threads();

}  // namespace ops::mpi
