// Reactors as structs of datasets in a list, stepped in batches; components apart in memory by their type; derivatives by start, wind and rate.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#define OPS_2D
#define OPS_SOA
#include "ops_seq_v2.h"
#include "reactor_sets_kernels.h"
#include "agree.h"

using reactor::species;
namespace {
constexpr int nx = 12, ny = 10, steps = 5, reactors = 3;
constexpr double dt = 0.05;

struct Set {
  ops_dat y, next, heat, start, wind;
  double speed;
};

using Field = std::vector<double>;  // with one halo cell around
size_t cell(int i, int j) { return static_cast<size_t>(i + 1 + (nx + 2) * (j + 1)); }

double start_of(int r, int s, int i, int j) { return 0.2 + 0.1 * r + 0.15 * std::cos(0.5 * i + s) * std::sin(0.4 * j + r); }
double wind_of(int r, int i, int j) { return 0.3 * std::sin(0.7 * i + 0.2 * j + r) + 0.05; }

struct Inputs {
  Field y[reactors][species], wind[reactors];
  double rate = 1.5;
};

double plain_run(const Inputs& in, Field* end = nullptr) {
  double objective = 0.0;
  for (int r = 0; r < reactors; ++r) {
    Field y[species], heat((nx + 2) * (ny + 2)), next[species];
    for (int s = 0; s < species; ++s) y[s] = in.y[r][s], next[s].resize(heat.size());
    for (int step = 0; step < steps; ++step) {
      for (int j = -1; j <= ny; ++j)
        for (int i = -1; i <= nx; ++i)
          for (int s = 0; s < species && ((i < 0 || i == nx) != (j < 0 || j == ny)); ++s)
            y[s][cell(i, j)] = s == 0 ? 0.5 + 0.1 * std::sin(double(i + 2 * j)) : 0.05 * s;
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
          double old[species], now[species], change[species];
          for (int s = 0; s < species; ++s) now[s] = old[s] = y[s][cell(i, j)];
          for (int count = 0; count < 12; ++count) {
            reactor::source(now, heat[cell(i, j)], change);
            double largest = 0.0;
            for (int s = 0; s < species; ++s) {
              const double value = old[s] + dt * in.rate * change[s];
              largest = std::max(largest, std::fabs(value - now[s])), now[s] = value;
            }
            if (largest < 1e-3) break;
          }
          for (int s = 0; s < species; ++s) y[s][cell(i, j)] = now[s];
        }
      static const double spread[] = {0.5, 0.4, 0.3, 0.2}, release[] = {0.0, 0.2, 0.1, 0.3};
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
          const double w = in.wind[r][cell(i, j)];
          for (int s = 0; s < species; ++s) {
            const auto at = [&](int a, int b) { return y[s][cell(i + a, j + b)]; };
            const double laplace = at(1, 0) + at(-1, 0) + at(0, 1) + at(0, -1) - 4.0 * at(0, 0),
                         blow = w > 0.0 ? at(0, 0) - at(-1, 0) : at(1, 0) - at(0, 0);
            next[s][cell(i, j)] = at(0, 0) + dt * (spread[s] * laplace - w * blow);
          }
          double sum = 0.0;
          for (int s = 0; s < species; ++s) sum += release[s] * next[s][cell(i, j)];
          heat[cell(i, j)] += 0.05 * (sum - heat[cell(i, j)]);
        }
      for (int s = 0; s < species; ++s) y[s].swap(next[s]);
    }
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) objective += y[species - 1][cell(i, j)] + 0.5 * heat[cell(i, j)] * heat[cell(i, j)];
    if (end) {
      end[r].clear();
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
          for (const Field& f : y) end[r].push_back(f[cell(i, j)]);
    }
  }
  return objective;
}
}  // namespace

