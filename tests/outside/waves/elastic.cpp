// Elastic waves below a free surface, velocity and stress on staggered grids, in the C++ form. Uses structure-of-arrays
// datasets of several components, a switch and local arrays in a kernel, a seed of two components, and the derivative
// as a dataset in a passive loop. Projected gradients are compared with complex steps.

#define OPS_2D
#define OPS_SOA
#define OPS_CPP_API
#include "ops_seq_v2.h"

#include <complex>
#include <memory>
#include <vector>

enum { RHO, LAMBDA, MU };
enum { SXX, SYY, SXY };

static void velocity(ACC<double>& v, const ACC<double>& s, const ACC<double>& m, const double* dt) {
  const double b = *dt / m(RHO, 0, 0);
  v(0, 0, 0) += b * (s(SXX, 1, 0) - s(SXX, 0, 0) + s(SXY, 0, 0) - s(SXY, 0, -1));
  v(1, 0, 0) += b * (s(SXY, 0, 0) - s(SXY, -1, 0) + s(SYY, 0, 1) - s(SYY, 0, 0));
}

static void stress(ACC<double>& s, const ACC<double>& v, const ACC<double>& m, const double* dt) {
  double exx = v(0, 0, 0) - v(0, -1, 0), eyy = v(1, 0, 0) - v(1, 0, -1);
  double exy = v(0, 0, 1) - v(0, 0, 0) + v(1, 1, 0) - v(1, 0, 0);
  double rate[3];
  for (int c = 0; c < 3; c++) {
    switch (c) {
      case SXX:
        rate[c] = (m(LAMBDA, 0, 0) + 2.0 * m(MU, 0, 0)) * exx + m(LAMBDA, 0, 0) * eyy;
        break;
      case SYY:
        rate[c] = m(LAMBDA, 0, 0) * exx + (m(LAMBDA, 0, 0) + 2.0 * m(MU, 0, 0)) * eyy;
        break;
      default:
        rate[c] = m(MU, 0, 0) * exy;
    }
  }
  for (int c = 0; c < 3; c++) s(c, 0, 0) = s(c, 0, 0) + *dt * rate[c];
}

// Image method: the normal and shear stress are odd about the surface row.
static void free_surface(ACC<double>& s) {
  s(SYY, 0, 0) = -s(SYY, 0, 2);
  s(SXY, 0, 0) = -s(SXY, 0, 1);
}
static void surface_row(ACC<double>& s) { s(SYY, 0, 0) = 0.0; }

static void kick(ACC<double>& s, const double* f) {
  s(SXX, 0, 0) += f[0];
  s(SYY, 0, 0) += f[1];
}
static void kinetic(const ACC<double>& v, const ACC<double>& m, double* e) {
  e[0] += 0.5 * m(RHO, 0, 0) * v(0, 0, 0) * v(0, 0, 0);
  e[1] += 0.5 * m(RHO, 0, 0) * v(1, 0, 0) * v(1, 0, 0);
}
static void project(const ACC<double>& g, const ACC<double>& d, double* dot) {
  for (int c = 0; c < 3; c++) dot[c] += g(c, 0, 0) * d(c, 0, 0);
}

const int nx = 31, ny = 25, nt = 24;
const double tau = 0.3;
struct Source {
  int i, j;
  double f(int t) const { return exp(-0.05 * (t - 8) * (t - 8)); }
} const source = {11, 7};
static double material(int c, int i, int j) {
  return (c == RHO ? 1.2 : 1.0) + 0.2 * c + 0.1 * sin(0.3 * i + c) + 0.05 * cos(0.4 * j * (c + 1));
}
static double direction(int c, int i, int j) { return cos(1.7 * i + 0.9 * j + 2.0 * c); }

template <class T>
struct Field {
  std::vector<T> a;
  Field() : a((nx + 4) * (ny + 4), T(0)) {}
  T& operator()(int i, int j) { return a[i + 2 + (nx + 4) * (j + 2)]; }
};

