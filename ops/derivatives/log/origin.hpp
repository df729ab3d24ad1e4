// ops/derivatives/log/origin.hpp: the initial values on which present values depend, and the ways on which influence is
// lost.
#pragma once

#include <cstdint>
#include <map>
#include <source_location>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace ops {

/// Identifies an input, which is a dataset or a scalar, by its index.
struct InputId {
  int number;
  static InputId of_dataset(int index) { return {2 * index}; }
  static InputId of_scalar(int index) { return {2 * index + 1}; }
};

/// .. and as messages call it.
struct NamedInput {
  InputId id;
  const char* kind;  ///< "dataset" or "scalar"
  std::string name;
};

class InputSet {
 public:
  void add(InputId input);
  void remove(InputId input);
  void unite(const InputSet& other);
  bool contains(InputId input) const noexcept;
  bool empty() const noexcept;

 private:
  std::vector<std::uint64_t> words_;
};

/// One way on which influence is lost.
struct Leak {
  std::string how;  ///< "passive loop 'l' at file:line computes dataset 'p'"
  InputSet inputs;  ///< on whose first values that depends
  const char* remedy;
};

/// Where values come from.
struct Origin {
  InputSet inputs;                 ///< derivatives flow back to the first values of these
  std::vector<const Leak*> leaks;  ///< distinct
  void unite(const Origin& other);
};

/// Every leak of a recording.
class Leaks {
 public:
  /// @param how  composes the text, once
  /// @param remedy  last sentence of the warning; different ones tell a loop from a write in the same line
  template <class Text>
  const Leak* add(const std::source_location& where, const void* target, const InputSet& inputs, Text how,
                  const char* remedy = "Ignore this warning if this omission is intended") {
    Leak& leak = leaks_[{where.file_name(), where.line(), where.column(), target, remedy}];
    leak.remedy = remedy;
    if (leak.how.empty()) leak.how = how();
    leak.inputs.unite(inputs);
    return &leak;
  }
  void forget(InputId input);
  void clear() { leaks_.clear(); }

 private:
  using Key = std::tuple<const char*, std::uint_least32_t, std::uint_least32_t, const void*, std::string_view>;
  std::map<Key, Leak> leaks_;  ///< addresses stay valid
};

}  // namespace ops
