// ops/api/tridiagonal.hpp: batched tridiagonal solves, differentiated like loops.
#pragma once

#include "ops/data/handles.hpp"

/// How ranks solve what is left between them, and how a GPU does. Here there is one rank, so results depend on none of
/// it.
class ops_tridsolver_params {
 public:
  enum SolveStrategy {
    GATHER_SCATTER = 0,
    ALLGATHER,
    JACOBI,
    PCR,
    LATENCY_HIDING_INTERLEAVED,
    LATENCY_HIDING_TWO_STEP
  };

  explicit ops_tridsolver_params(ops_block owner) : ops_tridsolver_params(owner, GATHER_SCATTER) {}
  ops_tridsolver_params(ops_block owner, SolveStrategy chosen) : block(owner), strategy(chosen) {}

  /// @param rtol, atol  stop at a residual below max(atol, rtol * first residual)
  void set_jacobi_params(double rtol, double atol, int maxiter) {
    jacobi_rtol = rtol;
    jacobi_atol = atol;
    jacobi_maxiter = maxiter;
  }
  void set_batch_size(int size) { batch_size = size; }
  void set_cuda_opts(int /*opt_x*/, int /*opt_y*/, int /*opt_z*/) {}  // no GPU here
  void set_cuda_sync(int /*sync*/) {}

  ops_block block;
  SolveStrategy strategy;
  double jacobi_rtol = 1e-12;
  double jacobi_atol = 1e-12;
  int jacobi_maxiter = -1;  ///< -1: no bound
  int batch_size = 0;       ///< 0: the library's choice
};

/// Solves a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i along axis `solvedim`, one system for every line of `range`; x
/// replaces d. The first a and the last c of a system are not read. Rows are not exchanged: target `checked` names
/// systems of which a pivot is zero or a value not finite.
/// @param range   as in ops_par_loop: two entries per axis
/// @param params  null: as if none were set
/// @throws OPSException  names the call, its place, the dataset and what disagrees: not double or float throughout,
/// more than one component, another
///                       block, given twice, or the range leaves it; another number of dimensions; no such axis
void ops_tridMultiDimBatch(int ndim, int solvedim, int* range, ops_dat a, ops_dat b, ops_dat c, ops_dat d,
                           ops_tridsolver_params* params, ops::Where where = ops::Where::current());
/// The same, but u += x, and d stays as it is.
void ops_tridMultiDimBatch_Inc(int ndim, int solvedim, int* range, ops_dat a, ops_dat b, ops_dat c, ops_dat d,
                               ops_dat u, ops_tridsolver_params* params, ops::Where where = ops::Where::current());
