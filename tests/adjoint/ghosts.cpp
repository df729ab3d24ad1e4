// tests/adjoint/ghosts.cpp: kernels that fill ghost cells from the wall, beside the point they run for. Prints the
// objective and its gradient, line by line. -shifted: the same with loops that run over the ghost cells. -thick: over a
// range of two cells, which is refused. -second: products with second derivatives as well.
#include <cstring>
#include <utility>
#include <vector>

#define OPS_2D
#include "ops.hpp"

constexpr int nx = 17, ny = 11;

// Two layers on the left, of two datasets at once; the second layer uses the first.
void left(ACC<double>& u, ACC<double>& w, const double* k) {
  u(-1, 0) = *k * u(1, 0) * u(1, 0);
  w(1, -1, 0) = -w(1, 1, 0) + 0.1 * u(2, 0);
  w(0, -1, 0) = w(0, 1, 0);
  u(-2, 0) = u(2, 0) * u(-1, 0);
  w(0, -2, 0) = u(0, 0);
  w(1, -2, 0) = w(1, -1, 0) * u(-2, 0);
}
void left_first(ACC<double>& u, ACC<double>& w, const double* k) {
  u(0, 0) = *k * u(2, 0) * u(2, 0);
  w(1, 0, 0) = -w(1, 2, 0) + 0.1 * u(3, 0);
  w(0, 0, 0) = w(0, 2, 0);
}
void left_second(ACC<double>& u, ACC<double>& w) {
  u(0, 0) = u(4, 0) * u(1, 0);
  w(0, 0, 0) = u(2, 0);
  w(1, 0, 0) = w(1, 1, 0) * u(0, 0);
}

// On the right cells are overwritten without a look at them.
void right(const ACC<double>& u, ACC<double>& v, const int* i) {
  v(1, 0) = u(0, 0) * (1 + 0.01 * i[1]);
  v(2, 0) = u(-1, 0) - v(1, 0);
}
void right_first(const ACC<double>& u, ACC<double>& v, const int* i) { v(0, 0) = u(-1, 0) * (1 + 0.01 * i[1]); }
void right_second(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(-3, 0) - v(-1, 0); }

// Below some stay as they are, and what is written has a gap.
void below(ACC<double>& u) {
  if (u(0, 0) > 0.45) u(0, -2) += (u(0, 0) - 0.45) * (u(0, 0) - 0.45) * u(0, 1) * u(0, -2);
  u(0, 0) = 0.9 * u(0, 0);
}
void below_ghost(ACC<double>& u) {
  if (u(0, 2) > 0.45) u(0, 0) += (u(0, 2) - 0.45) * (u(0, 2) - 0.45) * u(0, 3) * u(0, 0);
}
void below_wall(ACC<double>& u) { u(0, 0) = 0.9 * u(0, 0); }

// Above ghost cells grow, and what flows through the wall is summed.
void above(const ACC<double>& u, ACC<double>& v, double* flux) {
  v(0, 1) += u(0, 0) * u(0, -1);
  *flux += u(0, 0) * u(0, 0);
}
void above_ghost(const ACC<double>& u, ACC<double>& v) { v(0, 0) += u(0, -1) * u(0, -2); }
void above_flux(const ACC<double>& u, double* flux) { *flux += u(0, 0) * u(0, 0); }

// One point fills a corner.
void corner(ACC<double>& v) {
  v(-1, 0) = v(0, 0) * v(1, 1);
  v(0, -1) = v(-1, 0) + v(0, 0);
}
void corner_left(ACC<double>& v) { v(0, 0) = v(1, 0) * v(2, 1); }
void corner_below(ACC<double>& v) { v(0, 0) = v(-1, 1) + v(0, 1); }

void step(const ACC<double>& u, const ACC<double>& w, ACC<double>& v) {
  v(0, 0) = u(0, 0) + 0.05 * (u(1, 0) * u(-1, 0) + u(0, 1) - u(0, -1) + w(0, -1, 0) - w(1, 1, 0) * u(-2, 0) + u(0, -2) -
                              0.3 * u(0, 0) * u(0, 0));
}
void fill(ACC<double>& u, ACC<double>& w, const int* i) {
  u(0, 0) = 0.3 + 0.01 * i[0] + 0.02 * i[1] * (i[0] % 3);
  w(0, 0, 0) = 0.2 + 0.01 * i[1];
  w(1, 0, 0) = 0.1 * (i[0] % 4);
}
void total(const ACC<double>& u, double* s) { *s += u(0, 0) * u(0, 0) * u(0, 0); }

