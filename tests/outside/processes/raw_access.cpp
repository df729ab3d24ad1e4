// Every way to values on several processes, in published style: extents, raw pointers (each process its part, whose halo cells are its neighbours'),
// slabs that reach into halos, fetch_all, copies, values set in the middle; derivatives by raw pointer, as a dataset in passive loops, and stored.
#define OPS_2D
#include <algorithm>
#include "ops.hpp"
#include "check.h"

constexpr int NX = 9, NY = 6, dim = 2;
void blend(const ACC<double>& u, ACC<double>& v, const int* idx) {
  for (int c = 0; c < dim; ++c) v(c, 0, 0) = u(c, 0, 0) * u(1 - c, 1, 0) + 0.5 * u(c, -1, -1) + 0.1 * idx[0] - 0.01 * u(c, 0, 1) * u(c, 0, 1);
}
void add(const ACC<double>& v, double* sum) {
  sum[0] += v(0, 0, 0) * v(0, 0, 0);
  sum[1] += v(1, 0, 0);
}
void norm(const ACC<double>& g, double* sum) { *sum += g(0, 0, 0) * g(0, 0, 0) + g(1, 0, 0) * g(1, 0, 0); }

double value(int c, int i, int j) { return std::sin(0.7 * i + 1.1 * c) + std::cos(0.9 * j - 0.2 * c * i); }
constexpr int W = NX + 3, H = NY + 3;  // halos of 2 before and 1 after along x, 1 and 2 along y
int at(int c, int i, int j) { return c + dim * (i + 2 + W * (j + 1)); }
template <class T>
T plain(const std::vector<T>& u, std::vector<T>* end = nullptr) {
  T sum = 0;
  for (int j = 0; j < NY; ++j)
    for (int i = 0; i < NX; ++i) {
      T v[dim];
      for (int c = 0; c < dim; ++c) {
        v[c] = u[at(c, i, j)] * u[at(1 - c, i + 1, j)] + 0.5 * u[at(c, i - 1, j - 1)] + 0.1 * i - 0.01 * u[at(c, i, j + 1)] * u[at(c, i, j + 1)];
        if (end) end->push_back(v[c]);
      }
      sum += 2.0 * v[0] * v[0] + 3.0 * v[1];
    }
  return sum;
}

