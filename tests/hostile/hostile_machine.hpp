// tests/hostile/hostile_machine.hpp: a machine that any program can be linked with. Its buffers are protected pages
// that only its own work may touch; loops, reversed or not, that may be done in parts are cut at random and done in
// random order, some of them on threads of their own. Memory that the pool has given back stays protected for good.
// Whoever touches a buffer outside is named, and the program ends with status 86.
#pragma once

#include <memory>

#include "ops/data/machine.hpp"
#include "ops/data/parallel_for.hpp"

std::shared_ptr<ops::Machine> hostile_machine(const ops::ParallelFor& parallel);
