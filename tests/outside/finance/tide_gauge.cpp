// Tides in a small bay in single precision: the surface is given and corrected through the data access of the
// library, and read by gauges. Results are compared with plain loops, the derivative of the energy with respect to
// depth and surface with the complex step. Features: float, set and fetch of whole datasets and of slabs, raw pointers
// with metadata, text output that is read back, a derivative through its raw pointer.
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"
float courant = 0.31f;
#include "tide_gauge_kernels.h"

#define NX 29
#define NY 18
#define STEPS 15

ops_block bay;
ops_dat eta, depth, u, v;
ops_stencil S0, SW, SE;

static void march(int steps) {
  int vel[] = {1, NX, 1, NY}, mid[] = {0, NX, 0, NY};
  for (int t = 0; t < steps; t++) {
    ops_par_loop(tide_velocity, "velocity", bay, 2, vel, ops_arg_dat(eta, 1, SW, "float", OPS_READ),
                 ops_arg_dat(depth, 1, S0, "float", OPS_READ), ops_arg_dat(u, 1, S0, "float", OPS_RW),
                 ops_arg_dat(v, 1, S0, "float", OPS_RW));
    ops_par_loop(tide_height, "height", bay, 2, mid, ops_arg_dat(u, 1, SE, "float", OPS_READ),
                 ops_arg_dat(v, 1, SE, "float", OPS_READ), ops_arg_dat(depth, 1, SE, "float", OPS_READ),
                 ops_arg_dat(eta, 1, S0, "float", OPS_RW));
  }
}

