// Adjoints by hand on several processes: they add to derivatives of cells that other processes have, two deep, of a line of numbers for a row, of a scalar and
// of a sum; derivatives as datasets in passive loops that read neighbours; seeds at the end by raw pointer; a tape of one's own; the built-in tests.
#define OPS_2D
#include <algorithm>
#include "ops.hpp"
#include "check.h"

constexpr int NX = 9, NY = 5, cells = NX * NY;
void flux(const ACC<double>& u, const ACC<double>& c, ACC<double>& q, const double* k) {
  q(0, 0) = *k * c(0, 0) * (u(2, 0) * u(2, 0) - u(-1, 0) * u(0, -1)) + 0.1 * u(0, 0);
}
void flux_adjoint(const ACC<double>& u, ACC<double>& u_a1s, const ACC<double>& c, ACC<double>& c_a1s, const ACC<double>& q, ACC<double>& q_a1s, const double* k, double* k_a1s) {
  const double g = q_a1s(0, 0), d = u(2, 0) * u(2, 0) - u(-1, 0) * u(0, -1);
  u_a1s(2, 0) += 2.0 * *k * c(0, 0) * u(2, 0) * g;
  u_a1s(-1, 0) -= *k * c(0, 0) * u(0, -1) * g;
  u_a1s(0, -1) -= *k * c(0, 0) * u(-1, 0) * g;
  u_a1s(0, 0) += 0.1 * g;
  c_a1s(0, 0) += *k * d * g;
  *k_a1s += c(0, 0) * d * g;
  q_a1s(0, 0) = 0.0;
}
void add(const ACC<double>& q, ACC<double>& u) { u(0, 0) += 0.3 * q(0, 0); }
void cubes(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0) * u(0, 0); }
void cubes_adjoint(const ACC<double>& u, ACC<double>& u_a1s, const double* sum, const double* sum_a1s) { u_a1s(0, 0) += 3.0 * u(0, 0) * u(0, 0) * *sum_a1s; }
void around(const ACC<double>& g, ACC<double>& s) { s(0, 0) = g(-1, 0) + g(1, 0) + g(0, 1) + g(0, -1); }

