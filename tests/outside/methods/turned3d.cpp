// Two boxes in three dimensions that touch through turned and flipped halos (axes permuted in a cycle), each with a coarse level of its own:
// restriction to the coarse grid, relaxation there, prolongation back; an edge dataset of one dimension as coefficient. Oracle: plain loops.
#define OPS_3D
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>
#include "ops_seq_v2.h"
enum { A0 = 8, A1 = 6, A2 = 4 };  // box A: 8 x 6 x 4; box B: 4 x 8 x 6 (its axes are A's axes 3, 1, 2)
constexpr int TURNS = 3;
double w_c = 0.6, k_c = 0.09;
void relax(const ACC<double>& u, const ACC<double>& kx, ACC<double>& v) {
  double r = -6.0 * u(0, 0, 0);
  constexpr int step[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (const auto& s : step) r += u(s[0], s[1], s[2]);
  v(0, 0, 0) = u(0, 0, 0) + k_c * kx(0, 0, 0) * r * (1.0 + 0.2 * u(0, 0, 0) * u(0, 0, 0));
}
void coarsen(const ACC<double>& fine, ACC<double>& coarse) {
  double s = 0;
  for (int k = 0; k < 2; k++) for (int j = 0; j < 2; j++) for (int i = 0; i < 2; i++) s += fine(i, j, k);
  coarse(0, 0, 0) = std::tanh(s / 8);
}
void refine(const ACC<double>& coarse, ACC<double>& fine, const int* idx) {
  const double side = idx[0] % 2 ? 0.75 : 0.25;
  fine(0, 0, 0) += w_c * ((1 - side) * coarse(0, 0, 0) + side * coarse(0, 0, 0) * coarse(0, 0, 0));
}
void energy(const ACC<double>& u, double* e) { *e += u(0, 0, 0) * u(0, 0, 0) * (1.5 + u(0, 0, 0)); }
struct Box {
  ops_block block; ops_dat u[2], coarse, kx; int n[3], all[6], half[6];
  Box(const char* name, std::array<int, 3> size, const std::vector<double>& start, const std::vector<double>& k) {
    block = ops_decl_block(3, name);
    int base[3] = {}, dm[] = {-1, -1, -1}, dp[] = {1, 1, 1}, none[3] = {}, c[3], one[3] = {size[0], 1, 1}, str1[] = {1, 1, 1}, str2[] = {2, 2, 2};
    for (int d = 0; d < 3; ++d) n[d] = size[d], c[d] = size[d] / 2, all[2 * d] = half[2 * d] = 0, all[2 * d + 1] = size[d], half[2 * d + 1] = c[d];
    for (auto& x : u) x = ops_decl_dat(block, 1, n, base, dm, dp, str1, (double*)NULL, "double", "u");
    coarse = ops_decl_dat(block, 1, c, base, dm, dp, str2, (double*)NULL, "double", "coarse");
    std::vector<double> kk(k);
    kx = ops_decl_dat(block, 1, one, base, none, none, (double*)NULL, "double", "kx");
    first = start, ks = kk;
  }
  std::vector<double> first, ks;
  void fill() { ops_dat_set_data(u[0], first); ops_dat_set_data(kx, ks); }
};
struct Plain {
  int n[3]; std::vector<double> u;
  double& operator()(int i, int j, int k) { return u[((k + 1) * (n[1] + 2) + j + 1) * (n[0] + 2) + i + 1]; }
  Plain(const int* s) : n{s[0], s[1], s[2]}, u((s[0] + 2) * (s[1] + 2) * (s[2] + 2)) {}
};
#define EACH(p) for (int k = 0; k < p.n[2]; ++k) for (int j = 0; j < p.n[1]; ++j) for (int i = 0; i < p.n[0]; ++i)
static double plain(Box& A, Box& B) {
  Plain a(A.n), b(B.n); int at = 0;
  EACH(a) a(i, j, k) = A.first[at++];
  at = 0; EACH(b) b(i, j, k) = B.first[at++];
  double e = 0;
  for (int t = 0; t < TURNS; ++t) {
    // B's low face of axis 1 continues A's high face of axis 3: B(x, y, z) ~ A(y, N1 - 1 - z, N2 + x)
    for (int j = 0; j < A1; ++j) for (int i = 0; i < A0; ++i) { a(i, j, A2) = b(0, i, A1 - 1 - j); b(-1, i, A1 - 1 - j) = a(i, j, A2 - 1); }
    for (auto [p, box] : {std::pair<Plain*, Box*>{&a, &A}, {&b, &B}}) {
      Plain& u = *p; Plain v = u; int c[] = {u.n[0] / 2, u.n[1] / 2, u.n[2] / 2}; Plain q(c);
      EACH(u) { const double x = u(i, j, k); v(i, j, k) = x + k_c * box->ks[i] * (u(i + 1, j, k) + u(i - 1, j, k) + u(i, j + 1, k) + u(i, j - 1, k) + u(i, j, k + 1) + u(i, j, k - 1) - 6 * x) * (1 + 0.2 * x * x); }
      EACH(q) { double s = 0; for (int m = 0; m < 8; ++m) s += v(2 * i + (m & 1), 2 * j + (m >> 1 & 1), 2 * k + (m >> 2)); q(i, j, k) = std::tanh(s / 8); }
      EACH(u) { const double x = q(i / 2, j / 2, k / 2), s = i % 2 ? 0.75 : 0.25; v(i, j, k) += w_c * ((1 - s) * x + s * x * x); }
      u = v;
    }
  }
  for (Plain* p : {&a, &b}) { Plain& u = *p; EACH(u) e += u(i, j, k) * u(i, j, k) * (1.5 + u(i, j, k)); }
  return e;
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("w_c", 1, "double", &w_c); ops_decl_const("k_c", 1, "double", &k_c);
  std::vector<double> a(A0 * A1 * A2), b(a.size()), ka(A0), kb(A2);
  for (size_t i = 0; i < a.size(); ++i) a[i] = 0.5 * std::sin(0.7 * i), b[i] = 0.5 * std::cos(0.9 * i + 0.2);
  for (int i = 0; i < A0; ++i) ka[i] = 1 + 0.1 * i;
  for (int i = 0; i < A2; ++i) kb[i] = 1.4 - 0.2 * i;
  Box A("A", {A0, A1, A2}, a, ka), B("B", {A2, A0, A1}, b, kb);
  int o[3] = {}, seven[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1}, eight[24], two[] = {2, 2, 2}, xonly[] = {1, 0, 0};
  for (int m = 0; m < 8; ++m) eight[3 * m] = m & 1, eight[3 * m + 1] = m >> 1 & 1, eight[3 * m + 2] = m >> 2;
  ops_stencil S0 = ops_decl_stencil(3, 1, o, "S0"), S7 = ops_decl_stencil(3, 7, seven, "S7"), SX = ops_decl_strided_stencil(3, 1, o, xonly, "strid3d_x");
  ops_stencil RES = ops_decl_restrict_stencil(3, 8, eight, two, "restrict"), PRO = ops_decl_prolong_stencil(3, 1, o, two, "prolong");
  ops_reduction sum = ops_decl_reduction_handle(8, "double", "energy");
  ops_halo_group exchange[2];
  for (int s = 0; s < 2; ++s) {
    int it_a[] = {A0, A1, 1}, from_a[] = {0, 0, A2 - 1}, to_b[] = {-1, 0, 0}, dir_a[] = {1, 2, 3}, dir_b[] = {3, 1, -2};
    int it_b[] = {1, A0, A1}, from_b[] = {0, 0, 0}, to_a[] = {0, 0, A2}, from_dir[] = {1, 2, 3}, to_dir[] = {2, -3, 1};
    ops_halo h[] = {ops_decl_halo(A.u[s], B.u[s], it_a, from_a, to_b, dir_a, dir_b), ops_decl_halo(B.u[s], A.u[s], it_b, from_b, to_a, from_dir, to_dir)};
    exchange[s] = ops_decl_halo_group(2, h);
  }
  ops_partition("");
  A.fill(); B.fill();
  int now = 0;
  for (int t = 0; t < TURNS; ++t, now ^= 1) {
    ops_halo_transfer(exchange[now]);
    for (Box* p : {&A, &B}) {
      ops_par_loop(relax, "relax", p->block, 3, p->all, ops_arg_dat(p->u[now], 1, S7, "double", OPS_READ), ops_arg_dat(p->kx, 1, SX, "double", OPS_READ), ops_arg_dat(p->u[!now], 1, S0, "double", OPS_WRITE));
      ops_par_loop(coarsen, "coarsen", p->block, 3, p->half, ops_arg_restrict(p->u[!now], 0, 1, RES, "double", OPS_READ), ops_arg_dat(p->coarse, 1, S0, "double", OPS_WRITE));
      ops_par_loop(refine, "refine", p->block, 3, p->all, ops_arg_prolong(p->coarse, 0, 1, PRO, "double", OPS_READ), ops_arg_dat(p->u[!now], 1, S0, "double", OPS_RW), ops_arg_idx());
    }
  }
  for (Box* p : {&A, &B}) ops_par_loop(energy, "energy", p->block, 3, p->all, ops_arg_dat(p->u[now], 1, S0, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  double e; const double one = 1; sum->get_result(&e, &one);
  const double p = plain(A, B);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  double worst = 0;
  for (Box* q : {&A, &B}) for (auto [dat, values] : {std::pair<ops_dat, std::vector<double>*>{q->u[0], &q->first}, {q->kx, &q->ks}}) {
    std::vector<double> g = ops_dat_fetch_derivative<double>(dat);
    for (size_t i = 0; i < g.size(); ++i) { double& x = (*values)[i]; const double keep = x, h = 1e-6; x = keep + h; const double up = plain(A, B); x = keep - h; const double down = plain(A, B); x = keep; worst = std::fmax(worst, std::fabs((up - down) / (2 * h) - g[i])); }
  }
  const bool good = std::fabs(e - p) < 1e-11 * std::fabs(p) && worst < 1e-7;
  ops_exit();
  std::printf("energy %.14g %.14g gradient %.2e\n%s\n", e, p, worst, good ? "passed" : "failed");
  return !good;
}
