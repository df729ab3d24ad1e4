// backends/mpi/registration.cpp: programs that are linked with this run on all processes that mpirun has started.
#include <omp.h>

#include <cstdlib>
#include <memory>

#include "backends/mpi/communicator.hpp"
#include "backends/mpi/threads.hpp"
#include "ops/loops/launch/registry.hpp"
#include "ops/machines/ranks/rank_machine.hpp"

/// Named where programs are linked, so that what is registered here is part of them.
extern "C" const int ops_mpi_is_linked;
const int ops_mpi_is_linked = 1;

namespace ops::mpi {
namespace {

const CommunicatorRegistration communicator_registration(world);

constinit bool threads = false;

std::shared_ptr<Machine> share(std::shared_ptr<Machine> own) {
  if (!threads && std::getenv("OMP_NUM_THREADS") == nullptr) omp_set_num_threads(1);
  if (communicator().size() == 1) return own;
  return std::make_shared<ranks::RankMachine>(communicator(), std::move(own));
}

const ProcessesRegistration processes_registration(share, seat);

}  // namespace

void have_threads() { threads = true; }

}  // namespace ops::mpi