static int at(int i, int j) { return j * (NX + 1) + i; }
static double re(double x) { return x; }
static double re(std::complex<double> x) { return x.real(); }
template <class T>
static T plain(std::vector<T> &e, std::vector<T> &uu, std::vector<T> &vv, const std::vector<T> &h, int n) {
  const double c = courant;
  for (int t = 0; t < n; t++) {
    for (int j = 1; j < NY; j++)
      for (int i = 1; i < NX; i++) {
        T cut = re(h[at(i, j)]) > 0.5 ? T(1.0) : h[at(i, j)];
        uu[at(i, j)] -= c * (e[at(i, j)] - e[at(i - 1, j)]) * cut;
        vv[at(i, j)] -= c * (e[at(i, j)] - e[at(i, j - 1)]);
      }
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        e[at(i, j)] -= c * (h[at(i + 1, j)] * uu[at(i + 1, j)] - h[at(i, j)] * uu[at(i, j)] +
                            h[at(i, j + 1)] * vv[at(i, j + 1)] - h[at(i, j)] * vv[at(i, j)]);
  }
  T sum = 0.0;
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      sum += e[at(i, j)] * e[at(i, j)];
  return sum;
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  ops_decl_const("courant", 1, "float", &courant);
  bay = ops_decl_block(2, "bay");
  int size[] = {NX, NY}, base[] = {0, 0}, dm[] = {-1, 0}, dp[] = {2, 1};
  float *f = NULL;
  eta = ops_decl_dat(bay, 1, size, base, dm, dp, f, "float", "eta");
  depth = ops_decl_dat(bay, 1, size, base, dm, dp, f, "float", "depth");
  u = ops_decl_dat(bay, 1, size, base, dm, dp, f, "float", "u");
  v = ops_decl_dat(bay, 1, size, base, dm, dp, f, "float", "v");
  int p[] = {0, 0}, w[] = {0, 0, -1, 0, 0, -1}, e[] = {0, 0, 1, 0, 0, 1};
  S0 = ops_decl_stencil(2, 1, p, "S0");
  SW = ops_decl_stencil(2, 3, w, "SW");
  SE = ops_decl_stencil(2, 3, e, "SE");
  ops_reduction energy = ops_decl_reduction_handle(sizeof(float), "float", "energy");
  ops_partition("");

  // depth and surface from the application, packed interiors
  int disp[2], ext[2];
  ops_dat_get_extents(eta, 0, disp, ext);
  bool good = ops_dat_get_local_npartitions(eta) == 1 && ext[0] == NX && ext[1] == NY && disp[0] == 0;
  std::vector<float> h0(NX * NY), e0(NX * NY);
  std::vector<double> eta_p(at(0, NY + 1)), u_p(eta_p.size()), v_p(eta_p.size()), h_p(eta_p.size());
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      h_p[at(i, j)] = h0[j * NX + i] = 0.9f - 0.03f * j + 0.002f * i;
      eta_p[at(i, j)] = e0[j * NX + i] = expf(-0.04f * ((i - 12) * (i - 12) + (j - 9) * (j - 9)));
    }
  ops_dat_set_data(depth, 0, (char *)h0.data());
  ops_dat_set_data(eta, 0, (char *)e0.data());
  march(STEPS);
  plain(eta_p, u_p, v_p, h_p, STEPS);

  // an observation replaces a slab of the surface, a pier is set by raw pointer
  int slab[] = {5, 14, 3, 8};
  std::vector<float> piece(9 * 5), back(9 * 5);
  good = good && ops_dat_get_slab_extents(eta, 0, disp, ext, slab) == piece.size() * sizeof(float);
  ops_dat_fetch_data_slab_memspace(eta, 0, (char *)piece.data(), slab, OPS_HOST);
  double err = 0.0;
  for (int q = 0; q < 45; q++) {
    err = MAX(err, fabs(piece[q] - eta_p[at(5 + q % 9, 3 + q / 9)]));
    piece[q] *= 1.25f;
    eta_p[at(5 + q % 9, 3 + q / 9)] = piece[q];
  }
  ops_dat_set_data_slab_memspace(eta, 0, (char *)piece.data(), slab, OPS_HOST);
  ops_dat_fetch_data_slab_memspace(eta, 0, (char *)back.data(), slab, OPS_HOST);
  good = good && back == piece;
  int stride[2], hm[2], hp[2];
  ops_memspace space = OPS_HOST;
  ops_dat_get_raw_metadata(u, 0, disp, ext, stride, hm, hp);
  float *raw = (float *)ops_dat_get_raw_pointer(u, 0, S0, &space);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      err = MAX(err, fabs(raw[j * stride[0] + i] - u_p[at(i, j)]));
      if (i == 20)
        raw[j * stride[0] + i] = 0.0f;
    }
  ops_dat_release_raw_data(u, 0, OPS_RW);
  for (int j = 0; j < NY; j++)
    u_p[at(20, j)] = 0.0;

  // from here on with the gradient
  std::vector<double> u1(u_p), v1(v_p), hp1(h_p), start(eta_p);
  ops_ad_reset(OPS_instance::getOPSInstance());
  march(STEPS);
  int all[] = {0, NX, 0, NY};
  ops_par_loop(tide_energy, "energy", bay, 2, all, ops_arg_dat(eta, 1, S0, "float", OPS_READ),
               ops_arg_reduce(energy, 1, "float", OPS_INC));
  float E, one = 1.0f;
  energy->get_result<float>(&E, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  double Ep = plain(eta_p, u_p, v_p, h_p, STEPS);
  std::vector<float> got(NX * NY), gh(NX * NY);
  ops_dat_fetch_data(eta, 0, (char *)got.data());
  for (int q = 0; q < NX * NY; q++)
    err = MAX(err, fabs(got[q] - eta_p[at(q % NX, q / NX)]));
  err = MAX(err, fabs(E / Ep - 1.0));

  ops_dat_fetch_derivative(depth, (char *)gh.data(), OPS_HOST);
  double gerr = 0.0, gmax[2] = {0.0, 0.0}, ge[2] = {0.0, 0.0};
  ops_memspace where = OPS_HOST;
  float *ge_raw = (float *)ops_dat_derivative_get_raw_pointer(eta, S0, &where);
  ops_dat_get_raw_metadata(eta, 0, disp, ext, stride, hm, hp);
  for (int t = 0; t < 40; t++) {
    typedef std::complex<double> cd;
    std::vector<cd> ec(start.begin(), start.end()), uc(u1.begin(), u1.end()), vc(v1.begin(), v1.end()),
        hc(hp1.begin(), hp1.end());
    int i = t * 11 % NX, j = t * 7 % NY, k = t % 2;
    (k ? hc : ec)[at(i, j)] += cd(0, 1e-30);
    double want = plain(ec, uc, vc, hc, STEPS).imag() / 1e-30;
    double mine = k ? gh[j * NX + i] : ge_raw[j * stride[0] + i];
    ge[k] = MAX(ge[k], fabs(want - mine));
    gmax[k] = MAX(gmax[k], fabs(want));
  }
  ops_dat_release_raw_derivative(eta, OPS_READ, where);
  gerr = MAX(ge[0] / gmax[0], ge[1] / gmax[1]);

  // the text file holds every value, halos included, one row in a line
  remove("tide_gauge.txt");
  ops_print_dat_to_txtfile(eta, "tide_gauge.txt");
  std::ifstream in("tide_gauge.txt");
  std::string line, word;
  std::vector<double> numbers;
  int lines = 0;
  while (std::getline(in, line)) {
    if (line.find(':') != std::string::npos || line.find("elem size") != std::string::npos)
      continue;
    std::istringstream words(line);
    int n = 0;
    for (; words >> word; n++)
      numbers.push_back(atof(word.c_str()));
    if (n > 0)
      lines++;
  }
  double terr = 1.0;
  if (lines == NY + 1 && numbers.size() % lines == 0) {
    int pitch = numbers.size() / lines;
    terr = 0.0;
    for (int q = 0; q < NX * NY; q++)
      terr = MAX(terr, fabs(numbers[(q / NX) * pitch + 1 + q % NX] - got[q]));
  }
  ops_printf("energy %.6f, errors: values %.2e, gradient %.2e, text %.2e\n", E, err, gerr, terr);
  good = good && err < 1e-5 && gerr < 1e-5 && terr < 1e-7;
  ops_printf("tide_gauge: %s\n", good ? "passed" : "failed");
  ops_exit();
  return good ? 0 : 1;
}
