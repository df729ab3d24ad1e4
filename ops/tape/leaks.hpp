// ops/tape/leaks.hpp: dependences that no derivative follows: through passive datasets and loops, and what adjoints leave out.
// Knows, dataset by dataset, which first values present values come from; knows nothing of events or of derivatives' values.
#pragma once

#include <cstdint>
#include <map>
#include <source_location>
#include <string>
#include <tuple>
#include <vector>

#include "ops/core/handles.hpp"
#include "ops/loop/registry.hpp"

namespace ops {

struct Tracked;

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
  std::string how;  ///< "passive loop 'l' at file:line computes dataset 'p'"
  InputSet inputs;  ///< on whose first values that depends
};

/// Where values come from.
struct Origin {
  InputSet inputs;                 ///< derivatives flow back to the first values of these
  std::vector<const Leak*> leaks;  ///< distinct
  void unite(const Origin& other);
};

/// Whether the user's own adjoint of the loop has no derivative of an argument with active values that the kernel reads.
/// @param dat, scalar  of the argument; null: it has none
bool leaves_out(const LoopImplementation& implementation, std::size_t arg, const Tracked* dat, ops_scalar scalar);

/// Every leak of a recording.
class Leaks {
 public:
  /// @param how  composes the text, once
  template <class Text>
  const Leak* add(const std::source_location& where, const void* target, const InputSet& inputs, Text how) {
    Leak& leak = leaks_[{where.file_name(), where.line(), where.column(), target}];
    if (leak.how.empty()) leak.how = how();
    leak.inputs.unite(inputs);
    return &leak;
  }
  void forget(int dataset);
  void clear() { leaks_.clear(); }

 private:
  using Key = std::tuple<const char*, std::uint_least32_t, std::uint_least32_t, const void*>;
  std::map<Key, Leak> leaks_;  ///< addresses stay valid
};

/// What one event reads, and then what it writes.
class Flow {
 public:
  /// @param what  "loop", for messages; `name` may be empty
  Flow(Leaks& leaks, const char* what, const char* name, const std::source_location& where)
      : leaks_(leaks), what_(what), name_(name), where_(where) {}
  void from(const Origin& origin) { origin_.unite(origin); }
  /// Values that no derivative follows. @param how  "computes its results, leaving out .." @param source  whose
  void from_lost(const Origin& origin, const void* source, const std::string& how);
  /// @param carried  derivatives follow
  /// @param whole    no old value stays
  void to(Tracked& dat, bool carried, bool whole) const;
  /// The same for a reduction.
  void to(ops_reduction handle, Origin& origin, bool carried) const;

 private:
  std::string subject() const;
  Origin lost(const void* target, const char* verb, const std::string& object) const;

  Leaks& leaks_;
  const char *what_, *name_;
  const std::source_location& where_;
  Origin origin_;
};

}  // namespace ops
