// tests/outside/solvers/conductor.cpp: implicit heat conduction in a brick, conjugate gradients steered by their residual: the number of
// iterations differs from step to step, their scalars stay in the recording. Directions from a local table, a mean by a template in a namespace,
// walls named at run time. The objective's derivative along the first state, the conductivity and the time step against dual numbers.
#include <string>
#include <vector>

#define OPS_3D
#include "ops_seq_v2.h"
#include "dual.h"

namespace heat {
constexpr int n0 = 7, n1 = 6, n2 = 5;
template <typename R> inline R mean(R a, R b) { return R(2.0) * a * b / (a + b); }
void apply(const ACC<double>& x, const ACC<double>& k, ACC<double>& y, const double* tau, double* xy) {
  double sum = 0.0;
  const int directions[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int d = 0; d < 3; ++d)
    for (int sign = -1; sign <= 1; sign += 2) {
      const int a = sign * directions[d][0], b = sign * directions[d][1], c = sign * directions[d][2];
      sum += mean(k(0, 0, 0), k(a, b, c)) * (x(a, b, c) - x(0, 0, 0));
    }
  y(0, 0, 0) = x(0, 0, 0) - *tau * sum;
  *xy += x(0, 0, 0) * y(0, 0, 0);
}
void start(const ACC<double>& b, const ACC<double>& y, ACC<double>& r, ACC<double>& p, double* rr) {
  const double left = b(0, 0, 0) - y(0, 0, 0);
  r(0, 0, 0) = left, p(0, 0, 0) = left, *rr += left * left;
}
void advance(ACC<double>& x, ACC<double>& r, const ACC<double>& p, const ACC<double>& y, const double* alpha, double* rr) {
  x(0, 0, 0) += *alpha * p(0, 0, 0);
  r(0, 0, 0) -= *alpha * y(0, 0, 0);
  *rr += r(0, 0, 0) * r(0, 0, 0);
}
void turn(ACC<double>& p, const ACC<double>& r, const double* beta) { p(0, 0, 0) = r(0, 0, 0) + *beta * p(0, 0, 0); }
void quotient(const double* a, const double* b, double* q) { *q = *a / *b; }
void keep(const double* a, double* b) { *b = *a; }
void mirror(ACC<double>& x, const int* way) { x(0, 0, 0) = x(way[0], way[1], way[2]); }
void misfit(const ACC<double>& x, const int* idx, double* sum) { *sum += (1.0 + 0.1 * idx[2]) * (x(0, 0, 0) - 2.0) * (x(0, 0, 0) - 2.0); }
}  // namespace heat
using namespace heat;

static ops_block brick;
static ops_stencil point, star;
static ops_dat x, x0, k, r, p, y, b;
static ops_scalar alpha, beta, before, now, xy, tau;
static ops_reduction sum_a, sum_b;
static int inside[] = {0, n0, 0, n1, 0, n2};
#define D(d, s, a) ops_arg_dat(d, 1, s, "double", a)
#define S(s, a) ops_arg_scalar(s, 1, "double", a)

static void walls(ops_dat d) {
  const int n[] = {n0, n1, n2};
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 2; ++side) {
      int range[] = {0, n0, 0, n1, 0, n2}, way[3] = {0, 0, 0};
      range[2 * axis] = side ? n[axis] : -1;
      range[2 * axis + 1] = range[2 * axis] + 1;
      way[axis] = side ? -1 : 1;
      const std::string name = "wall" + std::to_string(axis);
      ops_par_loop(mirror, name.c_str(), brick, 3, range, D(d, star, OPS_RW), ops_arg_gbl(way, 3, "int", OPS_READ));
    }
}
static void multiply(ops_dat v) {
  walls(v);
  ops_par_loop(apply, "apply", brick, 3, inside, D(v, star, OPS_READ), D(k, star, OPS_READ), D(y, point, OPS_WRITE), S(tau, OPS_READ),
               ops_arg_reduce(sum_a, 1, "double", OPS_INC));
  ops_scalar_from_reduction(xy, sum_a);
}
static int step() {
  ops_ad_step();
  ops_dat_deep_copy(b, x);
  multiply(x);
  ops_par_loop(start, "start", brick, 3, inside, D(b, point, OPS_READ), D(y, point, OPS_READ), D(r, point, OPS_WRITE), D(p, point, OPS_WRITE),
               ops_arg_reduce(sum_b, 1, "double", OPS_INC));
  ops_scalar_from_reduction(before, sum_b);
  const double first = *before->get_data<double>();
  int iterations = 0;
  for (double left = first; left > 1e-9 * first && iterations < 40; ++iterations) {
    multiply(p);
    ops_scalar_loop(quotient, "alpha", S(before, OPS_READ), S(xy, OPS_READ), S(alpha, OPS_WRITE));
    ops_par_loop(advance, "advance", brick, 3, inside, D(x, point, OPS_RW), D(r, point, OPS_RW), D(p, point, OPS_READ), D(y, point, OPS_READ),
                 S(alpha, OPS_READ), ops_arg_reduce(sum_b, 1, "double", OPS_INC));
    ops_scalar_from_reduction(now, sum_b);
    ops_scalar_loop(quotient, "beta", S(now, OPS_READ), S(before, OPS_READ), S(beta, OPS_WRITE));
    ops_par_loop(turn, "turn", brick, 3, inside, D(p, point, OPS_RW), D(r, point, OPS_READ), S(beta, OPS_READ));
    ops_scalar_loop(keep, "keep", S(now, OPS_READ), S(before, OPS_WRITE));
    left = *before->get_data<double>();
  }
  return iterations;
}

