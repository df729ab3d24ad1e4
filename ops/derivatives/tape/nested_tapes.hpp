// ops/derivatives/tape/nested_tapes.hpp: declares functions for nested tapes, on which a program records a part of its
// computation.
//
//   ops_ad_tape* tape = ops_create_tape(instance);   // this tape records from here on, and not the previous one
//   ...
//   tape->interpret_adjoints(instance);              // any number of times
//   ops_remove_tape(instance, tape);                 // the previous tape records again
//
// Each dataset has only one derivative field, which all tapes of the instance share. The reverse sweep of a nested tape
// starts from the current derivatives of datasets. For each recorded loop, the sweep adds contributions to the
// derivatives of the loop's inputs, and sets the derivatives of overwritten data to zero. Each tape has its own adjoint
// seeds for reductions, and its own copies of dataset values.
#pragma once

#include "ops/data/context.hpp"
#include "ops/derivatives/tape/tape_handle.hpp"

/// Creates a nested tape and makes it the current tape. The OPS_instance owns the tape.
/// @throws OPSException  the program does not record
ops_ad_tape* ops_create_tape(ops::Context* instance, ops::Where where = ops::Where::current());
/// Discards the current tape. After ops_remove_tape, recording continues on the previous tape. Derivatives do not
/// change.
/// @throws OPSException  the tape was removed before, is not the current one, or is the default tape
void ops_remove_tape(ops::Context* instance, ops_ad_tape* tape, ops::Where where = ops::Where::current());

/// The type of `instance->ad_instance`, from which programs obtain tapes.
class ops_ad_instance {
 public:
  explicit ops_ad_instance(ops::Context& context) : context_(context) {}
  ops_ad_tape* get_default_tape(ops::Where where = ops::Where::current());
  ops_ad_tape* get_current_tape(ops::Where where = ops::Where::current());

 private:
  ops::Context& context_;
};
