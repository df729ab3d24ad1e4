// Tridiagonal solves along all three axes, of float and of double, on the whole block, on parts of it and into sums, by all strategies; matrices from raw
// pointers, from random numbers and from loops on changing ranges; slabs, files, timers; and calls that are wrong, after which all goes on.
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>
#define OPS_3D
#include "ops_seq_v2.h"
#include "ops_tridiag.h"
#include "tally.h"

namespace {
const int n[3] = {12, 9, 7};

template <class Real>
void diagonals(ACC<Real>& a, ACC<Real>& b, ACC<Real>& c, const Real* k, const int* idx) {
  const Real wave = k[0] * static_cast<Real>((idx[0] + 2 * idx[1] + 3 * idx[2]) % 5);
  a(0, 0, 0) = -k[1] - wave;
  c(0, 0, 0) = -k[1] + wave / 2;
  b(0, 0, 0) = Real(1) + 3 * k[1] + 2 * wave;
}
template <class Real>
void right_side(ACC<Real>& d, const Real* shift, const int* idx) {
  d(0, 0, 0) = static_cast<Real>(idx[0] * idx[1]) * Real(0.125) - static_cast<Real>(idx[2]) + *shift;
}
template <class Real>
void add(const ACC<Real>& x, ACC<Real>& y) { y(0, 0, 0) += x(0, 0, 0); }
void squares(const ACC<double>& x, double* sum, double* fourth) {
  const double s = x(0, 0, 0) * x(0, 0, 0);
  *sum += s;
  *fourth += s * s;
}

std::size_t at(int i, int j, int k) { return static_cast<std::size_t>((k * n[1] + j) * n[0] + i); }

// Thomas' algorithm on the lines of a range.
template <class Real>
void solve_plain(int axis, const int* r, const std::vector<Real>& a, const std::vector<Real>& b, const std::vector<Real>& c, std::vector<Real>& d, std::vector<Real>* u) {
  const int p = (axis + 1) % 3, q = (axis + 2) % 3;
  for (int jq = r[2 * q]; jq < r[2 * q + 1]; ++jq)
    for (int jp = r[2 * p]; jp < r[2 * p + 1]; ++jp) {
      std::vector<std::size_t> line;
      int i[3];
      i[p] = jp, i[q] = jq;
      for (i[axis] = r[2 * axis]; i[axis] < r[2 * axis + 1]; ++i[axis]) line.push_back(at(i[0], i[1], i[2]));
      std::vector<Real> beta(line.size()), x(line.size());
      for (std::size_t k = 0; k < line.size(); ++k) {
        const Real below = k == 0 ? Real(0) : a[line[k]];
        const Real pivot = b[line[k]] - (k == 0 ? Real(0) : below * beta[k - 1]);
        beta[k] = c[line[k]] / pivot;
        x[k] = (d[line[k]] - (k == 0 ? Real(0) : below * x[k - 1])) / pivot;
      }
      for (std::size_t k = line.size() - 1; k-- > 0;) x[k] -= beta[k] * x[k + 1];
      for (std::size_t k = 0; k < line.size(); ++k) (u ? (*u)[line[k]] : d[line[k]]) = (u ? (*u)[line[k]] : Real(0)) + x[k];
    }
}

template <class Real>
class Press {
  static constexpr bool single = std::is_same_v<Real, float>;
  static constexpr const char* type = single ? "float" : "double";
  enum { A, B, C, D, TOTAL, FIELDS };
  ops_block block;
  ops_dat field[FIELDS];
  ops_stencil point;
  std::vector<Real> plain[FIELDS];
  Tally& tally;
  const double tolerance = single ? 2e-6 : 1e-13;

