// ops/api/fault_tolerance.hpp: fault tolerance: an interrupted program continues from a saved state. Unrelated to the
// checkpoints of derivatives.
//
// These functions have no effect unless the command line has OPS_CHECKPOINT. With it, the library saves the program's
// state from time to time. When a program finds a state in `file` at its start, it returns to that state: the library
// skips loops and halo transfers up to there and returns the reduction results of the interrupted run. From there on,
// all results are bit-identical to those of an uninterrupted run. The library finds out which data it must save. A
// program that ends normally (ops_exit) removes the file. The library writes a new file under another name and renames
// it; it keeps the previous file as `<file>.old`.
//
// A program that computes derivatives records the skipped loops, and the reverse sweep executes them when it needs
// them. Once the program has asked for derivatives, states are saved only at ops_checkpointing_fastfw, and only while
// the recording is empty (after ops_ad_reset).
#pragma once

#include "ops/api/instance.hpp"

#define OPS_CHECKPOINT_INITPHASE 1       ///< everything before ops_checkpointing_initphase_done always runs
#define OPS_CHECKPOINT_MANUAL_DATLIST 2  ///< states are saved only where the program lists datasets
#define OPS_CHECKPOINT_FASTFW 4          ///< states are saved only at ops_checkpointing_fastfw
#define OPS_CHECKPOINT_MANUAL 8          ///< states are saved only at .._trigger

/// Switches fault tolerance on. Call it once, after ops_partition and before the first loop that may be skipped.
/// @param interval_s  time between two states [s]
/// @param options     a sum of the constants above
/// @return true if the file has a state to return to
/// @throws OPSException  the file is damaged; a second call; not a file name; a negative interval
bool ops_checkpointing_init(const char* file, double interval_s, int options, ops::Where where = ops::Where::current());
/// Marks the end of the initialisation, which always runs. Required with OPS_CHECKPOINT_INITPHASE: before this call the
/// library neither saves nor restores a state.
void ops_checkpointing_initphase_done(ops::Where where = ops::Where::current());
/// Declares that the program needs only these datasets from here on. If the interval has passed, the library saves
/// them. After a restart, the values of all other datasets are unspecified.
void ops_checkpointing_manual_datlist(int count, ops_dat* dats, ops::Where where = ops::Where::current());
/// Declares that the program can reach this place on its own from the payload (for example, the number of its time
/// step). If the interval has passed, the library saves the state and the payload.
/// @param payload  in and out: `bytes` bytes, the same number in every call
/// @return true if the library has restored the state and the payload from the file; this happens once, at the first
///     call
bool ops_checkpointing_fastfw(int bytes, char* payload, ops::Where where = ops::Where::current());
/// Combines ops_checkpointing_manual_datlist and ops_checkpointing_fastfw.
bool ops_checkpointing_manual_datlist_fastfw(int count, ops_dat* dats, int bytes, char* payload,
                                             ops::Where where = ops::Where::current());
/// Combines both, and saves the state whether the interval has passed or not.
bool ops_checkpointing_manual_datlist_fastfw_trigger(int count, ops_dat* dats, int bytes, char* payload,
                                                     ops::Where where = ops::Where::current());
