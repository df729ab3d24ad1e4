// tests/adjoint/extrema_along.cpp: smallest and largest values along axes, in datasets that lack them: several loops
// into one, one that goes on from a value that a loop has written, and one number for the whole field. Prints the
// objective and its gradient, line by line. -ties: many cells have the same value. -hessian: asks for a second
// derivative, which there is none of.
#include <algorithm>
#include <string_view>
#include <vector>

#define OPS_2D
#include "ops.hpp"

constexpr int nx = 9, ny = 7;

void fill(ACC<double>& u, const int* i, const int* ties) {
  const int number = (i[0] * 37 + i[1] * 23) % 41, coarse = number % 3;
  u(0, 0, 0) = *ties ? 1.0 + coarse : 1.0 + 0.03 * number + 0.001 * i[0];
  u(1, 0, 0) = *ties ? 2.0 - 0.5 * coarse : 0.8 + 0.02 * ((number * 5) % 29);
}
void floor_of(const ACC<double>& u, ACC<double>& peak) {
  peak(0, 0, 0) = 1.2 * u(0, 0, 0);
  peak(1, 0, 0) = -1e30;
}
void peaks(const ACC<double>& u, ACC<double>& peak) {
  peak.combine_max(0, 0, 0, u(0, 0, 0) * u(1, 0, 0));
  if (u(1, 0, 0) > 0.9) peak.combine_max(1, 0, 0, u(1, 0, 0) * u(1, 0, 0));
}
void inverse(const ACC<double>& u, ACC<double>& least, const double* s) {
  const double here = *s / u(0, 0, 0);
  if (here < least(0, 0)) least(0, 0) = here;
}
void right(const ACC<double>& u, ACC<double>& edge) { edge(0, 0) = std::min(edge(0, 0), u(0, 0, 0) + u(1, 0, 0)); }
void hand_back(const ACC<double>& peak, const ACC<double>& least, const ACC<double>& edge, ACC<double>& u) {
  u(0, 0, 0) = 0.9 * u(0, 0, 0) + 0.05 * peak(0, 0, 0) * u(1, 0, 0) + 0.1 * peak(1, 0, 0);
  u(1, 0, 0) = u(1, 0, 0) * (1.0 + 0.1 * least(0, 0)) + 0.01 * edge(0, 0) * u(0, 0, 0);
}
void total(const ACC<double>& u, double* sum) { *sum += u(0, 0, 0) * u(0, 0, 0) + u(1, 0, 0); }

void run(const std::vector<std::string_view>& words) {
  const auto said = [&](std::string_view word) { return std::find(words.begin(), words.end(), word) != words.end(); };
  const int ties = said("-ties");
  ops_block b = ops_decl_block(2, "b");
  ops_dat start = ops_decl_dat<double>(b, "start", {nx, ny}, {.dim = 2}),
          u = ops_decl_dat<double>(b, "u", {nx, ny}, {.dim = 2});
  ops_dat peak = ops_decl_dat<double>(b, "peak", {nx, 1}, {.dim = 2}), edge = ops_decl_dat<double>(b, "edge", {1, ny});
  ops_dat least = ops_decl_dat<double>(b, "least", {1, 1});
  const double one = 1.0;
  ops_scalar s = ops_decl_scalar("s", &one, 1);
  int here[] = {0, 0}, along_x[] = {1, 0}, along_y[] = {0, 1}, still[] = {0, 0};
  ops_stencil point = ops_decl_stencil(2, 1, here, "point"),
              on_x = ops_decl_strided_stencil(2, 1, here, along_x, "on_x");
  ops_stencil on_y = ops_decl_strided_stencil(2, 1, here, along_y, "on_y"),
              in_all = ops_decl_strided_stencil(2, 1, here, still, "in_all");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  int all[] = {0, nx, 0, ny}, bottom[] = {0, nx, 0, 1}, lower[] = {0, nx, 0, 4}, upper[] = {0, nx, 3, ny},
      rest[] = {4, nx, 0, ny};
  const auto take_peaks = [&](int* range) {
    ops_par_loop(peaks, "peaks", b, 2, range, ops_arg_dat(u, 2, point, "double", OPS_READ),
                 ops_arg_dat(peak, 2, on_x, "double", OPS_MAX));
  };
  ops_par_loop(fill, "fill", b, 2, all, ops_arg_dat(start, 2, point, "double", OPS_WRITE), ops_arg_idx(),
               ops_arg_gbl(&ties, 1, "int", OPS_READ));
  ops_dat_deep_copy(u, start);
  for (int step = 0; step < 3; ++step) {
    ops_ad_step();
    ops_par_loop(floor_of, "floor_of", b, 2, bottom, ops_arg_dat(u, 2, point, "double", OPS_READ),
                 ops_arg_dat(peak, 2, on_x, "double", OPS_WRITE));
    take_peaks(lower);
    take_peaks(upper);
    ops_par_loop(inverse, "inverse", b, 2, all, ops_arg_dat(u, 2, point, "double", OPS_READ),
                 ops_arg_dat(least, 1, in_all, "double", OPS_MIN), ops_arg_scalar(s, 1, "double", OPS_READ));
    ops_par_loop(right, "right", b, 2, rest, ops_arg_dat(u, 2, point, "double", OPS_READ),
                 ops_arg_dat(edge, 1, on_y, "double", OPS_MIN));
    ops_par_loop(hand_back, "hand_back", b, 2, all, ops_arg_dat(peak, 2, on_x, "double", OPS_READ),
                 ops_arg_dat(least, 1, in_all, "double", OPS_READ), ops_arg_dat(edge, 1, on_y, "double", OPS_READ),
                 ops_arg_dat(u, 2, point, "double", OPS_RW));
  }
  ops_par_loop(total, "total", b, 2, all, ops_arg_dat(u, 2, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_printf("%a\n", ops_ad_objective(sum));
  ops_interpret_adjoints();
  for (const double g : ops_dat_fetch_derivative<double>(start)) ops_printf("%a\n", g);
  ops_printf("%a\n", *s->get_derivative<double>());
  if (said("-hessian")) {
    const std::vector<double> ones(2 * nx * ny, 1.0);
    ops_hessian_vector(OPS_instance::getOPSInstance(), {ops_ad_along(start, ones)});
  }
}

int main(int argc, char** argv) {
  const std::vector<std::string_view> words(argv, argv + argc);
  return ops_main(argc, argv, [&] { run(words); });
}
