// ops/loops/builtin/solve.hpp: checks a call of ops_tridMultiDimBatch or ops_tridMultiDimBatch_Inc, then runs it as a
// loop.
#pragma once

#include "ops/data/handles.hpp"

namespace ops::tridiagonal {

struct Request {
  const char* call = "";
  Where where;
  int ndim = 0, axis = 0;
  const int* range = nullptr;
  ops_dat a = nullptr, b = nullptr, c = nullptr, d = nullptr;
  ops_dat u = nullptr;
  bool adds = false;          ///< u counts
  ops_block block = nullptr;  ///< of the parameters; null: none were given
};

/// @throws OPSException  names the call, its place, the dataset and what disagrees
void run(const Request& request);

}  // namespace ops::tridiagonal
