// ops/derivatives/checkpoints/host_state.cpp: saves the state on construction and restores it on destruction.
#include "ops/derivatives/checkpoints/host_state.hpp"

#include <algorithm>
#include <cstring>

namespace ops {

HostState::HostState(Context& context) : context_(context), constants_(context.constants) {
  for (const auto& dat : context.dats)
    if (dat && dat->buffer) {
      dats_[dat.get()] = {dat->buffer, dat->reducing, dat->raw_out};
      dat->raw_out = 0;  // nobody writes through it now
    }
  for (const auto& handle : context.reductions) {
    const auto* data = reinterpret_cast<const std::byte*>(handle->values());
    reductions_[handle.get()] = {{data, data + handle->size}, handle->initialized, handle->acc};
  }
  for (const auto& scalar : context.scalars) scalars_[scalar.get()] = scalar->storage;
  for (auto& [name, constant] : context.constants) constant.told = true;
}

HostState::~HostState() {
  for (const auto& [dat, state] : dats_) {
    if (state.buffer) dat->adopt(state.buffer);
    dat->reducing = state.reducing;
    dat->raw_out = state.raw_out;
  }
  show_numbers();
  for (const auto& [name, constant] : constants_) context_.constants[name] = constant;
}

bool HostState::handed_out() const {
  return std::ranges::any_of(dats_, [](const auto& each) { return each.second.raw_out > 0; });
}

void HostState::let_go(std::span<const ops_dat> dats) {
  for (const ops_dat dat : dats)
    if (const auto at = dats_.find(dat); at != dats_.end()) at->second.buffer.reset();
}

void HostState::show_numbers() {
  for (const auto& [handle, state] : reductions_) {
    handle->under_way.clear();
    std::memcpy(handle->data, state.data.data(), state.data.size());
    handle->initialized = state.initialized;
    handle->acc = state.access;
  }
  for (const auto& [scalar, values] : scalars_) std::ranges::copy(values, scalar->storage.begin());
  for (const auto& [name, constant] : constants_) context_.constants.at(name).value = constant.value;
  for (const auto& [variable, values] : variables_)
    std::ranges::copy(values, static_cast<std::byte*>(const_cast<void*>(variable)));
}

/// A variable that differs has been assigned to, so it can be.
void HostState::set_constant(const std::string& name, const std::shared_ptr<const std::vector<std::byte>>& value) {
  Constant& constant = context_.constants.at(name);
  constant.value = value;
  auto* variable = static_cast<std::byte*>(const_cast<void*>(constant.variable));
  if (!variable || std::memcmp(variable, value->data(), value->size()) == 0) return;
  variables_.try_emplace(variable, variable, variable + value->size());
  std::ranges::copy(*value, variable);
}

}  // namespace ops
