// ops/derivatives/messages/handed_out.cpp: copies values when the program gets the first pointer, and compares them at
// the last release.
#include "ops/derivatives/messages/handed_out.hpp"

#include "ops/data/passes.hpp"
#include "ops/support/error.hpp"

namespace ops {
namespace {

std::vector<std::byte> present(ops_dat dat) {
  const Box& cells = dat->layout.allocated;
  std::vector<std::byte> values(static_cast<std::size_t>(cells.volume()) * static_cast<std::size_t>(dat->elem_size));
  read_cells(values.data(), dat->buffer, dat->layout, cells);
  return values;
}

}  // namespace

void HandedOut::taken(ops_dat dat, std::source_location where) {
  if (dat->raw_out == 0) known_[dat] = {present(dat), where};
}

void HandedOut::written(ops_dat dat) {
  const auto at = known_.find(dat);
  if (at == known_.end()) return;
  at->second.written = true;
  if (dat->raw_out == 0) known_.erase(at);
}

void HandedOut::read(ops_dat dat, std::source_location where) {
  const auto at = known_.find(dat);
  if (at == known_.end() || dat->raw_out > 0) return;
  const Values before = std::move(at->second);
  known_.erase(at);
  if (before.written || before.bytes == present(dat)) return;
  throw error_at(OPS_RUNTIME_ERROR, "ops_dat_release_raw_data", where)
      << "dataset '" << dat->name
      << "' is released as OPS_READ, but was changed through the raw pointer that the program obtained at "
      << place(before.where)
      << ": derivatives would ignore the new values; release the dataset as OPS_WRITE or OPS_RW (found by "
         "-OPS_AD_CHECK)";
}

}  // namespace ops
