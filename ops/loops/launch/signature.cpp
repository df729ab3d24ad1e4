// ops/loops/launch/signature.cpp: writes one piece of text per argument.
#include "ops/loops/launch/signature.hpp"

#include <array>

namespace ops {
namespace {

std::string access_word(ops_access access) { return access_name(access).substr(4); }  // without "OPS_"

char axis_letter(const ops_stencil_core& stencil, int axis) {
  if (stencil.type == 1) return 'p';
  if (stencil.type == 2) return 'r';
  if (axis >= stencil.dims) return 'u';
  return stencil.stride[axis] == 1 ? 'u' : stencil.stride[axis] == 0 ? '0' : 's';
}

std::string dat_text(int dims, const ops_arg& arg) {
  std::string text =
      std::string("dat:") + type_name(arg.element) + ":" + std::to_string(arg.dim) + ":" + access_word(arg.acc) + ":";
  for (int axis = 0; axis < dims; ++axis) text += axis_letter(*arg.stencil, axis);
  if (arg.dim > 1) text += arg.dat->layout.soa() ? ":soa" : ":aos";
  return text;
}

std::string value_text(const char* kind, const ops_arg& arg) {
  return std::string(kind) + ":" + type_name(arg.element) + ":" + std::to_string(arg.dim);
}

std::string arg_text(int dims, const ops_arg& arg) {
  switch (arg.argtype) {
    case ArgKind::dat: return dat_text(dims, arg);
    case ArgKind::gbl: return value_text("gbl", arg);
    case ArgKind::reduce: return value_text("red", arg) + ":" + access_word(arg.acc);
    case ArgKind::scalar: return value_text("sca", arg);
    case ArgKind::idx: break;
  }
  return "idx";
}

}  // namespace

std::string signature(int dims, std::span<const ops_arg> args) {
  std::string text = std::to_string(dims);
  for (const ops_arg& arg : args) text += "|" + arg_text(dims, arg);
  return text;
}

}  // namespace ops
