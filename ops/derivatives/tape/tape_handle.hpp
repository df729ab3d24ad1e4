// ops/derivatives/tape/tape_handle.hpp: a tape, as the user holds it. What it is for is in
// ops/derivatives/tape/nested_tapes.hpp.
#pragma once

#include <initializer_list>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/data/handles.hpp"
#include "ops/support/alive.hpp"

namespace ops {
class Tape;
}

class ops_ad_tape {
 public:
  explicit ops_ad_tape(ops::Tape& tape) : tape_(&tape) {}

  /// The reverse sweep, from the derivatives as they are. Repeatable: the same derivatives and seeds give the same
  /// bits. On the default tape as ops_interpret_adjoints.
  /// @throws OPSException  removed, empty, or not the current tape; outside of external functions also: nothing is
  /// seeded
  void interpret_adjoints(ops::Context* instance, ops::Where where = ops::Where::current());
  void interpret_adjoint(ops::Context* instance, ops::Where where = ops::Where::current());
  /// Derivatives of all datasets that this tape has met become zero, and so do its seeds.
  void zero_adjoints(ops::Where where = ops::Where::current());
  /// The same, but for these.
  void zero_adjoints_except(std::initializer_list<ops_dat> kept, ops::Where where = ops::Where::current());
  void zero_adjoints_except(const std::vector<ops_dat>& kept, ops::Where where = ops::Where::current());
  template <class... Dats>
  void zero_adjoints_except(ops_dat first, Dats... others) {
    zero_adjoints_except({first, static_cast<ops_dat>(others)...});
  }

  /// For the library. @throws OPSException  removed
  ops::Tape& living(const char* call, ops::Where where) const;
  /// For the library: the tape goes, the handle stays a while, so that its later use is recognised.
  void removed() noexcept { tape_ = nullptr; }

 private:
  ops::AliveMark alive_mark_{this};
  ops::Tape* tape_;  ///< null once removed
};
