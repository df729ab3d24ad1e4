// backends/mpi/threads.hpp: whether each process has threads of its own, which the target says.
#pragma once

namespace ops::mpi {

/// Before main, in programs of target mpi_openmp: processes have as many threads as OpenMP gives them. Otherwise one,
/// unless OMP_NUM_THREADS says more.
void have_threads();

}  // namespace ops::mpi
