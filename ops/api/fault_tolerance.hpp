// ops/api/fault_tolerance.hpp: checkpoints that survive a crash (not those of derivatives). Absent from this build:
// every call is inert unless OPS_CHECKPOINT is on the command line, and then throws.
#pragma once

#include "ops/api/instance.hpp"

#define OPS_CHECKPOINT_INITPHASE 1
#define OPS_CHECKPOINT_MANUAL_DATLIST 2
#define OPS_CHECKPOINT_FASTFW 4
#define OPS_CHECKPOINT_MANUAL 8

/// @return true when restoring: never, in this build
bool ops_checkpointing_init(const char* file, double interval_s, int options,
                            ops::Where where = ops::Where::current());
void ops_checkpointing_initphase_done(ops::Where where = ops::Where::current());
void ops_checkpointing_manual_datlist(int count, ops_dat* dats, ops::Where where = ops::Where::current());
bool ops_checkpointing_fastfw(int bytes, char* payload, ops::Where where = ops::Where::current());
bool ops_checkpointing_manual_datlist_fastfw(int count, ops_dat* dats, int bytes, char* payload,
                                             ops::Where where = ops::Where::current());
bool ops_checkpointing_manual_datlist_fastfw_trigger(int count, ops_dat* dats, int bytes, char* payload,
                                                     ops::Where where = ops::Where::current());
