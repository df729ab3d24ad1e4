// Boundary values copied from the inside: one kernel whose offset is an argument, called in a loop over both ends with a stencil for each
// end. Expected: the gradient of the other three variants (right). Once came, for "offset, stencil array": the right value and, without a word,
// a wrong gradient at the end whose stencil is not SE[0]: what is read at (-1) is lost. The variant with an if is warned of a stencil
// 'left' that is not used there.
#include <cmath>
#include <cstdio>
#include <vector>
#define OPS_1D
#include "ops_seq_v2.h"

void shore(ACC<double>& n, const int* inward) { n(0) = n(*inward); }
void ends(ACC<double>& n, const int* inward) {
  if (*inward < 0) n(0) = n(-1);
  else n(0) = n(1);
}
void curvature(const ACC<double>& n, double* j) {
  double c = n(-1) - 2.0 * n(0) + n(1);
  *j += c * c;
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  const int n = 9;
  int size[] = {n}, zero[] = {0}, dm[] = {-1}, dp[] = {1}, all[] = {0, n}, edge[2][2] = {{-1, 0}, {n, n + 1}}, three[] = {0, -1, 1},
      pts[2][2] = {{0, 1}, {0, -1}};
  ops_block b = ops_decl_block(1, "b");
  ops_stencil S3 = ops_decl_stencil(1, 3, three, "S3"),
              SE[2] = {ops_decl_stencil(1, 2, pts[0], "left"), ops_decl_stencil(1, 2, pts[1], "right")};
  std::vector<double> u0(n + 2, 0.0), g(n), e(n);
  for (int i = 0; i < n; i++) u0[i + 1] = 1.0 + 0.1 * (i * 5 % 9);
  ops_dat u = ops_decl_dat(b, 1, size, zero, dm, dp, u0.data(), "double", "u");
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "J");
  ops_partition("");
  u0[0] = u0[1];
  u0[n + 1] = u0[n];
  auto at = [&](int i) { return i < 0 ? 0 : i >= n ? n - 1 : i; };
  for (int i = 0; i < n; i++) {
    double c = 2 * (u0[i] - 2 * u0[i + 1] + u0[i + 2]);
    e[at(i - 1)] += c, e[i] -= 2 * c, e[at(i + 1)] += c;
  }
  int bad = 0;
  for (int variant = 0; variant < 4; variant++) {
    for (int k = 0; k < 2; k++) {
      int inward = k ? -1 : 1;
      if (variant == 0)
        ops_par_loop(shore, "offset, S3", b, 1, edge[k], ops_arg_dat(u, 1, S3, "double", OPS_RW), ops_arg_gbl(&inward, 1, "int", OPS_READ));
      if (variant == 1)
        ops_par_loop(shore, "offset, SE", b, 1, edge[k], ops_arg_dat(u, 1, SE[k], "double", OPS_RW),
                     ops_arg_gbl(&inward, 1, "int", OPS_READ));
      if (variant == 2)
        ops_par_loop(ends, "if, SE", b, 1, edge[k], ops_arg_dat(u, 1, SE[k], "double", OPS_RW), ops_arg_gbl(&inward, 1, "int", OPS_READ));
    }
    if (variant == 3) {
      int in = 1, out = -1;
      ops_par_loop(shore, "offset, left", b, 1, edge[0], ops_arg_dat(u, 1, SE[0], "double", OPS_RW), ops_arg_gbl(&in, 1, "int", OPS_READ));
      ops_par_loop(shore, "offset, right", b, 1, edge[1], ops_arg_dat(u, 1, SE[1], "double", OPS_RW),
                   ops_arg_gbl(&out, 1, "int", OPS_READ));
    }
    ops_par_loop(curvature, "curvature", b, 1, all, ops_arg_dat(u, 1, S3, "double", OPS_READ), ops_arg_reduce(r, 1, "double", OPS_INC));
    double J, one = 1.0, worst = 0.0;
    r->get_result(&J, &one);
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    g = ops_dat_fetch_derivative<double>(u);
    for (int i = 0; i < n; i++) worst = fmax(worst, fabs(g[i] - e[i]));
    const char* names[] = {"offset, stencil of three", "offset, stencil array", "if, stencil array", "offset, two calls"};
    printf("%-26s error %.2e: ends %g %g, expected %g %g\n", names[variant], worst, g[0], g[n - 1], e[0], e[n - 1]);
    bad += !(worst < 1e-12);
    ops_ad_reset(OPS_instance::getOPSInstance());
  }
  ops_exit();
  printf("changing_stencil: %s\n", bad ? "failed" : "passed");
  return bad != 0;
}
