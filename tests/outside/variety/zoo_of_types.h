// A lattice Boltzmann step in floats beside datasets of many types. Included by two programs, with components together and apart.
#include <complex>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include "ops_seq_v2.h"
#include "zoo_types.h"

int e19[19][3] = {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}, {1, 1, 0}, {-1, -1, 0}, {1, -1, 0},
                  {-1, 1, 0}, {1, 0, 1}, {-1, 0, -1}, {1, 0, -1}, {-1, 0, 1}, {0, 1, 1}, {0, -1, -1}, {0, 1, -1}, {0, -1, 1}};
double w19[19];
int opposite[19] = {0, 2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11, 14, 13, 16, 15, 18, 17};
zone_t zones[4];

#include "zoo_kernels.h"

static int n[3] = {7, 6, 5};

template <class T>
ops_dat field(ops_block b, int dim, int halo, const char *type, const char *name) {
  int base[3] = {0, 0, 0}, dm[3] = {-halo, -halo, -halo}, dp[3] = {halo, halo, halo};
  T *temp = NULL;
  return ops_decl_dat(b, dim, n, base, dm, dp, temp, type, name);
}

#define CHECK(cond) \
  if (!(cond)) bad++, ops_printf("line %d: %s\n", __LINE__, #cond)

template <class T>
std::vector<T> fetch(ops_dat d) { return ops_dat_fetch_data<T>(d); }

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
#ifdef OPS_SOA
  OPS_instance::getOPSInstance()->OPS_soa = 1;
#endif
  for (int q = 0; q < 19; q++) w19[q] = q == 0 ? 1.0 / 3 : q < 7 ? 1.0 / 18 : 1.0 / 36;
  for (int z = 0; z < 4; z++) {
    zones[z].rho = 1.0 + 0.05 * z;
    zones[z].vel[0] = 0.02 * z, zones[z].vel[1] = -0.01 * z, zones[z].vel[2] = 0.03 - 0.01 * z;
    zones[z].where = z % 3;
  }
  ops_decl_const("e19", 57, "int", &e19[0][0]);
  ops_decl_const("w19", 19, "double", w19);
  ops_decl_const("opposite", 19, "int", opposite);
  ops_decl_const("zones", 4, "zone_t", zones);

  ops_block box = ops_decl_block(3, "box");
  ops_dat f = field<float>(box, 19, 1, "float", "f"), g = field<float>(box, 19, 1, "float", "g");
  ops_dat mom = field<double>(box, 4, 0, "double", "mom"), rho = field<double>(box, 1, 0, "double", "rho");
  ops_dat marker = field<marker_t>(box, 1, 0, "marker_t", "marker");
  ops_dat solid = field<bool>(box, 1, 0, "bool", "solid");
  ops_dat letter = field<char>(box, 1, 0, "char", "letter"), small = field<short>(box, 1, 1, "short", "small");
  ops_dat big = field<long>(box, 1, 0, "long", "big"), bigger = field<long long>(box, 1, 0, "ll", "bigger");
  ops_dat hash = field<unsigned int>(box, 1, 0, "uint", "hash");
  ops_dat psi = field<complexd>(box, 2, 0, "complexd", "psi");
  int s0[] = {0, 0, 0};
  ops_stencil S0 = ops_decl_stencil(3, 1, s0, "S0"), S19 = ops_decl_stencil(3, 19, &e19[0][0], "S19");
  ops_reduction r_n = ops_decl_reduction_handle(2 * sizeof(double), "double", "n"), r_count = ops_decl_reduction_handle(sizeof(int), "int", "count"),
                r_range = ops_decl_reduction_handle(sizeof(float), "float", "range"), r_most = ops_decl_reduction_handle(sizeof(int), "int", "most"),
                r_mass = ops_decl_reduction_handle(sizeof(double), "double", "mass"), r_tally = ops_decl_reduction_handle(4 * sizeof(double), "double", "tally");
  // periodic in all directions, one copy after the other
  std::vector<ops_halo_group> periodic;
  for (int d = 0; d < 3; d++) {
    int iter[3], fb[3], tb[3], dir[3] = {1, 2, 3};
    for (int k = 0; k < 3; k++) iter[k] = n[k] + 2, fb[k] = tb[k] = -1;
    iter[d] = 1;
    ops_halo h[2];
    fb[d] = n[d] - 1, tb[d] = -1;
    h[0] = ops_decl_halo(g, g, iter, fb, tb, dir, dir);
    fb[d] = 0, tb[d] = n[d];
    h[1] = ops_decl_halo(g, g, iter, fb, tb, dir, dir);
    periodic.push_back(ops_decl_halo_group(2, h));
  }
  ops_partition("");

  relax_t relax = {1.1f, {0.001, -0.002, 0.0005}, 1LL << 44};
  int range[] = {0, n[0], 0, n[1], 0, n[2]};
  ops_par_loop(zoo_mark, "mark", box, 3, range, ops_arg_dat(marker, 1, S0, "marker_t", OPS_WRITE), ops_arg_dat(solid, 1, S0, "bool", OPS_WRITE),
               ops_arg_dat(letter, 1, S0, "char", OPS_WRITE), ops_arg_idx());
  ops_par_loop(zoo_start, "start", box, 3, range, ops_arg_dat(marker, 1, S0, "marker_t", OPS_READ), ops_arg_dat(f, 19, S0, "float", OPS_WRITE),
               ops_arg_dat(rho, 1, S0, "double", OPS_WRITE));
  double mass0, mass1;
  ops_par_loop(zoo_mass, "mass", box, 3, range, ops_arg_dat(f, 19, S0, "float", OPS_READ), ops_arg_reduce(r_mass, 1, "double", OPS_INC));
  ops_reduction_result(r_mass, &mass0);
  for (int step = 0; step < 4; step++) {
    ops_par_loop(zoo_collide, "collide", box, 3, range, ops_arg_dat(f, 19, S0, "float", OPS_READ), ops_arg_dat(solid, 1, S0, "bool", OPS_READ),
                 ops_arg_dat(g, 19, S0, "float", OPS_WRITE), ops_arg_dat(mom, 4, S0, "double", OPS_WRITE), ops_arg_gbl(&relax, 1, "relax_t", OPS_READ));
    for (size_t k = 0; k < periodic.size(); k++) ops_halo_transfer(periodic[k]);
    ops_par_loop(zoo_stream, "stream", box, 3, range, ops_arg_dat(g, 19, S19, "float", OPS_READ), ops_arg_dat(f, 19, S0, "float", OPS_WRITE));
  }
  ops_par_loop(zoo_mass, "mass", box, 3, range, ops_arg_dat(f, 19, S0, "float", OPS_READ), ops_arg_reduce(r_mass, 1, "double", OPS_INC));
  ops_reduction_result(r_mass, &mass1);
  double tally[4];
  ops_par_loop(zoo_tally, "tally", box, 3, range, ops_arg_dat(mom, 4, S0, "double", OPS_READ), ops_arg_reduce(r_tally, 4, "double", OPS_INC));
  ops_reduction_result(r_tally, tally);
  ops_par_loop(zoo_integers, "integers", box, 3, range, ops_arg_dat(letter, 1, S0, "char", OPS_READ), ops_arg_dat(big, 1, S0, "long", OPS_WRITE),
               ops_arg_dat(bigger, 1, S0, "ll", OPS_WRITE), ops_arg_dat(small, 1, S0, "short", OPS_WRITE), ops_arg_dat(hash, 1, S0, "uint", OPS_WRITE),
               ops_arg_idx(), ops_arg_gbl(&relax, 1, "relax_t", OPS_READ));
  ops_par_loop(zoo_wave, "psi", box, 3, range, ops_arg_dat(psi, 2, S0, "complexd", OPS_WRITE), ops_arg_dat(marker, 1, S0, "marker_t", OPS_READ), ops_arg_idx());
  double norms[2];
  int count, most;
  float least;
  ops_par_loop(zoo_norms, "norms", box, 3, range, ops_arg_dat(psi, 2, S0, "complexd", OPS_READ), ops_arg_dat(small, 1, S0, "short", OPS_READ),
               ops_arg_dat(big, 1, S0, "long", OPS_READ), ops_arg_reduce(r_n, 2, "double", OPS_INC), ops_arg_reduce(r_count, 1, "int", OPS_INC),
               ops_arg_reduce(r_range, 1, "float", OPS_MIN), ops_arg_reduce(r_most, 1, "int", OPS_MAX));
  ops_reduction_result(r_n, norms);
  ops_reduction_result(r_count, &count);
  ops_reduction_result(r_range, &least);
  ops_reduction_result(r_most, &most);

  // everything again, on plain arrays
  int bad = 0, N = n[0] * n[1] * n[2];
  std::vector<float> pf(19 * N), pg(19 * N);
  std::vector<double> pm(4 * N);
  double t[4] = {}, pn[2] = {};
  int pcount = 0, pmost = 0;
  float pleast = 1e30f;
  auto at = [&](int i, int j, int k) { return ((k + n[2]) % n[2] * n[1] + (j + n[1]) % n[1]) * n[0] + (i + n[0]) % n[0]; };
#define ALL for (int k = 0; k < n[2]; k++) for (int j = 0; j < n[1]; j++) for (int i = 0; i < n[0]; i++)
  std::vector<marker_t> gm = fetch<marker_t>(marker);
  std::vector<long> gbig = fetch<long>(big);
  std::vector<long long> gbigger = fetch<long long>(bigger);
  std::vector<short> gsmall = fetch<short>(small);
  std::vector<unsigned int> ghash = fetch<unsigned int>(hash);
  std::vector<char> gletter = fetch<char>(letter);
  std::vector<complexd> gpsi = fetch<complexd>(psi);
  ALL {
    int kind = (i + 2 * j + 3 * k) % 4, p = at(i, j, k);
    CHECK(gm[p].kind == kind && gm[p].share[1] == 1.0f - 0.25f * kind && gm[p].inside.n == j - k && gm[p].inside.x == 0.125 * i);
    double v[3] = {zones[kind].vel[0], zones[kind].vel[1], zones[kind].vel[2]};
    v[zones[kind].where] += 0.01 * 0.125 * i;
    for (int q = 0; q < 19; q++) pf[19 * p + q] = (float)equilibrium(q, zones[kind].rho, v, e19, w19);
    long a = i + 100L * j + 10000L * k;
    CHECK(gbig[p] == a * 1000003L * 100000L);
    long long b = (long long)a << 33;
    if (b > relax.limit) b -= relax.limit;
    CHECK(gbigger[p] == b);
    CHECK(gletter[p] == 'a' + kind && gsmall[p] == kind - 1);
    unsigned int h = 2166136261u, id[3] = {(unsigned)i, (unsigned)j, (unsigned)k};
    for (int d = 0; d < 3; d++) h = (h ^ id[d]) * 16777619u;
    CHECK(ghash[p] == h);
    complexd a0 = std::exp(complexd(0, 0.1 * i)) * (1.0 + 0.25 * kind), a1 = complexd(j, -k) / complexd(1, 2);
    CHECK(std::abs(gpsi[2 * p] - a0) < 1e-14 && std::abs(gpsi[2 * p + 1] - a1) < 1e-14);
    pn[0] += std::norm(a0), pn[1] += a1.real() * -a0.imag();
    if (kind - 1 > 0) pcount += kind - 1;
    pleast = std::fmin(pleast, (float)std::abs(a1));
    pmost = std::max(pmost, (int)(gbig[p] % 1009L));
  }
  for (int step = 0; step < 4; step++) {
    ALL {
      int p = at(i, j, k);
      double r = 0, v[3] = {0, 0, 0};
      for (int q = 0; q < 19; q++) {
        r += pf[19 * p + q];
        for (int d = 0; d < 3; d++) v[d] += e19[q][d] * pf[19 * p + q];
      }
      for (int d = 0; d < 3; d++) v[d] = v[d] / r + relax.force[d], pm[4 * p + 1 + d] = r * v[d];
      pm[4 * p] = r;
      for (int q = 0; q < 19; q++)
        if ((i + 2 * j + 3 * k) % 4 == 3) pg[19 * p + opposite[q]] = pf[19 * p + q];
        else pg[19 * p + q] = (float)(pf[19 * p + q] + relax.omega * (equilibrium(q, r, v, e19, w19) - pf[19 * p + q]));
    }
    ALL for (int q = 0; q < 19; q++) pf[19 * at(i, j, k) + q] = pg[19 * at(i - e19[q][0], j - e19[q][1], k - e19[q][2]) + q];
  }
  std::vector<float> gf = fetch<float>(f);
  float worst = 0;
  for (int i = 0; i < 19 * N; i++) worst = std::fmax(worst, std::fabs(gf[i] - pf[i]));
  CHECK(worst < 1e-7f);
  for (int i = 0; i < N; i++) for (int c = 0; c < 4; c++) t[c] += pm[4 * i + c] * pm[4 * i + c];
  for (int c = 0; c < 4; c++) CHECK(std::fabs(t[c] - tally[c]) < 1e-6 * t[c]);
  CHECK(std::fabs(norms[0] - pn[0]) < 1e-11 * pn[0] && std::fabs(norms[1] - pn[1]) < 1e-11 * std::fabs(pn[1]));
  CHECK(count == pcount && most == pmost && std::fabs(least - pleast) < 1e-6f);
  CHECK(std::fabs(mass1 - mass0) < 1e-5 * mass0);
  ops_printf("mass %a %a, tally %a %a, norms %a %a, %d %d %a\n", mass0, mass1, tally[0], tally[3], norms[0], norms[1], count, most, least);
  ops_printf(bad ? "FAIL\n" : "PASS\n");
  ops_exit();
  return bad != 0;
}
