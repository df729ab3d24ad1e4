// ops/api/sub_dat.hpp: defines OPS_sub_dat_list, which describes how datasets are divided among processes.
#pragma once

#include "ops/data/handles.hpp"

struct sub_dat_core {
  ops_dat dat = nullptr;
  int d_im[OPS_MAX_DIM] = {};  ///< depth of the halo towards lower indices, <= 0
  int d_ip[OPS_MAX_DIM] = {};  ///< >= 0
  int decomp_size[OPS_MAX_DIM] = {};
  int decomp_disp[OPS_MAX_DIM] = {};
  int gbl_size[OPS_MAX_DIM] = {};  ///< allocated cells, halos included
  int gbl_base[OPS_MAX_DIM] = {};
  int gbl_d_m[OPS_MAX_DIM] = {};
  int gbl_d_p[OPS_MAX_DIM] = {};
};
using sub_dat = sub_dat_core;
using sub_dat_list = sub_dat_core*;

namespace ops {
/// An index into OPS_sub_dat_list, stored with the source location of the access for use in error messages.
struct DatIndex {
  DatIndex(int index, Where here = Where::current()) : value(index), where(here) {}
  int value;
  Where where;
};

struct SubDats {
  /// @return the division of the dataset; valid until the next call on this thread
  sub_dat_list operator[](DatIndex index) const;
};
}  // namespace ops

inline constexpr ops::SubDats OPS_sub_dat_list;