int run() {
  ops_block grid = ops_decl_block(2, "grid");
  int size[] = {NX, NY}, base[] = {0, 0}, m[] = {-2, -1}, p[] = {1, 2}, zero[] = {0, 0}, one[] = {1, 1};
  std::vector<double> given(dim * W * H);
  for (int j = -1; j < NY + 2; ++j)
    for (int i = -2; i < NX + 1; ++i)
      for (int c = 0; c < dim; ++c) given[at(c, i, j)] = value(c, i, j);
  double* none = nullptr;
  ops_dat u = ops_decl_dat(grid, dim, size, base, m, p, given.data(), "double", "u"), v = ops_decl_dat(grid, dim, size, base, zero, one, none, "double", "v");
  int offsets[] = {0, 0, 1, 0, -1, -1, 0, 1}, ring[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1, -2, 0};
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), four = ops_decl_stencil(2, 4, offsets, "four"), six = ops_decl_stencil(2, 6, ring, "six");
  ops_reduction sum = ops_decl_reduction_handle(2 * sizeof(double), "double", "sum"), squares = ops_decl_reduction_handle(sizeof(double), "double", "squares");
  ops_partition("");

  int disp[2], part[2], stride[2], dm[2], dp[2];
  ops_dat_get_extents(u, 0, disp, part);
  check::that("one partition here, one for each process", ops_dat_get_local_npartitions(u) == 1 && ops_dat_get_global_npartitions(u) == ops_num_procs());
  // the parts together are the whole: each process puts its cells into a vector, which the reductions of a loop add up
  std::vector<double> mine(static_cast<std::size_t>(dim * part[0] * part[1]) + 1);
  ops_dat_fetch_data(u, 0, reinterpret_cast<char*>(mine.data()));
  bool right = true;
  for (int j = 0; j < part[1]; ++j)
    for (int i = 0; i < part[0]; ++i)
      for (int c = 0; c < dim; ++c) right = right && mine[c + dim * (i + part[0] * j)] == value(c, i + disp[0], j + disp[1]);
  check::that("ops_dat_fetch_data of this part", right);
  // raw: neighbours' cells and halos of the block, as deep as the stencil
  ops_memspace space = OPS_HOST;
  ops_dat_get_raw_metadata(u, 0, disp, part, stride, dm, dp);
  double* raw = reinterpret_cast<double*>(ops_dat_get_raw_pointer(u, 0, six, &space));
  right = true;
  if (part[0] > 0 && part[1] > 0)
    for (int j = 0; j < part[1]; ++j)
      for (int i = -2; i < part[0] + 1; ++i)
        for (int c = 0; c < dim; ++c) right = right && raw[c + dim * (i + stride[0] * j)] == value(c, i + disp[0], j + disp[1]);
  check::that("raw pointer with neighbours", right);
  for (int j = 0; j < part[1]; ++j)
    for (int i = 0; i < part[0]; ++i) raw[dim * (i + stride[0] * j)] *= 1.5;
  ops_dat_release_raw_data(u, 0, OPS_RW);
  for (int j = 0; j < NY; ++j)
    for (int i = 0; i < NX; ++i) given[at(0, i, j)] *= 1.5;
  std::vector<double> whole(given.size());
  ops_dat_fetch_all(u, reinterpret_cast<char*>(whole.data()));
  check::fields("fetch_all", whole, given);
  // a slab into halos, each process its part of it
  int slab[] = {-2, 3, 4, NY + 2}, sdisp[2], ssize[2];
  const std::size_t bytes = ops_dat_get_slab_extents(u, 0, sdisp, ssize, slab);
  std::vector<double> cut(bytes / sizeof(double) + 1);
  ops_dat_fetch_data_slab_memspace(u, 0, reinterpret_cast<char*>(cut.data()), slab, OPS_HOST);
  right = bytes == sizeof(double) * dim * ssize[0] * ssize[1];
  check::that("bytes of a slab", right);
  printf("[%d] part %d,%d + %d,%d  slab %d,%d + %d,%d\n", ops_get_proc(), disp[0], disp[1], part[0], part[1], sdisp[0], sdisp[1], ssize[0], ssize[1]);
  for (int j = 0; j < ssize[1]; ++j)
    for (int i = 0; i < ssize[0]; ++i)
      for (int c = 0; c < dim; ++c) {
        right = right && cut[c + dim * (i + ssize[0] * j)] == given[at(c, i + sdisp[0], j + sdisp[1])];
        cut[c + dim * (i + ssize[0] * j)] += 0.25;
      }
  check::that("slab", right);
  ops_dat_set_data_slab_memspace(u, 0, reinterpret_cast<char*>(cut.data()), slab, OPS_HOST);
  for (int j = 4; j < NY + 2; ++j)
    for (int i = -2; i < 3; ++i)
      for (int c = 0; c < dim; ++c) given[at(c, i, j)] += 0.25;
  ops_dat_fetch_all(u, reinterpret_cast<char*>(whole.data()));
  check::fields("after set of a slab", whole, given);
  ops_dat twin = ops_dat_copy(u);
  ops_dat_fetch_all(twin, reinterpret_cast<char*>(whole.data()));
  check::fields("copy", whole, given);

  int all[] = {0, NX, 0, NY};
  ops_par_loop(blend, "blend", grid, 2, all, ops_arg_dat(twin, dim, four, "double", OPS_READ), ops_arg_dat(v, dim, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(add, "add", grid, 2, all, ops_arg_dat(v, dim, point, "double", OPS_READ), ops_arg_reduce(sum, 2, "double", OPS_INC));
  double found[2], seed[] = {2.0, 3.0};
  sum->get_result(found, seed);
  std::vector<double> end;
  check::number("J", 2.0 * found[0] + 3.0 * found[1], plain<double>(given, &end), 1e-13);
  check::fields("v", ops_dat_fetch_data<double>(v), end, 1e-14);
  ops_interpret_adjoints();
  const std::vector<double> slope = check::gradient(given, [](const std::vector<Complex>& x) { return plain<Complex>(x); });
  std::vector<double> inside;
  double expected = 0;
  for (int j = 0; j < NY; ++j)
    for (int i = 0; i < NX; ++i)
      for (int c = 0; c < dim; ++c) inside.push_back(slope[at(c, i, j)]), expected += inside.back() * inside.back();
  // the copy itself is overwritten by the copying: derivatives are by the values at the beginning
  ops_dat_fetch_all(twin, reinterpret_cast<char*>(whole.data()));
  check::fields("copy still", whole, given);
  check::fields("derivative of the source", ops_dat_fetch_derivative<double>(u), inside, 1e-13);
  // by raw pointer, halo cells at the sides of the block too
  space = OPS_HOST;
  ops_dat_get_raw_metadata(u, 0, disp, part, stride, dm, dp);
  const double* d = reinterpret_cast<const double*>(ops_dat_derivative_get_raw_pointer(u, point, &space));
  right = true;
  for (int j = disp[1] == 0 ? -1 : 0; j < part[1] + (disp[1] + part[1] == NY ? 2 : 0); ++j)
    for (int i = disp[0] == 0 ? -2 : 0; i < part[0] + (disp[0] + part[0] == NX ? 1 : 0); ++i)
      for (int c = 0; c < dim && part[0] > 0 && part[1] > 0; ++c) {
        const double have = d[c + dim * (i + stride[0] * j)], want = slope[at(c, i + disp[0], j + disp[1])];
        if (std::fabs(have - want) > 1e-13 * std::fmax(1.0, std::fabs(want))) right = false, printf("[%d] derivative at %d %d %d: %g, expected %g\n", ops_get_proc(), c, i + disp[0], j + disp[1], have, want);
      }
  ops_dat_release_raw_derivative(u, OPS_READ, OPS_HOST);
  check::that("derivative by raw pointer, halos included", right);
  ops_dat slope_dat = ops_get_derivative_as_ops_dat(u);
  ops_par_loop_passive(norm, "norm", grid, 2, all, ops_arg_dat(slope_dat, dim, point, "double", OPS_READ), ops_arg_reduce(squares, 1, "double", OPS_INC));
  check::number("norm of the gradient", ops_reduction_result<double>(squares), expected, 1e-13);
  return check::verdict();
}
int main(int argc, char** argv) { return ops_main(argc, argv, run); }
