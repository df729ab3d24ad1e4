// tests/adjoint/one_line.cpp: several loops on one source line: calls beside each other, macros, instances of
// templates; each has its own code and its own adjoint. Handles in braces; constants that are arrays of structs,
// written member by member. Values and the gradient are compared with the same steps in plain C++, differentiated by
// differences in long double. Exit status 0 if so.
#include <cmath>
#include <cstdio>
#include <vector>

#define OPS_1D
#include "ops.hpp"

struct State {
  double density, energy;
};
State states[3];
double* weights = new double[2];

enum class Side { low, high };

void fill(ACC<double>& u, const int* index) { u(0) = 0.6 + 0.1 * std::sin(1.3 * index[0]); }
void copy(const ACC<double>& from, ACC<double>& to) { to(0) = from(0); }
void east(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) * u(1); }
void west(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) + 0.5 * u(-1) * u(-1); }
void grown(ACC<double>& u) { u(0) = 1.2 * u(0); }
void squared(ACC<double>& u) { u(0) = u(0) * u(0); }
void weighted(const ACC<double>& u, ACC<double>& v) {
  v(0) = u(0) * states[0].energy;
  for (int i = 1; i < 3; ++i) v(0) += states[i].density * states[i].energy * u(0) * u(0);
  v(0) += weights[1];
}
template <int power>
void raised(ACC<double>& u) {
  for (int i = 1; i < power; ++i) u(0) = 1.1 * u(0) * u(0);
}
template <class T, Side side>
void typed(ACC<double>& u) {
  u(0) = (side == Side::low ? 0.9 : 1.2) * u(0) * static_cast<double>(T(2.75));
}
void total(const ACC<double>& u, double* sum) { *sum += u(0); }

constexpr int n = 6;
int size[] = {n}, base[] = {0}, low[] = {-1}, high[] = {1}, inside[] = {0, n}, whole[] = {-1, n + 1};
int at_centre[] = {0}, at_east[] = {0, 1}, at_west[] = {0, -1};
ops_block block{nullptr};
ops_dat start{}, u{}, v{};
ops_stencil centre, to_east, to_west;

// clang-format off
#define WRITE(x) ops_arg_dat(x, 1, centre, "double", OPS_WRITE)
#define CHANGE(x) ops_arg_dat(x, 1, centre, "double", OPS_RW)
#define BOTH(x)                                            \
  ops_par_loop(grown, "grow", block, 1, inside, CHANGE(x)); \
  ops_par_loop(squared, "square", block, 1, inside, CHANGE(x))
#define STEP(kernel, x) ops_par_loop(kernel, "step", block, 1, inside, CHANGE(x))

template <int power>
void raise() { ops_par_loop(raised<power>, "raise", block, 1, inside, CHANGE(u)); }
template <class T>
struct Stage {
  template <Side side>
  static void run() { ops_par_loop(typed<T, side>, "typed", block, 1, inside, CHANGE(u)); }
};
template <class T, Side side>
void stage() { ops_par_loop(typed<T, side>, "stage", block, 1, inside, CHANGE(u)); }

void run() {
  ops_par_loop(copy, "copy", block, 1, whole, ops_arg_dat(start, 1, centre, "double", OPS_READ), WRITE(u));
  // clang-format off
  ops_par_loop(east, "move", block, 1, inside, ops_arg_dat(u, 1, to_east, "double", OPS_READ), WRITE(v)); ops_par_loop(west, "move", block, 1, inside, ops_arg_dat(v, 1, to_west, "double", OPS_READ), WRITE(u));
  STEP(grown, u); STEP(squared, u); STEP(grown, u);
  BOTH(u); BOTH(u);
  raise<2>(); raise<3>(); raise<1>();
  Stage<int>::run<Side::low>(); Stage<double>::run<Side::low>();
  stage<int, Side::low>(); stage<double, Side::low>(); stage<double, Side::high>();
  // clang-format on
  ops_par_loop(weighted, "weigh", block, 1, inside, ops_arg_dat(u, 1, centre, "double", OPS_READ), WRITE(v));
}

/// The same in plain C++; cells -1 to n.
template <class T>
T plain(std::vector<T> a) {
  std::vector<T> b(a.size(), T(0));
  for (std::size_t i = 1; i <= n; ++i) b[i] = a[i] * a[i + 1];
  for (std::size_t i = 1; i <= n; ++i) a[i] = b[i] + T(0.5) * b[i - 1] * b[i - 1];
  T sum = 0;
  for (std::size_t i = 1; i <= n; ++i) {
    const T growth = T(1.2);
    T x = growth * a[i];
    x = growth * x * x;
    for (int k = 0; k < 2; ++k) x = growth * x * growth * x;
    for (int k = 0; k < 3; ++k) x = T(1.1) * x * x;
    for (int k = 0; k < 2; ++k) x = T(0.9) * x * 2;
    for (int k = 0; k < 2; ++k) x = T(0.9) * x * T(2.75);
    x = T(1.2) * x * T(2.75);
    sum += x * states[0].energy +
           (states[1].density * states[1].energy + states[2].density * states[2].energy) * x * x + weights[1];
  }
  return sum;
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  block = ops_block{ops_decl_block(1, "block")};
  double* none = nullptr;
  start = ops_dat{ops_decl_dat(block, 1, size, base, low, high, none, "double", "start")};
  u = ops_decl_dat(block, 1, size, base, low, high, none, "double", "u");
  v = ops_decl_dat(block, 1, size, base, low, high, none, "double", "v");
  centre = ops_decl_stencil(1, 1, at_centre, "centre");
  to_east = ops_stencil{ops_decl_stencil(1, 2, at_east, "east")};
  to_west = ops_decl_stencil(1, 2, at_west, "west");
  ops_reduction sum{ops_decl_reduction_handle(sizeof(double), "double", "sum")};
  for (int i = 0; i < 3; ++i) {
    states[i].density = 20.0 + i;
    states[i].energy = 1e3 * (i + 1);
  }
  weights[1] = 0.25;
  ops_decl_const("states", 3, "State", states);
  ops_decl_const("weights", 2, "double", weights);
  ops_partition("");
  ops_par_loop(fill, "fill", block, 1, whole, WRITE(start), ops_arg_idx());
  run();
  ops_par_loop(total, "total", block, 1, inside, ops_arg_dat(v, 1, centre, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double value = 0.0, seed = 1.0;
  sum->get_result(&value, &seed);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> slope(n);
  ops_dat_fetch_derivative(start, reinterpret_cast<char*>(slope.data()));

  std::vector<long double> from(n + 2);
  for (int i = -1; i <= n; ++i) from[static_cast<std::size_t>(i + 1)] = 0.6 + 0.1 * std::sin(1.3 * i);
  int wrong = near(value, static_cast<double>(plain(from))) ? 0 : 1;
  std::printf("value %.12g, in plain C++ %.12Lg\n", value, plain(from));
  for (std::size_t i = 1; i <= n; ++i) {
    const long double h = 1e-5L;
    const auto moved = [&](long double d) {
      std::vector<long double> a = from;
      a[i] += d;
      return plain(a);
    };
    const auto wanted = static_cast<double>((moved(-2 * h) - moved(2 * h) + 8 * (moved(h) - moved(-h))) / (12 * h));
    wrong += near(slope[i - 1], wanted) ? 0 : 1;
    std::printf("slope %.12g, by differences %.12g\n", slope[i - 1], wanted);
  }
  std::printf("%s\n", wrong ? "FAILED" : "PASSED");
  ops_exit();
  return wrong;
}
// clang-format on
