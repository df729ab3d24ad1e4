// ops/tape/fetched.hpp: results of reductions that the program has read: values that the host may hand back to loops, where no
// derivative can follow them.
// Knows values and where they were read; knows nothing of loops.
#pragma once

#include <cstdint>
#include <source_location>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "ops/core/handles.hpp"

namespace ops {

class FetchedResults {
 public:
  /// Every component of the result that the handle holds now.
  void keep(ops_reduction handle, std::source_location where);
  /// "reduction 'r', read at file:line" if the bits of `value` are those of a result; else null. 0, 1 and -1 are nobody's.
  const std::string* origin(Type type, const void* value) const;
  bool empty() const noexcept { return doubles_.empty() && floats_.empty(); }
  void clear();

 private:
  std::unordered_map<std::uint64_t, const std::string*> doubles_;
  std::unordered_map<std::uint32_t, const std::string*> floats_;
  std::unordered_set<std::string> texts_;
};

}  // namespace ops
