// Electromagnetic waves on Yee's staggered grid, 3-D, in published style: six datasets of different sizes and halo depths in one block, first indices that
// are not 0, conducting walls, a current that is an unknown of one line (a dataset of fewer dimensions), checkpoints announced.
#define OPS_3D
#include <algorithm>
#include <array>
#include "ops_seq_v2.h"
#include "check.h"

constexpr int NX = 6, NY = 5, NZ = 4, steps = 8, X0 = 2, Y0 = -3, Z0 = 1;  // first cell
double c = 0.4;
void update_e(const ACC<double>& ha, const ACC<double>& hb, const ACC<double>& eps, ACC<double>& e, const int* axis, const int* idx) {
  double curl = 0.0;
  if (*axis == 0) curl = (ha(0, 0, 0) - ha(0, -1, 0)) - (hb(0, 0, 0) - hb(0, 0, -1));
  if (*axis == 1) curl = (ha(0, 0, 0) - ha(0, 0, -1)) - (hb(0, 0, 0) - hb(-1, 0, 0));
  if (*axis == 2) curl = (ha(0, 0, 0) - ha(-1, 0, 0)) - (hb(0, 0, 0) - hb(0, -1, 0));
  e(0, 0, 0) += c * curl / eps(0, 0, 0) * (1.0 + 0.01 * idx[*axis]);
}
void update_h(const ACC<double>& ea, const ACC<double>& eb, ACC<double>& h, const int* axis) {
  double curl = 0.0;
  if (*axis == 0) curl = (ea(0, 0, 1) - ea(0, 0, 0)) - (eb(0, 1, 0) - eb(0, 0, 0));
  if (*axis == 1) curl = (ea(1, 0, 0) - ea(0, 0, 0)) - (eb(0, 0, 1) - eb(0, 0, 0));
  if (*axis == 2) curl = (ea(0, 1, 0) - ea(0, 0, 0)) - (eb(1, 0, 0) - eb(0, 0, 0));
  h(0, 0, 0) += c * curl;
}
void inject(const ACC<double>& current, ACC<double>& e, const double* t) { e(0, 0, 0) += current(0, 0, 0) * *t; }
void energy(const ACC<double>& e, double* sum) { *sum += e(0, 0, 0) * e(0, 0, 0); }

