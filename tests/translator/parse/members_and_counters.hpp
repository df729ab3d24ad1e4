// Kernels of constructs.hpp: braced lists that name members, loops over counters that live on, references to one of a variable and a number.
#pragma once

struct Limits {
  double low = -1, high = 1;
};
struct Gas {
  double rho = 1, u = 0.25, w[2] = {3, 4};
  Limits limits;
  double plain, p = 2 * rho + limits.high;
  double all() const { return rho + 2 * u + 4 * w[0] + 8 * w[1] + 16 * limits.low + 32 * limits.high + 64 * plain + 128 * p; }
};
struct Nothing {};
struct Tagged : Nothing {
  double a = 0.5, b = 2;
};
inline double all_of(const Gas& gas) { return gas.all(); }
inline Gas gas_of(double x, bool hot) {
  if (hot) return {.u = x, .p = 3};
  return {.rho = x, .limits{.high = x}};
}
inline std::array<double, 2> ends(double x) { return {x, 2 * x}; }
const Gas air{.limits = {.high = 3}}, gases[2] = {{.u = 2}, {.w = {1}, .plain = 5}};
#define OF_GAS(member, value) .member = value

inline void designated(PARAMS) {
  const double x = u(0, 0);
  Gas one{.rho = 2, .p = x}, two = {.w = {x}, .limits = {.low = p[0]}, .plain = p[1]}, several[2] = {{.limits{.high = x}}};
  v(0, 0, 0) = one.all() + two.all() - several[0].all() / several[1].all() + all_of({.u = x}) + Gas{.limits = Limits{.high = x}}.all();
  several[1] = {.plain = x};
  v(1, 0, 0) = gas_of(x, n[0] > 1).all() + several[1].all() + [](double y) { return Gas{.w{1, y}}; }(x).all() + Gas{x, 2}.all();
  v(2, 0, 0) = x * air.all() + gases[0].all() + gases[n[0] & 1].all() + (n[1] > 1 ? Gas{.u = x} : Gas{OF_GAS(rho, 3), OF_GAS(p, x)}).all();
}

inline void listed(PARAMS) {
  const double x = u(0, 0);
  Tagged first{{}, x}, second{.b = x}, third{Nothing{}, 3, x};
  v(0, 0, 0) = first.a + 2 * first.b + 3 * second.a + 5 * second.b + 7 * third.a + 11 * third.b;
  std::array<Gas, 2> pair{{{.u = x}, {.p = 2}}}, rest{Gas{.rho = x}};
  v(1, 0, 0) = pair[0].all() + 3 * pair[1].all() + 5 * rest[0].all() + 7 * rest[1].all();
  v(2, 0, 0) = ends(x)[0] + 3 * ends(p[0])[1];
}

inline double steps_to(double x, int most) {
  int i;
  for (i = 0; i < 5; ++i) {
    if (x > 1) return x + i;
    x += 0.3 * most;
    if (i == most) break;
  }
  return x * i;
}

inline void counted(PARAMS) {
  double x = u(0, 0), sum = 0;
  int k, l;
  for (k = 0; k < 3; ++k) {
    x -= (x * x * x + x - u(0, 0)) / (3 * x * x + 1);
    if (std::fabs(x * x * x + x - u(0, 0)) < 1e-3) break;
  }
  if (k == 3) x = -1;
  v(0, 0, 0) = x + 10 * k;
  for (k = n[0]; k > -4; k -= 3) {
    if (k == 1) continue;
    if (sum > 2) break;
    sum += x + k;
    for (l = 0; l < 3; ++l)
      if (l == n[1]) break;
    sum += l;
  }
  v(1, 0, 0) = sum + 10 * k + 100 * l;
  for (k = 0; k < 6; k += 2) sum += x * k;
  v(2, 0, 0) = sum + k + steps_to(u(0, 0), n[0]);
}

inline void counted_inside(PARAMS) {
  double sum = 0;
  int i, j, k, &same = j;
  for (i = 0; i < 3; ++i)
    for (j = i; j < 3; j += 2) {
      for (k = 2; k >= 0; --k) {
        if (k == n[0]) continue;
        if (sum > 5) break;
        sum += u(0, 0) * (i + same + k);
      }
      if (k == -1) continue;
      sum += k;
    }
  v(0, 0, 0) = sum + i + 10 * j + 100 * k;
  for (i = 0; i < 4; ++i) {
    switch ((i + n[1]) & 3) {
      case 1: sum += 2; continue;
      case 2: sum += u(0, 0); break;
      default: sum += 1;
    }
    if (sum > 3) break;
  }
  v(1, 0, 0) = sum + 10 * i;
  for (j = 0; j < n[2]; ++j)
    if (u(0, 0) * j > 1) return;
  v(2, 0, 0) = j;
}

inline const double& at_most(const double& a, const double& b) { return a < b ? b : a; }
inline double moved(double a, double& b, const double& c) {
  b += 0.25;
  return a * b + c;
}
inline void either_of_them(PARAMS) {
  double b = u(0, 0);
  v(0, 0, 0) = moved(0.5, b, at_most(b, 0.75));
  v(1, 0, 0) = moved(0.5, b, at_most(-8.0, b)) + b;
}
