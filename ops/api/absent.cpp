// ops/api/absent.cpp: calls of features that this version lacks.
#include <string_view>

#include "ops/api/fault_tolerance.hpp"
#include "ops/api/sub_dat.hpp"

namespace {

/// Inert unless the user asked for checkpoints on the command line: silence would then lose a restart.
bool no_checkpoints(const char* call, ops::Where where) {
  for (const auto& [word, value] : ops::default_instance(call, where).options.words)
    if (word.starts_with("OPS_CHECKPOINT"))
      throw ops::error_at(OPS_NOT_IMPLEMENTED, call, where)
          << "option " << word << " asks for fault-tolerance checkpoints, which are not in this version of the library";
  return false;
}

}  // namespace

bool ops_checkpointing_init(const char*, double, int, ops::Where where) {
  return no_checkpoints("ops_checkpointing_init", where);
}
void ops_checkpointing_initphase_done(ops::Where where) { no_checkpoints("ops_checkpointing_initphase_done", where); }
void ops_checkpointing_manual_datlist(int, ops_dat*, ops::Where where) {
  no_checkpoints("ops_checkpointing_manual_datlist", where);
}
bool ops_checkpointing_fastfw(int, char*, ops::Where where) { return no_checkpoints("ops_checkpointing_fastfw", where); }
bool ops_checkpointing_manual_datlist_fastfw(int, ops_dat*, int, char*, ops::Where where) {
  return no_checkpoints("ops_checkpointing_manual_datlist_fastfw", where);
}
bool ops_checkpointing_manual_datlist_fastfw_trigger(int, ops_dat*, int, char*, ops::Where where) {
  return no_checkpoints("ops_checkpointing_manual_datlist_fastfw_trigger", where);
}

namespace ops {

sub_dat_list SubDats::operator[](DatIndex index) const {
  const OPS_instance& instance = default_instance("OPS_sub_dat_list", index.where);
  const auto place = static_cast<std::size_t>(index.value);
  if (index.value < 0 || place >= instance.dats.size() || !instance.dats[place])
    throw error_at(OPS_INVALID_ARGUMENT, "OPS_sub_dat_list", index.where) << "no dataset has index " << index.value;
  static thread_local sub_dat_core part;
  const ops_dat dat = instance.dats[place].get();
  part = {};
  part.dat = dat;
  for (int d = 0; d < dat->block->dims; ++d) {
    part.decomp_size[d] = dat->layout.interior.extent(d);
    part.gbl_size[d] = dat->layout.allocated.extent(d);
    part.gbl_base[d] = dat->base[d];
    part.gbl_d_m[d] = dat->d_m[d];
    part.gbl_d_p[d] = dat->d_p[d] - (d == 0 ? dat->x_pad : 0);
  }
  return &part;
}

}  // namespace ops
