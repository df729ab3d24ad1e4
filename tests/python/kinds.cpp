// tests/python/kinds.cpp: two models in one program: of float, and of several components with a mask.
#define OPS_2D
#include <vector>

#include "ops.hpp"

void cube(const ACC<float>& x, ACC<float>& y, const float* scale) { y(0, 0) = *scale * x(0, 0) * x(0, 0) * x(0, 0); }
void add(const ACC<float>& y, float* sum) { *sum += y(0, 0); }

void turn(const ACC<double>& v, const ACC<int>& mask, ACC<double>& w, const double* angle) {
  const double c = mask(0, 0) != 0 ? angle[0] : 1.0, s = mask(0, 0) != 0 ? angle[1] : 0.0;
  w(0, 0, 0) = c * v(0, 0, 0) - s * v(1, 0, 0);
  w(1, 0, 0) = s * v(0, 0, 0) + c * v(1, 0, 0) * v(1, 0, 0);
}
void sums(const ACC<double>& w, double* sum) {
  sum[0] += w(0, 0, 0);
  sum[1] += w(1, 0, 0) * w(1, 0, 0);
}

OPS_MODEL(single, model) {
  const std::vector<int> n = model.size({5, 3});
  const float usual = 1.0f;
  const int offsets[] = {0, 0};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat x = ops_decl_dat<float>(grid, "x", n), y = ops_decl_dat<float>(grid, "y", n);
  ops_scalar scale = ops_decl_scalar("scale", &usual, 1);
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(float), "float", "sum");
  model.input("x", x);
  model.input("scale", scale);
  model.output("y", y);
  model.objective("sum", sum);
  model.run([=] {
    int all[] = {0, n[0], 0, n[1]};
    ops_par_loop(cube, "cube", grid, 2, all, ops_arg_dat(x, 1, point, "float", OPS_READ),
                 ops_arg_dat(y, 1, point, "float", OPS_WRITE), ops_arg_scalar(scale, 1, "float", OPS_READ));
    ops_par_loop(add, "add", grid, 2, all, ops_arg_dat(y, 1, point, "float", OPS_READ),
                 ops_arg_reduce(sum, 1, "float", OPS_INC));
  });
}

OPS_MODEL(vectors, model) {
  const std::vector<int> n = model.size({7, 4});
#ifdef AS_STRUCTURES_OF_ARRAYS
  ops_set_soa(1);
#endif
  const double usual[] = {0.6, 0.8};
  const int offsets[] = {0, 0};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat v = ops_decl_dat<double>(grid, "v", n, {.dim = 2, .halo = 1});
  ops_dat w = ops_decl_dat<double>(grid, "w", n, {.dim = 2, .halo = 2});
  ops_dat mask = ops_decl_dat<int>(grid, "mask", n, {.passive = true});
  ops_scalar angle = ops_decl_scalar("angle", usual, 2);
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point");
  ops_reduction sum = ops_decl_reduction_handle(2 * sizeof(double), "double", "sum");
  model.input("v", v);
  model.input("mask", mask, "where vectors turn");
  model.input("angle", angle);
  model.output("w", w);
  model.output("sum", sum);
  model.run([=] {
    int all[] = {0, n[0], 0, n[1]};
    ops_par_loop(turn, "turn", grid, 2, all, ops_arg_dat(v, 2, point, "double", OPS_READ),
                 ops_arg_dat(mask, 1, point, "int", OPS_READ), ops_arg_dat(w, 2, point, "double", OPS_WRITE),
                 ops_arg_scalar(angle, 2, "double", OPS_READ));
    ops_par_loop(sums, "sums", grid, 2, all, ops_arg_dat(w, 2, point, "double", OPS_READ),
                 ops_arg_reduce(sum, 2, "double", OPS_INC));
  });
}