// plain: fields with one cell of zeros around; E on edges, H on faces
struct Box {
  int n[3];
  int at(int i, int j, int k) const { return i + 1 + (n[0] + 2) * (j + 1 + (n[1] + 2) * (k + 1)); }
  int size() const { return (n[0] + 2) * (n[1] + 2) * (n[2] + 2); }
};
constexpr int N[3] = {NX, NY, NZ}, first_index[3] = {X0, Y0, Z0};
Box box(bool e, int axis) {
  Box b;
  for (int d = 0; d < 3; ++d) b.n[d] = N[d] + (e == (d != axis) ? 1 : 0);
  return b;
}
template <class T>
T plain(const std::vector<T>& x, std::vector<std::vector<T>>* end = nullptr) {  // x: eps per cell, then the current per z
  std::vector<T> e[3], h[3];
  Box be[3], bh[3];
  for (int a = 0; a < 3; ++a) be[a] = box(true, a), bh[a] = box(false, a), e[a].assign(be[a].size(), 0.0), h[a].assign(bh[a].size(), 0.0);
  for (int s = 0; s < steps; ++s) {
    for (int a = 0; a < 3; ++a) {
      const int b = (a + 1) % 3, g = (a + 2) % 3;  // curl_a = d_b H_g - d_g H_b
      int lo[3], hi[3];
      for (int d = 0; d < 3; ++d) lo[d] = d == a ? 0 : 1, hi[d] = N[d];
      for (int k = lo[2]; k < hi[2]; ++k)
        for (int j = lo[1]; j < hi[1]; ++j)
          for (int i = lo[0]; i < hi[0]; ++i) {
            const int o[3] = {i, j, k};
            const T curl = (h[g][bh[g].at(i, j, k)] - h[g][bh[g].at(i - (b == 0), j - (b == 1), k - (b == 2))]) -
                           (h[b][bh[b].at(i, j, k)] - h[b][bh[b].at(i - (g == 0), j - (g == 1), k - (g == 2))]);
            e[a][be[a].at(i, j, k)] += c * curl / x[i + NX * (j + NY * k)] * (1.0 + 0.01 * (o[a] + first_index[a]));
          }
    }
    for (int k = 0; k < NZ; ++k) e[2][be[2].at(3, 2, k)] += x[NX * NY * NZ + k] * std::sin(0.9 * (s + 1));
    for (int a = 0; a < 3; ++a) {
      const int b = (a + 1) % 3, g = (a + 2) % 3;  // -curl: d_g E_b - d_b E_g
      for (int k = 0; k < bh[a].n[2]; ++k)
        for (int j = 0; j < bh[a].n[1]; ++j)
          for (int i = 0; i < bh[a].n[0]; ++i) {
            const T curl = (e[b][be[b].at(i + (g == 0), j + (g == 1), k + (g == 2))] - e[b][be[b].at(i, j, k)]) -
                           (e[g][be[g].at(i + (b == 0), j + (b == 1), k + (b == 2))] - e[g][be[g].at(i, j, k)]);
            h[a][bh[a].at(i, j, k)] += c * curl;
          }
    }
  }
  T sum = 0;
  for (int a = 0; a < 3; ++a) {
    for (const T v : e[a]) sum += v * v;
    for (const T v : h[a]) sum += v * v * (1.0 + a);
  }
  if (end)
    for (int a = 0; a < 6; ++a) {
      const Box b = a < 3 ? be[a] : bh[a - 3];
      std::vector<T> v;
      for (int k = 0; k < b.n[2]; ++k)
        for (int j = 0; j < b.n[1]; ++j)
          for (int i = 0; i < b.n[0]; ++i) v.push_back((a < 3 ? e[a] : h[a - 3])[b.at(i, j, k)]);
      end->push_back(v);
    }
  return sum;
}

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_block cavity = ops_decl_block(3, "cavity");
  int base[] = {X0, Y0, Z0}, cells[] = {NX, NY, NZ}, line[] = {1, 1, NZ}, none_m[] = {0, 0, 0};
  int lbase[] = {0, 0, Z0};
  double* none = NULL;
  ops_dat e[3], h[3];
  const char* letter = "xyz";
  for (int a = 0; a < 3; ++a) {
    int m[] = {-1 - (a == 0), -1, -1}, p[] = {1, 1 + (a == 1), 1}, hm[] = {-2, -1 - a, -1}, hp[] = {a, 1, 2};
    e[a] = ops_decl_dat(cavity, 1, box(true, a).n, base, m, p, none, "double", (std::string("e") + letter[a]).c_str());
    h[a] = ops_decl_dat(cavity, 1, box(false, a).n, base, hm, hp, none, "double", (std::string("h") + letter[a]).c_str());
  }
  ops_dat eps = ops_decl_dat(cavity, 1, cells, base, none_m, none_m, none, "double", "eps"), current = ops_decl_dat(cavity, 1, line, lbase, none_m, none_m, none, "double", "current");
  int zero[] = {0, 0, 0}, off[] = {0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1}, forth[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, along_z[] = {0, 0, 1};
  ops_stencil S000 = ops_decl_stencil(3, 1, zero, "000"), SBACK = ops_decl_stencil(3, 4, off, "back"), SFORTH = ops_decl_stencil(3, 4, forth, "forth"),
              S3D_STRID3D_Z = ops_decl_strided_stencil(3, 1, zero, along_z, "strid3d_z");
  ops_decl_const("c", 1, "double", &c);
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum"), hsum[3];
  for (int a = 0; a < 3; ++a) hsum[a] = ops_decl_reduction_handle(sizeof(double), "double", (std::string("hsum") + letter[a]).c_str());
  ops_partition("");
  ops_ad_set_checkpoint_count(OPS_instance::getOPSInstance(), 3, steps);
  std::vector<double> x(NX * NY * NZ + NZ);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1.5 + 0.5 * std::sin(2.3 * i);
  ops_dat_set_data(eps, std::vector<double>(x.begin(), x.end() - NZ));
  ops_dat_set_data(current, std::vector<double>(x.end() - NZ, x.end()));
  for (int s = 0; s < steps; ++s) {
    ops_ad_manual_checkpoint_datlist(e[0], e[1], e[2], h[0], h[1], h[2]);
    for (int a = 0; a < 3; ++a) {
      int range[6];
      for (int d = 0; d < 3; ++d) range[2 * d] = first_index[d] + (d == a ? 0 : 1), range[2 * d + 1] = first_index[d] + N[d];
      ops_par_loop(update_e, "update_e", cavity, 3, range, ops_arg_dat(h[(a + 2) % 3], 1, SBACK, "double", OPS_READ), ops_arg_dat(h[(a + 1) % 3], 1, SBACK, "double", OPS_READ),
                   ops_arg_dat(eps, 1, S000, "double", OPS_READ), ops_arg_dat(e[a], 1, S000, "double", OPS_RW), ops_arg_gbl(&a, 1, "int", OPS_READ), ops_arg_idx());
    }
    const double t = sin(0.9 * (s + 1));
    int at[] = {X0 + 3, X0 + 4, Y0 + 2, Y0 + 3, Z0, Z0 + NZ};
    ops_par_loop(inject, "inject", cavity, 3, at, ops_arg_dat(current, 1, S3D_STRID3D_Z, "double", OPS_READ), ops_arg_dat(e[2], 1, S000, "double", OPS_INC),
                 ops_arg_gbl(&t, 1, "double", OPS_READ));
    for (int a = 0; a < 3; ++a) {
      int range[6];
      for (int d = 0; d < 3; ++d) range[2 * d] = first_index[d], range[2 * d + 1] = first_index[d] + box(false, a).n[d];
      ops_par_loop(update_h, "update_h", cavity, 3, range, ops_arg_dat(e[(a + 1) % 3], 1, SFORTH, "double", OPS_READ), ops_arg_dat(e[(a + 2) % 3], 1, SFORTH, "double", OPS_READ),
                   ops_arg_dat(h[a], 1, S000, "double", OPS_RW), ops_arg_gbl(&a, 1, "int", OPS_READ));
    }
  }
  double j = 0, part, one = 1.0;
  for (int a = 0; a < 6; ++a) {
    const Box b = box(a < 3, a % 3);
    int range[6];
    for (int d = 0; d < 3; ++d) range[2 * d] = first_index[d], range[2 * d + 1] = first_index[d] + b.n[d];
    ops_par_loop(energy, "energy", cavity, 3, range, ops_arg_dat(a < 3 ? e[a] : h[a - 3], 1, S000, "double", OPS_READ), ops_arg_reduce(a < 3 ? sum : hsum[a - 3], 1, "double", OPS_INC));
  }
  sum->get_result(&part, &one);
  j += part;
  for (int a = 0; a < 3; ++a) {
    const double weight = 1.0 + a;
    hsum[a]->get_result(&part, &weight);
    j += weight * part;
  }
  std::vector<std::vector<double>> end;
  check::number("J", j, plain<double>(x, &end), 1e-12);
  for (int a = 0; a < 6; ++a) check::fields((a < 3 ? e[a] : h[a - 3])->name, ops_dat_fetch_data<double>(a < 3 ? e[a] : h[a - 3]), end[a], 1e-13);
  ops_interpret_adjoints();
  std::vector<double> slope = ops_dat_fetch_derivative<double>(eps), line_slope = ops_dat_fetch_derivative<double>(current);
  slope.insert(slope.end(), line_slope.begin(), line_slope.end());
  check::fields("slope", slope, check::gradient(x, [](const std::vector<Complex>& y) { return plain<Complex>(y); }), 1e-11);
  const int status = check::verdict();
  ops_exit();
  return status;
}