template <class T>
T plain(Field<T> (&m)[3], Field<T> (&v)[2]) {
  Field<T> s[3];
  for (int t = 0; t < nt; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        v[0](i, j) += tau / m[0](i, j) * (s[0](i + 1, j) - s[0](i, j) + s[2](i, j) - s[2](i, j - 1));
        v[1](i, j) += tau / m[0](i, j) * (s[2](i, j) - s[2](i - 1, j) + s[1](i, j + 1) - s[1](i, j));
      }
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        T l = m[1](i, j), u = m[2](i, j), xx = v[0](i, j) - v[0](i - 1, j), yy = v[1](i, j) - v[1](i, j - 1);
        s[0](i, j) += tau * ((l + 2.0 * u) * xx + l * yy);
        s[1](i, j) += tau * (l * xx + (l + 2.0 * u) * yy);
        s[2](i, j) += tau * u * (v[0](i, j + 1) - v[0](i, j) + v[1](i + 1, j) - v[1](i, j));
      }
    s[0](source.i, source.j) += source.f(t);
    s[1](source.i, source.j) += 0.5 * source.f(t);
    for (int i = 0; i < nx; i++) {
      s[1](i, 0) = 0.0;
      s[1](i, -1) = -s[1](i, 1);
      s[2](i, -1) = -s[2](i, 0);
    }
  }
  T e = 0;
  for (int j = 3; j < ny - 2; j++)
    for (int i = 2; i < nx; i++) e += m[0](i, j) * 0.5 * (v[0](i, j) * v[0](i, j) + 3.0 * v[1](i, j) * v[1](i, j));
  return e;
}

