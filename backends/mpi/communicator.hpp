// backends/mpi/communicator.hpp: the communicator of MPI_COMM_WORLD.
// Initialises MPI where the program has not, and finalises it at the end; ends all processes where one fails.
#pragma once

#include "ops/comm/communicator.hpp"

namespace ops::mpi {

const Communicator& world();

}  // namespace ops::mpi
