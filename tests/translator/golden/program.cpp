// The program whose generated code is kept in this folder: a linear stencil, a branching one, reductions, several components,
// optional datasets.
#define OPS_2D
#include "ops.hpp"

static double weight;

static void smooth(const ACC<double>& u, const ACC<double>& f, ACC<double>& next) {
  next(0, 0) = weight * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1)) - f(0, 0);
}

static void upwind(const ACC<double>& u, ACC<double>& next) {
  double slope;
  if (u(0, 0) > 0.0) {
    slope = u(0, 0) - u(-1, 0);
  } else {
    slope = u(1, 0) - u(0, 0);
  }
  next(0, 0) = u(0, 0) - weight * u(0, 0) * slope;
}

static void measure(const ACC<double>& u, const int* idx, double* sums, double* least) {
  sums[0] += u(0, 0) * u(0, 0);
  sums[1] += idx[0] * u(0, 0);
  *least = MIN(*least, u(0, 0));
}

static void rotate(ACC<float>& q, const float* angle) {
  const float a = q(0, 0, 0), b = q(1, 0, 0);
  q(0, 0, 0) = a - *angle * b;
  q(1, 0, 0) = b + *angle * a;
}

static void mirror(ACC<double>& u, ACC<double>& f, const ACC<double>& next, const int* fields) {
  if (fields[0] == 1) u(0, 0) = -u(1, 0);
  if (fields[1] == 1) f(0, 0) = next(1, 0);
}

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(2, "block");
  int size[] = {8, 8}, base[] = {0, 0}, low[] = {-1, -1}, high[] = {1, 1}, range[] = {0, 8, 0, 8}, left[] = {-1, 0, 0, 8};
  ops_dat u = ops_decl_dat(block, 1, size, base, low, high, (double*)nullptr, "double", "u");
  ops_dat f = ops_decl_dat(block, 1, size, base, low, high, (double*)nullptr, "double", "f");
  ops_dat next = ops_decl_dat(block, 1, size, base, low, high, (double*)nullptr, "double", "next");
  ops_dat q = ops_decl_dat(block, 2, size, base, low, high, (float*)nullptr, "float", "q");
  int here[] = {0, 0}, cross[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, along[] = {0, 0, 1, 0, -1, 0};
  ops_stencil point = ops_decl_stencil(2, 1, here, "point"), star = ops_decl_stencil(2, 5, cross, "star");
  ops_stencil line = ops_decl_stencil(2, 3, along, "line");
  ops_reduction sums = ops_decl_reduction_handle(2 * sizeof(double), "double", "sums");
  ops_reduction least = ops_decl_reduction_handle(sizeof(double), "double", "least");
  weight = 0.25;
  ops_decl_const("weight", 1, "double", &weight);
  ops_partition("");
  float angle = 0.1f;
  ops_par_loop(smooth, "smooth", block, 2, range, ops_arg_dat(u, 1, star, "double", OPS_READ), ops_arg_dat(f, 1, point, "double", OPS_READ),
               ops_arg_dat(next, 1, point, "double", OPS_WRITE));
  ops_par_loop(upwind, "upwind", block, 2, range, ops_arg_dat(next, 1, line, "double", OPS_READ), ops_arg_dat(u, 1, point, "double", OPS_WRITE));
  ops_par_loop(rotate, "rotate", block, 2, range, ops_arg_dat(q, 2, point, "float", OPS_RW), ops_arg_gbl(&angle, 1, "float", OPS_READ));
  ops_par_loop(measure, "measure", block, 2, range, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_idx(),
               ops_arg_reduce(sums, 2, "double", OPS_INC), ops_arg_reduce(least, 1, "double", OPS_MIN));
  int fields[] = {1, 0};
  ops_par_loop(mirror, "mirror", block, 2, left, ops_arg_dat_opt(u, 1, line, "double", OPS_RW, fields[0]),
               ops_arg_dat_opt(f, 1, point, "double", OPS_RW, fields[1]), ops_arg_dat(next, 1, line, "double", OPS_READ),
               ops_arg_gbl(fields, 2, "int", OPS_READ));
  double total[2], smallest;
  ops_reduction_result(sums, total);
  ops_reduction_result(least, &smallest);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  ops_exit();
}
