// tests/hostile/one_process.cpp: programs that are linked with this run on the hostile machine.
#include "ops/loop/registry.hpp"
#include "hostile_machine.hpp"

namespace {

const ops::MachineRegistration registration([](const ops::ParallelFor& parallel, int) { return hostile_machine(parallel); });

}  // namespace
