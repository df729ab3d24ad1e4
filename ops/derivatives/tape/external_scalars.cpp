// ops/derivatives/tape/external_scalars.cpp: saves and restores values of scalars around the two halves of an external
// function.
#include "ops/derivatives/tape/external_scalars.hpp"

#include <algorithm>

#include "ops/data/context.hpp"
#include "ops/derivatives/log/value_bytes.hpp"
#include "ops/support/format.hpp"

namespace ops {

namespace {

/// In place: the program may have a pointer to it.
void put(ops_scalar scalar, const std::vector<std::byte>& value) { std::ranges::copy(value, scalar->storage.begin()); }

}  // namespace

ScalarsInPrimal::ScalarsInPrimal(Recording& recording, ExternalFunction& function)
    : recording_(recording), function_(function) {
  if (again()) {
    known_ = recording.scalars;
    for (const ScalarAround& known : function.scalars)
      if (alive(known.scalar)) put(known.scalar, known.before);
    return;
  }
  for (const auto& scalar : recording.context.scalars) around_.push_back({scalar.get(), scalar->storage, {}});
  for (auto& [scalar, state] : recording.scalars) {
    state.inside = Inside::as_before;
    state.read_inside = false;
  }
}

ScalarsInPrimal::~ScalarsInPrimal() {
  if (known_.empty()) return;
  recording_.scalars = known_;
  for (const ScalarAround& known : function_.scalars)
    if (alive(known.scalar)) put(known.scalar, known.after);
}

void ScalarsInPrimal::finish() {
  if (again()) {
    function_.again.clear();
    for (const ScalarAround& known : function_.scalars)
      function_.again.push_back(alive(known.scalar) ? known.scalar->storage : known.after);
    return;
  }
  for (ScalarAround& around : around_)
    if (alive(around.scalar)) note(*around.scalar, around);
  function_.scalars = std::move(around_);
}

void ScalarsInPrimal::note(const ops_scalar_core& scalar, ScalarAround& around) {
  around.after = scalar.storage;
  const auto known = recording_.scalars.find(around.scalar);
  const Inside inside = known == recording_.scalars.end() ? Inside::as_before : known->second.inside;
  around.read = known != recording_.scalars.end() && known->second.read_inside;
  around.written = inside != Inside::as_before || around.before != around.after;
  around.replaced = inside == Inside::replaced;
  around.given = around.replaced || inside == Inside::given;
  if (!around.written) return;
  if (std::ranges::find(function_.only_read, around.scalar) != function_.only_read.end())
    throw error_at(OPS_INVALID_ARGUMENT, "ops_execute_external_function", function_.where)
        << "the primal writes scalar '" << scalar.name
        << "', which it declares as OPS_READ: declare it OPS_RW or OPS_WRITE";
  ScalarState& state = recording_.scalars[around.scalar];
  around.where = state.written;
  state.value = scalar.storage;
  // its derivative goes to the adjoint of this function, and to nobody before a value that comes later
  state.used = true;
  state.inside = Inside::as_before;
}

ScalarsInAdjoint::ScalarsInAdjoint(Recording& recording, const ExternalFunction& function) : recording_(recording) {
  for (const ScalarAround& around : function.scalars) {
    if (!alive(around.scalar)) continue;
    present_.push_back({&around, around.scalar->storage, around.scalar->derivative});
    put(around.scalar, around.after);
  }
}

ScalarsInAdjoint::~ScalarsInAdjoint() {
  for (const Present& p : present_)
    if (alive(p.around->scalar)) put(p.around->scalar, p.value);
}

void ScalarsInAdjoint::finish() {
  for (const Present& p : present_) {
    const ops_scalar scalar = p.around->scalar;
    if (!alive(scalar) || !p.around->given) continue;
    const bool left_alone = scalar->derivative == p.derivative && any_bit(p.derivative.data(), p.derivative.size());
    if (left_alone && !scalar->passive)
      recording_.tell(ops::format(
          "scalar '{}' got its value at {}, inside an external function whose adjoint does not change the scalar's "
          "derivative: gradients do not include the data on which that value depends. "
          "In the adjoint, add to the derivatives of these data, "
          "and set the scalar's derivative to zero (scalar->get_derivative)",
          scalar->name_storage, place(p.around->where)));
    if (p.around->replaced) std::ranges::fill(scalar->derivative, std::byte{});
  }
}

}  // namespace ops
