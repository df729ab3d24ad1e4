// Derivatives by a compact scheme of fourth order along three axes: rows by a kernel, systems by the tridiagonal solver, also on parts of the
// box.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#define OPS_3D
#include "ops_seq_v2.h"
#include "agree.h"

static int cells[3] = {11, 9, 8};
double h[3] = {0.1, 0.2, 0.25};

// The row of one cell. First and last rows are one-sided, and leave early.
template <typename T, int x, int y, int z>
void pade(const ACC<T>& f, ACC<T>& a, ACC<T>& b, ACC<T>& c, ACC<T>& d, const int* idx, const int* length) {
  const int at = x * idx[0] + y * idx[1] + z * idx[2];
  const T width = T(h[y + 2 * z]);
  b(0, 0, 0) = T(1);
  if (at == 0) {
    a(0, 0, 0) = T(0), c(0, 0, 0) = T(2);
    d(0, 0, 0) = (T(-2.5) * f(0, 0, 0) + T(2) * f(x, y, z) + T(0.5) * f(2 * x, 2 * y, 2 * z)) / width;
    return;
  }
  if (at == *length - 1) {
    a(0, 0, 0) = T(2), c(0, 0, 0) = T(0);
    d(0, 0, 0) = (T(2.5) * f(0, 0, 0) - T(2) * f(-x, -y, -z) - T(0.5) * f(-2 * x, -2 * y, -2 * z)) / width;
    return;
  }
  a(0, 0, 0) = c(0, 0, 0) = T(0.25);
  d(0, 0, 0) = T(1.5) * (f(x, y, z) - f(-x, -y, -z)) / (T(2) * width);
}

template <typename T>
void wavy(ACC<T>& f, const int* idx) {
  f(0, 0, 0) = T(sin(0.5 * idx[0]) * (1.0 + 0.1 * idx[1] * idx[1]) - cos(0.3 * idx[2] * idx[0]));
}

void keep(const ACC<double>& from, ACC<double>& to) { to(0, 0, 0) = from(0, 0, 0); }

void weigh(const ACC<double>& dx, const ACC<double>& total, double* sum) {
  *sum += 0.5 * dx(0, 0, 0) * dx(0, 0, 0) + 0.1 * total(0, 0, 0) * total(0, 0, 0);
}

namespace {
template <class T>
struct Plain {
  std::vector<T> v = std::vector<T>(static_cast<size_t>(cells[0] * cells[1] * cells[2]));
  T& operator()(const int* p) { return v[static_cast<size_t>(p[0] + cells[0] * (p[1] + cells[1] * p[2]))]; }
};

/// Solutions in `range`, right-hand sides elsewhere: as the solver leaves them.
template <class T>
Plain<T> plain_derivative(Plain<T>& f, int axis, const int* range) {
  Plain<T> d;
  const int n = cells[axis], u = (axis + 1) % 3, v = (axis + 2) % 3;
  for (int p = 0; p < cells[u]; ++p)
    for (int q = 0; q < cells[v]; ++q) {
      std::vector<T> a(static_cast<size_t>(n), T(0.25)), b(a.size(), T(1)), c = a, r(a.size());
      int at[3];
      at[u] = p, at[v] = q;
      const auto value = [&](int i) {
        at[axis] = i;
        return f(at);
      };
      const T w = T(h[axis]);
      for (int i = 1; i + 1 < n; ++i) r[static_cast<size_t>(i)] = T(1.5) * (value(i + 1) - value(i - 1)) / (T(2) * w);
      r.front() = (T(-2.5) * value(0) + T(2) * value(1) + T(0.5) * value(2)) / w;
      r.back() = (T(2.5) * value(n - 1) - T(2) * value(n - 2) - T(0.5) * value(n - 3)) / w;
      a.front() = c.back() = T(0), c.front() = a.back() = T(2);
      if (p >= range[2 * u] && p < range[2 * u + 1] && q >= range[2 * v] && q < range[2 * v + 1]) {
        for (size_t i = 1; i < r.size(); ++i) {
          const T m = a[i] / b[i - 1];
          b[i] -= m * c[i - 1], r[i] -= m * r[i - 1];
        }
        r.back() /= b.back();
        for (size_t i = r.size() - 1; i-- > 0;) r[i] = (r[i] - c[i] * r[i + 1]) / b[i];
      }
      for (int i = 0; i < n; ++i) at[axis] = i, d(at) = r[static_cast<size_t>(i)];
    }
  return d;
}

double plain_objective(Plain<double>& f, int* all) {
  Plain<double> dx = plain_derivative(f, 0, all), dy = plain_derivative(f, 1, all), dz = plain_derivative(f, 2, all);
  double sum = 0.0;
  for (size_t i = 0; i < f.v.size(); ++i) {
    const double total = f.v[i] + dy.v[i] + dz.v[i];
    sum += 0.5 * dx.v[i] * dx.v[i] + 0.1 * total * total;
  }
  return sum;
}
}  // namespace

template <typename T>
struct System {
  ops_dat f, a, b, c, d;
  System(ops_block box, const char* type) {
    int base[3] = {0, 0, 0}, depth[3] = {2, 2, 2}, below[3] = {-2, -2, -2}, none[3] = {0, 0, 0};
    T* temp = NULL;
    f = ops_decl_dat(box, 1, cells, base, below, depth, temp, type, (std::string("f_") + type).c_str());
    ops_dat* parts[] = {&a, &b, &c, &d};
    for (int n = 0; n < 4; ++n)
      *parts[n] = ops_decl_dat(box, 1, cells, base, none, none, temp, type, (std::string(1, char('a' + n)) + type).c_str());
  }
};

