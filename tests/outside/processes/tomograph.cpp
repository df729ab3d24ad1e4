// A volume, its projections onto planes and lines (OPS_INC into datasets of fewer dimensions, several components), which are filled in halos, read back
// into the volume and compared; sizes, first indices and halo depths that differ within a block. MIN and MAX results with derivatives.
#define OPS_3D
#include <algorithm>
#include "ops_seq_v2.h"
#include "check.h"

constexpr int NX = 7, NY = 6, NZ = 5, cells = NX * NY * NZ;
void attenuate(const ACC<double>& rho, ACC<double>& shadow, ACC<double>& side) {
  shadow(0, 0, 0, 0) += rho(0, 0, 0);
  shadow(1, 0, 0, 0) += rho(0, 0, 0) * rho(0, 0, 0);
  side(0, 0, 0) += 0.5 * rho(0, 0, 0) * rho(1, 0, 0);
}
void profile(const ACC<double>& rho, ACC<double>& line, const int* idx) { line(0, 0, 0) += (1.0 + 0.1 * idx[0] - 0.2 * idx[1]) * rho(0, 0, 0); }
void edge_x(ACC<double>& shadow) {
  shadow(0, 0, 0, 0) = 2.0 * shadow(0, 1, 0, 0);
  shadow(1, 0, 0, 0) = -shadow(1, 1, 0, 0);
}
void ends(ACC<double>& line, const int* idx) { line(0, 0, 0) = 0.25 * (idx[2] < 0 ? 1.0 : 2.0); }
void back(const ACC<double>& rho, const ACC<double>& shadow, const ACC<double>& side, const ACC<double>& line, ACC<double>& next) {
  next(0, 0, 0) = rho(0, 0, 0) + 0.05 * (shadow(0, -1, 0, 0) * shadow(1, 0, 0, 0) - 0.3 * side(0, 0, 0) * line(0, 0, -1) + 0.1 * line(0, 0, 1) * line(0, 0, 0));
}
void copy(const ACC<double>& from, ACC<double>& to) { to(0, 0, 0) = from(0, 0, 0); }
void slice(const ACC<double>& next, ACC<double>& plane) { plane(0, 0, 0) = next(0, 0, 0) * next(0, 0, 0); }
void judge(const ACC<double>& next, const ACC<double>& plane, const int* idx, double* sums, double* least, double* most) {
  sums[0] += next(0, 0, 0) * plane(0, 0, 0);
  sums[idx[2] % 2 + 1] += next(0, 0, 0) * (idx[0] - 0.5 * idx[1]);
  least[0] = MIN(least[0], next(0, 0, 0));
  least[1] = MIN(least[1], next(0, 0, 0) * (idx[1] - 2.0));
  *most = MAX(*most, plane(0, 0, 0) - next(0, 0, 0));
}

