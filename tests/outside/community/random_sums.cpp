// Random fields of several types, and what reductions of several components make of them: against sums over the fetched values.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdlib.h>

#define OPS_2D
#include <ops_seq_v2.h>

#define BINS 7
const double edges_default[BINS + 1] = {-1e9, -1.5, -0.5, -0.1, 0.1, 0.5, 1.5, 1e9};
double edges[BINS + 1];

// Which bin a value is in, by a search that ends early.
inline int bin_of(double value) {
  int bin = 0;
  while (bin < BINS - 1) {
    if (value < edges[bin + 1]) break;
    bin++;
  }
  return bin;
}

void histogram(const ACC<double>& pair, int* counts, double* moments) {
  for (int c = 0; c < 2; c++) counts[bin_of(pair(c, 0, 0))] += 1 + c;
  const double x = pair(0, 0, 0), y = pair(1, 0, 0);
  moments[0] += x;
  moments[1] += y;
  moments[2] += x * x;
  moments[3] += x * y;
  moments[4] += y * y;
}

void limits_of(const ACC<float>& f, const ACC<int>& n, float* lowest, float* highest, int* low, int* high, int* odd) {
  lowest[0] = fminf(lowest[0], f(0, 0));
  lowest[1] = fminf(lowest[1], -f(0, 0));
  *highest = MAX(*highest, f(0, 0) * f(0, 0));
  if (n(0, 0) < *low) *low = n(0, 0);
  *high = n(0, 0) > *high ? n(0, 0) : *high;
  *odd += n(0, 0) & 1;
}

void sum_float(const ACC<float>& f, double* sum, const float* scale) { *sum += static_cast<double>(*scale) * f(0, 0); }

