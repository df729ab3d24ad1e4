// ops/tape/fetched.hpp: results of reductions that the program has read: values that the host may hand back to loops, where no
// derivative can follow them. A value that loops were given before a result had it does not come from that result.
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
  /// A loop is given `value`: "reduction 'r', read at file:line" if its bits are those of a result, and no loop was given it before
  /// that; else null. 0, 1 and -1 are nobody's.
  const std::string* origin(Type type, const void* value);
  void clear();

 private:
  std::unordered_map<std::uint64_t, const std::string*> doubles_;  ///< by bits; null: given to a loop first
  std::unordered_map<std::uint32_t, const std::string*> floats_;
  std::unordered_set<std::string> texts_;
};

}  // namespace ops
