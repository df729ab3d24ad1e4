// backends/mpi/communicator.hpp: the communicator of MPI_COMM_WORLD. It initialises MPI unless the program has done so,
// and then finalises it at the end. If one process fails, it terminates all processes.
#pragma once

#include "ops/loops/launch/registry.hpp"
#include "ops/support/communicator.hpp"

namespace ops::mpi {

const Communicator& world();
/// Of this process among those that share its computer's memory. All processes ask together.
Seat seat();

}  // namespace ops::mpi
