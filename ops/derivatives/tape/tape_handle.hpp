// ops/derivatives/tape/tape_handle.hpp: defines class ops_ad_tape, the API's handle for a tape.
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

  /// Runs the reverse sweep of a tape, starting from the current derivatives. A repeated reverse sweep gives
  /// bit-identical results if it starts from the same derivatives and seeds. On the default tape, interpret_adjoints
  /// does the same as ops_interpret_adjoints.
  /// @throws OPSException  the tape was removed, is empty, or is not the current one; outside of external functions
  ///     also if nothing is seeded
  void interpret_adjoints(ops::Context* instance, ops::Where where = ops::Where::current());
  void interpret_adjoint(ops::Context* instance, ops::Where where = ops::Where::current());
  /// Sets all seeds of this tape, and the derivatives of all datasets that the tape uses, to zero.
  void zero_adjoints(ops::Where where = ops::Where::current());
  /// Does the same as zero_adjoints, except that the given datasets keep their derivatives.
  void zero_adjoints_except(std::initializer_list<ops_dat> kept, ops::Where where = ops::Where::current());
  void zero_adjoints_except(const std::vector<ops_dat>& kept, ops::Where where = ops::Where::current());
  template <class... Dats>
  void zero_adjoints_except(ops_dat first, Dats... others) {
    zero_adjoints_except({first, static_cast<ops_dat>(others)...});
  }

  /// For the library.
  /// @throws OPSException  the tape was removed
  ops::Tape& living(const char* call, ops::Where where) const;
  /// Marks a tape as removed (for use by the library only). The library keeps the handle of a removed tape for some
  /// time, to detect later uses of the handle.
  void removed() noexcept { tape_ = nullptr; }

 private:
  ops::AliveMark alive_mark_{this};
  ops::Tape* tape_;  ///< null once removed
};