 public:
  Press(ops_block in, ops_stencil stencil, Tally& counts) : block(in), point(stencil), tally(counts) {
    int size[] = {n[0], n[1], n[2]}, base[] = {0, 0, 0}, d_m[] = {-1, 0, -2}, d_p[] = {2, 1, 0};
    for (int f = 0; f < FIELDS; ++f) {
      const std::string name = std::string(type) + "_" + "abcdt"[f];
      field[f] = ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<Real*>(NULL), type, name.c_str());
      plain[f].resize(at(0, 0, n[2]));
    }
  }
  void fill(const int* r, Real strength) {
    int range[6];
    std::copy(r, r + 6, range);
    Real k[2] = {strength, Real(0.25)};
    ops_par_loop(diagonals<Real>, "diagonals", block, 3, range, ops_arg_dat(field[A], 1, point, type, OPS_WRITE), ops_arg_dat(field[B], 1, point, type, OPS_WRITE),
                 ops_arg_dat(field[C], 1, point, type, OPS_WRITE), ops_arg_gbl(k, 2, type, OPS_READ), ops_arg_idx());
    ops_par_loop(right_side<Real>, "right_side", block, 3, range, ops_arg_dat(field[D], 1, point, type, OPS_WRITE), ops_arg_gbl(&strength, 1, type, OPS_READ), ops_arg_idx());
    for (int z = r[4]; z < r[5]; ++z)
      for (int y = r[2]; y < r[3]; ++y)
        for (int x = r[0]; x < r[1]; ++x) {
          const Real wave = k[0] * static_cast<Real>((x + 2 * y + 3 * z) % 5);
          plain[A][at(x, y, z)] = -k[1] - wave, plain[C][at(x, y, z)] = -k[1] + wave / 2, plain[B][at(x, y, z)] = Real(1) + 3 * k[1] + 2 * wave;
          plain[D][at(x, y, z)] = static_cast<Real>(x * y) * Real(0.125) - static_cast<Real>(z) + strength;
        }
  }
  void solve(int axis, const int* r, ops_tridsolver_params& how, bool into_total) {
    int range[6];
    std::copy(r, r + 6, range);
    if (into_total) ops_tridMultiDimBatch_Inc(3, axis, range, field[A], field[B], field[C], field[D], field[TOTAL], &how);
    else ops_tridMultiDimBatch(3, axis, range, field[A], field[B], field[C], field[D], &how);
    solve_plain(axis, r, plain[A], plain[B], plain[C], plain[D], into_total ? &plain[TOTAL] : nullptr);
    const std::string what = std::string(type) + " along " + "xyz"[axis] + (into_total ? ", added" : "");
    tally.all(what, ops_dat_fetch_data<Real>(field[D]), plain[D], tolerance);
    tally.all(what + ", total", ops_dat_fetch_data<Real>(field[TOTAL]), plain[TOTAL], tolerance);
  }
  void accumulate(const int* r) {
    int range[6];
    std::copy(r, r + 6, range);
    ops_par_loop(add<Real>, "add", block, 3, range, ops_arg_dat(field[D], 1, point, type, OPS_READ), ops_arg_dat(field[TOTAL], 1, point, type, OPS_INC));
    for (int z = r[4]; z < r[5]; ++z)
      for (int y = r[2]; y < r[3]; ++y)
        for (int x = r[0]; x < r[1]; ++x) plain[TOTAL][at(x, y, z)] += plain[D][at(x, y, z)];
  }
  // The middle diagonal is made larger where it is stored.
  void strengthen() {
    ops_memspace space = 0;
    int size[3], pitch[3];
    ops_dat_get_raw_metadata(field[B], 0, NULL, size, pitch, NULL, NULL);
    Real* b = reinterpret_cast<Real*>(ops_dat_get_raw_pointer(field[B], 0, point, &space));
    for (int k = 0; k < size[2]; ++k)
      for (int j = 0; j < size[1]; ++j)
        for (int i = 0; i < size[0]; ++i) b[(k * pitch[1] + j) * pitch[0] + i] *= Real(2);
    ops_dat_release_raw_data_memspace(field[B], 0, OPS_RW, &space);
    for (Real& value : plain[B]) value *= Real(2);
  }
  ops_dat total() const { return field[TOTAL]; }
  ops_dat right() const { return field[D]; }
};

template <class Call>
std::string refused(Call call) {
  try {
    call();
  } catch (const OPSException& e) {
    return e.what();
  }
  return "";
}

