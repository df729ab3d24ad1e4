// tests/adjoint/passed_twice.cpp: a dataset that one loop is given twice, to read and to overwrite. Words: early, the
// loop reads first; late, it reads what it has written, which has no derivative; passive and both, the same in a loop
// that nobody needs a derivative of, but whose old values another loop's derivative reads. away: what is read are
// neighbours, on other processes.
#include <cstring>
#include <vector>

#define OPS_1D
#include "ops.hpp"

constexpr int n = 12;

void fill(ACC<double>& u, const int* i) { u(0) = 1 + i[0]; }
void square(const ACC<double>& u, ACC<double>& d) { d(0) = u(0) * u(0); }
void early(const ACC<double>& v, ACC<double>& w, ACC<double>& c) {
  c(0) = v(0) * v(0);
  w(0) = 3.0 * w(0) * w(0);
}
void late(const ACC<double>& v, ACC<double>& w, ACC<double>& c) {
  w(0) = 3.0 * w(0) * w(0);
  c(0) = v(0) * v(0);
}
void away(const ACC<double>& v, ACC<double>& w) { w(0) = v(2) * v(3); }
void total(const ACC<double>& u, const ACC<double>& c, const ACC<double>& d, double* s) { *s += u(0) + c(0) + d(0); }
void sum(const ACC<double>& c, double* s) { *s += c(0); }

void run(const char* word) {
  int all[] = {0, n}, zero[] = {0}, low[] = {0, 2}, off[] = {0, 2, 3};
  ops_block b = ops_decl_block(1, "b");
  ops_dat start = ops_decl_dat<double>(b, "start", {n}, {.halo = 3}),
          u = ops_decl_dat<double>(b, "u", {n}, {.halo = 3}), c = ops_decl_dat<double>(b, "c", {n});
  ops_dat d = ops_decl_dat<double>(b, "d", {n});
  ops_stencil p = ops_decl_stencil(1, 1, zero, "p"), far = ops_decl_stencil(1, 3, off, "far");
  ops_reduction s = ops_decl_reduction_handle(8, "double", "s"), of_c = ops_decl_reduction_handle(8, "double", "of_c");
  ops_partition("");
  ops_par_loop(fill, "fill", b, 1, all, ops_arg_dat(start, 1, p, "double", OPS_WRITE), ops_arg_idx());
  ops_dat_deep_copy(u, start);
  ops_par_loop(square, "square", b, 1, all, ops_arg_dat(u, 1, p, "double", OPS_READ),
               ops_arg_dat(d, 1, p, "double", OPS_WRITE));
  if (std::strcmp(word, "away") == 0) {
    ops_par_loop(away, "away", b, 1, low, ops_arg_dat(u, 1, far, "double", OPS_READ),
                 ops_arg_dat(u, 1, p, "double", OPS_WRITE));
    ops_par_loop(square, "square", b, 1, all, ops_arg_dat(u, 1, p, "double", OPS_READ),
                 ops_arg_dat(c, 1, p, "double", OPS_WRITE));
  } else if (std::strcmp(word, "early") == 0)
    ops_par_loop(early, "early", b, 1, all, ops_arg_dat(u, 1, p, "double", OPS_READ),
                 ops_arg_dat(u, 1, p, "double", OPS_RW), ops_arg_dat(c, 1, p, "double", OPS_WRITE));
  else if (std::strcmp(word, "late") == 0)
    ops_par_loop(late, "late", b, 1, all, ops_arg_dat(u, 1, p, "double", OPS_READ),
                 ops_arg_dat(u, 1, p, "double", OPS_RW), ops_arg_dat(c, 1, p, "double", OPS_WRITE));
  else if (std::strcmp(word, "both") == 0)  // neither is declared as read only
    ops_par_loop_passive(late, "late", b, 1, all, ops_arg_dat(u, 1, p, "double", OPS_RW),
                         ops_arg_dat(u, 1, p, "double", OPS_RW), ops_arg_dat(c, 1, p, "double", OPS_WRITE));
  else
    ops_par_loop_passive(late, "late", b, 1, all, ops_arg_dat(u, 1, p, "double", OPS_READ),
                         ops_arg_dat(u, 1, p, "double", OPS_RW), ops_arg_dat(c, 1, p, "double", OPS_WRITE));
  ops_par_loop(total, "total", b, 1, all, ops_arg_dat(u, 1, p, "double", OPS_READ),
               ops_arg_dat(c, 1, p, "double", OPS_READ), ops_arg_dat(d, 1, p, "double", OPS_READ),
               ops_arg_reduce(s, 1, "double", OPS_INC));
  ops_par_loop(sum, "sum", b, 1, all, ops_arg_dat(c, 1, p, "double", OPS_READ),
               ops_arg_reduce(of_c, 1, "double", OPS_INC));
  double of = 0;
  of_c->get_result(&of);
  const double objective = ops_ad_objective(s);
  ops_interpret_adjoints();
  const std::vector<double> gradient = ops_dat_fetch_derivative<double>(start);  // warns of passive loops
  ops_printf("%g %g:", objective, of);
  for (const double g : gradient) ops_printf(" %g", g);
  ops_printf("\n");
}

int main(int argc, char** argv) {
  return ops_main(argc, argv, [&] { run(argv[1]); });
}
