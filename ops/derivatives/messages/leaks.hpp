// ops/derivatives/messages/leaks.hpp: dependences that no derivative follows: through passive datasets and loops, and
// those that adjoints leave out.
#pragma once

#include <source_location>
#include <string>

#include "ops/data/handles.hpp"
#include "ops/derivatives/log/origin.hpp"
#include "ops/derivatives/log/tracked.hpp"
#include "ops/loops/launch/registry.hpp"

namespace ops {

/// Values may be real numbers, also those of structs.
bool holds_reals(Type type);
/// Whether data of this type may come from data with derivatives, but have none themselves: complex, half, structs.
bool hides_reals(Type type);

/// Whether the user's own adjoint of the loop has no derivative of an argument with active values that the kernel
/// reads.
/// @param dat, scalar  of the argument; null: it has none
bool leaves_out(const LoopImplementation& implementation, std::size_t arg, const Tracked* dat, ops_scalar scalar);

/// What one event reads, and then what it writes.
class Flow {
 public:
  /// @param what  "loop", for messages; `name` may be empty
  Flow(Leaks& leaks, const char* what, const char* name, const std::source_location& where)
      : leaks_(leaks), what_(what), name_(name), where_(where) {}
  void from(const Origin& origin) { origin_.unite(origin); }
  /// Values that no derivative follows. @param how  "computes its results, leaving out .." @param source  whose
  void from_lost(const Origin& origin, const void* source, const std::string& how);
  /// A number that the program may have computed from values that depend on `inputs`. @param as  "argument 2"
  void from_number(const std::string& as, const InputSet& inputs);
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
