// ops/api/tridiagonal.hpp: declares differentiable solvers for batches of tridiagonal systems.
#pragma once

#include "ops/data/handles.hpp"

/// Parameters of the tridiagonal solver. The parameters are accepted for compatibility, and do not affect the solution.
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

  /// @param rtol, atol  the iteration stops at a residual below max(atol, rtol * first residual)
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

/// Solves a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i along axis `solvedim`, one system for each line of cells in
/// `range`. The solution x overwrites d. In each system, the solver reads neither the first entry of `a` nor the last
/// entry of `c`. The solver does not use pivoting. The target `checked` reports systems with zero pivots or non-finite
/// values.
/// @param range   as in ops_par_loop: two entries per axis
/// @param params  may be null: default parameters
/// @throws OPSException  names the call, its place, the dataset and the mismatch: the datasets are not all double or
///     all float; a dataset has several components, is on another block, is passed twice, or does not contain the
///     range; the number of dimensions differs from that of the block; the axis does not exist
void ops_tridMultiDimBatch(int ndim, int solvedim, int* range, ops_dat a, ops_dat b, ops_dat c, ops_dat d,
                           ops_tridsolver_params* params, ops::Where where = ops::Where::current());
/// Solves the same systems as ops_tridMultiDimBatch, but adds the solution x to u and leaves d unchanged.
void ops_tridMultiDimBatch_Inc(int ndim, int solvedim, int* range, ops_dat a, ops_dat b, ops_dat c, ops_dat d,
                               ops_dat u, ops_tridsolver_params* params, ops::Where where = ops::Where::current());
