// tests/faults/externals.cpp: a right program with two external functions, and one mistake at a time in what they touch or derive.
// externals <fault>.. runs it once per fault, each after a line "== <fault>"; "right" is no fault. What is reported must name the line
// that bears, or follows, "here: <fault>" (faults_test.py).
#include <vector>

#define OPS_1D
#include "ops.hpp"

#include "run.hpp"

inline void fill(ACC<double> &u, const int *idx) { u(0) = 0.63 + 0.1 * idx[0]; }
inline void move(const ACC<double> &u, ACC<double> &v) { v(0) = u(0); }
inline void scaled(const ACC<double> &u, ACC<double> &v, const double *factor) { v(0) = factor[0] * u(0); }
inline void energy(const ACC<double> &u, const ACC<double> &v, double *sum) { *sum += u(0) * u(0) + 0.5 * v(0) * v(0); }

namespace {

constexpr int N = 9;
using faults::is;

double *values(ops_dat dat) {
  ops_memspace space = OPS_HOST;
  return reinterpret_cast<double *>(ops_dat_get_raw_pointer(dat, 0, nullptr, &space));
}
double *slopes(ops_dat dat) { return reinterpret_cast<double *>(ops_dat_derivative_get_raw_pointer(dat, nullptr, nullptr)); }

struct World {
  int size[1] = {N}, base[1] = {0}, d_m[1] = {-1}, d_p[1] = {1}, all[2] = {0, N}, point[1] = {0};
  double one = 1.0, value = 0.0, *none = nullptr;
  std::vector<double> host = std::vector<double>(N, 0.4);
  OPS_instance *instance = OPS_instance::getOPSInstance();
  ops_block block = ops_decl_block(1, "line");
  ops_stencil S0 = ops_decl_stencil(1, 1, point, "0");
  ops_dat u = declare("u"), v = declare("v"), w = declare("w"), other = declare("other");
  ops_scalar scale = ops_decl_scalar("scale", &one, 1);
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");

  World() { ops_partition(""); }
  ops_dat declare(const char *name) { return ops_decl_dat(block, 1, size, base, d_m, d_p, none, "double", name); }
  char *bytes() { return reinterpret_cast<char *>(host.data()); }

