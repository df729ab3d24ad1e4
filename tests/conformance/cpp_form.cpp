// tests/conformance/cpp_form.cpp: the C++ form: two instances, each on a thread of its own with its own datasets,
// constants and output, and an exception that reaches the caller.
#include <sstream>
#include <thread>
#include <vector>

#define OPS_CPP_API
#define OPS_2D
#include "ops_seq_v2.h"

#include "expect.hpp"

void scaled_index(ACC<double>& u, const double* factor, const int* idx) {
  u(0, 0) = factor[0] * (idx[0] + 10 * idx[1]);
}

void neighbours(const ACC<double>& u, ACC<double>& v, double* sum) {
  v(0, 0) = u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1);
  *sum += v(0, 0);
}

namespace {

struct Outcome {
  std::vector<double> values;
  double sum = 0;
  std::string printed, refused;
};

void run(int argc, const char* const* argv, int n, double factor, Outcome* outcome) {
  std::stringstream out;
  OPS_instance instance(argc, argv, 3, out);
  ops_block block = instance.decl_block(2, "block");
  int size[] = {n, n}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
  double* temp = NULL;
  ops_dat u = block->decl_dat(1, size, base, d_m, d_p, temp, "double", "u");
  ops_dat v = block->decl_dat(1, size, base, d_m, d_p, temp, "double", "v");
  int s00[] = {0, 0}, s4[] = {1, 0, -1, 0, 0, 1, 0, -1};
  ops_stencil centre = instance.decl_stencil(2, 1, s00, "centre"), four = instance.decl_stencil(2, 4, s4, "four");
  ops_reduction sum = instance.decl_reduction_handle(sizeof(double), "double", "sum");
  instance.decl_const("factor", 1, "double", &factor);
  ops_halo halo;
  {
    int iter[] = {1, n}, from[] = {n - 1, 0}, to[] = {-1, 0}, dir[] = {1, 2};
    halo = instance.decl_halo(u, u, iter, from, to, dir, dir);
  }
  ops_halo_group periodic = instance.decl_halo_group(1, &halo);
  instance.partition("");

  int range[] = {0, n, 0, n};
  ops_par_loop(scaled_index, "scaled_index", block, 2, range, ops_arg_dat(u, 1, centre, "double", OPS_WRITE),
               ops_arg_gbl(&factor, 1, "double", OPS_READ), ops_arg_idx());
  periodic->halo_transfer();
  ops_par_loop(neighbours, "neighbours", block, 2, range, ops_arg_dat(u, 1, four, "double", OPS_READ),
               ops_arg_dat(v, 1, centre, "double", OPS_WRITE), ops_arg_reduce(sum, 1, "double", OPS_INC));
  sum->get_result(&outcome->sum);
  outcome->values.resize((std::size_t)n * n);
  v->fetch_data(0, (char*)outcome->values.data());
  try {
    double unused;
    sum->get_result(&unused);
  } catch (OPSException& error) {
    outcome->refused = error.what();
  }
  instance.diagnostic_output();
  instance.timing_output(instance.ostream());
  outcome->printed = out.str();
}

double expected(int n, double factor, int i, int j) {
  const auto u = [&](int x, int y) {
    if (x == -1) x = n - 1;
    return x < n && y >= 0 && y < n ? factor * (x + 10 * y) : 0.0;
  };
  return u(i + 1, j) + u(i - 1, j) + u(i, j + 1) + u(i, j - 1);
}

}  // namespace

int main(int argc, const char** argv) {
  const int n[] = {7, 12};
  const double factor[] = {0.5, 3.0};
  Outcome outcome[2];
  std::thread first(run, argc, argv, n[0], factor[0], &outcome[0]),
      second(run, argc, argv, n[1], factor[1], &outcome[1]);
  first.join();
  second.join();

  Verdict verdict("cpp_form");
  for (int t = 0; t < 2; ++t) {
    double sum = 0;
    for (int j = 0; j < n[t]; ++j)
      for (int i = 0; i < n[t]; ++i) {
        verdict.same(outcome[t].values[(std::size_t)(j * n[t] + i)], expected(n[t], factor[t], i, j), "v", t, i, j);
        sum += expected(n[t], factor[t], i, j);
      }
    verdict.same(outcome[t].sum, sum, "sum", t);  // multiples of 1/2: exact in any order
    verdict.holds(outcome[t].refused.find("reduction 'sum'") != std::string::npos, "second result refused by name");
    verdict.holds(outcome[t].printed.find("neighbours") != std::string::npos, "table of loops printed");
  }
  verdict.same(OPS_instance::numInstances(), 0, "instances left");
  return verdict.finish();
}
