// tests/adjoint/mixture.cpp: a program with everything a tape has to turn round at once: versions and saved regions,
// swapped handles, halos with a transpose and a flip between two blocks, boundaries in place, lower-dimensional inputs
// and reductions, several components, float beside double, a constant that changes. Checked along random directions,
// input by input.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

double dt = 0.02;

#define OPS_2D
#include "ops_seq_v2.h"

#include "bits.hpp"
#include "mixture_kernels.h"

namespace {

constexpr int N = 9, STEPS = 5;
int full[] = {0, N, 0, N};

struct Part {
  ops_block block;
  ops_dat input, u, u2, f, x, w, row;
};

class Mixture {
 public:
  Mixture() {
    int centre[] = {0, 0}, five[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, right[] = {0, 0, 1, 0}, up[] = {0, 0, 0, 2},
        down[] = {0, 0, 0, -1};
    int along_x[] = {1, 0}, along_y[] = {0, 1};
    S00 = ops_decl_stencil(2, 1, centre, "00");
    S5 = ops_decl_stencil(2, 5, five, "5");
    SR = ops_decl_stencil(2, 2, right, "right");
    SU = ops_decl_stencil(2, 2, up, "up");
    SD = ops_decl_stencil(2, 2, down, "down");
    SX = ops_decl_strided_stencil(2, 1, centre, along_x, "x");
    SY = ops_decl_strided_stencil(2, 1, centre, along_y, "y");
    for (int b = 0; b < 2; ++b) declare(b);
    single = declare(parts[0].block, N, N, 1, "single", static_cast<float*>(nullptr), "float");
    total = ops_decl_reduction_handle(sizeof(double), "double", "total");
    ops_decl_const("dt", 1, "double", &dt);
    int column[] = {1, N}, last[] = {N - 1, 0}, beyond[] = {N, 0}, first[] = {0, 0}, left[] = {-1, 0};
    int same[] = {1, 2}, turned[] = {2, -1};
    ops_halo halos[] = {ops_decl_halo(parts[0].u, parts[1].u, column, last, left, same, same),
                        ops_decl_halo(parts[1].u, parts[0].u, column, first, beyond, turned, same)};
    group = ops_decl_halo_group(2, halos);
    ops_halo swapped[] = {ops_decl_halo(parts[0].u2, parts[1].u2, column, last, left, same, same),
                          ops_decl_halo(parts[1].u2, parts[0].u2, column, first, beyond, turned, same)};
    group2 = ops_decl_halo_group(2, swapped);
    ops_partition("");
    fill();
  }

  /// The program: from the present inputs to the objective.
  double run() {
    dt = 0.02;
    for (int k = 0; k < STEPS; ++k) {
      if (k == 0)
        for (Part& p : parts) begin(p);
      dt *= 1.1;
      ops_update_const("dt", 1, "double", &dt);
      ops_halo_transfer(k % 2 == 0 ? group : group2);
      for (Part& p : parts) step(p, 0.5 + 0.1 * k);
      for (Part& p : parts) std::swap(p.u, p.u2);
    }
    for (Part& p : parts)
      ops_par_loop(objective, "objective", p.block, 2, full, ops_arg_dat(p.u, 1, S00, "double", OPS_READ),
                   ops_arg_reduce(total, 1, "double", OPS_INC), ops_arg_idx());
    if (STEPS % 2 == 1)
      for (Part& p : parts) std::swap(p.u, p.u2);
    double value = 0;
    ops_reduction_result(total, &value);
    return value;
  }

  bool check() {
    bool right = true;
    for (Part& p : parts)
      for (ops_dat dat : {p.input, p.f, p.x}) {
        const ops_ad_taylor_result r =
            ops_ad_taylor_test(OPS_instance::getOPSInstance(), {dat}, [this] { return run(); }, total);
        std::printf("%s: %s\n", dat->name, r.verdict.c_str());
        right = right && r.passed;
      }
    ops_ad_reset(OPS_instance::getOPSInstance());
    run();
    const ops_ad_dot_result r =
        ops_ad_dot_test(OPS_instance::getOPSInstance(), {parts[0].input, parts[1].f, parts[0].x});
    std::printf("tangent and adjoint: %s\n", r.verdict.c_str());
    return right && r.passed && check_hessian();
  }

  /// Products with second derivatives against differences of gradients, and their symmetry (up to the one float
  /// dataset).
  bool check_hessian() {
    const std::vector<double> v = direction(13), w = direction(7), x0 = inputs();
    ops_ad_reset(OPS_instance::getOPSInstance());
    gradient(x0);
    const std::vector<double> Hv = product(v), Hw = product(w);
    const double step = 1e-4;
    const std::vector<double> above = gradient(moved(x0, v, step)), below = gradient(moved(x0, v, -step));
    double error = 0, size = 0, vHw = 0, wHv = 0;
    for (std::size_t k = 0; k < v.size(); ++k) {
      error = std::max(error, std::abs(Hv[k] - (above[k] - below[k]) / (2 * step)));
      size = std::max(size, std::abs(Hv[k]));
      vHw += v[k] * Hw[k];
      wHv += w[k] * Hv[k];
    }
    const bool right = size > 0 && error < 1e-6 * size && std::abs(vHw - wHv) < 1e-9 * std::abs(vHw);
    std::printf("second derivatives: %s: error %.1e of %.1e, %.17g against %.17g\n", right ? "passed" : "failed", error,
                size, vHw, wHv);
    gradient(x0);
    ops_ad_reset(OPS_instance::getOPSInstance());
    return right;
  }

  std::vector<ops_dat> active() const { return {parts[0].input, parts[1].f, parts[0].x, parts[1].input}; }
  static std::size_t cells(ops_dat dat) {
    int first[2] = {}, size[2] = {};
    ops_dat_get_extents(dat, 0, first, size);
    return static_cast<std::size_t>(size[0]) * static_cast<std::size_t>(size[1]);
  }

  template <class F>
  void each(std::vector<double>& all, F f) const {
    std::size_t at = 0;
    for (const ops_dat dat : active()) {
      f(dat, reinterpret_cast<char*>(all.data() + at));
      at += cells(dat);
    }
  }

  std::vector<double> empty() const {
    std::size_t n = 0;
    for (const ops_dat dat : active()) n += cells(dat);
    return std::vector<double>(n);
  }
  std::vector<double> direction(int period) const {
    std::vector<double> d = empty();
    for (std::size_t k = 0; k < d.size(); ++k)
      d[k] = static_cast<double>(k % static_cast<std::size_t>(period)) / period - 0.4;
    return d;
  }
  std::vector<double> inputs() const {
    std::vector<double> x = empty();
    each(x, [](ops_dat dat, char* to) { ops_dat_fetch_data(dat, 0, to); });
    return x;
  }
  static std::vector<double> moved(std::vector<double> x, const std::vector<double>& along, double step) {
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += step * along[k];
    return x;
  }
  std::vector<double> gradient(std::vector<double> at) {
    ops_ad_reset(OPS_instance::getOPSInstance());
    each(at, [](ops_dat dat, char* from) { ops_dat_set_data(dat, 0, from); });
    run();
    *ops_reduction_get_derivative<double>(total) = 1.0;
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    each(at, [](ops_dat dat, char* to) { ops_dat_fetch_derivative(dat, to); });
    return at;
  }
  std::vector<double> product(std::vector<double> along) {
    std::vector<ops_ad_direction> directions;
    each(along, [&](ops_dat dat, const char* from) { directions.emplace_back(dat, from); });
    ops_hessian_vector(OPS_instance::getOPSInstance(), directions);
    std::vector<double> out = along;
    each(out, [](ops_dat dat, char* to) { ops_dat_fetch_hessian_vector(dat, to); });
    return out;
  }

  /// Every bit of the derivative along a direction, in one number.
  std::uint64_t tangent_hash() {
    std::vector<double> direction(N * N), slopes(N * N);
    for (int k = 0; k < N * N; ++k) direction[k] = 0.1 * (k % 13) - 0.5;
    const auto* bytes = reinterpret_cast<const char*>(direction.data());
    ops_tangent(OPS_instance::getOPSInstance(), {{parts[0].input, bytes}, {parts[1].f, bytes}});
    std::uint64_t h = no_bits;
    mix_in(h, ops_reduction_get_tangent(total), 1);
    for (const ops_dat dat : {parts[0].u, parts[0].u2, parts[1].u, parts[1].u2}) {
      ops_dat_fetch_tangent(dat, reinterpret_cast<char*>(slopes.data()));
      mix_in(h, slopes.data(), slopes.size());
    }
    return h;
  }

  /// Every bit of the gradient, in one number; twice, which must agree.
  std::uint64_t hash() {
    run();
    *ops_reduction_get_derivative<double>(total) = 1.0;
    const std::uint64_t along = tangent_hash();
    std::uint64_t h = no_bits;
    for (int pass = 0; pass < 2; ++pass) {
      ops_interpret_adjoints(OPS_instance::getOPSInstance());
      std::uint64_t now = no_bits;
      for (Part& p : parts)
        for (ops_dat dat : {p.input, p.f}) {
          std::vector<double> g(N * N);
          ops_dat_fetch_derivative(dat, reinterpret_cast<char*>(g.data()));
          mix_in(now, g.data(), g.size());
        }
      if (pass == 1 && now != h) std::printf("FAILED: the second interpretation differs\n");
      h = now;
    }
    if (tangent_hash() != along) std::printf("FAILED: the second tangent differs\n");
    const std::vector<double> second = product(direction(13));
    if (product(direction(13)) != second) std::printf("FAILED: the second product with second derivatives differs\n");
    mix_in(h, second.data(), second.size());
    // others stay
    ops_hessian_vector(OPS_instance::getOPSInstance(), {{parts[1].f, reinterpret_cast<const char*>(second.data())}});
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    std::vector<double> after = empty();
    each(after, [](ops_dat dat, char* to) { ops_dat_fetch_derivative(dat, to); });
    mix_in(h, after.data(), after.size());
    return h ^ along;
  }

 private:
  template <class T>
  ops_dat declare(ops_block block, int nx, int ny, int dim, const char* name, T* data, const char* type) {
    int size[] = {nx, ny}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
    return ops_decl_dat(block, dim, size, base, d_m, d_p, data, type, name);
  }

  void declare(int b) {
    double* none = nullptr;
    Part& p = parts[b];
    p.block = ops_decl_block(2, b == 0 ? "left" : "right");
    p.input = declare(p.block, N, N, 1, "input", none, "double");
    p.u = declare(p.block, N, N, 1, "u", none, "double");
    p.u2 = declare(p.block, N, N, 1, "u2", none, "double");
    p.f = declare(p.block, N, N, 1, "f", none, "double");
    p.x = declare(p.block, N, 1, 1, "x", none, "double");
    p.w = declare(p.block, N, N, 2, "w", none, "double");
    p.row = declare(p.block, 1, N, 1, "row", none, "double");
  }

  void fill() {
    for (int b = 0; b < 2; ++b) {
      std::vector<double> input(N * N), f(N * N), x(N);
      for (int j = 0; j < N; ++j)
        for (int i = 0; i < N; ++i) {
          input[j * N + i] = 0.3 + 0.05 * ((7 * i + 3 * j + b) % 11);
          f[j * N + i] = 0.2 + 0.03 * ((5 * i + 2 * j) % 7);
          x[i] = 1.0 + 0.1 * i;
        }
      ops_dat_set_data(parts[b].input, 0, reinterpret_cast<char*>(input.data()));
      ops_dat_set_data(parts[b].f, 0, reinterpret_cast<char*>(f.data()));
      ops_dat_set_data(parts[b].x, 0, reinterpret_cast<char*>(x.data()));
    }
  }

  void begin(Part& p) {
    int all[] = {-1, N + 1, -1, N + 1};
    ops_par_loop(start, "start", p.block, 2, all, ops_arg_dat(p.input, 1, S00, "double", OPS_READ),
                 ops_arg_dat(p.u, 1, S00, "double", OPS_WRITE));
    ops_par_loop(start, "start2", p.block, 2, all, ops_arg_dat(p.input, 1, S00, "double", OPS_READ),
                 ops_arg_dat(p.u2, 1, S00, "double", OPS_WRITE));
  }

  void step(Part& p, double factor) {
    int bottom[] = {0, N, -1, 0}, top[] = {0, N, N, N + 1}, inner[] = {0, N - 1, 0, N};
    ops_par_loop(reflect, "reflect", p.block, 2, bottom, ops_arg_dat(p.u, 1, SU, "double", OPS_RW));
    ops_par_loop(reflect_top, "reflect_top", p.block, 2, top, ops_arg_dat(p.u, 1, SD, "double", OPS_RW));
    ops_par_loop(advance, "advance", p.block, 2, full, ops_arg_dat(p.u, 1, S5, "double", OPS_READ),
                 ops_arg_dat(p.x, 1, SX, "double", OPS_READ), ops_arg_dat(p.f, 1, S00, "double", OPS_READ),
                 ops_arg_dat(p.u2, 1, S00, "double", OPS_WRITE), ops_arg_gbl(&factor, 1, "double", OPS_READ));
    ops_par_loop(pair_up, "pair_up", p.block, 2, full, ops_arg_dat(p.u2, 1, S00, "double", OPS_READ),
                 ops_arg_dat(p.f, 1, S00, "double", OPS_READ), ops_arg_dat(p.w, 2, S00, "double", OPS_WRITE));
    ops_par_loop(mix, "mix", p.block, 2, inner, ops_arg_dat(p.w, 2, SR, "double", OPS_READ),
                 ops_arg_dat(p.u2, 1, S00, "double", OPS_INC));
    ops_par_loop(blend, "blend", p.block, 2, full, ops_arg_dat(p.u, 1, S5, "double", OPS_READ),
                 ops_arg_dat(p.u, 1, S00, "double", OPS_READ), ops_arg_dat(p.u2, 1, S00, "double", OPS_INC));
    ops_par_loop(damp, "damp", p.block, 2, full, ops_arg_dat(p.u2, 1, S00, "double", OPS_RW));
    ops_par_loop(gather_rows, "gather_rows", p.block, 2, full, ops_arg_dat(p.u2, 1, S00, "double", OPS_READ),
                 ops_arg_dat(p.row, 1, SY, "double", OPS_INC));
    ops_par_loop(use_rows, "use_rows", p.block, 2, full, ops_arg_dat(p.row, 1, SY, "double", OPS_READ),
                 ops_arg_dat(p.u2, 1, S00, "double", OPS_RW));
    if (&p != &parts[0]) return;
    // Through float and back: exact only to 1e-7, so it carries a small part of the value.
    ops_par_loop(narrow, "narrow", p.block, 2, full, ops_arg_dat(p.f, 1, S00, "double", OPS_READ),
                 ops_arg_dat(single, 1, S00, "float", OPS_WRITE));
    ops_par_loop(widen, "widen", p.block, 2, full, ops_arg_dat(single, 1, S00, "float", OPS_READ),
                 ops_arg_dat(p.u2, 1, S00, "double", OPS_RW));
  }

  Part parts[2];
  ops_dat single;
  ops_reduction total;
  ops_halo_group group, group2;
  ops_stencil S00, S5, SR, SU, SD, SX, SY;
};

}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  bool right = false;
  {
    Mixture mixture;
    right = argc > 1 && std::string(argv[1]) == "hash" ? true : mixture.check();
    std::printf("hash %016llx\n%s\n", static_cast<unsigned long long>(mixture.hash()), right ? "PASSED" : "FAILED");
  }
  ops_exit();
  return right ? 0 : 1;
}
