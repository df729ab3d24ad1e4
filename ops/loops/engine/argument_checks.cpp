// ops/loops/engine/argument_checks.cpp: one check function per kind of argument.
#include "ops/loops/engine/argument_checks.hpp"

#include <algorithm>
#include <cstring>
#include <iomanip>

#include "ops/loops/engine/loop_error.hpp"
#include "ops/loops/launch/pitch.hpp"

namespace ops {
namespace {

/// One argument of one loop, on its way through the checks.
struct Checker {
  const LoopRequest& request;
  std::size_t position;
  ops_arg arg;
  const KernelParam& param;

  OPSException bad() const { return argument_error(request.name, request.where, position, arg); }

  void require_pointer() const {
    if (param.rank != 0) throw bad() << "the kernel takes ACC<T>, which only ops_arg_dat provides";
  }
  /// The kernel's T against the element type of what is passed.
  void require_kernel_type(Type type, std::size_t bytes, const char* what) const {
    if (param.type == type && param.bytes == bytes) return;
    throw bad() << "the kernel's parameter has elements of type " << std::quoted(type_name(param.type)) << " ("
                << param.bytes << " bytes), but the " << what << " is of type " << std::quoted(type_name(type)) << " ("
                << bytes << " bytes)";
  }
  /// The type string of the argument; fills in `element`.
  void read_type() {
    if (arg.type == nullptr || *arg.type == '\0')
      throw bad() << "its type string is " << (arg.type == nullptr ? "null" : "empty");
    arg.element = type_from_name(arg.type);
  }
  void require_dim(int dim, const char* what) const {
    if (arg.dim != dim) throw bad() << "the argument has dim " << arg.dim << ", but the " << what << " has dim " << dim;
  }

