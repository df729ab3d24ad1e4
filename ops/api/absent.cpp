// ops/api/absent.cpp: calls of features that this version lacks.
#include "ops/api/instance.hpp"
#include "ops/api/sub_dat.hpp"
#include "ops/api/tridiagonal.hpp"

namespace {

[[noreturn]] void no_solver(const char* call, ops_dat solution, ops::Where where) {
  throw ops::error_at(OPS_NOT_IMPLEMENTED, call, where)
      << "dataset '" << (ops::alive(solution) ? solution->name : "(none)") << "': the tridiagonal solver is not in this version of the library";
}

}  // namespace

void ops_tridMultiDimBatch(int, int, int*, ops_dat, ops_dat, ops_dat, ops_dat d, ops_tridsolver_params*, ops::Where where) {
  no_solver("ops_tridMultiDimBatch", d, where);
}
void ops_tridMultiDimBatch_Inc(int, int, int*, ops_dat, ops_dat, ops_dat, ops_dat, ops_dat u, ops_tridsolver_params*,
                               ops::Where where) {
  no_solver("ops_tridMultiDimBatch_Inc", u, where);
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
