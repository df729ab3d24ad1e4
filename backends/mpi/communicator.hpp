// backends/mpi/communicator.hpp: the communicator of MPI_COMM_WORLD.
// Initialises MPI where the program has not, and finalises it at the end; ends all processes where one fails.
#pragma once

#include "ops/comm/communicator.hpp"
#include "ops/loop/registry.hpp"

namespace ops::mpi {

const Communicator& world();
/// Of this process among those that share its computer's memory. All processes ask together.
Seat seat();

}  // namespace ops::mpi
