// Five dimensions, components apart in memory: kinetics of two species whose last two axes are orientations. Densities are sums over these axes, kept in a
// dataset of three dimensions; all axes are periodic, the last two exchange places at one end. The gradient by the first state and by two mobilities against
// a hand-written adjoint of the plain program.
#define OPS_5D
#define OPS_SOA
#include "ops.hpp"
#include "ribbon_kernels.h"
#include "tally.h"
#include <array>
#include <utility>

namespace {
constexpr int N[5] = {5, 4, 3, 4, 4}, cells = 5 * 4 * 3 * 4 * 4, steps = 4;
using Index = std::array<int, 5>;

struct Program {
  ops_block block = ops_decl_block(5, "space and orientation");
  ops_dat first, f[2], rho, w, rate, goal;
  ops_stencil point, around, in_space, along_3;
  ops_halo_group exchange[2];
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_scalar mobility;
  int all[10] = {0, N[0], 0, N[1], 0, N[2], 0, N[3], 0, N[4]};

  template <class T>
  ops_dat declare(int dim, Index size, int halo, const char* type, const char* name) {
    int base[5] = {}, d_m[5], d_p[5];
    for (int d = 0; d < 5; ++d) d_p[d] = size[d] > 1 ? halo : 0, d_m[d] = -d_p[d];
    return ops_decl_dat(block, dim, size.data(), base, d_m, d_p, static_cast<T*>(nullptr), type, name);
  }
  ops_halo_group ring(ops_dat dat) {
    std::vector<ops_halo> halos;
    for (int d = 0; d < 5; ++d)
      for (const bool low : {false, true}) {
        int iter[5], from[5] = {}, to[5] = {}, straight[5] = {1, 2, 3, 4, 5}, to_dir[5] = {1, 2, 3, 4, 5};
        for (int k = 0; k < 5; ++k) iter[k] = N[k];
        iter[d] = 1, from[d] = low ? 0 : N[d] - 1, to[d] = low ? N[d] : -1;
        // Before the first cell along z lies the last layer with both orientations exchanged.
        if (d == 2 && !low) to_dir[3] = 5, to_dir[4] = 4;
        halos.push_back(ops_decl_halo(dat, dat, iter, from, to, straight, to_dir));
      }
    return ops_decl_halo_group(static_cast<int>(halos.size()), halos.data());
  }
  Program() {
    const Index full = {N[0], N[1], N[2], N[3], N[4]};
    first = declare<double>(2, full, 1, "double", "first"), goal = declare<double>(2, full, 0, "double", "goal");
    f[0] = declare<double>(2, full, 1, "double", "f0"), f[1] = declare<double>(2, full, 1, "double", "f1");
    rho = declare<double>(2, {N[0], N[1], N[2], 1, 1}, 0, "double", "rho"), w = declare<double>(1, {1, 1, 1, N[3], 1}, 0, "double", "w");
    rate = declare<float>(1, full, 0, "float", "rate");
    std::vector<int> offsets(5, 0);
    for (int d = 0; d < 5; ++d)
      for (int way : {-1, 1}) {
        std::vector<int> offset(5, 0);
        offset[static_cast<std::size_t>(d)] = way;
        offsets.insert(offsets.end(), offset.begin(), offset.end());
      }
    int space[] = {1, 1, 1, 0, 0}, only[] = {0, 0, 0, 1, 0};
    point = ops_decl_stencil(5, 1, offsets.data(), "point"), around = ops_decl_stencil(5, 11, offsets.data(), "around");
    in_space = ops_decl_strided_stencil(5, 1, offsets.data(), space, "in_space"), along_3 = ops_decl_strided_stencil(5, 1, offsets.data(), only, "along_3");
    const double start[] = {0.05, 0.02};
    mobility = ops_decl_scalar("mobility", start, 2);
    exchange[0] = ring(f[0]), exchange[1] = ring(f[1]);
    ops_partition("");
    int line[] = {0, 1, 0, 1, 0, 1, 0, N[3], 0, 1};
    ops_par_loop(profile, "profile", block, 5, line, ops_arg_dat(w, 1, along_3, "double", OPS_WRITE), ops_arg_idx());
    ops_par_loop(sow, "sow", block, 5, all, ops_arg_dat(first, 2, point, "double", OPS_WRITE), ops_arg_dat(rate, 1, point, "float", OPS_WRITE), ops_arg_idx());
    std::vector<double> aim(2 * cells);
    for (std::size_t k = 0; k < aim.size(); ++k) aim[k] = 1.0 + 0.1 * std::cos(0.01 * static_cast<double>(k));
    ops_dat_set_data(goal, aim);
  }
  double run() {
    ops_dat_deep_copy(f[0], first);
    int space[] = {0, N[0], 0, N[1], 0, N[2], 0, 1, 0, 1};
    int now = 0;
    for (int s = 0; s < steps; ++s, now = 1 - now) {
      ops_ad_step();
      ops_halo_transfer(exchange[now]);
      ops_par_loop(none, "none", block, 5, space, ops_arg_dat(rho, 2, in_space, "double", OPS_WRITE));
      ops_par_loop(density, "density", block, 5, all, ops_arg_dat(f[now], 2, point, "double", OPS_READ), ops_arg_dat(w, 1, along_3, "double", OPS_READ),
                   ops_arg_dat(rho, 2, in_space, "double", OPS_INC));
      ops_par_loop(turn, "turn", block, 5, all, ops_arg_dat(f[now], 2, around, "double", OPS_READ), ops_arg_dat(rho, 2, in_space, "double", OPS_READ),
                   ops_arg_dat(rate, 1, point, "float", OPS_READ), ops_arg_scalar(mobility, 2, "double", OPS_READ),
                   ops_arg_dat(f[1 - now], 2, point, "double", OPS_WRITE), ops_arg_idx());
    }
    last = f[now];
    ops_par_loop(cost, "cost", block, 5, all, ops_arg_dat(f[now], 2, point, "double", OPS_READ), ops_arg_dat(goal, 2, point, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    return ops_ad_objective(sum);
  }
  ops_dat last = nullptr;
};

// The same with plain arrays, and its adjoint by hand.
struct Plain {
  std::vector<std::vector<double>> states;
  std::vector<double> goal = std::vector<double>(2 * cells), slope;
  double mobility[2] = {0.05, 0.02}, by_mobility[2] = {};

  static std::size_t at(const Index& i, int s) {
    int k = 0;
    for (int d = 4; d >= 0; --d) k = k * N[d] + i[static_cast<std::size_t>(d)];
    return static_cast<std::size_t>(2 * k + s);
  }
  static std::size_t near(Index i, std::size_t d, int way, int s) {
    i[d] += way;
    if (d == 2 && i[d] < 0) std::swap(i[3], i[4]);
    i[d] = (i[d] + N[d]) % N[d];
    return at(i, s);
  }
  template <class Do>
  static void each(Do act) {
    Index i;
    for (i[4] = 0; i[4] < N[4]; ++i[4])
      for (i[3] = 0; i[3] < N[3]; ++i[3])
        for (i[2] = 0; i[2] < N[2]; ++i[2])
          for (i[1] = 0; i[1] < N[1]; ++i[1])
            for (i[0] = 0; i[0] < N[0]; ++i[0]) act(i);
  }
  static std::size_t cell(const Index& i, int s) { return static_cast<std::size_t>(2 * ((i[2] * N[1] + i[1]) * N[0] + i[0]) + s); }
  static double weight(const Index& i) { return 1.0 / (1.0 + i[3] * i[3]); }
  static double rate(const Index& i) { return 0.125 * (1 + (i[3] + 2 * i[4]) % 5); }
  // Coefficients of the linear part: neighbour, factor.
  template <class Do>
  static void linear(const Index& i, int s, double m, Do act) {
    const int up = i[3] % 2 == 0 ? -1 : 1;
    act(at(i, s), 1.0 - 0.15 - 4.0 * m), act(near(i, 0, up, s), 0.1), act(near(i, 2, -1, s), 0.05), act(near(i, 1, 1, s), -0.025), act(near(i, 1, -1, s), 0.025);
    for (std::size_t d : {3, 4})
      for (int way : {-1, 1}) act(near(i, d, way, s), m);
  }
  std::vector<double> densities(const std::vector<double>& f) const {
    std::vector<double> rho(2 * N[0] * N[1] * N[2]);
    each([&](const Index& i) { for (int s = 0; s < 2; ++s) rho[cell(i, s)] += f[at(i, s)] * weight(i); });
    return rho;
  }
  double run() {
    states.assign(1, std::vector<double>(2 * cells));
    each([&](const Index& i) {
      for (int s = 0; s < 2; ++s) states[0][at(i, s)] = 1.0 + 0.25 * std::sin(0.3 * i[0] + 0.5 * i[1] - 0.2 * i[2] + 0.7 * i[3] - 0.4 * i[4] + s);
    });
    for (std::size_t k = 0; k < goal.size(); ++k) goal[k] = 1.0 + 0.1 * std::cos(0.01 * static_cast<double>(k));
    for (int step = 0; step < steps; ++step) {
      const std::vector<double> f = states.back(), rho = densities(f);
      std::vector<double> next(f.size(), 0.0);
      each([&](const Index& i) {
        for (int s = 0; s < 2; ++s) {
          linear(i, s, mobility[s], [&](std::size_t from, double factor) { next[at(i, s)] += factor * f[from]; });
          next[at(i, s)] += 0.02 * rate(i) * (f[at(i, 1 - s)] * rho[cell(i, s)] - f[at(i, s)] * rho[cell(i, 1 - s)]);
        }
      });
      states.push_back(next);
    }
    double sum = 0.0;
    for (std::size_t k = 0; k < goal.size(); ++k) sum += (states.back()[k] - goal[k]) * (states.back()[k] - goal[k]) * static_cast<double>(k % 2 + 1);
    return sum;
  }
  void reverse() {
    std::vector<double> bar(2 * cells);
    for (std::size_t k = 0; k < bar.size(); ++k) bar[k] = 2.0 * (states.back()[k] - goal[k]) * static_cast<double>(k % 2 + 1);
    for (int step = steps - 1; step >= 0; --step) {
      const std::vector<double>& f = states[static_cast<std::size_t>(step)];
      const std::vector<double> rho = densities(f);
      std::vector<double> before(f.size(), 0.0), rho_bar(rho.size(), 0.0);
      each([&](const Index& i) {
        for (int s = 0; s < 2; ++s) {
          const double b = bar[at(i, s)], r = 0.02 * rate(i) * b;
          linear(i, s, mobility[s], [&](std::size_t from, double factor) { before[from] += factor * b; });
          for (std::size_t d : {3, 4}) by_mobility[s] += b * (f[near(i, d, 1, s)] + f[near(i, d, -1, s)] - 2.0 * f[at(i, s)]);
          before[at(i, 1 - s)] += r * rho[cell(i, s)], before[at(i, s)] -= r * rho[cell(i, 1 - s)];
          rho_bar[cell(i, s)] += r * f[at(i, 1 - s)], rho_bar[cell(i, 1 - s)] -= r * f[at(i, s)];
        }
      });
      each([&](const Index& i) { for (int s = 0; s < 2; ++s) before[at(i, s)] += rho_bar[cell(i, s)] * weight(i); });
      bar = before;
    }
    slope = bar;
  }
};

void run() {
  ops_set_soa(1);
  Program program;
  Plain plain;
  Tally tally;
  const double value = program.run(), expected = plain.run();
  plain.reverse();
  tally.one("the cost", value, expected, 1e-13);
  tally.all("the last state", ops_dat_fetch_data<double>(program.last), plain.states.back(), 1e-13);
  ops_interpret_adjoints();
  tally.all("by the first state", ops_dat_fetch_derivative<double>(program.first), plain.slope, 1e-12);
  tally.all("by the mobilities", ops_scalar_fetch_derivative<double>(program.mobility), std::vector<double>(plain.by_mobility, plain.by_mobility + 2), 1e-12);
  ops_printf("cost %.12f, by the mobilities %.12f %.12f\n", value, plain.by_mobility[0], plain.by_mobility[1]);
  if (tally.end() != 0) throw OPSException(OPS_RUNTIME_ERROR, "the ribbon is torn");
}
}  // namespace

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
