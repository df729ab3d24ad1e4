// ops/api/host_access.hpp: notifies recorders and checks when the program itself, not a loop, reads or writes values.
// Private to this room.
#pragma once

#include "ops/data/context.hpp"

namespace ops {

/// The program, or a file, has the values: a reduction into a lower-dimensional dataset ends, and the recorder hears of
/// it.
void read_outside(ops_dat dat, Where where);
/// The same where the program has them.
void fetched_outside(ops_dat dat, Where where);

/// For -OPS_CHECK on several processes: `call` begins. @param dat  null: about no dataset
void say_call(const char* call, ops_dat dat, Where where);
/// The values of `cells` are about to be overwritten. @throws OPSException  a raw pointer to them is out
void write_outside(ops_dat dat, const Box& cells, const char* call, Where where);
/// They have been.
void written_outside(ops_dat dat, const Box& cells, const char* call, Where where);

/// The values are about to be printed, checked or written to a file. @return whether the run that was interrupted has
/// done so (ops/files/restart)
bool written_before(ops_dat dat);

}  // namespace ops
