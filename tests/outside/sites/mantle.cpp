// A nonlinear equation by full approximation cycles over three levels that are coarser by 3 along x and by 2 along y. Fortran's count: the first interior cell
// is 1 along x, in datasets, ranges, indices, slabs and raw pointers. Loops go on until reductions say that it is enough. Against plain arrays, and the solution.
#define OPS_2D
#include "ops_seq_v2.h"
#include "mantle_kernels.h"
#include "tally.h"
#include <algorithm>

enum Name { U, F, R, NEXT, U0, E, NAMES };
static const int levels = 3, nx[] = {54, 18, 6}, ny[] = {32, 16, 8};

static double* weights(int level) {
  static double w[levels][3];
  const double hx = 1.0 / nx[level], hy = 1.0 / ny[level];
  w[level][0] = 1.0 / (hx * hx), w[level][1] = 1.0 / (hy * hy), w[level][2] = 0.8;
  return w[level];
}

struct Ops {
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat dat[levels][NAMES];
  ops_stencil point, star, west_east, south_north, children, parents;
  ops_reduction square = ops_decl_reduction_handle(sizeof(double), "double", "square"), most = ops_decl_reduction_handle(sizeof(double), "double", "most");
  ops_reduction cells = ops_decl_reduction_handle(sizeof(int), "int", "cells");
  int range[levels][4];

