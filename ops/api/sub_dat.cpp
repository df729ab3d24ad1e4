// ops/api/sub_dat.cpp: what published programs ask of a dataset's part on this rank.
#include "ops/api/sub_dat.hpp"

#include "ops/api/instance.hpp"

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