template <class T>
T plain(const std::vector<T>& x, std::vector<double>* results = nullptr, std::vector<T>* end = nullptr) {
  auto at = [](int i, int j, int k) { return i + NX * (j + NY * k); };
  std::vector<T> rho = x;
  for (int turn = 0; turn < 2; ++turn) {
    std::vector<T> s0((NX + 1) * NY), s1((NX + 1) * NY), side(NY * NZ), line(NZ + 2), next(cells);
    for (int k = 0; k < NZ; ++k)
      for (int j = 0; j < NY; ++j)
        for (int i = 0; i < NX; ++i) {
          const T v = rho[at(i, j, k)], right = i + 1 < NX ? rho[at(i + 1, j, k)] : T(0);
          s0[i + 1 + (NX + 1) * j] += v;
          s1[i + 1 + (NX + 1) * j] += v * v;
          side[j + NY * k] += 0.5 * v * right;
          line[k + 1] += (1.0 + 0.1 * i - 0.2 * j) * v;
        }
    for (int j = 0; j < NY; ++j) s0[(NX + 1) * j] = 2.0 * s0[1 + (NX + 1) * j], s1[(NX + 1) * j] = -s1[1 + (NX + 1) * j];
    line[0] = 0.25, line[NZ + 1] = 0.5;
    for (int k = 0; k < NZ; ++k)
      for (int j = 0; j < NY; ++j)
        for (int i = 0; i < NX; ++i)
          next[at(i, j, k)] = rho[at(i, j, k)] + 0.05 * (s0[i + (NX + 1) * j] * s1[i + 1 + (NX + 1) * j] - 0.3 * side[j + NY * k] * line[k] + 0.1 * line[k + 2] * line[k + 1]);
    rho = next;
  }
  T sums[3] = {}, least[2] = {1e300, 1e300}, most = -1e300;
  for (int k = 0; k < NZ; ++k)
    for (int j = 0; j < NY; ++j)
      for (int i = 0; i < NX; ++i) {
        const T v = rho[at(i, j, k)], p = rho[at(i, j, 3)] * rho[at(i, j, 3)];
        sums[0] += v * p;
        sums[k % 2 + 1] += v * (i - 0.5 * j);
        if (re(v) < re(least[0])) least[0] = v;
        if (re(v * (j - 2.0)) < re(least[1])) least[1] = v * (j - 2.0);
        if (re(p - v) > re(most)) most = p - v;
      }
  if (results) *results = {re(sums[0]), re(sums[1]), re(sums[2]), re(least[0]), re(least[1]), re(most)};
  if (end) *end = rho;
  return sums[0] + 0.5 * sums[1] - sums[2] + 2.0 * least[0] + 3.0 * least[1] - 1.5 * most;
}

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_block room = ops_decl_block(3, "room");
  int size[] = {NX, NY, NZ}, flat[] = {NX, NY, 1}, wall[] = {1, NY, NZ}, column[] = {1, 1, NZ}, base[] = {0, 0, 0};
  int m1[] = {-1, -1, -1}, p1[] = {1, 1, 1}, m0[] = {0, 0, 0}, mx[] = {-2, 0, 0}, mz[] = {0, 0, -1}, pz[] = {0, 0, 2};
  double* none = NULL;
  ops_dat start = ops_decl_dat(room, 1, size, base, m1, p1, none, "double", "start"), rho = ops_decl_dat(room, 1, size, base, m1, p1, none, "double", "rho"),
          next = ops_decl_dat(room, 1, size, base, m0, m0, none, "double", "next"), shadow = ops_decl_dat(room, 2, flat, base, mx, m0, none, "double", "shadow"),
          side = ops_decl_dat(room, 1, wall, base, m0, m0, none, "double", "side"), line = ops_decl_dat(room, 1, column, base, mz, pz, none, "double", "line"),
          plane = ops_decl_dat(room, 1, flat, base, m0, m0, none, "double", "plane");
  int here[] = {0, 0, 0, 1, 0, 0}, left[] = {0, 0, 0, -1, 0, 0}, updown[] = {0, 0, 0, 0, 0, -1, 0, 0, 1}, xy[] = {1, 1, 0}, yz[] = {0, 1, 1}, z[] = {0, 0, 1};
  ops_stencil S3D_000 = ops_decl_stencil(3, 1, here, "000"), S3D_RIGHT = ops_decl_stencil(3, 2, here, "right"),
              S3D_STRID3D_XY = ops_decl_strided_stencil(3, 1, here, xy, "xy"), S3D_STRID3D_XY_LEFT = ops_decl_strided_stencil(3, 2, left, xy, "xy_left"),
              S3D_STRID3D_XY_RIGHT = ops_decl_strided_stencil(3, 2, here, xy, "xy_right"), S3D_STRID3D_YZ = ops_decl_strided_stencil(3, 1, here, yz, "yz"),
              S3D_STRID3D_Z = ops_decl_strided_stencil(3, 1, here, z, "z"), S3D_STRID3D_Z3 = ops_decl_strided_stencil(3, 3, updown, z, "z3");
  ops_reduction sums = ops_decl_reduction_handle(3 * sizeof(double), "double", "sums"), least = ops_decl_reduction_handle(2 * sizeof(double), "double", "least"),
                most = ops_decl_reduction_handle(sizeof(double), "double", "most");
  ops_partition("");
  std::vector<double> x(cells);
  for (int i = 0; i < cells; ++i) x[i] = 0.3 + 0.2 * std::sin(1.7 * i) + 0.001 * i;
  ops_dat_set_data(start, x);
  ops_dat_deep_copy(rho, start);
  int all[] = {0, NX, 0, NY, 0, NZ}, edge[] = {-1, 0, 0, NY, 0, 1}, below[] = {0, 1, 0, 1, -1, 0}, above[] = {0, 1, 0, 1, NZ, NZ + 1}, inner[] = {0, NX, 0, NY, 0, NZ}, cut[] = {0, NX, 0, NY, 3, 4};
  for (int turn = 0; turn < 2; ++turn) {
    ops_par_loop(attenuate, "attenuate", room, 3, all, ops_arg_dat(rho, 1, S3D_RIGHT, "double", OPS_READ), ops_arg_dat(shadow, 2, S3D_STRID3D_XY, "double", OPS_INC),
                 ops_arg_dat(side, 1, S3D_STRID3D_YZ, "double", OPS_INC));
    ops_par_loop(profile, "profile", room, 3, all, ops_arg_dat(rho, 1, S3D_000, "double", OPS_READ), ops_arg_dat(line, 1, S3D_STRID3D_Z, "double", OPS_INC), ops_arg_idx());
    ops_par_loop(edge_x, "edge_x", room, 3, edge, ops_arg_dat(shadow, 2, S3D_STRID3D_XY_RIGHT, "double", OPS_RW));
    ops_par_loop(ends, "below", room, 3, below, ops_arg_dat(line, 1, S3D_STRID3D_Z, "double", OPS_WRITE), ops_arg_idx());
    ops_par_loop(ends, "above", room, 3, above, ops_arg_dat(line, 1, S3D_STRID3D_Z, "double", OPS_WRITE), ops_arg_idx());
    ops_par_loop(back, "back", room, 3, inner, ops_arg_dat(rho, 1, S3D_000, "double", OPS_READ), ops_arg_dat(shadow, 2, S3D_STRID3D_XY_LEFT, "double", OPS_READ),
                 ops_arg_dat(side, 1, S3D_STRID3D_YZ, "double", OPS_READ), ops_arg_dat(line, 1, S3D_STRID3D_Z3, "double", OPS_READ), ops_arg_dat(next, 1, S3D_000, "double", OPS_WRITE));
    if (turn == 0) ops_par_loop(copy, "copy", room, 3, all, ops_arg_dat(next, 1, S3D_000, "double", OPS_READ), ops_arg_dat(rho, 1, S3D_000, "double", OPS_WRITE));
  }
  ops_par_loop(slice, "slice", room, 3, cut, ops_arg_dat(next, 1, S3D_000, "double", OPS_READ), ops_arg_dat(plane, 1, S3D_STRID3D_XY, "double", OPS_WRITE));
  ops_par_loop(judge, "judge", room, 3, all, ops_arg_dat(next, 1, S3D_000, "double", OPS_READ), ops_arg_dat(plane, 1, S3D_STRID3D_XY, "double", OPS_READ), ops_arg_idx(),
               ops_arg_reduce(sums, 3, "double", OPS_INC), ops_arg_reduce(least, 2, "double", OPS_MIN), ops_arg_reduce(most, 1, "double", OPS_MAX));
  double found[6], sum_seed[] = {1.0, 0.5, -1.0}, least_seed[] = {2.0, 3.0}, most_seed = -1.5;
  sums->get_result(found, sum_seed);
  least->get_result(found + 3, least_seed);
  most->get_result(found + 5, &most_seed);
  std::vector<double> expected, end;
  plain<double>(x, &expected, &end);
  check::fields("results", {found, found + 6}, expected, 1e-12);
  check::fields("next", ops_dat_fetch_data<double>(next), end, 1e-12);
  ops_interpret_adjoints();
  check::fields("slope", ops_dat_fetch_derivative<double>(start), check::gradient(x, [](const std::vector<Complex>& y) { return plain<Complex>(y); }), 1e-10);
  const int status = check::verdict();
  ops_exit();
  return status;
}
