// ops/data/context.cpp: the constructor of a context, and the function that changes a dataset's buffer.
#include "ops/data/context.hpp"

#include <iostream>
#include <utility>

#include "ops/data/host_machine.hpp"
#include "ops/data/layout.hpp"

namespace ops {

Context::Context(std::shared_ptr<Machine> machine)
    : pool(machine ? std::move(machine) : std::make_shared<HostMachine>(ParallelFor{})), out(&std::cout) {}
Context::~Context() = default;

void Context::begin(Where) { partitioned = true; }

}  // namespace ops

void ops_dat_core::adopt(ops::BufferRef version) {
  if (version != buffer) {
    if (version != nullptr && version->moves != nullptr) version->moves->activate(*version);
    if (buffer != nullptr) ops::deactivate(buffer);
  }
  buffer = std::move(version);
  if (buffer == nullptr) {
    data = nullptr;
    return;
  }
  const auto first = static_cast<std::size_t>(ops::first_cell(layout)) * layout.element;
  data = reinterpret_cast<char*>(buffer->address + first);
}

/// A buffer that somebody has the device's address of stays where it is.
static std::shared_ptr<void> at_work(const ops::BufferRef& buffer) {
  if (buffer->moves == nullptr) return nullptr;
  buffer->moves->activate(*buffer);
  return {buffer.get(), [buffer](void*) { ops::deactivate(buffer); }};
}

void ops_dat_core::hand_out(const ops::BufferRef& shown, bool of_derivative, ops_memspace space) {
  (of_derivative ? raw_derivative_space : raw_space) = space;
  if (auto held = space == OPS_HOST ? shown->machine->for_host({&shown, 1}) : at_work(shown))
    (of_derivative ? derivatives_shown : values_shown).push_back(std::move(held));
  ++(of_derivative ? raw_derivative_out : raw_out);
}

void ops_dat_core::let_go() {
  if (raw_out == 0) values_shown.clear();
  if (raw_derivative_out == 0) derivatives_shown.clear();
}