int main(int argc, char** argv) {
  std::unique_ptr<OPS_instance> ops(new OPS_instance(argc, argv, 1));
  ops->OPS_soa = 1;
  ops_block block = ops->decl_block(2, "halfspace");
  int size[] = {nx, ny}, base[] = {0, 0}, dm[] = {-2, -2}, dp[] = {2, 2};
  std::vector<double> mat(3 * (nx + 4) * (ny + 4)), dir(mat.size());
  for (int c = 0, n = 0; c < 3; c++)
    for (int j = -2; j < ny + 2; j++)
      for (int i = -2; i < nx + 2; i++, n++) mat[n] = material(c, i, j), dir[n] = direction(c, i, j);
  double* nil = nullptr;
  ops_dat v = block->decl_dat(2, size, base, dm, dp, nil, "double", "v");
  ops_dat s = block->decl_dat(3, size, base, dm, dp, nil, "double", "s");
  ops_dat m = block->decl_dat(3, size, base, dm, dp, mat.data(), "double", "m");
  ops_dat d = block->decl_dat_passive(3, size, base, dm, dp, dir.data(), "double", "d");
  int o[] = {0, 0}, five[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, up[] = {0, 0, 0, 1, 0, 2};
  ops_stencil S0 = ops->decl_stencil(2, 1, o, "0"), S5 = ops->decl_stencil(2, 5, five, "5"),
              SU = ops->decl_stencil(2, 3, up, "up");
  ops_reduction energy = ops->decl_reduction_handle(2 * sizeof(double), "double", "energy");
  ops_reduction dot = ops->decl_reduction_handle(3 * sizeof(double), "double", "dot");
  ops->partition("halfspace");

  double dt = tau;
  int all[] = {0, nx, 0, ny}, row0[] = {0, nx, 0, 1}, above[] = {0, nx, -1, 0};
  int box[] = {2, nx, 3, ny - 2}, point[] = {source.i, source.i + 1, source.j, source.j + 1};
  for (int t = 0; t < nt; t++) {
    double f[2] = {source.f(t), 0.5 * source.f(t)};
    ops_par_loop(velocity, "velocity", block, 2, all, ops_arg_dat(v, 2, S0, "double", OPS_RW),
                 ops_arg_dat(s, 3, S5, "double", OPS_READ), ops_arg_dat(m, 3, S0, "double", OPS_READ),
                 ops_arg_gbl(&dt, 1, "double", OPS_READ));
    ops_par_loop(stress, "stress", block, 2, all, ops_arg_dat(s, 3, S0, "double", OPS_RW),
                 ops_arg_dat(v, 2, S5, "double", OPS_READ), ops_arg_dat(m, 3, S0, "double", OPS_READ),
                 ops_arg_gbl(&dt, 1, "double", OPS_READ));
    ops_par_loop(kick, "kick", block, 2, point, ops_arg_dat(s, 3, S0, "double", OPS_RW),
                 ops_arg_gbl(f, 2, "double", OPS_READ));
    ops_par_loop(surface_row, "surface_row", block, 2, row0, ops_arg_dat(s, 3, S0, "double", OPS_RW));
    ops_par_loop(free_surface, "free_surface", block, 2, above, ops_arg_dat(s, 3, SU, "double", OPS_RW));
  }
  ops_par_loop(kinetic, "kinetic", block, 2, box, ops_arg_dat(v, 2, S0, "double", OPS_READ),
               ops_arg_dat(m, 3, S0, "double", OPS_READ), ops_arg_reduce(energy, 2, "double", OPS_INC));
  double e[2], seed[2] = {1.0, 3.0}, got[3];
  energy->get_result<double>(e, seed);
  ops_interpret_adjoints(ops.get());
  ops_dat grad = m->get_derivative_as_ops_dat();
  ops_par_loop_passive(project, "project", block, 2, all, ops_arg_dat(grad, 3, S0, "double", OPS_READ),
                       ops_arg_dat(d, 3, S0, "double", OPS_READ), ops_arg_reduce(dot, 3, "double", OPS_INC));
  dot->get_result<double>(got);

  Field<double> pm[3], pv[2];
  for (int c = 0; c < 3; c++)
    for (int j = -2; j < ny + 2; j++)
      for (int i = -2; i < nx + 2; i++) pm[c](i, j) = material(c, i, j);
  double pe = plain(pm, pv), err = fabs(e[0] + 3.0 * e[1] - pe) / pe, gerr = 0, top = 0;
  for (auto& f : pv)
    for (double x : f.a) top = fmax(top, fabs(x));
  int disp[2], ext[2], pitch[2], rm[2], rp[2], space = OPS_HOST;
  v->get_raw_metadata(0, disp, ext, pitch, rm, rp);
  double* raw = (double*)v->get_raw_pointer(0, S0, &space);
  for (int c = 0; c < 2; c++)
    for (int j = 0; j < ext[1]; j++)
      for (int i = 0; i < ext[0]; i++)
        err = fmax(err, fabs(raw[i + (size_t)pitch[0] * (j + pitch[1] * c)] - pv[c](disp[0] + i, disp[1] + j)) / top);
  v->release_raw_data(0, OPS_READ);
  for (int c = 0; c < 3; c++) {
    Field<std::complex<double>> cm[3], cv[2];
    for (int k = 0; k < 3; k++)
      for (int j = -2; j < ny + 2; j++)
        for (int i = -2; i < nx + 2; i++) {
          bool in = i >= 0 && i < nx && j >= 0 && j < ny && k == c;
          cm[k](i, j) = std::complex<double>(material(k, i, j), in ? 1e-40 * direction(k, i, j) : 0.0);
        }
    double want = plain(cm, cv).imag() / 1e-40;
    gerr = fmax(gerr, fabs(want - got[c]) / fabs(want));
  }
  printf("kinetic energy %g %g, error %.2e, gradient error %.2e\n", e[0], e[1], err, gerr);
  bool ok = err < 1e-12 && gerr < 1e-10;
  printf("elastic: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}
