// tests/faults/declarations.cpp: right kernels, declarations and loops. The line below "// fault <code>: <text>" has a wrong
// version, <text>, which faults_test.py puts in its place: the translator must report <code> there, or name
// the kernel (given as "// fault <code> in <kernel>: <text>" where the line shows none).
#define OPS_2D
#include "ops_seq_v2.h"

double dt = 0.1, dx = 0.5, weights[3] = {0.25, 0.5, 0.25};

inline double lower(const ACC<double>& a) { return a(0, -1) - a(0, 0); }

void assign(const ACC<double>& a, ACC<double>& b) { b(0, 0) = 2.0 * a(0, 0); }
// fault access-mismatch: void written(ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0); a(0, 0) = 0.0; }
void written(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0); }
void doubled(ACC<double>& a) { a(0, 0) = 2.0 * a(0, 0); }
void both(const ACC<double>& a, ACC<double>& b) { b(0, 0) = b(0, 0) + a(0, 0); }
void limited(const ACC<double>& a, ACC<double>& b) {
  if (a(0, 0) > 0) b(0, 0) = a(0, 0);
  // fault partial-write in limited:
  else b(0, 0) = -a(0, 0);
}
// fault stencil-mismatch: void gradient_x(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(1, 1) - a(-1, 0); }
void gradient_x(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(1, 0) - a(-1, 0); }
void laplace(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(1, 0) + a(-1, 0) + a(0, 1) + a(0, -1) - 4.0 * a(0, 0); }
void below(const ACC<double>& a, ACC<double>& b) { b(0, 0) = lower(a) + a(1, 0) + a(-1, 0) + a(0, 1); }
void summed(const ACC<double>& a, ACC<double>& b) {
  double s = 0.0;
  // fault stencil-mismatch in summed: for (int k = -2; k <= 1; ++k)
  for (int k = -1; k <= 1; ++k)
    s += weights[k + 1] * a(k, 0) + 0.0 * (a(0, k) + a(0, 0));
  b(0, 0) = s;
}
// fault off-centre-write: void centred(const ACC<double>& a, ACC<double>& b) { b(1, 0) = a(0, 0); }
void centred(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0); }
// fault unread-point: void star(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(1, 0) + a(-1, 0) + a(0, 1) - 3.0 * a(0, 0); }
void star(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(1, 0) + a(-1, 0) + a(0, 1) + a(0, -1) - 4.0 * a(0, 0); }
// fault increment-mismatch: void gained(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0); }
void gained(const ACC<double>& a, ACC<double>& b) { b(0, 0) += a(0, 0); }
// fault reduction-mismatch: void total_of(const ACC<double>& a, double* s) { *s = a(0, 0); }
void total_of(const ACC<double>& a, double* s) { *s += a(0, 0); }
// fault reduction-mismatch: void product_of(const ACC<double>& a, double* s) { *s *= a(0, 0); }
void product_of(const ACC<double>& a, double* s) { *s += a(0, 0); }
// fault reduction-mismatch: void least_of(const ACC<double>& a, double* s) { *s += a(0, 0); }
void least_of(const ACC<double>& a, double* s) { *s = MIN(*s, a(0, 0)); }
// fault unwritten-argument: void changed(ACC<double>& b, double* s) { *s += b(0, 0) * b(0, 0); }
void changed(ACC<double>& b, double* s) { b(0, 0) = b(0, 0) * b(0, 0), *s += b(0, 0); }
// fault unused-argument: void used(const ACC<double>& a, const ACC<double>& c, ACC<double>& b) { b(0, 0) = a(0, 0); }
void used(const ACC<double>& a, const ACC<double>& c, ACC<double>& b) { b(0, 0) = a(0, 0) + c(0, 0); }
// fault component-range: void second(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(2, 0, 0) + a(0, 0, 0); }
void second(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(1, 0, 0) + a(0, 0, 0); }
void fill_both(const ACC<double>& b, ACC<double>& a) {
  a(0, 0, 0) = b(0, 0);
  // fault partial-write in fill_both:
  a(1, 0, 0) = b(0, 0);
}
void narrowed(const ACC<double>& a, ACC<float>& b) { b(0, 0) = (float)a(0, 0); }
void two(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0); }
void spaced(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0) / dx; }
// fault constant-size: void weighted(const ACC<double>& a, ACC<double>& b) { b(0, 0) = weights[3] * a(0, 0); }
void weighted(const ACC<double>& a, ACC<double>& b) { b(0, 0) = weights[2] * a(0, 0); }
// fault mutable-static: void counted(const ACC<double>& a, ACC<double>& b) { static int calls = 0; b(0, 0) = a(0, 0) + ++calls; }
void counted(const ACC<double>& a, ACC<double>& b) { int calls = 0; b(0, 0) = a(0, 0) + ++calls; }
// fault global-write: void stepped(const ACC<double>& a, ACC<double>& b) { b(0, 0) = dt * a(0, 0); dt = 0.0; }
void stepped(const ACC<double>& a, ACC<double>& b) { b(0, 0) = dt * a(0, 0); }
void scaled(const ACC<double>& a, ACC<double>& b, const double* by) { b(0, 0) = *by * a(0, 0); }
void cubed(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0) * a(0, 0) * a(0, 0); }
// fault unmatched-adjoint: void cubd_adjoint(const ACC<double>& a, ACC<double>& a_a1s, const ACC<double>& b, ACC<double>& b_a1s) {
void cubed_adjoint(const ACC<double>& a, ACC<double>& a_a1s, const ACC<double>& b, ACC<double>& b_a1s) {
  a_a1s(0, 0) += 3.0 * a(0, 0) * a(0, 0) * b_a1s(0, 0);
  b_a1s(0, 0) = 0.0;
}
void halved(const ACC<double>& a, ACC<double>& b) { b(0, 0) = 0.5 * a(0, 0); }
// fault adjoint-signature: void halved_adjoint(const ACC<double>& a, const ACC<double>& b, ACC<double>& a_a1s, ACC<double>& b_a1s) {
void halved_adjoint(const ACC<double>& a, ACC<double>& a_a1s, const ACC<double>& b, ACC<double>& b_a1s) {
  a_a1s(0, 0) += 0.5 * b_a1s(0, 0);
  b_a1s(0, 0) = 0.0;
}
void squared(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0) * a(0, 0); }
void squared_adjoint(const ACC<double>& a, ACC<double>& a_a1s, const ACC<double>& b, ACC<double>& b_a1s) {
  a_a1s(0, 0) += 2.0 * a(0, 0) * b_a1s(0, 0);
  // fault not-differentiable in squared:
  b_a1s(0, 0) = 0.0;
}
void third(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(1, 0) + a(-1, 0) - 2.0 * a(0, 0); }
// fault not-differentiable in squared: void rooted(const ACC<double>& a, ACC<double>& b) { b(0, 0) = nextafter(a(0, 0), 1.0); }
void rooted(const ACC<double>& a, ACC<double>& b) { b(0, 0) = sqrt(a(0, 0)); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int size[] = {8, 8}, base[] = {0, 0}, d_m[] = {-2, -2}, d_p[] = {2, 2}, range[] = {0, 8, 0, 8};
  int point[] = {0, 0}, five[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, pair[] = {1, 0, -1, 0};
  // fault duplicate-point in 3: int three[] = {0, 0, 1, 0, 1, 0};
  int three[] = {0, 0, 1, 0, -1, 0};
  double factor = 2.0, *none = nullptr;
  ops_block block = ops_decl_block(2, "block");
  ops_dat u = ops_decl_dat(block, 1, size, base, d_m, d_p, none, "double", "u");
  ops_dat v = ops_decl_dat(block, 1, size, base, d_m, d_p, none, "double", "v");
  ops_dat w = ops_decl_dat(block, 2, size, base, d_m, d_p, none, "double", "w");
  ops_dat single = ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<float*>(nullptr), "float", "single");
  ops_stencil S00 = ops_decl_stencil(2, 1, point, "00"), S5 = ops_decl_stencil(2, 5, five, "5"), SX = ops_decl_stencil(2, 2, pair, "pair");
  ops_stencil S3 = ops_decl_stencil(2, 3, three, "3");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_reduction least = ops_decl_reduction_handle(sizeof(double), "double", "least");
  ops_decl_const("dt", 1, "double", &dt);
  // fault undeclared-constant in spaced:
  ops_decl_const("dx", 1, "double", &dx);
  ops_decl_const("weights", 3, "double", weights);
  ops_partition("");

#define FROM(stencil) ops_arg_dat(u, 1, stencil, "double", OPS_READ)
#define TO(access) ops_arg_dat(v, 1, S00, "double", access)
  ops_par_loop(assign, "assign", block, 2, range, FROM(S00), TO(OPS_WRITE));
  ops_par_loop(written, "written", block, 2, range, FROM(S00), TO(OPS_WRITE));
  // fault unwritten-read: ops_par_loop(doubled, "doubled", block, 2, range, TO(OPS_WRITE));
  ops_par_loop(doubled, "doubled", block, 2, range, TO(OPS_RW));
  // fault access-mismatch: ops_par_loop(both, "both", block, 2, range, FROM(S00), TO(OPS_READ));
  ops_par_loop(both, "both", block, 2, range, FROM(S00), TO(OPS_RW));
  ops_par_loop(limited, "limited", block, 2, range, FROM(S00), TO(OPS_WRITE));
  ops_par_loop(gradient_x, "gradient_x", block, 2, range, FROM(SX), TO(OPS_WRITE));
  // fault stencil-mismatch: ops_par_loop(laplace, "laplace", block, 2, range, FROM(SX), TO(OPS_WRITE));
  ops_par_loop(laplace, "laplace", block, 2, range, FROM(S5), TO(OPS_WRITE));
  // fault stencil-mismatch: ops_par_loop(below, "below", block, 2, range, FROM(SX), TO(OPS_WRITE));
  ops_par_loop(below, "below", block, 2, range, FROM(S5), TO(OPS_WRITE));
  ops_par_loop(summed, "summed", block, 2, range, FROM(S5), TO(OPS_WRITE));
  ops_par_loop(centred, "centred", block, 2, range, FROM(S00), TO(OPS_WRITE));
  ops_par_loop(star, "star", block, 2, range, FROM(S5), TO(OPS_WRITE));
  ops_par_loop(gained, "gained", block, 2, range, FROM(S00), TO(OPS_INC));
  ops_par_loop(total_of, "total_of", block, 2, range, FROM(S00), ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_par_loop(product_of, "product_of", block, 2, range, FROM(S00), ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_par_loop(least_of, "least_of", block, 2, range, FROM(S00), ops_arg_reduce(least, 1, "double", OPS_MIN));
  ops_par_loop(changed, "changed", block, 2, range, TO(OPS_RW), ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_par_loop(used, "used", block, 2, range, FROM(S00), ops_arg_dat(v, 1, S00, "double", OPS_READ), TO(OPS_RW));
  ops_par_loop(second, "second", block, 2, range, ops_arg_dat(w, 2, S00, "double", OPS_READ), TO(OPS_WRITE));
  ops_par_loop(fill_both, "fill_both", block, 2, range, FROM(S00), ops_arg_dat(w, 2, S00, "double", OPS_WRITE));
  // fault parameter-type: ops_par_loop(narrowed, "narrowed", block, 2, range, FROM(S00), ops_arg_dat(single, 1, S00, "double", OPS_WRITE));
  ops_par_loop(narrowed, "narrowed", block, 2, range, FROM(S00), ops_arg_dat(single, 1, S00, "float", OPS_WRITE));
  // fault parameter-count: ops_par_loop(two, "two", block, 2, range, FROM(S00));
  ops_par_loop(two, "two", block, 2, range, FROM(S00), TO(OPS_WRITE));
  ops_par_loop(spaced, "spaced", block, 2, range, FROM(S00), TO(OPS_WRITE));
  ops_par_loop(weighted, "weighted", block, 2, range, FROM(S00), TO(OPS_WRITE));
  ops_par_loop(counted, "counted", block, 2, range, FROM(S00), TO(OPS_WRITE));
  ops_par_loop(stepped, "stepped", block, 2, range, FROM(S00), TO(OPS_WRITE));
  // fault parameter-kind: ops_par_loop(scaled, "scaled", block, 2, range, FROM(S00), TO(OPS_WRITE), TO(OPS_READ));
  ops_par_loop(scaled, "scaled", block, 2, range, FROM(S00), TO(OPS_WRITE), ops_arg_gbl(&factor, 1, "double", OPS_READ));
  ops_par_loop(cubed, "cubed", block, 2, range, FROM(S00), TO(OPS_WRITE));
  ops_par_loop(halved, "halved", block, 2, range, FROM(S00), TO(OPS_WRITE));
  ops_par_loop(squared, "squared", block, 2, range, FROM(S00), TO(OPS_WRITE));
  ops_par_loop(rooted, "rooted", block, 2, range, FROM(S00), TO(OPS_WRITE));
  // fault wide-write: ops_par_loop(gradient_x, "wide", block, 2, range, FROM(SX), ops_arg_dat(v, 1, S5, "double", OPS_WRITE));
  ops_par_loop(gradient_x, "wide", block, 2, range, FROM(SX), TO(OPS_WRITE));
  ops_par_loop(third, "third", block, 2, range, ops_arg_dat(u, 1, S3, "double", OPS_READ), TO(OPS_WRITE));
  ops_interpret_adjoints(block->instance);
  ops_exit();
}