struct Program {
  bool shifted;
  ops_block b = ops_decl_block(2, "b");
  ops_dat s, ws, u, w, v;
  ops_stencil point, wide;
  ops_scalar k;
  ops_reduction r, flux;

  template <int dim = 1>
  ops_arg of(ops_dat dat, ops_access access) const {
    return ops_arg_dat(dat, dim, wide, "double", access);
  }
  template <int dim = 1>
  ops_arg at(ops_dat dat, ops_access access) const {
    return ops_arg_dat(dat, dim, point, "double", access);
  }

  void ghosts() const;
  void shifted_ghosts() const;
};

void Program::ghosts() const {
  int l[] = {0, 1, 0, ny}, r_[] = {nx - 1, nx, 0, ny}, d[] = {-1, nx + 1, 0, 1}, a[] = {0, nx, ny - 1, ny},
      c[] = {0, 1, 0, 1}, inside[] = {9, 10, 0, ny};
  ops_par_loop(left, "left", b, 2, l, of(u, OPS_RW), of<2>(w, OPS_RW), ops_arg_scalar(k, 1, "double", OPS_READ));
  ops_par_loop(left, "left_inside", b, 2, inside, of(u, OPS_RW), of<2>(w, OPS_RW),
               ops_arg_scalar(k, 1, "double", OPS_READ));
  ops_par_loop(below, "below", b, 2, d, of(u, OPS_RW));
  ops_par_loop(right, "right", b, 2, r_, of(u, OPS_READ), of(v, OPS_WRITE), ops_arg_idx());
  ops_par_loop(above, "above", b, 2, a, of(u, OPS_READ), of(v, OPS_INC), ops_arg_reduce(flux, 1, "double", OPS_INC));
  ops_par_loop(corner, "corner", b, 2, c, of(v, OPS_RW));
}

void Program::shifted_ghosts() const {
  int l1[] = {-1, 0, 0, ny}, l2[] = {-2, -1, 0, ny}, r1[] = {nx, nx + 1, 0, ny}, r2[] = {nx + 1, nx + 2, 0, ny},
      d1[] = {-1, nx + 1, -2, -1};
  int d2[] = {-1, nx + 1, 0, 1}, a1[] = {0, nx, ny, ny + 1}, a2[] = {0, nx, ny - 1, ny}, c1[] = {-1, 0, 0, 1},
      c2[] = {0, 1, -1, 0};
  int i1[] = {8, 9, 0, ny}, i2[] = {7, 8, 0, ny};
  ops_par_loop(left_first, "left_first", b, 2, l1, of(u, OPS_RW), of<2>(w, OPS_RW),
               ops_arg_scalar(k, 1, "double", OPS_READ));
  ops_par_loop(left_second, "left_second", b, 2, l2, of(u, OPS_RW), of<2>(w, OPS_RW));
  ops_par_loop(left_first, "left_first_inside", b, 2, i1, of(u, OPS_RW), of<2>(w, OPS_RW),
               ops_arg_scalar(k, 1, "double", OPS_READ));
  ops_par_loop(left_second, "left_second_inside", b, 2, i2, of(u, OPS_RW), of<2>(w, OPS_RW));
  ops_par_loop(below_ghost, "below_ghost", b, 2, d1, of(u, OPS_RW));
  ops_par_loop(below_wall, "below_wall", b, 2, d2, at(u, OPS_RW));
  ops_par_loop(right_first, "right_first", b, 2, r1, of(u, OPS_READ), at(v, OPS_WRITE), ops_arg_idx());
  ops_par_loop(right_second, "right_second", b, 2, r2, of(u, OPS_READ), of(v, OPS_RW));
  ops_par_loop(above_ghost, "above_ghost", b, 2, a1, of(u, OPS_READ), at(v, OPS_INC));
  ops_par_loop(above_flux, "above_flux", b, 2, a2, at(u, OPS_READ), ops_arg_reduce(flux, 1, "double", OPS_INC));
  ops_par_loop(corner_left, "corner_left", b, 2, c1, of(v, OPS_RW));
  ops_par_loop(corner_below, "corner_below", b, 2, c2, of(v, OPS_RW));
}

