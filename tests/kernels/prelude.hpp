// What the text of random kernels uses besides <cmath>.
#pragma once
#include <cmath>

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef SIGN
#define SIGN(a, b) ((b) < 0.0 ? (a) * (-1) : (a))
#endif

template <int N, class T>
T power(const T& x) {
  T y = T(1.0);
  for (int i = 0; i < N; ++i) y *= x;
  return y;
}

template <class T>
T mixed(const T& a, const T& b) {
  if (a < b) return T(a * b);
  const T sum = a + b;
  return T(0.5 * sum);
}
