// g++'s view of constructs.hpp. Reads cases (9 + 3 + 4 values, 4 integers), prints v and r after each kernel.
#include <cstdio>
#include <string>

template <class T>
struct ACC {
  T* at;
  int row, component;
  T& operator()(int i, int j) const { return at[i + j * row]; }
  T& operator()(int c, int i, int j) const { return at[i + j * row + c * component]; }
};
#include "constructs.hpp"

template <class Kernel>
void show(const char* name, Kernel kernel, double* around, const double* before, const double* p, const int* n) {
  double v[3] = {before[0], before[1], before[2]}, r[2] = {0, 0};
  ACC<double> read{around + 4, 3, 0}, written{v, 0, 1};
  kernel(read, written, p, n, r);
  std::printf("%s %a %a %a %a %a\n", name, v[0], v[1], v[2], r[0], r[1]);
}

int main() {
  double values[16];
  int n[4];
  for (;;) {
    for (double& x : values)
      if (std::scanf("%la", &x) != 1) return 0;
    for (int& x : n)
      if (std::scanf("%d", &x) != 1) return 1;
#define SHOW(kernel) show(#kernel, kernel, values, values + 9, values + 12, n);
    CONSTRUCTS(SHOW)
  }
}
