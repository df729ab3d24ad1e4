// A run in three dimensions that keeps its state: HDF5 files of datasets, slabs, planes and constants written and read back into new datasets, a
// text print that is parsed, slabs set and fetched, a deep copy, timers and diagnostics; types int, float, double; several components.
#define OPS_3D
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>
#include "ops_seq_v2.h"
enum { NX = 6, NY = 5, NZ = 4, SPECIES = 3 };
double rate_c[SPECIES] = {0.1, 0.25, -0.05};
void react(const ACC<float>& t, ACC<double>& y, ACC<int>& hits, const int* idx) {
  double total = 0;
  for (int s = 0; s < SPECIES; ++s) total += y(s, 0, 0, 0);
  for (int s = 0; s < SPECIES; ++s) {
    const double next = y(s, 0, 0, 0) * (1 + rate_c[s] * t(0, 0, 0) / (1 + total));
    if (next > 1.2) { hits(0, 0, 0) += 1 << s; continue; }
    y(s, 0, 0, 0) = next + (idx[0] == 0 && s == 1 ? 0.01 * idx[2] : 0.0);
  }
}
void average(const ACC<double>& y, ACC<float>& t) {
  double s = 0; int count = 0;
  for (int k = -1; k <= 1; k += 2) for (int c = 0; c < SPECIES; ++c, ++count) s += y(c, k, 0, 0) + y(c, 0, k, 0) + y(c, 0, 0, k);
  t(0, 0, 0) = (float)(s / count);
}
void absolute(const ACC<double>& y, const ACC<int>& hits, double* norm, int* most, long long* code) {
  for (int s = 0; s < SPECIES; ++s) norm[s] += fabs(y(s, 0, 0, 0));
  if (hits(0, 0, 0) > *most) *most = hits(0, 0, 0);
  *code += (long long)hits(0, 0, 0) << 33;
}
static int P(int i, int j, int k) { return ((k + 1) * (NY + 2) + j + 1) * (NX + 2) + i + 1; }
struct State { std::vector<double> y; std::vector<float> t; std::vector<int> h; };
static void plain(State& u, int steps) {
  for (int n = 0; n < steps; ++n) {
    for (int k = 0; k < NZ; ++k) for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) {
      double* y = &u.y[3 * P(i, j, k)]; const double total = y[0] + y[1] + y[2];
      for (int s = 0; s < 3; ++s) { const double next = y[s] * (1 + rate_c[s] * u.t[P(i, j, k)] / (1 + total)); if (next > 1.2) u.h[P(i, j, k)] += 1 << s; else y[s] = next + (i == 0 && s == 1 ? 0.01 * k : 0.0); }
    }
    for (int k = 0; k < NZ; ++k) for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) {
      double s = 0;
      for (int d = -1; d <= 1; d += 2) for (int c = 0; c < 3; ++c) s += u.y[3 * P(i + d, j, k) + c] + u.y[3 * P(i, j + d, k) + c] + u.y[3 * P(i, j, k + d) + c];
      u.t[P(i, j, k)] = (float)(s / 6);
    }
  }
}
int bad = 0;
#define EXPECT(what, cond) do { if (!(cond)) { ++bad; std::printf("  wrong: %s (line %d)\n", what, __LINE__); } } while (0)
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  double cpu0, wall0, cpu1, wall1; ops_timers(&cpu0, &wall0);
  ops_decl_const("rate_c", SPECIES, "double", rate_c);
  const std::string file = "volumes_io.h5", text = file + ".txt", slabs = file + "_slabs.h5";
  ops_block b = ops_decl_block(3, "tank");
  int size[] = {NX, NY, NZ}, base[3] = {}, dm[] = {-1, -1, -1}, dp[] = {1, 1, 1}, all[] = {0, NX, 0, NY, 0, NZ}, o[3] = {}, seven[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  State s; const int cells = (NX + 2) * (NY + 2) * (NZ + 2);
  for (int i = 0; i < cells; ++i) { for (int c = 0; c < 3; ++c) s.y.push_back(0.6 + 0.5 * std::sin(1.9 * i + c)); s.t.push_back(1.f + 0.25f * (i % 7)); s.h.push_back(0); }
  State copy = s;
  ops_dat y = ops_decl_dat(b, SPECIES, size, base, dm, dp, copy.y.data(), "double", "y"), t = ops_decl_dat(b, 1, size, base, dm, dp, copy.t.data(), "float", "t"), h = ops_decl_dat(b, 1, size, base, dm, dp, copy.h.data(), "int", "h");
  ops_stencil S0 = ops_decl_stencil(3, 1, o, "0"), S7 = ops_decl_stencil(3, 7, seven, "7");
  ops_reduction norm = ops_decl_reduction_handle(24, "double", "norm"), most = ops_decl_reduction_handle(4, "int", "most"), code = ops_decl_reduction_handle(8, "long long", "code");
  ops_partition("");
  auto steps = [&](ops_dat Y, ops_dat T, ops_dat H, int n) {
    for (int i = 0; i < n; ++i) {
      ops_par_loop(react, "react", b, 3, all, ops_arg_dat(T, 1, S0, "float", OPS_READ), ops_arg_dat(Y, SPECIES, S0, "double", OPS_RW), ops_arg_dat(H, 1, S0, "int", OPS_RW), ops_arg_idx());
      ops_par_loop(average, "average", b, 3, all, ops_arg_dat(Y, SPECIES, S7, "double", OPS_READ), ops_arg_dat(T, 1, S0, "float", OPS_WRITE));
    }
  };
  auto same = [&](const char* what, ops_dat Y, ops_dat T, ops_dat H) {
    std::vector<double> Yv(NX * NY * NZ * 3); std::vector<float> Tv(NX * NY * NZ); std::vector<int> Hv(NX * NY * NZ); double e = 0; int at = 0;
    Yv = ops_dat_fetch_data<double>(Y); Tv = ops_dat_fetch_data<float>(T); Hv = ops_dat_fetch_data<int>(H);
    for (int k = 0; k < NZ; ++k) for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i, ++at) { for (int c = 0; c < 3; ++c) e = fmax(e, fabs(Yv[3 * at + c] - s.y[3 * P(i, j, k) + c])); e = fmax(e, 1e-7 * fabs(Tv[at] - s.t[P(i, j, k)])); e = fmax(e, abs(Hv[at] - s.h[P(i, j, k)])); }
    EXPECT(what, e < 1e-13);
  };
  steps(y, t, h, 3); plain(s, 3);
  same("three steps", y, t, h);
  ops_fetch_block_hdf5_file(b, file.c_str());
  for (ops_dat d : {y, t, h}) ops_fetch_dat_hdf5_file(d, file.c_str());
  ops_write_const_hdf5("rate_c", SPECIES, "double", (char*)rate_c, file.c_str());
  double back[3]; ops_get_const_hdf5("rate_c", SPECIES, "double", (char*)back, file.c_str());
  EXPECT("constants", !memcmp(back, rate_c, sizeof back));
  ops_dat saved = ops_dat_copy(y);
  ops_dat_deep_copy(saved, y);
  steps(y, t, h, 2);
  ops_block tank = ops_decl_block_hdf5(3, "tank", file.c_str());
  EXPECT("block from file", tank->dims == 3);
  ops_dat y2 = ops_decl_dat_hdf5(b, SPECIES, "double", "y", file.c_str()), t2 = ops_decl_dat_hdf5(b, 1, "float", "t", file.c_str()), h2 = ops_decl_dat_hdf5(b, 1, "int", "h", file.c_str());
  same("read back", y2, t2, h2);
  same("deep copy", saved, t2, h2);
  plain(s, 2);
  steps(y2, t2, h2, 2);
  same("five steps", y, t, h); same("three, file, two", y2, t2, h2);
  // slabs
  int range[] = {1, 4, 2, 5, 0, 2}, from[3], own[3]; std::vector<double> part(ops_dat_get_slab_extents(y2, 0, from, own, range) / sizeof(double)); int at = 0; double e = 0;
  ops_dat_fetch_data_slab_memspace(y2, 0, (char*)part.data(), range, OPS_HOST);
  for (int k = from[2]; k < from[2] + own[2]; ++k) for (int j = from[1]; j < from[1] + own[1]; ++j) for (int i = from[0]; i < from[0] + own[0]; ++i) for (int c = 0; c < 3; ++c) e = fmax(e, fabs(part[at++] - s.y[3 * P(i, j, k) + c]));
  EXPECT("slab fetched", e < 1e-13);
  for (auto& v : part) v *= -0.5;
  ops_dat_set_data_slab_memspace(y2, 0, (char*)part.data(), range, OPS_HOST);
  for (int k = 0; k < 2; ++k) for (int j = 2; j < 5; ++j) for (int i = 1; i < 4; ++i) for (int c = 0; c < 3; ++c) s.y[3 * P(i, j, k) + c] *= -0.5;
  same("slab set", y2, t2, h2);
  ops_write_data_slab_hdf5(t2, range, slabs.c_str(), "window/t");
  ops_write_plane_hdf5(h2, 1, 2, slabs.c_str(), "plane_h");
  ops_par_loop(absolute, "absolute", b, 3, all, ops_arg_dat(y2, SPECIES, S0, "double", OPS_READ), ops_arg_dat(h2, 1, S0, "int", OPS_READ), ops_arg_reduce(norm, SPECIES, "double", OPS_INC), ops_arg_reduce(most, 1, "int", OPS_MAX), ops_arg_reduce(code, 1, "long long", OPS_INC));
  double n[3], p[3] = {}; int m, pm = 0; long long c, pc = 0;
  ops_reduction_result(norm, n); ops_reduction_result(most, &m); ops_reduction_result(code, &c);
  for (int k = 0; k < NZ; ++k) for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) { for (int q = 0; q < 3; ++q) p[q] += fabs(s.y[3 * P(i, j, k) + q]); pm = std::max(pm, s.h[P(i, j, k)]); pc += (long long)s.h[P(i, j, k)] << 33; }
  EXPECT("sums", fabs(n[0] - p[0]) + fabs(n[1] - p[1]) + fabs(n[2] - p[2]) < 1e-11); EXPECT("integers", m == pm && c == pc && m > 0);
  ops_print_dat_to_txtfile(t2, text.c_str());
  std::ifstream in(text); std::stringstream all_text; all_text << in.rdbuf(); std::string words = all_text.str();
  EXPECT("header of the text", words.find("ops_dat:") == 0 && words.find("block Dims") != std::string::npos);
  std::vector<double> numbers; std::istringstream lines(words); std::string line;
  while (std::getline(lines, line)) { if (line.find_first_of(":[abcdfghijklmnopqrstuvwyz") != std::string::npos) continue; std::istringstream l(line); double v; while (l >> v) numbers.push_back(v); }
  EXPECT("numbers of the text", numbers.size() >= (size_t)cells);
  ops_diagnostic_output(); ops_timing_output_stdout(); ops_NaNcheck(y2); ops_free_dat(saved);
  ops_timers(&cpu1, &wall1);
  EXPECT("timers", wall1 >= wall0 && wall1 - wall0 < 1000);
  ops_exit();
  for (const auto& f : {file, text, slabs}) std::remove(f.c_str());
  std::printf("numbers %zu of %d, most %d\n%s\n", numbers.size(), cells, m, bad ? "failed" : "passed");
  return bad != 0;
}
