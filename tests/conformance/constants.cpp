// tests/conformance/constants.cpp: scalar, array and struct constants, changed between loops with ops_update_const and
// with a second ops_decl_const; the number of entries may be known only when the program runs.
#include <vector>

#define OPS_1D
#include "ops_seq_v2.h"

#include "constants_data.h"
#include "constants_kernels.h"
#include "expect.hpp"

double dt = 0.5;
int number_of_weights;
double weights[3] = {0.25, 0.5, 0.25};
field_type field = {2, 15, 2.0};

int type_error(const field_type*, const char* type) {
  return strcmp(type, "field_type") && strcmp(type, "field_type:soa");
}

constexpr int N = 20;

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("dt", 1, "double", &dt);
  ops_decl_const("field", 1, "field_type", &field);
  ops_block line = ops_decl_block(1, "line");
  int size = N, base = 0, d_m = -1, d_p = 1, s0[] = {0}, s3[] = {-1, 0, 1};
  double* temp = NULL;
  ops_dat u = ops_decl_dat(line, 1, &size, &base, &d_m, &d_p, temp, "double", "u");
  ops_dat v = ops_decl_dat(line, 1, &size, &base, &d_m, &d_p, temp, "double", "v");
  ops_stencil S0 = ops_decl_stencil(1, 1, s0, "0"), S3 = ops_decl_stencil(1, 3, s3, "3pt");
  ops_partition("");
  number_of_weights = argc > 0 ? 3 : 0;
  ops_decl_const("weights", number_of_weights, "double", weights);

  std::vector<double> plain(N + 2, 0.0);
  int range[] = {0, N};
  Verdict verdict("constants");
  for (int step = 0; step < 6; ++step) {
    ops_par_loop(advance, "advance", line, 1, range, ops_arg_dat(u, 1, S0, "double", OPS_RW), ops_arg_idx());
    ops_par_loop(weigh, "weigh", line, 1, range, ops_arg_dat(u, 1, S3, "double", OPS_READ),
                 ops_arg_dat(v, 1, S0, "double", OPS_WRITE));
    for (int i = 2 + step; i <= 15; ++i) plain[i + 1] += (0.5 + 0.25 * step) * 2.0;
    const double w0 = 0.25 + 0.5 * step, w1 = 0.5, w2 = 0.25;
    const auto got_u = cells<double>(u, {0, N}), got_v = cells<double>(v, {0, N});
    for (int i = 0; i < N; ++i) {
      verdict.same(got_u[i], plain[i + 1], "u", step, i);
      verdict.same(got_v[i], w0 * plain[i] + w1 * plain[i + 1] + w2 * plain[i + 2], "v", step, i);
    }
    dt += 0.25;
    ops_update_const("dt", 1, "double", &dt);
    field.x_min += 1;
    ops_update_const("field", 1, "field_type", &field);
    weights[0] += 0.5;
    ops_decl_const("weights", number_of_weights, "double", weights);
  }
  ops_exit();
  return verdict.finish();
}
