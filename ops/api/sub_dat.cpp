// ops/api/sub_dat.cpp: the division of a dataset among processes, in the form that published programs read.
#include "ops/api/sub_dat.hpp"

#include "ops/api/instance.hpp"
#include "ops/data/passes.hpp"

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
  const Layout& layout = dat->layout;
  const Box own = own_cells(layout, layout.interior);
  for (int d = 0; d < dat->block->dims; ++d) {
    const auto axis = static_cast<std::size_t>(d);
    part.decomp_size[d] = own.extent(d);
    part.decomp_disp[d] = own.empty() ? 0 : own.lo[axis] - layout.interior.lo[axis];
    part.gbl_size[d] = layout.allocated.extent(d);
    part.gbl_base[d] = layout.interior.lo[axis];
    part.gbl_d_m[d] = layout.allocated.lo[axis] - layout.interior.lo[axis];
    part.gbl_d_p[d] = layout.allocated.hi[axis] - layout.interior.hi[axis];
  }
  return &part;
}

}  // namespace ops