template <class Real>
void work(Press<Real>& press, ops_block block, Tally& tally) {
  const int whole[] = {0, n[0], 0, n[1], 0, n[2]}, inner[] = {2, n[0] - 1, 1, n[1] - 3, 3, n[2]}, sheet[] = {0, n[0], 4, 5, 0, n[2]}, short_lines[] = {5, 7, 0, n[1], 2, 3};
  ops_tridsolver_params plain(block);
  int strategy = 0;
  for (const int* range : {whole, inner, sheet, short_lines})
    for (int axis = 0; axis < 3; ++axis, strategy = (strategy + 1) % 6) {
      ops_tridsolver_params how(block, static_cast<ops_tridsolver_params::SolveStrategy>(strategy));
      how.set_batch_size(3 + axis), how.set_jacobi_params(1e-10, 1e-12, 200);
      press.fill(whole, Real(0.0625) * static_cast<Real>(axis + 1));
      press.solve(axis, range, how, axis == 1);
      press.solve((axis + 2) % 3, range, plain, false);
      press.accumulate(range);
    }
  press.strengthen();
  press.solve(0, inner, plain, true);

  int range[] = {0, n[0], 0, n[1], 0, n[2]};
  const std::string no_axis = refused([&] { ops_tridMultiDimBatch(3, 3, range, press.right(), press.right(), press.right(), press.right(), &plain); });
  tally.is("an axis that is not there is refused: " + no_axis, no_axis.find("ops_tridMultiDimBatch") != std::string::npos);
  range[1] = n[0] + 40;
  const std::string too_far = refused([&] { press.accumulate(range); });
  tally.is("a range that is too long is refused: " + too_far, too_far.find("add") != std::string::npos);
}
}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  Tally tally;
  double cpu, before, after;
  ops_timers(&cpu, &before);
  ops_block block = ops_decl_block(3, "press");
  int here[] = {0, 0, 0};
  ops_stencil point = ops_decl_stencil(3, 1, here, "point");
  Press<double> doubles(block, point, tally);
  Press<float> floats(block, point, tally);
  int size[] = {n[0], n[1], n[2]}, base[] = {0, 0, 0}, none[] = {0, 0, 0};
  ops_dat noise = ops_decl_dat_passive(block, 1, size, base, none, none, static_cast<double*>(NULL), "double", "noise");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum"), fourth = ops_decl_reduction_handle(sizeof(double), "double", "fourth");
  int free[] = {0, 0, 0};
  std::map<std::string, void*> options = {{"force_decomp", free}};
  ops_partition_opts("", options);
  work(doubles, block, tally);
  work(floats, block, tally);

  ops_randomgen_init(17u, 0);
  ops_fill_random_normal(noise);
  int all[] = {0, n[0], 0, n[1], 0, n[2]};
  double variance, kurtosis;
  ops_par_loop(squares, "squares", block, 3, all, ops_arg_dat(noise, 1, point, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC),
               ops_arg_reduce(fourth, 1, "double", OPS_INC));
  ops_reduction_result(sum, &variance), ops_reduction_result(fourth, &kurtosis);
  const double cells = n[0] * n[1] * n[2];
  tally.is("a normal distribution", std::fabs(variance / cells - 1.0) < 0.2 && std::fabs(kurtosis / cells - 3.0) < 1.0);
  tally.all("noise", ops_dat_fetch_data<double>(noise), ops_dat_fetch_data<double>(noise));
  ops_randomgen_exit();

  for (ops_dat dat : {doubles.total(), floats.total(), noise}) ops_NaNcheck(dat);
  ops_execute(block->instance);
  if (ops_is_root()) std::remove("press.txt");
  ops_print_dat_to_txtfile(floats.total(), "press.txt");
  if (ops_is_root()) {
    std::ifstream file("press.txt");
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    tally.is("the file names its dataset", text.find("float_t") != std::string::npos);
  }
  std::ostringstream table;
  ops_timing_output(table);
  ops_diagnostic_output();
  ops_timers(&cpu, &after);
  ops_fprintf(stdout, "%d processes, time went on: %s\n", ops_num_procs() > 0, after >= before ? "yes" : "no");
  const int status = tally.end();
  ops_exit();
  return status;
}