  void dat();
  void dat_stencil() const;
  void dat_type();
  void dat_access() const;
  void gbl() const;
  void reduce();
  void scalar();
};

void Checker::dat() {
  if (!alive(arg.dat)) throw bad() << (arg.dat == nullptr ? "the dataset is null" : "the dataset no longer exists");
  if (arg.dat->buffer == nullptr) throw bad() << "the dataset has been freed";
  if (arg.dat->block != request.block)
    throw bad() << "the dataset is on block '" << arg.dat->block->name << "', but the loop runs on block '"
                << request.block->name << "'";
  dat_stencil();
  require_dim(arg.dat->dim, "dataset");
  dat_type();
  dat_access();
  arg.elem_size = arg.dat->elem_size;
}

void Checker::dat_stencil() const {
  if (!alive(arg.stencil))
    throw bad() << (arg.stencil == nullptr ? "the stencil is null" : "the stencil no longer exists");
  const auto fits = [this](int dims) {
    return dims == request.dims || dims == request.called_dims || dims == request.block->dims;
  };
  if (!fits(arg.stencil->dims))
    throw bad() << "stencil '" << arg.stencil->name << "' has " << arg.stencil->dims << " dimensions, but the loop has "
                << request.called_dims;
  if (param.rank != 0 && !fits(param.rank))
    throw bad() << "the ACC parameter of the kernel has " << param.rank << " dimensions (OPS_" << param.rank
                << "D), but the loop has " << request.called_dims;
}

void Checker::dat_type() {
  read_type();
  const ops_dat_core& dat = *arg.dat;
  const bool same_struct = arg.element != Type::user || std::strcmp(arg.type, dat.type) == 0;
  if (arg.element != dat.element || !same_struct)
    throw bad() << "the type string is " << std::quoted(arg.type) << ", but the dataset is of type "
                << std::quoted(dat.type);
  require_kernel_type(dat.element, static_cast<std::size_t>(dat.type_size), "dataset");
}

void Checker::dat_access() const {
  if (arg.acc < OPS_READ || arg.acc > OPS_MAX) throw bad() << "unknown access " << arg.acc;
  if (arg.stencil->type != 0 && arg.acc != OPS_READ)
    throw bad() << access_name(arg.acc) << " through a " << (arg.stencil->type == 1 ? "prolong" : "restrict")
                << " stencil; only OPS_READ is possible";
  bool invariant = false;
  for (int axis = 0; axis < arg.stencil->dims; ++axis)
    invariant = invariant || (arg.stencil->type == 0 && arg.stencil->stride[axis] == 0);
  if (!invariant && (arg.acc == OPS_MIN || arg.acc == OPS_MAX))
    throw bad() << access_name(arg.acc)
                << " is allowed only with a stencil that has stride 0 along at least one axis, but stencil '"
                << arg.stencil->name << "' has no such axis";
  if (invariant && arg.acc >= OPS_INC && reduce_ops(arg.dat->element, arg.acc) == nullptr)
    throw bad() << access_name(arg.acc) << " is not supported for type " << std::quoted(arg.dat->type);
}

void Checker::gbl() const {
  if (arg.acc != OPS_READ)
    throw bad()
        << "access " << access_name(arg.acc)
        << " is not allowed: ops_arg_gbl only passes values to a kernel (OPS_READ); use ops_arg_reduce for results";
  if (arg.dim < 1) throw bad() << "has dim " << arg.dim << "; at least 1 is needed";
  if (arg.type == nullptr || *arg.type == '\0')
    throw bad() << "its type string is " << (arg.type == nullptr ? "null" : "empty");
  const Type named = type_from_name(arg.type);
  const char* const known = named == Type::user ? "unknown" : type_name(named);
  if (named != arg.element)
    throw bad() << "the type string is " << std::quoted(arg.type) << " (" << known << "), but the data are of type "
                << std::quoted(type_name(arg.element));
  require_pointer();
  require_kernel_type(arg.element, static_cast<std::size_t>(arg.elem_size / arg.dim), "data");
}

void Checker::reduce() {
  if (!alive(arg.reduction))
    throw bad() << (arg.reduction == nullptr ? "the reduction handle is null"
                                             : "the reduction handle no longer exists");
  const ops_reduction_core& handle = *arg.reduction;
  if (handle.context != request.block->context) throw bad() << "the handle belongs to another OPS_instance";
  require_dim(handle.dim, "reduction");
  read_type();
  if (arg.element != handle.element)
    throw bad() << "the type string is " << std::quoted(arg.type) << ", but the reduction is of type "
                << std::quoted(handle.type);
  if (arg.acc != OPS_INC && arg.acc != OPS_MIN && arg.acc != OPS_MAX)
    throw bad() << "access " << access_name(arg.acc) << " is not allowed; use OPS_INC, OPS_MIN or OPS_MAX";
  if (reduce_ops(handle.element, arg.acc) == nullptr)
    throw bad() << access_name(arg.acc) << " is not supported for type " << std::quoted(handle.type);
  require_pointer();
  require_kernel_type(handle.element, type_size(handle.element), "reduction");
  arg.elem_size = handle.size;
}

void Checker::scalar() {
  if (!alive(arg.scalar)) throw bad() << (arg.scalar == nullptr ? "the scalar is null" : "the scalar no longer exists");
  if (arg.scalar->context != request.block->context) throw bad() << "the scalar belongs to another OPS_instance";
  if (arg.acc != OPS_READ)
    throw bad()
        << "access " << access_name(arg.acc)
        << " is not allowed: loops over points can only read scalars (OPS_READ); use ops_scalar_loop to write them";
  require_dim(arg.scalar->dim, "scalar");
  read_type();
  if (arg.element != arg.scalar->element)
    throw bad() << "the type string is \"" << arg.type << "\", but the scalar is of type \"" << arg.scalar->type
                << "\"";
  require_pointer();
  require_kernel_type(arg.element, type_size(arg.element), "scalar");
  arg.elem_size = arg.scalar->size;
}

void check_call(const LoopRequest& request) {
  const auto bad = [&] { return loop_error(request.name, request.where); };
  if (request.args.size() > max_arguments)
    throw bad() << "has " << request.args.size() << " arguments; at most " << max_arguments << " are possible";
}

/// What a kernel's parameter takes.
std::string parameter_text(const KernelParam& param) {
  return std::string(param.constant ? "const " : "") + (param.rank > 0
                                                            ? std::string("ACC<") + type_name(param.type) + ">&"
                                                            : std::string(type_name(param.type)) + "*");
}

bool suits(const ops_arg& arg, const KernelParam& param) {
  if (arg.argtype == ArgKind::idx) return param.rank == 0 && param.type == Type::i32;
  const bool only_read = arg.acc == OPS_READ;
  return (param.rank > 0) == (arg.argtype == ArgKind::dat) && arg.type != nullptr &&
         type_from_name(arg.type) == param.type && only_read == param.constant;
}

/// Whether every argument suits some parameter of its own, though not all suit the one in their place.
bool other_order(const LoopRequest& request) {
  if (std::ranges::equal(request.args, request.kernel.params, suits)) return false;
  std::vector<const KernelParam*> left;
  for (const KernelParam& param : request.kernel.params) left.push_back(&param);
  for (const ops_arg& arg : request.args) {
    const auto found = std::ranges::find_if(left, [&](const KernelParam* param) { return suits(arg, *param); });
    if (found == left.end()) return false;
    left.erase(found);
  }
  return left.empty();
}

/// For an error: "" unless the arguments fit in another order.
std::string order_text(const LoopRequest& request) {
  if (!other_order(request)) return "";
  std::string text;
  for (const KernelParam& param : request.kernel.params) text += (text.empty() ? "" : ", ") + parameter_text(param);
  return "; the arguments are in a different order from the kernel's parameters, which are: " + text;
}

ops_arg checked(const LoopRequest& request, std::size_t position) {
  Checker checker{request, position, request.args[position], request.kernel.params[position]};
  switch (checker.arg.argtype) {
    case ArgKind::dat: checker.dat(); break;
    case ArgKind::gbl: checker.gbl(); break;
    case ArgKind::reduce: checker.reduce(); break;
    case ArgKind::scalar: checker.scalar(); break;
    case ArgKind::idx:
      checker.require_pointer();
      checker.require_kernel_type(Type::i32, sizeof(int), "index");
      break;
  }
  return checker.arg;
}

}  // namespace

std::vector<ops_arg> checked_arguments(const LoopRequest& request) {
  check_call(request);
  std::vector<ops_arg> args;
  try {
    for (std::size_t k = 0; k < request.args.size(); ++k) args.push_back(checked(request, k));
  } catch (OPSException& error) {
    throw error << order_text(request);
  }
  return args;
}

}  // namespace ops
