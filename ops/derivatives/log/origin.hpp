// ops/derivatives/log/origin.hpp: the initial values on which present values depend, and the ways on which influence is
// lost.
#pragma once

#include <cstdint>
#include <map>
#include <source_location>
#include <string>
#include <tuple>
#include <vector>

namespace ops {

/// A set of datasets, by ops_dat_core::index.
class InputSet {
 public:
  void add(int dataset);
  void remove(int dataset);
  void unite(const InputSet& other);
  bool contains(int dataset) const noexcept;
  bool empty() const noexcept;

 private:
  std::vector<std::uint64_t> words_;
};

/// One way on which influence is lost.
struct Leak {
  std::string how;            ///< "passive loop 'l' at file:line computes dataset 'p'"
  InputSet inputs;            ///< on whose first values that depends
  const void* set = nullptr;  ///< the dataset that the program itself may have computed; null: loops did
  const char* remedy = "Ignore this warning if this omission is intended";
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
  /// @param set  see Leak::set
  template <class Text>
  Leak* add(const std::source_location& where, const void* target, const InputSet& inputs, Text how,
            const void* set = nullptr) {
    Leak& leak = leaks_[{where.file_name(), where.line(), where.column(), target, set}];
    leak.set = set;
    if (leak.how.empty()) leak.how = how();
    leak.inputs.unite(inputs);
    return &leak;
  }
  void forget(int dataset);
  void clear() { leaks_.clear(); }

 private:
  using Key = std::tuple<const char*, std::uint_least32_t, std::uint_least32_t, const void*, const void*>;
  std::map<Key, Leak> leaks_;  ///< addresses stay valid
};

}  // namespace ops