void run(int argc, char** argv) {
  const auto given = [&](const char* word) {
    for (int i = 1; i < argc; ++i)
      if (std::strcmp(argv[i], word) == 0) return true;
    return false;
  };
  int all[] = {0, nx, 0, ny}, near[] = {-2, nx + 2, -2, ny + 2}, zero[] = {0, 0}, reach[50];
  for (int n = 0; n < 25; ++n) reach[2 * n] = n % 5 - 2, reach[2 * n + 1] = n / 5 - 2;
  int far[58];
  std::memcpy(far, reach, sizeof reach);
  const int more[] = {3, 0, 4, 0, -3, 0, 0, 3};
  std::memcpy(far + 50, more, sizeof more);
  Program p{.shifted = given("-shifted")};
  const auto field = [&](const char* name) { return ops_decl_dat<double>(p.b, name, {nx, ny}, {.halo = 4}); };
  p.s = field("s"), p.u = field("u"), p.v = field("v");
  p.ws = ops_decl_dat<double>(p.b, "ws", {nx, ny}, {.dim = 2, .halo = 4}),
  p.w = ops_decl_dat<double>(p.b, "w", {nx, ny}, {.dim = 2, .halo = 4});
  p.point = ops_decl_stencil(2, 1, zero, "point");
  p.wide = p.shifted ? ops_decl_stencil(2, 29, far, "far") : ops_decl_stencil(2, 25, reach, "reach");
  const double k = 0.7;
  p.k = ops_decl_scalar("k", &k, 1);
  p.r = ops_decl_reduction_handle(sizeof(double), "double", "r"),
  p.flux = ops_decl_reduction_handle(sizeof(double), "double", "flux");
  ops_partition("");
  ops_par_loop(fill, "fill", p.b, 2, near, p.at(p.s, OPS_WRITE), p.at<2>(p.ws, OPS_WRITE), ops_arg_idx());
  ops_dat_deep_copy(p.u, p.s);
  ops_dat_deep_copy(p.w, p.ws);
  ops_dat_deep_copy(p.v, p.s);
  if (given("-thick")) {
    int thick[] = {0, 2, 0, ny};
    ops_par_loop(left, "left", p.b, 2, thick, p.of(p.u, OPS_RW), p.of<2>(p.w, OPS_RW),
                 ops_arg_scalar(p.k, 1, "double", OPS_READ));
  }
  for (int n = 0; n < 6; ++n) {
    ops_ad_step();
    p.shifted ? p.shifted_ghosts() : p.ghosts();
    ops_par_loop(step, "step", p.b, 2, all, p.of(p.u, OPS_READ), p.of<2>(p.w, OPS_READ), p.at(p.v, OPS_WRITE));
    std::swap(p.u, p.v);
  }
  ops_par_loop(total, "total", p.b, 2, near, p.at(p.u, OPS_READ), ops_arg_reduce(p.flux, 1, "double", OPS_INC));
  ops_printf("%a\n", ops_ad_objective(p.flux));
  if (given("-second")) {
    std::vector<double> direction(nx * ny), product;
    for (int n = 0; n < nx * ny; ++n) direction[n] = 0.1 * (n % 13) - 0.5;
    ops_hessian_vector(OPS_instance::getOPSInstance(), {ops_ad_along(p.s, direction)});
    for (const double h : ops_dat_fetch_hessian_vector<double>(p.s)) ops_printf("%a\n", h);
  }
  ops_interpret_adjoints();
  for (const ops_dat dat : {p.s, p.ws})
    for (const double g : ops_dat_fetch_derivative<double>(dat)) ops_printf("%a\n", g);
  ops_printf("%a\n", *p.k->get_derivative<double>());
}

int main(int argc, char** argv) {
  return ops_main(argc, argv, [&] { run(argc, argv); });
}
