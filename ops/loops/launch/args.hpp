// ops/loops/launch/args.hpp: declares functions that create loop arguments, such as ops_arg_dat. The parameters of
// functions such as ops_arg_dat are checked when the loop is called, so that error messages can name the loop.
#pragma once

#include "ops/loops/launch/argument.hpp"

/// Creates an argument for a dataset that the kernel accesses at the points of `stencil`, relative to the current
/// point.
ops_arg ops_arg_dat(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc);
/// Creates an argument for a dataset that the kernel needs only if `flag` is not 0. If `flag` is 0, the kernel should
/// not access the dataset. If the kernel accesses the dataset anyway, the access works as usual, but the target
/// `checked` prints a warning.
ops_arg ops_arg_dat_opt(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc, int flag);
/// Creates an argument for a dataset on a finer grid level, with a stencil from ops_decl_restrict_stencil. The
/// parameter `level` exists for compatibility and is ignored.
ops_arg ops_arg_restrict(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc,
                         ops::Where where = ops::Where::current());
ops_arg ops_arg_restrict(ops_dat dat, int level, int dim, ops_stencil stencil, const char* type, ops_access acc,
                         ops::Where where = ops::Where::current());
/// Creates an argument for a dataset on a coarser grid level, with a stencil from ops_decl_prolong_stencil. The
/// parameter `level` exists for compatibility and is ignored.
ops_arg ops_arg_prolong(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc,
                        ops::Where where = ops::Where::current());
ops_arg ops_arg_prolong(ops_dat dat, int level, int dim, ops_stencil stencil, const char* type, ops_access acc,
                        ops::Where where = ops::Where::current());
/// Creates an argument for a reduction with `dim` components, to which every point of the loop contributes. The access
/// mode `acc` must be OPS_INC, OPS_MIN or OPS_MAX.
ops_arg ops_arg_reduce(ops_reduction handle, int dim, const char* type, ops_access acc);
/// Creates an argument that passes the global index of the current point to the kernel.
ops_arg ops_arg_idx();
/// Creates an argument for a scalar. The library computes the derivative with respect to the scalar, unless the scalar
/// is passive. The access mode `acc` must be OPS_READ. In ops_scalar_loop, `acc` may also be OPS_WRITE, for a scalar
/// that the kernel computes.
ops_arg ops_arg_scalar(ops_scalar scalar, int dim, const char* type, ops_access acc);

namespace ops {
ops_arg gbl_argument(const void* data, int dim, const char* type, ops_access acc, Type element, std::size_t bytes);
}

/// Creates an argument for `dim` values that are the same at all points of the loop and have no derivative. The access
/// mode `acc` must be OPS_READ.
template <class T>
ops_arg ops_arg_gbl(T* data, int dim, const char* type, ops_access acc) {
  return ops::gbl_argument(data, dim, type, acc, ops::type_of<std::remove_cv_t<T>>(), sizeof(T));
}
