// ops/derivatives/tape/nested_tapes.hpp: tapes of one's own, for the user: record a part of a program, interpret it as
// often as wanted, forget it.
//
//   ops_ad_tape* tape = ops_create_tape(instance);   // what follows is recorded here, and not on the tape before
//   ...
//   tape->interpret_adjoints(instance);              // again and again
//   ops_remove_tape(instance, tape);                 // the tape before records again
//
// All tapes of an instance share the derivatives of datasets. A tape of one's own starts from them as they are: what
// was set, what an interpretation before left there, what reaches the external function it is used in. It adds to
// derivatives of what it read, and leaves those of what it overwrote zero. Seeds of reductions, and what has to be kept
// of the past, each tape has for itself.
#pragma once

#include "ops/data/context.hpp"
#include "ops/derivatives/tape/tape_handle.hpp"

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
