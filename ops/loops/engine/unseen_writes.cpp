// ops/loops/engine/unseen_writes.cpp: keeps checksums of the cells of datasets.
#include "ops/loops/engine/unseen_writes.hpp"

#include <functional>
#include <string_view>
#include <vector>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"

namespace ops {
namespace {

std::uint64_t sum_of(ops_dat dat) {
  std::vector<std::byte> values(bytes_of(dat->layout, dat->layout.allocated));
  read_cells(values.data(), dat->buffer, dat->layout, dat->layout.allocated);
  return std::hash<std::string_view>{}({reinterpret_cast<const char*>(values.data()), values.size()});
}

}  // namespace

void UnseenWrites::left(ops_dat dat, const std::string& call) {
  if (!paused_ && dat->buffer && !ignored_.contains(dat)) known_[dat] = {dat->buffer, sum_of(dat), call};
}

std::optional<std::string> UnseenWrites::changed(ops_dat dat, const std::string& call) {
  if (paused_ || !dat->buffer || ignored_.contains(dat)) return std::nullopt;
  const auto known = known_.find(dat);
  if (known == known_.end() || known->second.buffer.lock() != dat->buffer) {
    left(dat, call);
    return std::nullopt;
  }
  const std::uint64_t now = sum_of(dat);
  if (known->second.sum == now) return std::nullopt;
  std::string since = std::move(known->second.left_by);
  known->second = {dat->buffer, now, call};
  return since;
}

}  // namespace ops
