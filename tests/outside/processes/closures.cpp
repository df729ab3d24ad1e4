// External functions on several processes: an implicit equation of state solved cell by cell through raw pointers, with an adjoint by hand, between recorded
// loops; steps, a budget, two interpretations; a sum of everything that the function saw, which each process makes of its part. In C++ form, two instances.
#define OPS_CPP_API
#define OPS_2D
#include <algorithm>
#include <memory>
#include <utility>
#include "ops_seq_v2.h"
#include "check.h"

constexpr int NX = 8, NY = 5, steps = 4;
// t + 0.2 t^3 = e
template <class T>
T temperature(T e) {
  T t = re(e);
  for (int n = 0; n < 40; ++n) t -= (t + 0.2 * t * t * t - e) / (1.0 + 0.6 * t * t);
  return t;
}
void conduct(const ACC<double>& t, ACC<double>& e, const double* k) { e(0, 0) += 0.1 * *k * (t(1, 0) + t(-1, 0) + t(0, 1) + t(0, -1) - 4.0 * t(0, 0)); }
void total(const ACC<double>& e, const ACC<double>& t, double* sum) { *sum += e(0, 0) * t(0, 0); }

template <class T>
T plain(const std::vector<T>& x, std::vector<T>* end = nullptr) {  // e, then k
  std::vector<T> e(x.begin(), x.end() - 1), t(NX * NY);
  auto at = [&](int i, int j) { return i < 0 || j < 0 || i >= NX || j >= NY ? T(0) : t[i + NX * j]; };
  for (int s = 0; s <= steps; ++s) {
    for (int i = 0; i < NX * NY; ++i) t[i] = temperature(e[i]);
    if (s == steps) break;
    for (int j = 0; j < NY; ++j)
      for (int i = 0; i < NX; ++i) e[i + NX * j] += 0.1 * x.back() * (at(i + 1, j) + at(i - 1, j) + at(i, j + 1) + at(i, j - 1) - 4.0 * at(i, j));
  }
  T sum = 0;
  for (int i = 0; i < NX * NY; ++i) sum += e[i] * t[i];
  if (end) *end = t;
  return sum;
}

struct Cells {  // this process's part of a dataset
  double* p;
  int size[2], stride[2];
  double& operator()(int i, int j) const { return p[i + stride[0] * j]; }
};
struct Model {
  OPS_instance instance;
  ops_block grid;
  ops_dat start, e, t;
  ops_stencil point, star;
  ops_scalar k;
  ops_reduction sum;
  Model(int argc, const char* const* argv, double conductivity) : instance(argc, argv, 1) {
    grid = instance.decl_block(2, "grid");
    int size[] = {NX, NY}, base[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1}, five[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
    double* none = nullptr;
    start = grid->decl_dat(1, size, base, m, p, none, "double", "start");
    e = grid->decl_dat(1, size, base, m, p, none, "double", "e");
    t = grid->decl_dat(1, size, base, m, p, none, "double", "t");
    point = instance.decl_stencil(2, 1, five, "point"), star = instance.decl_stencil(2, 5, five, "star");
    k = instance.decl_scalar("k", &conductivity, 1);
    sum = instance.decl_reduction_handle(sizeof(double), "double", "sum");
    instance.partition("");
  }
  Cells cells(ops_dat dat, char* pointer) const {
    Cells c{reinterpret_cast<double*>(pointer), {}, {}};
    dat->get_raw_metadata(0, nullptr, c.size, c.stride, nullptr, nullptr);
    return c;
  }
  void solve() {
    ops_memspace space = OPS_HOST, other = OPS_HOST;
    const Cells from = cells(e, e->get_raw_pointer(0, point, &space)), to = cells(t, t->get_raw_pointer(0, point, &other));
    for (int j = 0; j < from.size[1]; ++j)
      for (int i = 0; i < from.size[0]; ++i) to(i, j) = temperature(from(i, j));
    e->release_raw_data(0, OPS_READ);
    t->release_raw_data(0, OPS_WRITE);
  }
  void solve_adjoint() {
    ops_memspace space = OPS_HOST;
    const Cells tt = cells(t, t->get_raw_pointer(0, point, &space));
    const Cells de = cells(e, e->derivative_get_raw_pointer(point, &space)), dt = cells(t, t->derivative_get_raw_pointer(point, &space));
    for (int j = 0; j < tt.size[1]; ++j)
      for (int i = 0; i < tt.size[0]; ++i) {
        de(i, j) += dt(i, j) / (1.0 + 0.6 * tt(i, j) * tt(i, j));
        dt(i, j) = 0.0;
      }
    t->release_raw_data(0, OPS_READ);
    e->release_raw_derivative(OPS_RW, &space);
    t->release_raw_derivative(OPS_RW, &space);
  }
  double run() {
    int all[] = {0, NX, 0, NY};
    ops_dat_deep_copy(e, start);
    for (int s = 0; s <= steps; ++s) {
      ops_ad_step(&instance);
      ops_execute_external_function([this] { solve(); }, [this] { solve_adjoint(); }, ops_arg_dat(e, 1, point, "double", OPS_READ), ops_arg_dat(t, 1, point, "double", OPS_RW));
      if (s < steps)
        ops_par_loop(conduct, "conduct", grid, 2, all, ops_arg_dat(t, 1, star, "double", OPS_READ), ops_arg_dat(e, 1, point, "double", OPS_INC), ops_arg_scalar(k, 1, "double", OPS_READ));
    }
    ops_par_loop(total, "total", grid, 2, all, ops_arg_dat(e, 1, point, "double", OPS_READ), ops_arg_dat(t, 1, point, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
    double value, one = 1.0;
    sum->get_result(&value, &one);
    return value;
  }
};

int main(int argc, char** argv) {
  int status = 1;
  {
    Model first(argc, argv, 1.0), second(argc, argv, 0.7);
    std::vector<double> x[2];
    for (int m = 0; m < 2; ++m) {
      for (int i = 0; i < NX * NY; ++i) x[m].push_back(std::sin(1.9 * i + m) * 1.5);
      x[m].push_back(m ? 0.7 : 1.0);
    }
    // both forward, then both back
    double found[2];
    Model* models[] = {&first, &second};
    for (int m = 0; m < 2; ++m) {
      ops_dat_set_data(models[m]->start, std::vector<double>(x[m].begin(), x[m].end() - 1));
      found[m] = models[m]->run();
    }
    for (int turn = 0; turn < 2; ++turn)
      for (int m = 0; m < 2; ++m) {
        ops_interpret_adjoints(&models[m]->instance);
        const std::string what = "model " + std::to_string(m) + " turn " + std::to_string(turn);
        std::vector<double> end, slope = ops_dat_fetch_derivative<double>(models[m]->start);
        slope.push_back(ops_scalar_fetch_derivative<double>(models[m]->k)[0]);
        check::number(what + " J", found[m], plain<double>(x[m], &end), 1e-13);
        check::fields(what + " t", ops_dat_fetch_data<double>(models[m]->t), end, 1e-13);
        check::fields(what + " slope", slope, check::gradient(x[m], [](const std::vector<Complex>& y) { return plain<Complex>(y); }), 1e-12);
      }
    status = check::verdict();
  }
  return status;
}
