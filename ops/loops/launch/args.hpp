// ops/loops/launch/args.hpp: the functions that make loop arguments: ops_arg_dat and its relatives.
// They store what the user wrote; the loop checks it, because only the loop can say where it stands.
#pragma once

#include "ops/loops/launch/argument.hpp"

/// A dataset, accessed through `stencil` relative to the present point.
ops_arg ops_arg_dat(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc);
/// The same; `flag` 0 switches it off: the kernel is not expected to touch it. If it does all the same, it is as if it
/// were on.
ops_arg ops_arg_dat_opt(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc, int flag);
/// A dataset of a finer level; `stencil` was made by ops_decl_restrict_stencil. `level` is accepted for compatibility.
ops_arg ops_arg_restrict(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc,
                         ops::Where where = ops::Where::current());
ops_arg ops_arg_restrict(ops_dat dat, int level, int dim, ops_stencil stencil, const char* type, ops_access acc,
                         ops::Where where = ops::Where::current());
/// A dataset of a coarser level; `stencil` was made by ops_decl_prolong_stencil.
ops_arg ops_arg_prolong(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc,
                        ops::Where where = ops::Where::current());
ops_arg ops_arg_prolong(ops_dat dat, int level, int dim, ops_stencil stencil, const char* type, ops_access acc,
                        ops::Where where = ops::Where::current());
/// `dim` elements of a reduction that every point adds to: `acc` is OPS_INC, OPS_MIN or OPS_MAX.
ops_arg ops_arg_reduce(ops_reduction handle, int dim, const char* type, ops_access acc);
/// The global index of the present point.
ops_arg ops_arg_idx();
/// An active scalar input; `acc` is OPS_READ. In ops_scalar_loop also OPS_WRITE: what the kernel computes.
ops_arg ops_arg_scalar(ops_scalar scalar, int dim, const char* type, ops_access acc);

namespace ops {
ops_arg gbl_argument(const void* data, int dim, const char* type, ops_access acc, Type element, std::size_t bytes);
}

/// `dim` values that are the same for all points; `acc` is OPS_READ.
template <class T>
ops_arg ops_arg_gbl(T* data, int dim, const char* type, ops_access acc) {
  return ops::gbl_argument(data, dim, type, acc, ops::type_of<std::remove_cv_t<T>>(), sizeof(T));
}
