// Instances of the library in threads of their own, each with gradients.
#define OPS_1D
#define OPS_CPP_API
#include "ops_seq_v2.h"
#include <cmath>
#include <sstream>
#include <thread>
#include <vector>
double factor = 0.25;
void stepk(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) + factor * (u(-1) - 2.0 * u(0) + u(1)) + 0.01 * u(0) * u(0); }
void total(const ACC<double>& u, double* s) { *s += u(0) * u(0); }
static void work(int id, double* J, std::vector<double>* g, std::string* log) {
  const char* args[] = {"threads"};
  std::stringstream out;
  try {
    OPS_instance ops(1, args, 1, out);
    int n = 10 + id, z = 0, m = -1, p = 1, s0[] = {0}, s3[] = {0, 1, -1}, r[] = {0, n};
    ops.decl_const("factor", 1, "double", &factor);
    ops_block b = ops.decl_block(1, "b");
    std::vector<double> init(n + 2);
    for (int i = 0; i < n + 2; ++i) init[i] = std::sin(i + id);
    ops_dat u = b->decl_dat(1, &n, &z, &m, &p, init.data(), "double", "u"), v = b->decl_dat(1, &n, &z, &m, &p, (double*)nullptr, "double", "v"), start = u;
    ops_stencil P = ops.decl_stencil(1, 1, s0, "P"), S = ops.decl_stencil(1, 3, s3, "S");
    ops_reduction R = ops.decl_reduction_handle(8, "double", "R");
    ops.partition("");
    for (int s = 0; s < 20; ++s, std::swap(u, v)) ops_par_loop(stepk, "step", b, 1, r, ops_arg_dat(u, 1, S, "double", OPS_READ), ops_arg_dat(v, 1, P, "double", OPS_WRITE));
    ops_par_loop(total, "total", b, 1, r, ops_arg_dat(u, 1, P, "double", OPS_READ), ops_arg_reduce(R, 1, "double", OPS_INC));
    double one = 1; R->get_result(J, &one);
    ops_interpret_adjoints(&ops);
    g->resize(n);
    start->fetch_derivative((char*)g->data(), OPS_HOST);
    ops.exit();
  } catch (OPSException& e) { *log = e.what(); }
  *log += out.str();
}
int main() {
  double J[8]; std::vector<double> g[8]; std::string log[8];
  for (int t = 0; t < 4; ++t) work(t, J + t, g + t, log + t);
  std::vector<std::thread> th;
  for (int t = 0; t < 4; ++t) th.emplace_back(work, t, J + 4 + t, g + 4 + t, log + 4 + t);
  for (auto& t : th) t.join();
  int bad = 0;
  for (int t = 0; t < 4; ++t) { if (J[t] != J[4 + t] || g[t] != g[4 + t]) bad++, std::cout << "thread " << t << " differs: " << J[t] << " " << J[4 + t] << "\n"; if (!log[4 + t].empty()) std::cout << log[4 + t] << "\n"; if (!log[t].empty()) std::cout << log[t] << "\n"; }
  std::cout << J[0] << " " << g[0][3] << (bad ? "\nFAIL\n" : "\nPASS\n");
  return bad;
}