/// The same, with arrays: a wall's value is that of the cell beside it.
using Cells = std::vector<Dual>;
static Dual plain_multiply(const Cells& v, const Cells& k, Cells& y, Dual tau) {
  Dual vy;
  for (int c = 0; c < n0 * n1 * n2; ++c) {
    const int at[] = {c % n0, c / n0 % n1, c / (n0 * n1)}, n[] = {n0, n1, n2}, pitch[] = {1, n0, n0 * n1};
    Dual sum;
    for (int axis = 0; axis < 3; ++axis)
      for (int sign = -1; sign <= 1; sign += 2) {
        const bool in = at[axis] + sign >= 0 && at[axis] + sign < n[axis];
        const int other = in ? c + sign * pitch[axis] : c;
        sum = sum + Dual(2.0) * k[c] * k[other] / (k[c] + k[other]) * (v[other] - v[c]);
      }
    y[c] = v[c] - tau * sum;
    vy = vy + v[c] * y[c];
  }
  return vy;
}
static int plain_step(Cells& x, const Cells& k, Dual tau) {
  const Cells b = x;
  Cells y(x.size()), r(x.size());
  plain_multiply(x, k, y, tau);
  Dual before;
  for (size_t c = 0; c < x.size(); ++c) r[c] = b[c] - y[c], before = before + r[c] * r[c];
  Cells p = r;
  const double first = before.v;
  int iterations = 0;
  for (; before.v > 1e-9 * first && iterations < 40; ++iterations) {
    const Dual alpha = before / plain_multiply(p, k, y, tau);
    Dual now;
    for (size_t c = 0; c < x.size(); ++c) x[c] = x[c] + alpha * p[c], r[c] = r[c] - alpha * y[c], now = now + r[c] * r[c];
    for (size_t c = 0; c < x.size(); ++c) p[c] = r[c] + now / before * p[c];
    before = now;
  }
  return iterations;
}

static void declare() {
  int size[] = {n0, n1, n2}, zero[] = {0, 0, 0}, low[] = {-1, -1, -1}, high[] = {1, 1, 1}, none = 0;
  int offsets[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  double *null = nullptr, nothing = none, width = 0.7;
  brick = ops_decl_block(3, "brick");
  const struct { ops_dat* dat; const char* name; } fields[] = {{&x, "x"}, {&x0, "x0"}, {&k, "k"}, {&r, "r"}, {&p, "p"}, {&y, "y"}, {&b, "b"}};
  for (const auto& f : fields) *f.dat = ops_decl_dat(brick, 1, size, zero, low, high, null, "double", f.name);
  point = ops_decl_stencil(3, 1, offsets, "point"), star = ops_decl_stencil(3, 7, offsets, "star");
  sum_a = ops_decl_reduction_handle(sizeof(double), "double", "sum_a"), sum_b = ops_decl_reduction_handle(sizeof(double), "double", "sum_b");
  for (ops_scalar* s : {&alpha, &beta, &before, &now, &xy}) *s = ops_decl_scalar("scalar" + std::to_string(none++), &nothing, 1);
  tau = ops_decl_scalar("tau", &width, 1);
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  declare();
  ops_partition("");
  std::vector<double> first(n0 * n1 * n2), conductivity(first.size());
  Cells state(first.size()), plain_k(first.size());
  for (int c = 0; c < n0 * n1 * n2; ++c) {
    const int i = c % n0, j = c / n0 % n1, l = c / (n0 * n1);
    first[c] = 1.0 + 0.3 * ((i * 7 + j * 5 + l * 3) % 11), conductivity[c] = 0.5 + 0.1 * ((i * 3 + j * j + l) % 7);
    state[c] = {first[c], along(c, 1)}, plain_k[c] = {conductivity[c], along(c, 2)};
  }
  ops_dat_set_data(x0, first), ops_dat_set_data(k, conductivity);
  walls(k);
  ops_dat_deep_copy(x, x0);
  bool right = true;
  for (int s = 0; s < 4; ++s) right = near("the number of iterations", step(), plain_step(state, plain_k, {0.7, 1.0}), 0.0) && right;
  ops_par_loop(misfit, "misfit", brick, 3, inside, D(x, point, OPS_READ), ops_arg_idx(), ops_arg_reduce(sum_a, 1, "double", OPS_INC));
  const double value = ops_ad_objective(sum_a);
  Dual expected;
  for (int c = 0; c < n0 * n1 * n2; ++c) expected = expected + Dual(1.0 + 0.1 * (c / (n0 * n1))) * (state[c] - Dual(2.0)) * (state[c] - Dual(2.0));
  right = near("the value", value, expected.v, 1e-10) && right;
  ops_interpret_adjoints();
  const double slope = dot(ops_dat_fetch_derivative<double>(x0), 1) + dot(ops_dat_fetch_derivative<double>(k), 2) + *tau->get_derivative<double>();
  right = near("the derivative", slope, expected.d, 1e-8) && right;
  ops_printf("conductor: %s\n", right ? "passed" : "failed");
  ops_exit();
  return right ? 0 : 1;
}
