// ops/loops/launch/argument.hpp: defines ops_arg, which represents an argument of a loop.
#pragma once

#include "ops/data/handles.hpp"

namespace ops {
enum class ArgKind : std::uint8_t { dat, gbl, reduce, idx, scalar };
}

struct ops_arg {
  ops_dat dat = nullptr;
  ops_stencil stencil = nullptr;
  int dim = 0;
  /// size of all `dim` components [bytes]; for datasets, reductions and scalars set when the loop checks the argument
  int elem_size = 0;
  char* data = nullptr;    ///< gbl: the user's values
  char* data_d = nullptr;  ///< device copy; unused on the host
  ops_access acc = OPS_READ;
  ops::ArgKind argtype = ops::ArgKind::idx;
  int opt = 1;  ///< 0: switched off; in a checked argument also: the kernel does not access it
  ops_reduction reduction = nullptr;
  ops_scalar scalar = nullptr;
  const char* type = "";  ///< as the user wrote it
  /// gbl: type of the C++ pointer; otherwise set when the loop checks the argument
  ops::Type element = ops::Type::i32;
};
