// ops/api/fault_tolerance.hpp: a program that was interrupted goes on where it was. (Not the checkpoints of
// derivatives.)
//
// Everything here does nothing unless OPS_CHECKPOINT is on the command line. Then the library saves the program's state
// from time to time, and a program that finds a state in `file` when it starts goes back there: loops and halo
// transfers are left out until that place, results of reductions are those of the interrupted run, and from there on
// every bit is. What must be saved is found by the library. A program that ends well (ops_exit) removes the file. The
// file is written aside and renamed, and the one before is kept as `<file>.old`.
//
// A program that records for derivatives records the loops that are left out, and runs them when they are reversed.
// After it has first asked for derivatives states are saved only at ops_checkpointing_fastfw, and only where nothing is
// recorded yet (ops_ad_reset).
#pragma once

#include "ops/api/instance.hpp"

#define OPS_CHECKPOINT_INITPHASE 1       ///< the beginning, up to ops_checkpointing_initphase_done, always runs
#define OPS_CHECKPOINT_MANUAL_DATLIST 2  ///< states are taken only where the program lists what is needed
#define OPS_CHECKPOINT_FASTFW 4          ///< states are taken only at ops_checkpointing_fastfw
#define OPS_CHECKPOINT_MANUAL 8          ///< states are taken only at .._trigger

/// Call it once, after ops_partition and before the first loop that may be left out.
/// @param interval_s  [s] between two states
/// @param options     a sum of those above
/// @return true if there is a state to go back to
/// @throws OPSException  the file is damaged; called twice; not a file name; a negative interval
bool ops_checkpointing_init(const char* file, double interval_s, int options, ops::Where where = ops::Where::current());
/// What comes before always runs: with OPS_CHECKPOINT_INITPHASE, which needs this call: before it no state is taken,
/// and none put in place.
void ops_checkpointing_initphase_done(ops::Where where = ops::Where::current());
/// Here these datasets are all that is needed: if it is time, they are saved as they are. What others hold after a
/// restart is not specified.
void ops_checkpointing_manual_datlist(int count, ops_dat* dats, ops::Where where = ops::Where::current());
/// The program can come here by itself, given the payload (its time step, say): if it is time, the state is saved with
/// it.
/// @param payload  `bytes` bytes, the same number in every call
/// @return true if the state of the file has been put in place, and its payload: once, at the first such call
bool ops_checkpointing_fastfw(int bytes, char* payload, ops::Where where = ops::Where::current());
/// Both.
bool ops_checkpointing_manual_datlist_fastfw(int count, ops_dat* dats, int bytes, char* payload,
                                             ops::Where where = ops::Where::current());
/// Both, whether it is time or not.
bool ops_checkpointing_manual_datlist_fastfw_trigger(int count, ops_dat* dats, int bytes, char* payload,
                                                     ops::Where where = ops::Where::current());
