// Implicit conduction of leaf: conjugate gradients, preconditioned by the diagonal.
#include "leaf.h"
#include "setup_kernels.h"
#include "solve_kernels.h"

static double result_of(ops_reduction handle) {
  double value;
  ops_reduction_result(handle, &value);
  return value;
}

int cg_solve(double* error) {
  const int nx = mesh.x_cells, ny = mesh.y_cells;
  int fields[FIELDS] = {};
  INNER(init_u, AT(DENSITY, OPS_READ), AT(ENERGY, OPS_READ), AT(U, OPS_WRITE), AT(U0, OPS_WRITE));
  int faces[] = {0, nx + 1, 0, ny + 1};
  ops_par_loop(coefficients, "coefficients", chunk.block, 2, faces, ops_arg_dat(chunk.field[DENSITY], 1, S2D_00_0M1, "double", OPS_READ), AT(KX, OPS_WRITE),
               AT(KY, OPS_WRITE), ops_arg_gbl(&settings.coefficient, 1, "int", OPS_READ));
  int rims[4][4] = {{0, 1, 0, ny + 1}, {nx, nx + 1, 0, ny + 1}, {0, nx + 1, 0, 1}, {0, nx + 1, ny, ny + 1}};
  for (int side = 0; side < 4; ++side)
    ops_par_loop(zero_rim_x, "zero_rim", chunk.block, 2, rims[side], ops_arg_dat(chunk.field[side < 2 ? KX : KY], 1, S2D_00, "double", OPS_WRITE));
  INNER(diagonal, NEAR(KX, S2D_00_P10_0P1), NEAR(KY, S2D_00_P10_0P1), AT(MI, OPS_WRITE));
  fields[U] = 1;
  update_halo(fields, 1);
  INNER(cg_first, NEAR(U, S2D_5PT), AT(U0, OPS_READ), NEAR(KX, S2D_00_P10_0P1), NEAR(KY, S2D_00_P10_0P1), AT(MI, OPS_READ), AT(W, OPS_WRITE), AT(R, OPS_WRITE),
        AT(Z, OPS_WRITE), AT(P, OPS_WRITE), SUM(red_a));
  double rro = result_of(red_a);
  const double initial = rro;
  fields[U] = 0, fields[P] = 1;
  int iteration = 0;
  for (*error = initial; iteration < settings.max_iters && sqrt(fabs(*error)) > settings.eps * sqrt(fabs(initial)); ++iteration) {
    update_halo(fields, 1);
    INNER(cg_w, NEAR(P, S2D_5PT), NEAR(KX, S2D_00_P10_0P1), NEAR(KY, S2D_00_P10_0P1), AT(W, OPS_WRITE), SUM(red_a));
    double alpha = rro / result_of(red_a);
    INNER(cg_ur, AT(U, OPS_RW), AT(R, OPS_RW), AT(Z, OPS_WRITE), AT(P, OPS_READ), AT(W, OPS_READ), AT(MI, OPS_READ), ops_arg_gbl(&alpha, 1, "double", OPS_READ),
          SUM(red_b));
    const double rrn = result_of(red_b);
    double beta = rrn / rro;
    INNER(cg_p, AT(P, OPS_RW), AT(Z, OPS_READ), ops_arg_gbl(&beta, 1, "double", OPS_READ));
    *error = rro = rrn;
  }
  INNER(new_energy, AT(U, OPS_READ), AT(DENSITY, OPS_READ), AT(ENERGY, OPS_WRITE));
  return iteration;
}

void field_summary(double* totals) {
  INNER(summary, AT(DENSITY, OPS_READ), AT(ENERGY, OPS_READ), AT(U, OPS_READ), ops_arg_reduce(red_summary, 4, "double", OPS_INC));
  ops_reduction_result(red_summary, totals);
}
