// tests/hostile/processes.cpp: programs that are linked with this, and for target mpi, run on several processes whose own machines are hostile.
#include "backends/mpi/communicator.hpp"
#include "ops/loop/registry.hpp"
#include "ops/ranks/rank_machine.hpp"
#include "hostile_machine.hpp"

/// So that the target's own registration is not linked.
extern "C" const int ops_mpi_is_linked;
const int ops_mpi_is_linked = 1;

namespace {

const ops::CommunicatorRegistration communicator_registration(ops::mpi::world);
const ops::MachineRegistration machine_registration([](const ops::ParallelFor& parallel, int) -> std::shared_ptr<ops::Machine> {
  return std::make_shared<ops::ranks::RankMachine>(ops::communicator(), hostile_machine(parallel));
});

}  // namespace