#include "agree.h"

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  for (int b = 0; b <= BINS; b++) edges[b] = edges_default[b];
  ops_decl_const("edges", BINS + 1, "double", edges);
  ops_block field = ops_decl_block(2, "field");
  int size[] = {37, 23}, base[] = {0, 0}, d_m[] = {-1, -2}, d_p[] = {2, 1};
  ops_dat pair = ops_decl_dat(field, 2, size, base, d_m, d_p, (double*)NULL, "double", "pair");
  ops_dat again = ops_decl_dat(field, 2, size, base, d_m, d_p, (double*)NULL, "double", "again");
  ops_dat real = ops_decl_dat(field, 1, size, base, d_m, d_p, (float*)NULL, "float", "real");
  ops_dat whole = ops_decl_dat(field, 1, size, base, d_m, d_p, (int*)NULL, "int", "whole");
  int here[] = {0, 0};
  ops_stencil point = ops_decl_stencil(2, 1, here, "point");
  ops_reduction counts = ops_decl_reduction_handle(BINS * sizeof(int), "int", "counts"),
                moments = ops_decl_reduction_handle(5 * sizeof(double), "double", "moments");
  ops_reduction lowest = ops_decl_reduction_handle(2 * sizeof(float), "float", "lowest"),
                highest = ops_decl_reduction_handle(sizeof(float), "float", "highest");
  ops_reduction low = ops_decl_reduction_handle(sizeof(int), "int", "low"), high = ops_decl_reduction_handle(sizeof(int), "int", "high");
  ops_reduction odd = ops_decl_reduction_handle(sizeof(int), "int", "odd"), sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");

  ops_randomgen_init(4321, 0);
  ops_fill_random_normal(pair);
  ops_fill_random_uniform(real);
  ops_fill_random_uniform(whole);
  int all[] = {0, size[0], 0, size[1]};
  const std::vector<double> p = ops_dat_fetch_data<double>(pair);
  const std::vector<float> f = ops_dat_fetch_data<float>(real);
  const std::vector<int> n = ops_dat_fetch_data<int>(whole);
  for (int pass = 0; pass < 2; pass++) {
    // the second pass shows that handles begin anew
    ops_par_loop(histogram, "histogram", field, 2, all, ops_arg_dat(pair, 2, point, "double", OPS_READ),
                 ops_arg_reduce(counts, BINS, "int", OPS_INC), ops_arg_reduce(moments, 5, "double", OPS_INC));
    int found[BINS], expected[BINS] = {};
    double m[5], e[5] = {};
    ops_reduction_result(counts, found);
    ops_reduction_result(moments, m);
    for (size_t i = 0; i < p.size(); i += 2) {
      for (size_t c = 0; c < 2; c++) {
        int b = BINS - 1;
        while (p[i + c] < edges_default[b]) --b;
        expected[b] += 1 + static_cast<int>(c);
      }
      e[0] += p[i], e[1] += p[i + 1], e[2] += p[i] * p[i], e[3] += p[i] * p[i + 1], e[4] += p[i + 1] * p[i + 1];
    }
    for (int b = 0; b < BINS; b++) check::number("counts", found[b], expected[b]);
    for (int k = 0; k < 5; k++) check::number("moments", m[k], e[k], 1e-11);
    ops_printf("counts");
    for (int b = 0; b < BINS; b++) ops_printf(" %d", found[b]);
    ops_printf(", moments %.10f %.10f %.10f %.10f %.10f\n", m[0], m[1], m[2], m[3], m[4]);
    const double cells = size[0] * size[1];
    if (fabs(m[0]) > 5 * sqrt(cells) || fabs(m[2] / cells - 1.0) > 0.3 || fabs(m[3]) > 5 * sqrt(cells)) {
      ops_printf("not a normal distribution\n");
      check::wrong++;
    }
  }
  // rows from the top down in two loops, with a part left out: ranges that are computed as the program runs
  const float scale = 0.5f;
  double expected_sum = 0.0;
  for (int first = 20; first >= 0; first -= 20) {
    int part[] = {first / 10, size[0] - 1, first, MIN(first + 3, size[1])};
    ops_par_loop(sum_float, "sum_float", field, 2, part, ops_arg_dat(real, 1, point, "float", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_gbl(&scale, 1, "float", OPS_READ));
    for (int j = part[2]; j < part[3]; j++)
      for (int i = part[0]; i < part[1]; i++) expected_sum += 0.5 * f[static_cast<size_t>(i + size[0] * j)];
  }
  int empty[] = {5, 5, 0, 3};
  ops_par_loop(sum_float, "sum_float", field, 2, empty, ops_arg_dat(real, 1, point, "float", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_gbl(&scale, 1, "float", OPS_READ));
  double total;
  ops_reduction_result(sum, &total);
  check::number("sum of floats", total, expected_sum, 1e-12);

  ops_par_loop(limits_of, "limits_of", field, 2, all, ops_arg_dat(real, 1, point, "float", OPS_READ),
               ops_arg_dat(whole, 1, point, "int", OPS_READ), ops_arg_reduce(lowest, 2, "float", OPS_MIN),
               ops_arg_reduce(highest, 1, "float", OPS_MAX), ops_arg_reduce(low, 1, "int", OPS_MIN), ops_arg_reduce(high, 1, "int", OPS_MAX),
               ops_arg_reduce(odd, 1, "int", OPS_INC));
  float least[2], most;
  int smallest, largest, odds;
  ops_reduction_result(lowest, least);
  ops_reduction_result(highest, &most);
  ops_reduction_result(low, &smallest);
  ops_reduction_result(high, &largest);
  ops_reduction_result(odd, &odds);
  const auto [f0, f1] = std::minmax_element(f.begin(), f.end());
  check::number("least", least[0], *f0), check::number("least of negative", least[1], -*f1),
      check::number("most", most, std::max(*f1 * *f1, *f0 * *f0));
  check::number("smallest", smallest, *std::min_element(n.begin(), n.end())),
      check::number("largest", largest, *std::max_element(n.begin(), n.end()));
  check::number("odd", odds, static_cast<double>(std::count_if(n.begin(), n.end(), [](int v) { return v & 1; })));
  if (least[0] < 0.0f || most > 1.0f || smallest == largest)
    ops_printf("not uniform: %g %g %d %d\n", least[0], most, smallest, largest), check::wrong++;
  ops_printf("floats %.8f %.8f %.8f, ints %d %d %d\n", total, least[0], most, smallest, largest, odds);

  // the same seed, the same numbers; another one, others
  ops_randomgen_exit();
  ops_randomgen_init(4321, 0);
  ops_fill_random_normal(again);
  check::fields("same seed", ops_dat_fetch_data<double>(again), p);
  ops_randomgen_exit();
  ops_randomgen_init(4322, 0);
  ops_fill_random_normal(again);
  if (ops_dat_fetch_data<double>(again) == p) ops_printf("another seed gives the same numbers\n"), check::wrong++;
  ops_randomgen_exit();
  ops_NaNcheck(again);
  const int status = check::verdict();
  ops_exit();
  return status;
}
