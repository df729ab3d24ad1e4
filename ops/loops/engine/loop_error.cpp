// ops/loops/engine/loop_error.cpp: formats messages about loops.
#include "ops/loops/engine/loop_error.hpp"

#include "ops/support/format.hpp"

namespace ops {
namespace {

std::string handle_text(const ops_arg& arg) {
  switch (arg.argtype) {
    case ArgKind::dat: return alive(arg.dat) ? ops::format("dataset '{}'", arg.dat->name) : "ops_arg_dat";
    case ArgKind::reduce:
      return alive(arg.reduction) ? ops::format("reduction '{}'", arg.reduction->name) : "ops_arg_reduce";
    case ArgKind::scalar: return alive(arg.scalar) ? ops::format("scalar '{}'", arg.scalar->name) : "ops_arg_scalar";
    case ArgKind::gbl: return "ops_arg_gbl";
    case ArgKind::idx: break;
  }
  return "ops_arg_idx";
}

/// Where a declared halo may be missing: why there is none. "" elsewhere
std::string why_no_halo(const Layout& layout, int axis) {
  const auto has_halo = [&](int d) {
    return !(layout.interior.lo[d] == layout.allocated.lo[d] && layout.interior.hi[d] == layout.allocated.hi[d]);
  };
  bool other = false;
  for (int d = 0; d < layout.dims; ++d) other = other || has_halo(d);
  return layout.interior.extent(axis) == 1 && !has_halo(axis) && other
             ? "; the option 'halo' of ops_decl_dat adds no halo along an axis that has only one cell"
             : "";
}

}  // namespace

OPSException loop_error(const char* name, const std::source_location& where, int code) {
  return error_at(code, ops::format("ops_par_loop '{}'", name == nullptr ? "(null)" : name), where);
}

OPSException argument_error(const char* name, const std::source_location& where, std::size_t position,
                            const ops_arg& arg, int code) {
  OPSException error = loop_error(name, where, code);
  error << argument_text(position, arg) << ": ";
  return error;
}

OPSException loop_error(const LoopCall& call, int code) { return loop_error(call.name.c_str(), call.where, code); }

OPSException argument_error(const LoopCall& call, std::size_t position, int code) {
  return argument_error(call.name.c_str(), call.where, position, call.args[position], code);
}

std::string argument_text(std::size_t position, const ops_arg& arg) {
  return ops::format("argument {} ({})", position + 1, handle_text(arg));
}

std::string halo_text(const Layout& layout, int axis) {
  const int below = layout.interior.lo[axis] - layout.allocated.lo[axis],
            above = layout.allocated.hi[axis] - layout.interior.hi[axis];
  return ops::format("axis {}: allocated [{}, {}), interior [{}, {}), halo {} below and {} above{}", axis,
                     layout.allocated.lo[axis], layout.allocated.hi[axis], layout.interior.lo[axis],
                     layout.interior.hi[axis], below, above, why_no_halo(layout, axis));
}

}  // namespace ops
