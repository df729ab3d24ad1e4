// ops/loops/launch/args.cpp: stores arguments as passed. Does not access handles: this code runs on every call, and the
// checks run once per loop.
#include "ops/loops/launch/args.hpp"

#include "ops/support/error.hpp"

namespace {

ops_arg level_arg(const char* call, int stencil_type, ops_dat dat, int dim, ops_stencil stencil, const char* type,
                  ops_access acc, ops::Where where) {
  const char* maker = stencil_type == 1 ? "ops_decl_prolong_stencil" : "ops_decl_restrict_stencil";
  if (ops::alive(stencil) && stencil->type != stencil_type)
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where)
        << "stencil '" << stencil->name << "' was not created by " << maker;
  return ops_arg_dat(dat, dim, stencil, type, acc);
}

}  // namespace

ops_arg ops_arg_dat(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc) {
  ops_arg arg;
  arg.argtype = ops::ArgKind::dat;
  arg.dat = dat;
  arg.stencil = stencil;
  arg.dim = dim;
  arg.type = type;
  arg.acc = acc;
  return arg;
}

ops_arg ops_arg_dat_opt(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc, int flag) {
  ops_arg arg = ops_arg_dat(dat, dim, stencil, type, acc);
  arg.opt = flag != 0 ? 1 : 0;
  return arg;
}

ops_arg ops_arg_restrict(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc,
                         ops::Where where) {
  return level_arg("ops_arg_restrict", 2, dat, dim, stencil, type, acc, where);
}
ops_arg ops_arg_restrict(ops_dat dat, int, int dim, ops_stencil stencil, const char* type, ops_access acc,
                         ops::Where where) {
  return ops_arg_restrict(dat, dim, stencil, type, acc, where);
}
ops_arg ops_arg_prolong(ops_dat dat, int dim, ops_stencil stencil, const char* type, ops_access acc, ops::Where where) {
  return level_arg("ops_arg_prolong", 1, dat, dim, stencil, type, acc, where);
}
ops_arg ops_arg_prolong(ops_dat dat, int, int dim, ops_stencil stencil, const char* type, ops_access acc,
                        ops::Where where) {
  return ops_arg_prolong(dat, dim, stencil, type, acc, where);
}

ops_arg ops_arg_reduce(ops_reduction handle, int dim, const char* type, ops_access acc) {
  ops_arg arg;
  arg.argtype = ops::ArgKind::reduce;
  arg.reduction = handle;
  arg.dim = dim;
  arg.type = type;
  arg.acc = acc;
  return arg;
}

ops_arg ops_arg_idx() {
  ops_arg arg;
  arg.argtype = ops::ArgKind::idx;
  arg.type = "int";
  return arg;
}

ops_arg ops_arg_scalar(ops_scalar scalar, int dim, const char* type, ops_access acc) {
  ops_arg arg;
  arg.argtype = ops::ArgKind::scalar;
  arg.scalar = scalar;
  arg.dim = dim;
  arg.type = type;
  arg.acc = acc;
  return arg;
}

ops_arg ops::gbl_argument(const void* data, int dim, const char* type, ops_access acc, Type element,
                          std::size_t bytes) {
  ops_arg arg;
  arg.argtype = ArgKind::gbl;
  arg.data = const_cast<char*>(static_cast<const char*>(data));  // the API's field is char*; nothing writes through it
  arg.dim = dim;
  arg.type = type;
  arg.acc = acc;
  arg.element = element;
  arg.elem_size = dim * static_cast<int>(bytes);
  return arg;
}
