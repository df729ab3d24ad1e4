// tests/adjoint/copies.cpp: gradients through datasets that are copied between nonlinear loops, halos included: over
// one that is overwritten later, back onto the source, from one layout to the other, into a new one that is freed. Exit
// status 0 if right.
#include <cmath>
#include <cstdio>

#define OPS_2D
#include "ops.hpp"

#include "bits.hpp"

void fill(ACC<double>& u, const int* index) { u(0, 0) = 0.7 + 0.1 * std::sin(1.3 * index[0] + 0.4 * index[1]); }
void bend(const ACC<double>& u, ACC<double>& v) {
  v(0, 0) = u(0, 0) * u(0, 0) + 0.3 * u(-1, 0) * u(0, 1) + 0.1 * u(1, -1);
}
void damp(ACC<double>& u) { u(0, 0) = std::sin(u(0, 0)) * u(0, 0); }
void blend(const ACC<double>& old, const ACC<double>& now, ACC<double>& u) {
  u(0, 0) = 0.5 * old(0, 0) * now(0, 0) + 0.25 * old(1, 0);
}
void pair(const ACC<double>& u, ACC<double>& w) {
  w(0, 0, 0) = u(0, 0);
  w(1, 0, 0) = u(0, 0) * u(0, 0);
}
void reflect(const ACC<double>& inner, ACC<double>& w) {
  w(0, 0, 0) = 0.9 * inner(1, 0, 2);
  w(1, 0, 0) = inner(0, 0, 2) * inner(1, 0, 2);
}
void total(const ACC<double>& u, const ACC<double>& w, double* sum) {
  *sum += u(0, 0) * w(0, 0, 0) + std::cos(w(1, 0, 0));
}

int size[] = {9, 7}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};

ops_dat declare(ops_block block, int dim, const char* name, const char* type = "double") {
  return ops_decl_dat(block, dim, size, base, d_m, d_p, static_cast<double*>(nullptr), type, name);
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(2, "copies");
  ops_dat input = declare(block, 1, "input"), u = declare(block, 1, "u"), v = declare(block, 1, "v"),
          old = declare(block, 1, "old");
  ops_dat aos = declare(block, 2, "aos"), soa = declare(block, 2, "soa", "double:soa");
  int centre[] = {0, 0}, five[] = {0, 0, -1, 0, 1, 0, 0, 1, 1, -1}, right[] = {0, 0, 1, 0}, far[] = {0, 2};
  ops_stencil S1 = ops_decl_stencil(2, 1, centre, "centre"), S5 = ops_decl_stencil(2, 5, five, "five"),
              S2 = ops_decl_stencil(2, 2, right, "right");
  ops_stencil SF = ops_decl_stencil(2, 1, far, "far");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  int whole[] = {-1, 10, -1, 8}, inside[] = {0, 9, 0, 7}, bottom[] = {-1, 10, -1, 0};
  for (ops_dat dat : {input, u, v, old})
    ops_par_loop(fill, "fill", block, 2, whole, ops_arg_dat(dat, 1, S1, "double", OPS_WRITE), ops_arg_idx());

  const auto run = [&] {
    ops_dat_deep_copy(u, input);
    for (int step = 0; step < 3; ++step) {
      ops_dat_deep_copy(old, u);  // its values of the step before are still needed in reverse
      ops_par_loop(bend, "bend", block, 2, inside, ops_arg_dat(u, 1, S5, "double", OPS_READ),
                   ops_arg_dat(v, 1, S1, "double", OPS_WRITE));
      ops_dat kept = ops_dat_copy(v);
      ops_par_loop(damp, "damp", block, 2, inside, ops_arg_dat(v, 1, S1, "double", OPS_RW));
      ops_par_loop(blend, "blend", block, 2, inside, ops_arg_dat(old, 1, S2, "double", OPS_READ),
                   ops_arg_dat(kept, 1, S1, "double", OPS_READ), ops_arg_dat(u, 1, S1, "double", OPS_WRITE));
      ops_free_dat(kept);
      ops_par_loop(damp, "damp old", block, 2, whole, ops_arg_dat(old, 1, S1, "double", OPS_RW));
    }
    ops_dat_deep_copy(v, old);  // overwrites what 'damp' left
    ops_par_loop(pair, "pair", block, 2, whole, ops_arg_dat(v, 1, S1, "double", OPS_READ),
                 ops_arg_dat(aos, 2, S1, "double", OPS_WRITE));
    ops_dat_deep_copy(soa, aos);
    ops_par_loop(reflect, "reflect", block, 2, bottom, ops_arg_dat(soa, 2, SF, "double:soa", OPS_READ),
                 ops_arg_dat(soa, 2, S1, "double:soa", OPS_WRITE));
    ops_par_loop(total, "total aos", block, 2, inside, ops_arg_dat(u, 1, S1, "double", OPS_READ),
                 ops_arg_dat(aos, 2, S1, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
    ops_par_loop(total, "total soa", block, 2, whole, ops_arg_dat(old, 1, S1, "double", OPS_READ),
                 ops_arg_dat(soa, 2, S1, "double:soa", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
    double value;
    ops_reduction_result(sum, &value);
    return value;
  };
  const bool passed = ops_ad_taylor_test(block->context, {input, v}, run, sum).passed;

  // The bits, for comparison between targets.
  run();
  *ops_reduction_get_derivative<double>(sum) = 1.0;
  ops_interpret_adjoints(block->context);
  double gradient[9 * 7];
  ops_dat_fetch_derivative(input, reinterpret_cast<char*>(gradient));
  std::uint64_t hash = no_bits;
  mix_in(hash, gradient, sizeof gradient / sizeof *gradient);
  ops_printf("hash %016llx\n%s\n", static_cast<unsigned long long>(hash), passed ? "PASSED" : "FAILED");
  ops_exit();
  return passed ? 0 : 1;
}
