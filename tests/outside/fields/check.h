// tests/outside/fields/check.h: bits of vectors, and derivatives against central differences of the program itself.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>
static int g_wrong = 0;
inline void bits(const char* name, const std::vector<double>& v) {
  std::uint64_t h = 1469598103934665603ull;
  double s = 0;
  for (double x : v) {
    std::uint64_t b;
    std::memcpy(&b, &x, 8);
    h = (h ^ b) * 1099511628211ull;
    h ^= h >> 29;
    s += x * x;
  }
  ops_printf("BITS %s %016llx n=%d norm=%.10g\n", name, (unsigned long long)h, (int)v.size(), std::sqrt(s));
}
inline void judge(const char* what, int at, double ad, double fd, double scale, double tol) {
  const double err = std::fabs(ad - fd) / (scale > 0 ? scale : 1.0);
  const bool bad = !(err <= tol);
  g_wrong += bad;
  ops_printf("FD %s[%d] ad %.12g fd %.12g err %.2e %s\n", what, at, ad, fd, err, bad ? "WRONG" : "ok");
}
inline double biggest(const std::vector<double>& g) { double m = 0; for (double x : g) m = std::fmax(m, std::fabs(x)); return m; }
inline void differences(const char* name, const std::vector<double>& x, const std::vector<double>& g, const std::vector<int>& at, double h,
                        const std::function<void(const std::vector<double>&)>& set, const std::function<double()>& run, double tol = 1e-6) {
  for (int i : at) {
    std::vector<double> y = x;
    y[i] = x[i] + h;
    set(y);
    const double up = run();
    y[i] = x[i] - h;
    set(y);
    const double down = run();
    judge(name, i, g[i], (up - down) / (2 * h), biggest(g), tol);
  }
  set(x);
}
