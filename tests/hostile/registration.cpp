// tests/hostile/registration.cpp: programs that are linked with this run on the hostile machine, each of their
// processes.
#include "hostile_machine.hpp"
#include "ops/loops/launch/registry.hpp"

namespace {

const ops::MachineRegistration registration([](const ops::ParallelFor& parallel, int, ops::Seat) {
  return hostile_machine(parallel);
});

}  // namespace
