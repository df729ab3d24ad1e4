// ops/api/tridiagonal.cpp: passes calls of the tridiagonal solver on.
#include "ops/api/tridiagonal.hpp"

#include "ops/loops/builtin/solve.hpp"

namespace {

ops_block block_of(const ops_tridsolver_params* params) { return params == nullptr ? nullptr : params->block; }

}  // namespace

void ops_tridMultiDimBatch(int ndim, int solvedim, int* range, ops_dat a, ops_dat b, ops_dat c, ops_dat d,
                           ops_tridsolver_params* params, ops::Where where) {
  ops::tridiagonal::run(
      {"ops_tridMultiDimBatch", where, ndim, solvedim, range, a, b, c, d, nullptr, false, block_of(params)});
}

void ops_tridMultiDimBatch_Inc(int ndim, int solvedim, int* range, ops_dat a, ops_dat b, ops_dat c, ops_dat d,
                               ops_dat u, ops_tridsolver_params* params, ops::Where where) {
  ops::tridiagonal::run(
      {"ops_tridMultiDimBatch_Inc", where, ndim, solvedim, range, a, b, c, d, u, true, block_of(params)});
}