#define ROWS(T, name, X, Y, Z, s, stencil, axis)                                                                      \
  ops_par_loop(pade<T, X, Y, Z>, "pade_" #axis, box, 3, all, ops_arg_dat(s.f, 1, stencil, name, OPS_READ),            \
               ops_arg_dat(s.a, 1, S000, name, OPS_WRITE), ops_arg_dat(s.b, 1, S000, name, OPS_WRITE),                \
               ops_arg_dat(s.c, 1, S000, name, OPS_WRITE), ops_arg_dat(s.d, 1, S000, name, OPS_WRITE), ops_arg_idx(), \
               ops_arg_gbl(&cells[axis], 1, "int", OPS_READ))

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block box = ops_decl_block(3, "box");
  System<double> s(box, "double");
  System<float> t(box, "float");
  int base[3] = {0, 0, 0}, none[3] = {0, 0, 0};
  double* temp = NULL;
  ops_dat dx = ops_decl_dat(box, 1, cells, base, none, none, temp, "double", "dx"),
          total = ops_decl_dat(box, 1, cells, base, none, none, temp, "double", "total");
  int here[] = {0, 0, 0};
  ops_stencil S000 = ops_decl_stencil(3, 1, here, "000"), along[3];
  for (int axis = 0; axis < 3; axis++) {
    int points[15] = {};
    for (int p = 0; p < 5; p++) points[3 * p + axis] = p - 2;
    along[axis] = ops_decl_stencil(3, 5, points, (std::string("along") + char('0' + axis)).c_str());
  }
  ops_decl_const("h", 3, "double", h);
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");

  int all[6] = {0, cells[0], 0, cells[1], 0, cells[2]}, with_halo[6] = {-2, cells[0] + 2, -2, cells[1] + 2, -2, cells[2] + 2};
  ops_tridsolver_params* params = new ops_tridsolver_params(box, ops_tridsolver_params::ALLGATHER);
  params->set_batch_size(32);
  ops_par_loop(wavy<double>, "wavy", box, 3, with_halo, ops_arg_dat(s.f, 1, S000, "double", OPS_WRITE), ops_arg_idx());
  Plain<double> f;
  f.v = ops_dat_fetch_data<double>(s.f);

  ROWS(double, "double", 1, 0, 0, s, along[0], 0);
  ops_tridMultiDimBatch(3, 0, all, s.a, s.b, s.c, s.d, params);
  ops_par_loop(keep, "keep", box, 3, all, ops_arg_dat(s.d, 1, S000, "double", OPS_READ), ops_arg_dat(dx, 1, S000, "double", OPS_WRITE));
  ops_par_loop(keep, "keep", box, 3, all, ops_arg_dat(s.f, 1, S000, "double", OPS_READ), ops_arg_dat(total, 1, S000, "double", OPS_WRITE));
  ROWS(double, "double", 0, 1, 0, s, along[1], 1);
  ops_tridMultiDimBatch_Inc(3, 1, all, s.a, s.b, s.c, s.d, total, params);
  ROWS(double, "double", 0, 0, 1, s, along[2], 2);
  ops_tridMultiDimBatch_Inc(3, 2, all, s.a, s.b, s.c, s.d, total, params);
  ops_par_loop(weigh, "weigh", box, 3, all, ops_arg_dat(dx, 1, S000, "double", OPS_READ), ops_arg_dat(total, 1, S000, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double value = 0.0, one = 1.0;
  sum->get_result(&value, &one);
  ops_printf("objective %.10f\n", value);
  check::number("objective", value, plain_objective(f, all), 1e-12);
  check::fields("dx", ops_dat_fetch_data<double>(dx), plain_derivative(f, 0, all).v, 1e-12);

  ops_interpret_adjoints();
  const std::vector<double> slope = ops_dat_fetch_derivative<double>(s.f);
  for (size_t probe : {size_t(0), size_t(5), size_t(10), size_t(300), size_t(407), slope.size() - 1}) {
    Plain<double> up = f, down = f;
    up.v[probe] += 1e-3, down.v[probe] -= 1e-3;
    check::number("slope", slope[probe], (plain_objective(up, all) - plain_objective(down, all)) / 2e-3, 1e-8);
  }
  ops_ad_reset();

  // In float, and in a part of the box only: a slab that the axis of the systems crosses as a whole.
  ops_par_loop(wavy<float>, "wavy_float", box, 3, with_halo, ops_arg_dat(t.f, 1, S000, "float", OPS_WRITE), ops_arg_idx());
  Plain<float> g;
  g.v = ops_dat_fetch_data<float>(t.f);
  int part[6] = {2, 9, 0, cells[1], 3, 6};
  ROWS(float, "float", 0, 1, 0, t, along[1], 1);
  ops_tridMultiDimBatch(3, 1, part, t.a, t.b, t.c, t.d, params);
  check::fields("part in float", ops_dat_fetch_data<float>(t.d), plain_derivative(g, 1, part).v, 1e-5);
  int rest[6] = {0, cells[0], 2, 5, 0, cells[2]};
  ROWS(float, "float", 0, 0, 1, t, along[2], 2);
  ops_tridMultiDimBatch(3, 2, rest, t.a, t.b, t.c, t.d, params);
  check::fields("another part", ops_dat_fetch_data<float>(t.d), plain_derivative(g, 2, rest).v, 1e-5);
  delete params;
  const int status = check::verdict();
  ops_exit();
  return status;
}