  void cube();
  void cube_adjoint();
  void touch();
  void touch_adjoint();
  void relax();
  void relax_adjoint();
  void run();
};

/// v = u^3 + u of the right neighbour, from where u is large.
void World::cube() {
  touch();
  double *x = values(u), *y = values(v);
  for (int i = 0; i < N; ++i) y[i] = x[i] * x[i] * x[i] + (x[i] > 1.0 && i + 1 < N ? x[i + 1] : 0.0);
  if (is("changes-input")) x[3] = 5.0;
  ops_dat_release_raw_data(u, 0, is("writes-input") ? OPS_RW : OPS_READ);  // here: writes-input
  ops_dat_release_raw_data(v, 0, OPS_WRITE);
}

void World::touch() {
  ops_memspace space = OPS_HOST;
  if (is("pointer-to-undeclared")) ops_dat_get_raw_pointer(other, 0, S0, &space);  // here: pointer-to-undeclared
  if (is("reads-undeclared")) ops_dat_fetch_data(other, 0, bytes());                // here: reads-undeclared
  if (is("writes-undeclared")) ops_dat_set_data(other, 0, bytes());                 // here: writes-undeclared
  if (is("loop-reads-undeclared"))
    // here: loop-reads-undeclared
    ops_par_loop(move, "move", block, 1, all, ops_arg_dat(other, 1, S0, "double", OPS_READ), ops_arg_dat(v, 1, S0, "double", OPS_WRITE));
  if (is("loop-writes-undeclared"))
    // here: loop-writes-undeclared
    ops_par_loop(move, "move", block, 1, all, ops_arg_dat(u, 1, S0, "double", OPS_READ), ops_arg_dat(other, 1, S0, "double", OPS_WRITE));
  if (is("loop-writes-input"))
    ops_par_loop(fill, "move", block, 1, all, ops_arg_dat(u, 1, S0, "double", OPS_WRITE), ops_arg_idx());  // here: loop-writes-input
  if (is("reads-output")) ops_dat_fetch_data(v, 0, bytes());                          // here: reads-output
  if (is("copies-undeclared")) ops_dat_deep_copy(other, u);                           // here: copies-undeclared
  if (is("derivative-in-primal")) ops_dat_fetch_derivative(u, bytes());               // here: derivative-in-primal
  if (is("scalar-written")) scale->release_raw_pointer(scale->get_raw_pointer<double>(), OPS_WRITE);  // here: scalar-written
  if (is("pointer-kept")) ops_dat_get_raw_pointer(u, 0, S0, &space);
  if (is("tape-kept")) ops_create_tape(instance);  // here: tape-kept
}

void World::cube_adjoint() {
  touch_adjoint();
  double *x = values(u), *a = slopes(u), *b = slopes(v);
  const double factor = is("factor") ? 2.0 : 3.0;
  for (int i = 0; i < N; ++i) {
    const double term = factor * x[i] * x[i] * b[i];
    if (is("assigns") && i == 4)
      a[i] = term;
    else
      a[i] += is("sign") ? -term : term;
    const bool linked = is("branch") ? true : x[i] > 1.0;
    if (linked && i + 1 < N) a[is("neighbour") ? i : i + 1] += b[i];
    if (!is("output-left")) b[i] = 0.0;
  }
  ops_dat_release_raw_data(u, 0, is("adjoint-writes-input") ? OPS_WRITE : OPS_READ);  // here: adjoint-writes-input
  ops_dat_release_raw_derivative(u, OPS_RW);
  if (!is("derivative-kept")) ops_dat_release_raw_derivative(v, OPS_RW);
}

void World::touch_adjoint() {
  ops_memspace space = OPS_HOST;
  if (is("derivative-of-undeclared")) ops_dat_derivative_get_raw_pointer(other, S0, &space);  // here: derivative-of-undeclared
  if (is("reads-derivative-of-undeclared")) ops_dat_fetch_derivative(other, bytes());         // here: reads-derivative-of-undeclared
  if (is("sets-derivative-of-undeclared")) ops_dat_set_derivative(other, bytes());            // here: sets-derivative-of-undeclared
  if (is("adjoint-reads-undeclared")) ops_dat_fetch_data(other, 0, bytes());                  // here: adjoint-reads-undeclared
  if (is("adjoint-writes-undeclared")) ops_dat_set_data(other, 0, bytes());                   // here: adjoint-writes-undeclared
  if (is("values-not-kept")) ops_dat_get_raw_ptr_as_input(v, 0, nullptr);                     // here: values-not-kept
  if (is("interprets-again")) ops_interpret_adjoints(instance);                               // here: interprets-again
}

/// w = w / (1 + w), from the values before.
void World::relax() {
  double *y = values(w);
  for (int i = 0; i < N; ++i) y[i] /= 1.0 + y[i];
  ops_dat_release_raw_data(w, 0, OPS_RW);
}

void World::relax_adjoint() {
  auto *before = reinterpret_cast<double *>(ops_dat_get_raw_ptr_as_input(w, 0, nullptr));
  double *after = values(w), *b = slopes(w);
  for (int i = 0; i < N; ++i) {
    const double y = is("stale") ? after[i] : before[i];
    b[i] *= 1.0 / ((1.0 + y) * (1.0 + y));
  }
  ops_dat_release_raw_data(w, 0, OPS_READ);
  ops_dat_release_raw_derivative(w, OPS_RW);
}

void World::run() {
  ops_par_loop(fill, "fill", block, 1, all, ops_arg_dat(u, 1, S0, "double", OPS_WRITE), ops_arg_idx());
  ops_execute_external_function([this] { cube(); }, [this] { cube_adjoint(); }, ops_arg_dat(u, 1, S0, "double", OPS_READ),  // here: cube
                                ops_arg_dat(v, 1, S0, "double", OPS_WRITE));
  ops_par_loop(scaled, "scaled", block, 1, all, ops_arg_dat(v, 1, S0, "double", OPS_READ), ops_arg_dat(w, 1, S0, "double", OPS_WRITE),
               ops_arg_scalar(scale, 1, "double", OPS_READ));
  ops_execute_external_function([this] { relax(); }, [this] { relax_adjoint(); }, ops_arg_dat(w, 1, S0, "double", OPS_RW));  // here: relax
  ops_par_loop(energy, "energy", block, 1, all, ops_arg_dat(w, 1, S0, "double", OPS_READ), ops_arg_dat(u, 1, S0, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  sum->get_result(&value, &one);
  ops_interpret_adjoints(instance);
  ops_dat_fetch_derivative(u, bytes());
}

}  // namespace

int main(int argc, char **argv) { return faults::run_each<World>(argc, argv); }
