// ADI in 3-D, an implicit solve along each direction in every step with coefficients that depend on the state, by the C++ form; a scalar from an
// external function steers the source (it reads a slab through a raw pointer). Oracle: dual numbers, Thomas algorithm.
#define OPS_3D
#define OPS_CPP_API
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>
#include "ops_seq_v2.h"
enum { NX = 6, NY = 5, NZ = 4, N = NX * NY * NZ, STEPS = 3 };
void coefficients(const ACC<double>& u, ACC<double>& a, ACC<double>& b, ACC<double>& c, const int* last, const int* axis, const int* idx) {
  const double k = 0.1 + 0.05 * u(0, 0, 0) * u(0, 0, 0);
  const int i = axis[0] == 0 ? idx[0] : axis[0] == 1 ? idx[1] : idx[2];
  a(0, 0, 0) = i == 0 ? 0.0 : -k;
  c(0, 0, 0) = i == *last ? 0.0 : -1.1 * k;
  b(0, 0, 0) = 1.0 + 2.2 * k;
}
void source(ACC<double>& u, const double* s, const int* idx) { u(0, 0, 0) += 0.02 * s[0] * u(0, 0, 0) + 0.01 * s[1] * (idx[0] == idx[1]); }
void total(const ACC<double>& u, double* j) { *j += u(0, 0, 0) * u(0, 0, 0) * u(0, 0, 0); }
struct D { double v, d; };
static D operator+(D a, D b) { return {a.v + b.v, a.d + b.d}; }
static D operator-(D a, D b) { return {a.v - b.v, a.d - b.d}; }
static D operator*(D a, D b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
static D operator/(D a, D b) { return {a.v / b.v, (a.d - a.v / b.v * b.d) / b.v}; }
static D c(double x) { return {x, 0}; }
static D oracle(std::vector<D> u, D amp) {
  const int n[3] = {NX, NY, NZ}, st[3] = {1, NX, NX * NY};
  for (int s = 0; s < STEPS; ++s) {
    D mean = c(0);
    for (int i = 0; i < NX * NY; ++i) mean = mean + c(1.0 / (NX * NY)) * u[NX * NY + i] * u[NX * NY + i];  // the slab z = 1
    const D s0 = amp * mean, s1 = amp * amp + mean;
    for (int i = 0; i < N; ++i) u[i] = u[i] + c(0.02) * s0 * u[i] + c(0.01 * (i % NX == i / NX % NY)) * s1;
    for (int axis = 0; axis < 3; ++axis)
      for (int at = 0; at < N; ++at) {
        if (at / st[axis] % n[axis] != 0) continue;
        std::vector<D> cc(n[axis]), d(n[axis]);
        for (int i = 0; i < n[axis]; ++i) {
          const D x = u[at + i * st[axis]], k = c(0.1) + c(0.05) * x * x, a = i ? c(-1) * k : c(0), b = c(1) + c(2.2) * k, e = i + 1 < n[axis] ? c(-1.1) * k : c(0);
          const D den = i ? b - a * cc[i - 1] : b;
          cc[i] = e / den, d[i] = (i ? x - a * d[i - 1] : x) / den;
        }
        for (int i = n[axis] - 1; i >= 0; --i) { if (i + 1 < n[axis]) d[i] = d[i] - cc[i] * d[i + 1]; }
        for (int i = 0; i < n[axis]; ++i) u[at + i * st[axis]] = d[i];
      }
  }
  D J = c(0);
  for (D x : u) J = J + x * x * x;
  return J;
}
int main(int argc, char** argv) {
  OPS_instance* in = new OPS_instance(argc, argv, 1);
  ops_block grid = in->decl_block(3, "grid");
  int size[] = {NX, NY, NZ}, base[] = {0, 0, 0}, h[] = {0, 0, 0}, all[] = {0, NX, 0, NY, 0, NZ}, zero[] = {0, 0, 0};
  double* null = nullptr;
  std::vector<ops_dat> d;
  for (const char* name : {"start", "u", "a", "b", "c"}) d.push_back(grid->decl_dat(1, size, base, h, h, null, "double", name));
  ops_dat start = d[0], u = d[1];
  ops_stencil P = in->decl_stencil(3, 1, zero, "P");
  ops_reduction r = in->decl_reduction_handle(sizeof(double), "double", "r");
  double a0 = 0.8, s0[2] = {0, 0};
  ops_scalar amp = in->decl_scalar<double>("amp", &a0, 1), drive = in->decl_scalar<double>("drive", s0, 2);
  in->partition("");
  ops_tridsolver_params params(grid);
  std::vector<double> u0(N), w(N);
  for (int i = 0; i < N; ++i) u0[i] = 0.7 + 0.2 * std::sin(2.0 * i), w[i] = std::cos(1.1 * i);
  start->set_data(0, (char*)u0.data());
  ops_dat_deep_copy(u, start);
  for (int s = 0; s < STEPS; ++s) {
    ops_execute_external_function(
        [=] {
          ops_memspace ms = OPS_HOST;
          int disp[3], ext[3], pitch[3], m[3], p[3];
          u->get_raw_metadata(0, disp, ext, pitch, m, p);
          const double* x = (const double*)u->get_raw_pointer(0, P, &ms);
          double mean = 0;
          for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) { const double v = x[i + pitch[0] * (j + pitch[1])]; mean += v * v / (NX * NY); }
          u->release_raw_data(0, OPS_READ);
          const double a = *amp->get_data<double>();
          double* o = drive->get_raw_pointer<double>();
          o[0] = a * mean, o[1] = a * a + mean;
          drive->release_raw_pointer(o, OPS_WRITE);
        },
        [=] {
          ops_memspace ms = OPS_HOST;
          int disp[3], ext[3], pitch[3], m[3], p[3];
          u->get_raw_metadata(0, disp, ext, pitch, m, p);
          const double* x = (const double*)u->get_raw_pointer(0, P, &ms);
          double mean = 0, *dd = drive->get_derivative<double>();
          const double a = *amp->get_data<double>(), dmean = a * dd[0] + dd[1];
          double* g = (double*)u->derivative_get_raw_pointer(P, &ms);
          for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i) { const int at = i + pitch[0] * (j + pitch[1]); mean += x[at] * x[at] / (NX * NY); g[at] += 2 * x[at] / (NX * NY) * dmean; }
          u->release_raw_derivative(OPS_RW, &ms);
          u->release_raw_data(0, OPS_READ);
          *amp->get_derivative<double>() += mean * dd[0] + 2 * a * dd[1];
          dd[0] = dd[1] = 0;
        },
        ops_arg_dat(u, 1, P, "double", OPS_READ), ops_arg_scalar(drive, 2, "double", OPS_WRITE), ops_arg_scalar(amp, 1, "double", OPS_READ));
    ops_par_loop(source, "source", grid, 3, all, ops_arg_dat(u, 1, P, "double", OPS_RW), ops_arg_scalar(drive, 2, "double", OPS_READ), ops_arg_idx());
    for (int axis = 0; axis < 3; ++axis) {
      int last = size[axis] - 1;
      ops_par_loop(coefficients, "coefficients", grid, 3, all, ops_arg_dat(u, 1, P, "double", OPS_READ), ops_arg_dat(d[2], 1, P, "double", OPS_WRITE), ops_arg_dat(d[3], 1, P, "double", OPS_WRITE),
                   ops_arg_dat(d[4], 1, P, "double", OPS_WRITE), ops_arg_gbl(&last, 1, "int", OPS_READ), ops_arg_gbl(&axis, 1, "int", OPS_READ), ops_arg_idx());
      ops_tridMultiDimBatch(3, axis, all, d[2], d[3], d[4], u, &params);
    }
  }
  ops_par_loop(total, "total", grid, 3, all, ops_arg_dat(u, 1, P, "double", OPS_READ), ops_arg_reduce(r, 1, "double", OPS_INC));
  double J, one = 1;
  r->get_result(&J, &one);
  ops_interpret_adjoints(in);
  std::vector<double> g(N);
  start->fetch_derivative((char*)g.data());
  double got = -0.6 * *amp->get_derivative<double>();
  std::vector<D> x;
  for (int i = 0; i < N; ++i) got += g[i] * w[i], x.push_back({u0[i], w[i]});
  const D want = oracle(x, {a0, -0.6});
  std::printf("J %.14g along %.14g; expected %.14g %.14g\n", J, got, want.v, want.d);
  const bool ok = std::fabs(J / want.v - 1) < 1e-12 && std::fabs(got / want.d - 1) < 1e-10;
  std::printf("spins_adi: %s\n", ok ? "passed" : "failed");
  in->exit();
  delete in;
  return !ok;
}
