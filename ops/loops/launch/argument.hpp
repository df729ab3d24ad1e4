// ops/loops/launch/argument.hpp: the value type `ops_arg`, one argument of a loop as the user wrote it.
#pragma once

#include "ops/data/handles.hpp"

namespace ops {
enum class ArgKind : std::uint8_t { dat, gbl, reduce, idx, scalar };
}

struct ops_arg {
  ops_dat dat = nullptr;
  ops_stencil stencil = nullptr;
  int dim = 0;
  /// [bytes] of all `dim` components; dat, reduce, scalar: once the loop has checked the argument
  int elem_size = 0;
  char* data = nullptr;    ///< gbl: the user's values
  char* data_d = nullptr;  ///< device copy; unused on the host
  ops_access acc = OPS_READ;
  ops::ArgKind argtype = ops::ArgKind::idx;
  int opt = 1;  ///< 0: switched off; of a checked argument: and not touched
  ops_reduction reduction = nullptr;
  ops_scalar scalar = nullptr;
  const char* type = "";               ///< as the user wrote it
  ops::Type element = ops::Type::i32;  ///< gbl: of the C++ pointer; else once the loop has checked the argument
};
