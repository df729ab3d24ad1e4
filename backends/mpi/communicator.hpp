// backends/mpi/communicator.hpp: the communicator of MPI_COMM_WORLD.
// Initialises MPI where the program has not, and finalises it at the end; ends all processes where one fails.
#pragma once

#include "ops/loops/launch/registry.hpp"
#include "ops/support/communicator.hpp"

namespace ops::mpi {

const Communicator& world();
/// Of this process among those that share its computer's memory. All processes ask together.
Seat seat();

}  // namespace ops::mpi
