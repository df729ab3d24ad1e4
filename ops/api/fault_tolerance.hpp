// ops/api/fault_tolerance.hpp: declares functions that let an interrupted program continue from a saved state. Saved
// states for fault tolerance are independent of the checkpoints for reverse sweeps.
//
// The functions for fault tolerance have no effect unless the command line contains OPS_CHECKPOINT. With
// OPS_CHECKPOINT, the library saves the program's state at regular intervals. If the checkpoint file contains a saved
// state when the program starts, the program continues from that state. Until the program reaches the point at which
// the state was saved, the library skips loops and halo transfers, and returns the reduction results of the interrupted
// run. After this point, all results are bit-identical to the results of an uninterrupted run. When the library saves a
// new state, it renames the file with the previous state to `<file>.old`. When a program ends normally, ops_exit
// removes both checkpoint files.
//
// If the program computes derivatives, the library records the skipped loops, and the reverse sweep executes them when
// it needs their results. After the program has requested derivatives, the library saves states only in calls to
// ops_checkpointing_fastfw, and only while the recording is empty.
#pragma once

#include "ops/api/instance.hpp"

#define OPS_CHECKPOINT_INITPHASE 1       ///< everything before ops_checkpointing_initphase_done always runs
#define OPS_CHECKPOINT_MANUAL_DATLIST 2  ///< states are saved only where the program lists datasets
#define OPS_CHECKPOINT_FASTFW 4          ///< states are saved only at ops_checkpointing_fastfw
#define OPS_CHECKPOINT_MANUAL 8          ///< states are saved only at .._trigger

/// Switches fault tolerance on. Call ops_checkpointing_init once, after ops_partition and before the first loop that
/// may be skipped.
/// @param interval_s  time between two states [s]
/// @param options     a sum of the constants above
/// @return true if the file has a state to return to
/// @throws OPSException  the file is damaged; a second call; not a file name; a negative interval
bool ops_checkpointing_init(const char* file, double interval_s, int options, ops::Where where = ops::Where::current());
/// Marks the end of the initialisation. A restarted program repeats the entire initialisation. With
/// OPS_CHECKPOINT_INITPHASE, the library neither saves states nor skips loops before this call.
void ops_checkpointing_initphase_done(ops::Where where = ops::Where::current());
/// Declares that the rest of the program needs only the values of the listed datasets. If at least `interval_s` seconds
/// have passed since the last state was saved, the library saves the listed datasets. After a restart, datasets that
/// were not listed have unspecified values.
void ops_checkpointing_manual_datlist(int count, ops_dat* dats, ops::Where where = ops::Where::current());
/// Marks a point from which a restarted program can continue. The array `payload` holds program variables that the
/// library saves and restores, such as the number of the current time step. If at least `interval_s` seconds have
/// passed since the last state was saved, the library saves the state and the payload.
/// @param payload  in and out: `bytes` bytes, the same number in every call
/// @return true if the library has restored the state and the payload from the file; this happens once, at the first
///     call
bool ops_checkpointing_fastfw(int bytes, char* payload, ops::Where where = ops::Where::current());
/// Combines ops_checkpointing_manual_datlist and ops_checkpointing_fastfw.
bool ops_checkpointing_manual_datlist_fastfw(int count, ops_dat* dats, int bytes, char* payload,
                                             ops::Where where = ops::Where::current());
/// Does the same as ops_checkpointing_manual_datlist_fastfw, but saves the state regardless of the time since the last
/// saved state.
bool ops_checkpointing_manual_datlist_fastfw_trigger(int count, ops_dat* dats, int bytes, char* payload,
                                                     ops::Where where = ops::Where::current());
