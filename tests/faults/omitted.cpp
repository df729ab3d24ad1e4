// tests/faults/omitted.cpp: a loop whose hand-written adjoint leaves out a derivative. That is right as long as nobody asks for what it
// leads to. omitted <fault>.. -OPS_AD_CHECK=loops runs the program once per fault, each after a line "== <fault>"; "right" is no fault.
// What is reported must name the line that follows "here: <fault>" (faults_test.py).
#include <vector>

#define OPS_1D
#include "ops.hpp"

#include "run.hpp"

inline void pressure(const ACC<double> &u, ACC<double> &p) { p(0) = u(0) * u(0); }
inline void flux(const ACC<double> &p, const ACC<double> &k, ACC<double> &q) { q(0) = p(0) * k(0); }
inline void flux_adjoint(const ACC<double> &p, const ACC<double> &k, ACC<double> &k_a1s, const ACC<double> &q, ACC<double> &q_a1s) {
  k_a1s(0) += p(0) * q_a1s(0);
  q_a1s(0) = 0.0;
}
inline void energy(const ACC<double> &q, double *sum) { *sum += q(0) * q(0); }

namespace {

constexpr int N = 9;

struct World {
  int size[1] = {N}, base[1] = {0}, d_m[1] = {-1}, d_p[1] = {1}, all[2] = {0, N}, point[1] = {0};
  double one = 1.0, value = 0.0;
  std::vector<double> values = std::vector<double>(N + 2, 0.7);
  OPS_instance *instance = OPS_instance::getOPSInstance();
  ops_block block = ops_decl_block(1, "line");
  ops_stencil S0 = ops_decl_stencil(1, 1, point, "0");
  ops_dat u = declare("u"), p = declare("p"), k = declare("k"), q = declare("q");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");

  World() { ops_partition(""); }
  ops_dat declare(const char *name) { return ops_decl_dat(block, 1, size, base, d_m, d_p, values.data(), "double", name); }
  ops_arg in(ops_dat dat) { return ops_arg_dat(dat, 1, S0, "double", OPS_READ); }
  ops_arg out(ops_dat dat) { return ops_arg_dat(dat, 1, S0, "double", OPS_WRITE); }
  void run();
};

void World::run() {
  ops_par_loop(pressure, "pressure", block, 1, all, in(u), out(p));
  // here: asked, listed, tangent, hessian
  ops_par_loop(flux, "flux", block, 1, all, in(p), in(k), out(q));
  ops_par_loop(energy, "energy", block, 1, all, in(q), ops_arg_reduce(sum, 1, "double", OPS_INC));
  sum->get_result(&value, &one);
  ops_interpret_adjoints(instance);
  ops_dat_fetch_derivative(k, reinterpret_cast<char *>(values.data()));
  char *const along = reinterpret_cast<char *>(values.data());
  ops_tangent(instance, {{faults::is("tangent") ? u : k, along}});
  ops_reduction_get_tangent(sum);
  ops_hessian_vector(instance, {{k, along}});
  ops_dat_fetch_hessian_vector(faults::is("hessian") ? u : k, along);
  if (faults::is("asked")) ops_dat_fetch_derivative(u, reinterpret_cast<char *>(values.data()));
}

}  // namespace

int main(int argc, char **argv) { return faults::run_each<World>(argc, argv); }