  Ops() {
    const char* names[] = {"u", "f", "r", "next", "u0", "e"};
    int stride[] = {1, 1}, base[] = {1, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
    for (int l = 0; l < levels; ++l, stride[0] *= 3, stride[1] *= 2) {
      int size[] = {nx[l], ny[l]};
      for (int f = 0; f < NAMES; ++f)
        dat[l][f] = ops_decl_dat(grid, 1, size, base, d_m, d_p, stride, (double*)NULL, "double", (names[f] + std::to_string(l)).c_str());
      const int all[] = {1, nx[l] + 1, 0, ny[l]};
      std::copy(all, all + 4, range[l]);
    }
    int five[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, we[] = {0, 0, 1, 0, -1, 0}, sn[] = {0, 0, 0, 1, 0, -1};
    int six[] = {-2, 0, -1, 0, 0, 0, -2, 1, -1, 1, 0, 1}, two[] = {0, 0, 1, 0}, factor[] = {3, 2};
    point = ops_decl_stencil(2, 1, five, "point"), star = ops_decl_stencil(2, 5, five, "star");
    west_east = ops_decl_stencil(2, 3, we, "west_east"), south_north = ops_decl_stencil(2, 3, sn, "south_north");
    children = ops_decl_restrict_stencil(2, 6, six, factor, "children"), parents = ops_decl_prolong_stencil(2, 2, two, factor, "parents");
    ops_partition("");
  }
  ops_arg at(int l, Name f, ops_access access) { return ops_arg_dat(dat[l][f], 1, point, "double", access); }
  ops_arg around(int l, Name f) { return ops_arg_dat(dat[l][f], 1, star, "double", OPS_READ); }
  ops_arg weight(int l) { return ops_arg_gbl(weights(l), 3, "double", OPS_READ); }

  void walls(int l, Name f) {
    int up = 1, down = -1;
    int west[] = {0, 1, 0, ny[l]}, east[] = {nx[l] + 1, nx[l] + 2, 0, ny[l]}, south[] = {1, nx[l] + 1, -1, 0}, north[] = {1, nx[l] + 1, ny[l], ny[l] + 1};
    ops_par_loop(odd_x, "west", grid, 2, west, ops_arg_dat(dat[l][f], 1, west_east, "double", OPS_RW), ops_arg_gbl(&up, 1, "int", OPS_READ));
    ops_par_loop(odd_x, "east", grid, 2, east, ops_arg_dat(dat[l][f], 1, west_east, "double", OPS_RW), ops_arg_gbl(&down, 1, "int", OPS_READ));
    ops_par_loop(odd_y, "south", grid, 2, south, ops_arg_dat(dat[l][f], 1, south_north, "double", OPS_RW), ops_arg_gbl(&up, 1, "int", OPS_READ));
    ops_par_loop(odd_y, "north", grid, 2, north, ops_arg_dat(dat[l][f], 1, south_north, "double", OPS_RW), ops_arg_gbl(&down, 1, "int", OPS_READ));
  }
  void begin() {
    for (int l = 0; l < levels; ++l) {
      double h[] = {1.0 / nx[l], 1.0 / ny[l]};
      ops_par_loop(exact, "exact", grid, 2, range[l], at(l, U, OPS_WRITE), at(l, E, OPS_WRITE), ops_arg_gbl(h, 2, "double", OPS_READ), ops_arg_idx());
    }
    walls(0, E);
    ops_par_loop(source, "source", grid, 2, range[0], around(0, E), at(0, F, OPS_WRITE), weight(0));
  }
  void smooth_it(int l, int times) {
    while (times-- > 0) {
      walls(l, U);
      ops_par_loop(smooth, "smooth", grid, 2, range[l], around(l, U), at(l, F, OPS_READ), at(l, NEXT, OPS_WRITE), weight(l));
      ops_par_loop(keep, "keep", grid, 2, range[l], at(l, NEXT, OPS_READ), at(l, U, OPS_WRITE));
    }
  }
  void residual_of(int l) {
    walls(l, U);
    ops_par_loop(residual, "residual", grid, 2, range[l], around(l, U), at(l, F, OPS_READ), at(l, R, OPS_WRITE), weight(l));
  }
  void down(int l) {
    ops_par_loop(restrict_both, "restrict", grid, 2, range[l + 1], ops_arg_restrict(dat[l][U], 1, children, "double", OPS_READ),
                 ops_arg_restrict(dat[l][R], 1, children, "double", OPS_READ), at(l + 1, U, OPS_WRITE), at(l + 1, U0, OPS_WRITE), at(l + 1, R, OPS_WRITE));
    walls(l + 1, U);
    ops_par_loop(coarse_source, "coarse_source", grid, 2, range[l + 1], around(l + 1, U), at(l + 1, R, OPS_READ), at(l + 1, F, OPS_WRITE), weight(l + 1));
  }
  void up(int l) {
    ops_par_loop(difference, "difference", grid, 2, range[l + 1], at(l + 1, U, OPS_READ), at(l + 1, U0, OPS_READ), at(l + 1, NEXT, OPS_WRITE));
    ops_par_loop(correct, "correct", grid, 2, range[l], ops_arg_prolong(dat[l + 1][NEXT], 1, parents, "double", OPS_READ), at(l, U, OPS_RW), ops_arg_idx());
  }
  double norm(int l, double& largest, int& count) {
    residual_of(l);
    ops_par_loop(norms, "norms", grid, 2, range[l], at(l, R, OPS_READ), ops_arg_reduce(square, 1, "double", OPS_INC), ops_arg_reduce(most, 1, "double", OPS_MAX),
                 ops_arg_reduce(cells, 1, "int", OPS_INC));
    double sum;
    ops_reduction_result(square, &sum), ops_reduction_result(most, &largest), ops_reduction_result(cells, &count);
    return sqrt(sum / count);
  }
  std::vector<double> values(int l, Name f) { return ops_dat_fetch_data<double>(dat[l][f]); }
};

// The same names with plain arrays.
struct Plain {
  std::vector<double> v[levels][NAMES];
  double& at(int l, Name f, int i, int j) { return v[l][f][static_cast<size_t>((j + 1) * (nx[l] + 2) + i)]; }
  template <class Do>
  void each(int l, Do act) {
    for (int j = 0; j < ny[l]; ++j)
      for (int i = 1; i <= nx[l]; ++i) act(i, j);
  }
  double a(int l, Name f, int i, int j) {
    const double* w = weights(l);
    const double u = at(l, f, i, j);
    return w[0] * (2.0 * u - at(l, f, i - 1, j) - at(l, f, i + 1, j)) + w[1] * (2.0 * u - at(l, f, i, j - 1) - at(l, f, i, j + 1)) + u * u * u;
  }
  void walls(int l, Name f) {
    for (int j = 0; j < ny[l]; ++j) at(l, f, 0, j) = -at(l, f, 1, j), at(l, f, nx[l] + 1, j) = -at(l, f, nx[l], j);
    for (int i = 1; i <= nx[l]; ++i) at(l, f, i, -1) = -at(l, f, i, 0), at(l, f, i, ny[l]) = -at(l, f, i, ny[l] - 1);
  }
  void begin() {
    for (int l = 0; l < levels; ++l) {
      for (auto& field : v[l]) field.assign(static_cast<size_t>((nx[l] + 2) * (ny[l] + 2)), 0.0);
      const double hx = 1.0 / nx[l], hy = 1.0 / ny[l];
      each(l, [&](int i, int j) { at(l, E, i, j) = sin(M_PI * ((i - 0.5) * hx)) * sin(2.0 * M_PI * ((j + 0.5) * hy)); });
    }
    walls(0, E);
    each(0, [&](int i, int j) { at(0, F, i, j) = a(0, E, i, j); });
  }
  void smooth_it(int l, int times) {
    const double* w = weights(l);
    while (times-- > 0) {
      walls(l, U);
      each(l, [&](int i, int j) {
        const double u = at(l, U, i, j), slope = 2.0 * (w[0] + w[1]) + 3.0 * u * u;
        at(l, NEXT, i, j) = u + w[2] * (at(l, F, i, j) - a(l, U, i, j)) / slope;
      });
      each(l, [&](int i, int j) { at(l, U, i, j) = at(l, NEXT, i, j); });
    }
  }
  void residual_of(int l) {
    walls(l, U);
    each(l, [&](int i, int j) { at(l, R, i, j) = at(l, F, i, j) - a(l, U, i, j); });
  }
  void down(int l) {
    each(l + 1, [&](int i, int j) {
      double mean = 0.0, rest = 0.0;
      for (int b = 2 * j; b < 2 * j + 2; ++b)
        for (int c = 3 * i - 2; c <= 3 * i; ++c) mean += at(l, U, c, b), rest += at(l, R, c, b);
      at(l + 1, U, i, j) = at(l + 1, U0, i, j) = mean / 6.0, at(l + 1, R, i, j) = rest / 6.0;
    });
    walls(l + 1, U);
    each(l + 1, [&](int i, int j) { at(l + 1, F, i, j) = a(l + 1, U, i, j) + at(l + 1, R, i, j); });
  }
  void up(int l) {
    each(l + 1, [&](int i, int j) { at(l + 1, NEXT, i, j) = at(l + 1, U, i, j) - at(l + 1, U0, i, j); });
    each(l, [&](int i, int j) { at(l, U, i, j) += at(l + 1, NEXT, (i + 2) / 3, j / 2); });
  }
  double norm(int l, double& largest, int& count) {
    residual_of(l);
    double sum = 0.0;
    largest = 0.0, count = 0;
    each(l, [&](int i, int j) { sum += at(l, R, i, j) * at(l, R, i, j), largest = std::max(largest, std::fabs(at(l, R, i, j))), ++count; });
    return sqrt(sum / count);
  }
  std::vector<double> values(int l, Name f) {
    std::vector<double> all;
    each(l, [&](int i, int j) { all.push_back(at(l, f, i, j)); });
    return all;
  }
};

template <class Machine>
static void cycle(Machine& m, int l, int shape) {
  m.smooth_it(l, l == levels - 1 ? 30 : 2);
  if (l == levels - 1) return;
  for (int visit = 0; visit < shape; ++visit) {
    m.residual_of(l);
    m.down(l);
    cycle(m, l + 1, shape);
    m.up(l);
    m.smooth_it(l, 2);
  }
}

template <class Machine>
static int solve(Machine& m, std::vector<double>& history) {
  m.begin();
  int cycles = 0, count;
  double largest = 0.0, norm = m.norm(0, largest, count), before = norm;
  const double first = norm;
  for (int shape = 1; norm > 1e-9 * first && cycles < 60; ++cycles) {
    cycle(m, 0, shape);
    before = norm, norm = m.norm(0, largest, count);
    shape = norm > 0.3 * before ? 2 : 1;  // W where V is slow
    history.push_back(norm), history.push_back(largest), history.push_back(count);
  }
  return cycles;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  Tally tally;
  Ops machine;
  Plain plain;
  std::vector<double> history, expected;
  const int cycles = solve(machine, history);
  tally.one("cycles", cycles, solve(plain, expected));
  tally.all("norms", history, expected, 1e-10);
  for (int l = 0; l < levels; ++l)
    for (const Name f : {U, F, R, NEXT, U0}) tally.all("field " + std::to_string(f) + " of level " + std::to_string(l), machine.values(l, f), plain.values(l, f));
  tally.all("the solution", machine.values(0, U), machine.values(0, E), 1e-8);

  // Cells 1 to 3 of two rows, counted from 1: doubled by a slab, then halved through the pointer.
  int slab[] = {1, 4, 2, 4}, size[2], pitch[2], disp[2];
  ops_dat u = machine.dat[1][U];
  std::vector<double> part(ops_dat_get_slab_extents(u, 0, disp, size, slab) / sizeof(double) + 1);
  ops_dat_fetch_data_slab_memspace(u, 0, reinterpret_cast<char*>(part.data()), slab, OPS_HOST);
  for (double& value : part) value *= 2.0;
  ops_dat_set_data_slab_memspace(u, 0, reinterpret_cast<char*>(part.data()), slab, OPS_HOST);
  for (int j = 2; j < 4; ++j)
    for (int i = 1; i < 4; ++i) plain.at(1, U, i, j) *= 2.0;
  tally.all("after the slab", machine.values(1, U), plain.values(1, U));
  ops_memspace space = OPS_HOST;
  ops_dat_get_raw_metadata(u, 0, NULL, size, pitch, NULL, NULL);
  double* raw = reinterpret_cast<double*>(ops_dat_get_raw_pointer(u, 0, machine.point, &space));
  for (int j = 0; j < size[1]; ++j)
    for (int i = 0; i < size[0]; ++i) raw[j * pitch[0] + i] *= 0.5;
  ops_dat_release_raw_data(u, 0, OPS_RW);
  plain.each(1, [&](int i, int j) { plain.at(1, U, i, j) *= 0.5; });
  tally.all("after the pointer", machine.values(1, U), plain.values(1, U));
  ops_printf("%d cycles, residual %.3e\n", cycles, history[history.size() - 3]);
  const int status = tally.end();
  ops_exit();
  return status;
}
