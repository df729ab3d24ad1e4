// ops/tape/tapes.hpp: tapes of one's own, for the user: record a part of a program, interpret it as often as wanted, forget it.
// Knows handles and contexts; what a recording is is behind it (ops/tape/tape.hpp).
//
//   ops_ad_tape* tape = ops_create_tape(instance);   // what follows is recorded here, and not on the tape before
//   ...
//   tape->interpret_adjoints(instance);              // again and again
//   ops_remove_tape(instance, tape);                 // the tape before records again
//
// All tapes of an instance share the derivatives of datasets. A tape of one's own starts from them as they are: what was set, what
// an interpretation before left there, what reaches the external function it is used in. It adds to derivatives of what it read,
// and leaves those of what it overwrote zero. Seeds of reductions, and what has to be kept of the past, each tape has for itself.
#pragma once

#include <initializer_list>
#include <vector>

#include "ops/core/alive.hpp"
#include "ops/core/context.hpp"
#include "ops/core/handles.hpp"

namespace ops {
class Tape;
}

/// A recording: the default one, or one of the program's own.
class ops_ad_tape {
 public:
  explicit ops_ad_tape(ops::Tape& tape) : tape_(&tape) {}

  /// The reverse sweep, from the derivatives as they are. Repeatable: the same derivatives and seeds give the same bits.
  /// On the default tape as ops_interpret_adjoints.
  /// @throws OPSException  removed, empty, or not the current tape; outside of external functions also: nothing is seeded
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

 private:
  friend class ops::Tape;

  ops::AliveMark alive_mark_{this};
  ops::Tape* tape_;  ///< null once removed
};

/// A new tape, which becomes the current one. @throws OPSException  nothing records here
ops_ad_tape* ops_create_tape(ops::Context* instance, ops::Where where = ops::Where::current());
/// Forgets the current tape; the one before records again. Derivatives stay as they are.
/// @throws OPSException  removed before, not the current tape, or the default tape
void ops_remove_tape(ops::Context* instance, ops_ad_tape* tape, ops::Where where = ops::Where::current());

/// `instance->ad_instance`, for programs that ask it for tapes.
class ops_ad_instance {
 public:
  explicit ops_ad_instance(ops::Context& context) : context_(context) {}
  ops_ad_tape* get_default_tape(ops::Where where = ops::Where::current());
  ops_ad_tape* get_current_tape(ops::Where where = ops::Where::current());

 private:
  ops::Context& context_;
};