int main(int argc, char** argv) {
  // options of the program's own choice, beside those that it was given
  std::vector<std::string> words(argv, argv + argc);
  for (const char* word :
       {"nx=12", "-OPS_DIAGS=1", "OPS_BLOCK_SIZE_X=32", "-gpudirect", "OPS_TILING", "OPS_TILESIZE_X=8", "OPS_REALLOC=1", "-OPS_AD_MARKS=1"})
    words.push_back(word);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(&word[0]);
  ops_init(static_cast<int>(pointers.size()), pointers.data(), 1);
  ops_set_soa(1);

  ops_block block = ops_decl_block(2, "reactors");
  int size[] = {nx, ny}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1}, none[] = {0, 0}, points[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  std::vector<Set> sets(reactors);
  for (int r = 0; r < reactors; ++r) {
    Set& set = sets[static_cast<size_t>(r)];
    const auto declare = [&](const char* name, int dim, bool halo) {
      const std::string full = name + std::string("_") + std::to_string(r);
      return ops_decl_dat(block, dim, size, base, halo ? d_m : none, halo ? d_p : none, (double*)nullptr, dim > 1 ? "double:soa" : "double",
                          full.c_str());
    };
    set = {declare("y", species, true),     declare("next", species, true), declare("heat", 1, false),
           declare("start", species, true), declare("wind", 1, false),      0.1 * r};
  }
  ops_stencil point = ops_decl_stencil(2, 1, points, "point"), star = ops_decl_stencil(2, 5, points, "star");
  double first_rate = 1.5;
  ops_scalar rate = ops_decl_scalar("rate", &first_rate, 1);
  ops_reduction sums = ops_decl_reduction_handle(2 * sizeof(double), "double", "sums");
  ops_partition("");

  Inputs in;
  for (int r = 0; r < reactors; ++r) {
    std::vector<double> y, wind;
    in.wind[r].resize((nx + 2) * (ny + 2));
    for (Field& f : in.y[r]) f.resize(in.wind[r].size());
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        for (int s = 0; s < species; ++s) y.push_back(start_of(r, s, i, j)), in.y[r][s][cell(i, j)] = y.back();
        wind.push_back(wind_of(r, i, j)), in.wind[r][cell(i, j)] = wind.back();
      }
    ops_dat_set_data(sets[static_cast<size_t>(r)].start, y);
    ops_dat_set_data(sets[static_cast<size_t>(r)].wind, wind);
  }
  int all[] = {0, nx, 0, ny}, sides[4][4] = {{-1, 0, 0, ny}, {nx, nx + 1, 0, ny}, {0, nx, -1, 0}, {0, nx, ny, ny + 1}};
  for (Set& s : sets) ops_dat_deep_copy(s.y, s.start);
  for (int step = 0; step < steps; ++step) {
    for (Set& s : sets)
      for (auto& side : sides)
        ops_par_loop(reactor::edge, "edge", block, 2, side, ops_arg_dat(s.y, species, point, "double", OPS_WRITE), ops_arg_idx());
    for (Set& s : sets)
      ops_par_loop(reactor::react, "react", block, 2, all, ops_arg_dat(s.y, species, point, "double", OPS_RW),
                   ops_arg_dat(s.heat, 1, point, "double", OPS_READ), ops_arg_scalar(rate, 1, "double", OPS_READ),
                   ops_arg_gbl(&dt, 1, "double", OPS_READ));
    for (Set& s : sets) {
      ops_par_loop(reactor::diffuse, "diffuse", block, 2, all, ops_arg_dat(s.y, species, star, "double", OPS_READ),
                   ops_arg_dat(s.next, species, point, "double", OPS_WRITE), ops_arg_dat(s.wind, 1, point, "double", OPS_READ),
                   ops_arg_gbl(&dt, 1, "double", OPS_READ));
      ops_par_loop(reactor::warm, "warm", block, 2, all, ops_arg_dat(s.next, species, point, "double", OPS_READ),
                   ops_arg_dat(s.heat, 1, point, "double", OPS_RW));
      std::swap(s.y, s.next);
    }
  }
  for (Set& s : sets)
    ops_par_loop(reactor::product, "product", block, 2, all, ops_arg_dat(s.y, species, point, "double", OPS_READ),
                 ops_arg_dat(s.heat, 1, point, "double", OPS_READ), ops_arg_reduce(sums, 2, "double", OPS_INC));
  double found[2];
  const double seed[2] = {1.0, 0.5};
  sums->get_result(found, seed);
  Field end[reactors];
  check::number("objective", found[0] + 0.5 * found[1], plain_run(in, end), 1e-12);
  for (int r = 0; r < reactors; ++r) check::fields("y", ops_dat_fetch_data<double>(sets[static_cast<size_t>(r)].y), end[r], 1e-13);
  ops_printf("product %.12f, heat %.12f\n", found[0], found[1]);

  ops_interpret_adjoints();
  const auto slope = [&](double& value) {
    const double kept = value, h = 1e-5;
    value = kept + h;
    const double up = plain_run(in);
    value = kept - h;
    const double down = plain_run(in);
    value = kept;
    return (up - down) / (2 * h);
  };
  for (int r = 0; r < reactors; ++r) {
    const Field by_start = ops_dat_fetch_derivative<double>(sets[static_cast<size_t>(r)].start),
                by_wind = ops_dat_fetch_derivative<double>(sets[static_cast<size_t>(r)].wind);
    for (int probe = 0; probe < 5; ++probe) {
      const int i = (5 * probe + r) % nx, j = (7 * probe + 9 * r) % ny, s = probe % species;
      check::number("by start", by_start[static_cast<size_t>(s + species * (i + nx * j))], slope(in.y[r][s][cell(i, j)]), 1e-8);
      check::number("by wind", by_wind[static_cast<size_t>(i + nx * j)], slope(in.wind[r][cell(i, j)]), 1e-8);
    }
  }
  check::number("by rate", ops_scalar_fetch_derivative<double>(rate)[0], slope(in.rate), 1e-7);
  const int status = check::verdict();
  ops_exit();
  return status;
}
