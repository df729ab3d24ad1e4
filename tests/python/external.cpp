// tests/python/external.cpp: a function outside of loops, with an adjoint by hand, in each step of a model.
#define OPS_1D
#include <vector>
#include "ops.hpp"
void twice(const ACC<double>& u, ACC<double>& v) { v(0) = v(0) + u(0) * u(0); }
void add(const ACC<double>& v, double* s) { *s += v(0) * v(0); }
OPS_MODEL(external, model) {
  const int n = model.size({6})[0];
  const int steps = model.option("steps", 3);
  const int offsets[] = {0};
  ops_block line = ops_decl_block(1, "line");
  ops_dat u = ops_decl_dat<double>(line, "u", {n}, {.halo = 1}), v = ops_decl_dat<double>(line, "v", {n}, {.halo = 1});
  ops_dat w = ops_decl_dat<double>(line, "w", {n});
  ops_stencil point = ops_decl_stencil(1, 1, offsets, "point");
  ops_reduction s = ops_decl_reduction_handle(sizeof(double), "double", "s");
  model.input("u", u);
  model.input("w", w);
  model.output("v", v);
  model.objective("s", s);
  model.run([=] {
    int all[] = {0, n};
    for (int step = 0; step < steps; ++step) {
      ops_ad_step();
      ops_par_loop(twice, "twice", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                   ops_arg_dat(v, 1, point, "double", OPS_RW));
      // w(i) += v(n - 1 - i) / 2
      ops_execute_external_function(
          [=] {
            std::vector<double> a = ops_dat_fetch_data<double>(v), b = ops_dat_fetch_data<double>(w);
            for (int i = 0; i < n; ++i) b[i] = b[i] + 0.5 * a[n - 1 - i];
            ops_dat_set_data(w, b);
          },
          [=] {
            std::vector<double> dw = ops_dat_fetch_derivative<double>(w), dv = ops_dat_fetch_derivative<double>(v);
            for (int i = 0; i < n; ++i) dv[n - 1 - i] += 0.5 * dw[i];
            ops_dat_set_derivative(v, dv);
          },
          ops_arg_dat(v, 1, point, "double", OPS_READ), ops_arg_dat(w, 1, point, "double", OPS_RW));
      ops_par_loop(twice, "twice2", line, 1, all, ops_arg_dat(w, 1, point, "double", OPS_READ),
                   ops_arg_dat(v, 1, point, "double", OPS_RW));
    }
    ops_par_loop(add, "add", line, 1, all, ops_arg_dat(v, 1, point, "double", OPS_READ),
                 ops_arg_reduce(s, 1, "double", OPS_INC));
  });
}
