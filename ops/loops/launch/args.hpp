// ops/loops/launch/args.hpp: functions that create loop arguments: ops_arg_dat and others. They store the arguments
// unchecked. The loop checks them, because its error messages can name the loop.
#pragma once

#include "ops/loops/launch/argument.hpp"

/// A dataset, accessed at the points of `stencil` relative to the present point.
ops_arg ops_arg_dat(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc);
/// The same. With `flag` 0 the argument is switched off, and the kernel should not access it. If the kernel does access
/// it, the argument behaves as if it were switched on.
ops_arg ops_arg_dat_opt(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc, int flag);
/// A dataset of a finer grid level; ops_decl_restrict_stencil creates its `stencil`. `level` is accepted for
/// compatibility.
ops_arg ops_arg_restrict(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc,
                         ops::Where where = ops::Where::current());
ops_arg ops_arg_restrict(ops_dat dat, int level, int dim, ops_stencil stencil, const char* type, ops_access acc,
                         ops::Where where = ops::Where::current());
/// A dataset of a coarser grid level; ops_decl_prolong_stencil creates its `stencil`. `level` is accepted for
/// compatibility.
ops_arg ops_arg_prolong(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc,
                        ops::Where where = ops::Where::current());
ops_arg ops_arg_prolong(ops_dat dat, int level, int dim, ops_stencil stencil, const char* type, ops_access acc,
                        ops::Where where = ops::Where::current());
/// `dim` elements of a reduction to which every point contributes; `acc` is OPS_INC, OPS_MIN or OPS_MAX.
ops_arg ops_arg_reduce(ops_reduction handle, int dim, const char* type, ops_access acc);
/// The global index of the present point.
ops_arg ops_arg_idx();
/// An input scalar, whose derivative is computed unless it is passive; `acc` is OPS_READ. In ops_scalar_loop also
/// OPS_WRITE, for a scalar that the kernel computes.
ops_arg ops_arg_scalar(ops_scalar scalar, int dim, const char* type, ops_access acc);

namespace ops {
ops_arg gbl_argument(const void* data, int dim, const char* type, ops_access acc, Type element, std::size_t bytes);
}

/// `dim` values that are the same at all points; `acc` is OPS_READ. They have no derivative.
template <class T>
ops_arg ops_arg_gbl(T* data, int dim, const char* type, ops_access acc) {
  return ops::gbl_argument(data, dim, type, acc, ops::type_of<std::remove_cv_t<T>>(), sizeof(T));
}
