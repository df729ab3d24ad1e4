// ops/derivatives/log/outside_values.cpp: stores values that come from outside the recording.
#include "ops/derivatives/log/outside_values.hpp"

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"

namespace ops {
namespace {

Bytes present(const Tracked& dat, const Box& cells) {
  Bytes values(bytes_of(dat.layout, cells));
  read_cells(values.data(), dat.dat->buffer, dat.layout, cells);
  return values;
}

Bytes present(ops_reduction handle) {
  const auto* first = reinterpret_cast<const std::byte*>(handle->values());
  return {first, first + handle->size};
}

}  // namespace

/// The values that are present now are those that the recording goes on with.
void Inputs::use(Tracked& dat) {
  if (!obstacle_.empty()) return;
  const auto [first, last] = pending_.equal_range(&dat);
  for (auto at = first; at != last; ++at) list_[at->second].values = present(dat, list_[at->second].cells);
  pending_.erase(first, last);
  if (!dats_.insert(&dat).second) return;
  Input& input = add();
  input.dat = &dat;
  input.cells = dat.layout.allocated;
  input.begins = true;
  input.values = present(dat, input.cells);
}

void Inputs::use(ops_scalar scalar) {
  if (!obstacle_.empty() || !scalars_.insert(scalar).second) return;
  Input& input = add();
  input.scalar = scalar;
  input.begins = true;
  input.values = scalar->storage;
}

void Inputs::use(ops_reduction handle) {
  if (!obstacle_.empty() || !sums_.insert(handle).second) return;
  Input& input = add();
  input.reduction = handle;
  input.computed = true;
  input.values = present(handle);
}

void Inputs::result(ops_reduction handle, bool computed) {
  if (!obstacle_.empty()) return;
  sums_.erase(handle);
  Input& input = add();
  input.reduction = handle;
  input.result = true;
  input.computed = computed;
  input.values = present(handle);
}

void Inputs::given(ops_scalar scalar) {
  if (!obstacle_.empty() || !scalars_.contains(scalar)) return;
  Input& input = add();
  input.scalar = scalar;
  input.values = scalar->storage;
}

void Inputs::given(Tracked& dat, const Box& cells) {
  if (!obstacle_.empty() || !dats_.contains(&dat)) return;
  const Box written = dat.active ? intersection(cells, dat.layout.allocated) : dat.layout.allocated;
  if (written.empty()) return;
  pending_.emplace(&dat, list_.size());
  Input& input = add();
  input.dat = &dat;
  input.cells = written;
}

void Inputs::give_up(std::string what) {
  if (!obstacle_.empty()) return;
  clear();
  obstacle_ = std::move(what);
}

void Inputs::finish() {
  while (!pending_.empty()) use(*list_[pending_.begin()->second].dat);
}

void Inputs::forget(const Tracked& dat) {
  if (dats_.contains(&dat)) give_up("dataset '" + dat.name + "', which has been freed");
}

void Inputs::clear() {
  list_.clear();
  dats_.clear();
  scalars_.clear();
  sums_.clear();
  pending_.clear();
  obstacle_.clear();
}

}  // namespace ops
