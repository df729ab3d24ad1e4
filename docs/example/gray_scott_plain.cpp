// docs/example/gray_scott_plain.cpp: Gray-Scott reaction and diffusion in plain loops, before the port.
// See docs/is_this_for_me.md.
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

constexpr int n = 64, steps = 200;

using Field = std::vector<double>;

int at(int i, int j) { return (j + n) % n * n + (i + n) % n; }  // both axes are periodic

double laplace(const Field& f, int i, int j) {
  return f[at(i - 1, j)] + f[at(i + 1, j)] + f[at(i, j - 1)] + f[at(i, j + 1)] - 4.0 * f[at(i, j)];
}

int main(int argc, char** argv) {
  const double feed = argc > 1 ? std::atof(argv[1]) : 0.035, kill = 0.06;
  Field u(n * n, 1.0), v(n * n, 0.0), u_next(n * n), v_next(n * n);
  for (int j = 27; j < 37; ++j)
    for (int i = 27; i < 37; ++i) {
      u[at(i, j)] = 0.5;
      v[at(i, j)] = 0.25;
    }
  for (int step = 0; step < steps; ++step) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const double reaction = u[at(i, j)] * v[at(i, j)] * v[at(i, j)];
        u_next[at(i, j)] = u[at(i, j)] + 0.16 * laplace(u, i, j) - reaction + feed * (1.0 - u[at(i, j)]);
        v_next[at(i, j)] = v[at(i, j)] + 0.08 * laplace(v, i, j) + reaction - (feed + kill) * v[at(i, j)];
      }
    std::swap(u, u_next);
    std::swap(v, v_next);
  }
  double amount = 0.0;
  for (const double value : v) amount += value;
  std::printf("amount of v %.9f\n", amount);
}