template <class T>
T plain(const std::vector<T>& x, double w, int times, std::vector<T>* end = nullptr) {  // u with halo, c per row, k
  constexpr int W = NX + 4, H = NY + 4;
  std::vector<T> u(x.begin(), x.begin() + W * H), q(cells);
  auto at = [&](int i, int j) -> T& { return u[i + 2 + W * (j + 2)]; };
  const T *c = x.data() + W * H, k = x.back();
  for (int s = 0; s < times; ++s) {
    for (int j = 0; j < NY; ++j)
      for (int i = 0; i < NX; ++i) q[i + NX * j] = k * c[j] * (at(i + 2, j) * at(i + 2, j) - at(i - 1, j) * at(i, j - 1)) + 0.1 * at(i, j);
    for (int j = 0; j < NY; ++j)
      for (int i = 0; i < NX; ++i) at(i, j) += 0.3 * q[i + NX * j];
  }
  T sum = 0;
  for (int j = 0; j < NY; ++j)
    for (int i = 0; i < NX; ++i) {
      sum += at(i, j) * at(i, j) * at(i, j) + w * (1.0 + i + 10 * j) * at(i, j);
      if (end) end->push_back(at(i, j));
    }
  return sum;
}
int run() {
  constexpr int W = NX + 4, H = NY + 4;
  OPS_instance* instance = OPS_instance::getOPSInstance();
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat start = ops_decl_dat<double>(grid, "start", {NX, NY}, {.halo = 2}), u = ops_decl_dat<double>(grid, "u", {NX, NY}, {.halo = 2}), q = ops_decl_dat<double>(grid, "q", {NX, NY}),
          c = ops_decl_dat<double>(grid, "c", {1, NY}), s = ops_decl_dat<double>(grid, "s", {NX, NY});
  int points[] = {0, 0, 2, 0, -1, 0, 0, -1}, five[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, along_y[] = {0, 1};
  ops_stencil point = ops_decl_stencil(2, 1, points, "point"), four = ops_decl_stencil(2, 4, points, "four"), star = ops_decl_stencil(2, 5, five, "star"), rows = ops_decl_strided_stencil(2, 1, points, along_y, "rows");
  double kk = 0.7;
  ops_scalar k = ops_decl_scalar("k", &kk, 1);
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  std::vector<double> x(W * H + NY + 1), inner;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.5 * std::sin(1.3 * i) + 0.2;
  x.back() = 0.7;
  ops_memspace space = OPS_HOST;
  int disp[2], size[2], stride[2], whole[] = {-2, NX + 2, -2, NY + 2}, sd[2], ss[2];
  // halos too: each process sets its part of the slab
  std::vector<double> mine(ops_dat_get_slab_extents(start, 0, sd, ss, whole) / sizeof(double));
  for (int j = 0; j < ss[1]; ++j)
    for (int i = 0; i < ss[0]; ++i) mine[i + ss[0] * j] = x[i + sd[0] + 2 + W * (j + sd[1] + 2)];
  ops_dat_set_data_slab_memspace(start, 0, reinterpret_cast<char*>(mine.data()), whole, OPS_HOST);
  ops_dat_set_data(c, std::vector<double>(x.begin() + W * H, x.begin() + W * H + NY));
  int all[] = {0, NX, 0, NY};
  const auto forward = [&] {
    ops_dat_deep_copy(u, start);
    for (int n = 0; n < 3; ++n) {
      ops_par_loop(flux, "flux", grid, 2, all, ops_arg_dat(u, 1, four, "double", OPS_READ), ops_arg_dat(c, 1, rows, "double", OPS_READ), ops_arg_dat(q, 1, point, "double", OPS_WRITE), ops_arg_scalar(k, 1, "double", OPS_READ));
      ops_par_loop(add, "add", grid, 2, all, ops_arg_dat(q, 1, point, "double", OPS_READ), ops_arg_dat(u, 1, point, "double", OPS_RW));
    }
    ops_par_loop(cubes, "cubes", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  };
  forward();
  const double value = ops_ad_objective(sum);
  std::vector<double> end;
  check::number("J", value, plain<double>(x, 0.0, 3, &end), 1e-13);
  check::fields("u", ops_dat_fetch_data<double>(u), end, 1e-13);
  // each process seeds its part of u
  ops_dat_get_raw_metadata(u, 0, disp, size, stride, nullptr, nullptr);
  double* seed = reinterpret_cast<double*>(ops_dat_derivative_get_raw_pointer(u, point, &space));
  for (int j = 0; j < size[1]; ++j)
    for (int i = 0; i < size[0]; ++i) seed[i + stride[0] * j] = 0.5 * (1.0 + i + disp[0] + 10 * (j + disp[1]));
  ops_dat_release_raw_derivative(u, OPS_WRITE, OPS_HOST);
  const auto compare = [&](const std::string& what, double w) {
    const std::vector<double> slope = check::gradient(x, [w](const std::vector<Complex>& y) { return plain<Complex>(y, w, 3); });
    std::vector<double> inside, near;
    for (int j = 0; j < NY; ++j)
      for (int i = 0; i < NX; ++i) {
        auto g = [&](int a, int b) { return slope[i + a + 2 + W * (j + b + 2)]; };
        inside.push_back(g(0, 0)), near.push_back(g(-1, 0) + g(1, 0) + g(0, 1) + g(0, -1));
      }
    check::fields(what + " by start", ops_dat_fetch_derivative<double>(start), inside, 1e-12);
    check::fields(what + " by c", ops_dat_fetch_derivative<double>(c), {slope.begin() + W * H, slope.begin() + W * H + NY}, 1e-12);
    check::number(what + " by k", ops_scalar_fetch_derivative<double>(k)[0], slope.back(), 1e-12);
    // neighbours' derivatives, halo cells of the block among them
    ops_par_loop_passive(around, "around", grid, 2, all, ops_arg_dat(ops_get_derivative_as_ops_dat(start), 1, star, "double", OPS_READ), ops_arg_dat(s, 1, point, "double", OPS_WRITE));
    check::fields(what + " around", ops_dat_fetch_data<double>(s), near, 1e-12);
    // the same by raw pointer with a stencil
    const double* d = reinterpret_cast<const double*>(ops_dat_derivative_get_raw_pointer(start, star, &space));
    ops_dat_get_raw_metadata(start, 0, disp, size, stride, nullptr, nullptr);
    bool right = true;
    for (int j = 0; j < size[1]; ++j)
      for (int i = 0; i < size[0]; ++i) {
        const double* g = d + i + stride[0] * j;
        const double found = g[-1] + g[1] + g[stride[0]] + g[-stride[0]], wanted = near[i + disp[0] + NX * (j + disp[1])];
        if (std::fabs(found - wanted) > 1e-12 * std::fmax(1.0, std::fabs(wanted))) right = false, printf("[%d] %s raw around (%d, %d): %.12g, expected %.12g\n", ops_get_proc(), what.c_str(), i + disp[0], j + disp[1], found, wanted);
      }
    ops_dat_release_raw_derivative(start, OPS_READ, OPS_HOST);
    check::that(what + " raw derivative with neighbours", right);
  };
  ops_interpret_adjoints(instance);
  compare("first", 0.5);
  std::vector<double> seeds;
  for (int i = 0; i < cells; ++i) seeds.push_back(-2.0 * (1.0 + i % NX + 10 * (i / NX)));
  ops_dat_set_derivative(u, seeds);
  ops_interpret_adjoints(instance);
  compare("second", -2.0);
  check::that("dot", ops_ad_dot_test(instance, {start, c}).passed);
  check::that("loops", ops_ad_loops_test(instance).passed);
  ops_ad_reset(instance);
  check::that("taylor", ops_ad_taylor_test(instance, {start, c, k}, [&] { forward(); return ops_ad_objective(sum); }).passed);
  // a tape of one's own
  ops_ad_reset(instance);
  ops_ad_tape* tape = ops_create_tape(instance);
  forward();
  ops_ad_objective(sum);
  tape->interpret_adjoints(instance);
  compare("tape", 0.0);
  ops_remove_tape(instance, tape);
  return check::verdict();
}
int main(int argc, char** argv) { return ops_main(argc, argv, run); }
