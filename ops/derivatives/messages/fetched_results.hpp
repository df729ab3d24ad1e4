// ops/derivatives/messages/fetched_results.hpp: reduction results that the program has read. The host may pass such
// values back to loops, where no derivative follows them. A value that loops received before a result had it does not
// come from that result.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "ops/data/types.hpp"

namespace ops {

class FetchedResults {
 public:
  /// Every component of a value that the program has got. @param what  "reduction 'r', read at file:line"
  void keep(const std::string& what, Type type, const void* values, int components);
  /// A loop is given `value`: the text of `keep` if its bits are those of a result, or of a result times or by a simple
  /// number (with that number, and only where neither is a short decimal, which may come from anywhere), and no loop
  /// was given it before; else null.
  const std::string* origin(Type type, const void* value);
  void clear();
  /// Programs use these without getting them from anywhere: 0, 1, -1 and what is not finite.
  static bool common(Type type, const void* value);

 private:
  struct Recent {
    double value;
    const std::string* origin;
  };
  void keep_recent(const void* values, int components, const std::string* origin);
  const std::string* computed(double value);

  std::deque<Recent> recent_;                                      ///< results of double, the last ones
  std::unordered_map<std::uint64_t, const std::string*> doubles_;  ///< by bits; null: given to a loop first
  std::unordered_map<std::uint32_t, const std::string*> floats_;
  std::unordered_set<std::string> texts_;
};

}  // namespace ops
