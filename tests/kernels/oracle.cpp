// The kernels of kernels.inc at one point, compiled as they stand: in double, in long double for central differences,
// and by ADOL-C. Places are numbered: u 9 (offset i, j at (j + 1) * 3 + i + 1), v 2 * 9, tri 3 * 9, row 3, p, q 2, s,
// out 3, coef 2. Results: p, q 2, s, out 3, r, least, most.
#include <adolc/adolc.h>

#include <cmath>

#include "prelude.hpp"

inline adouble lerp(const adouble& a, const adouble& b, const adouble& t) { return a + t * (b - a); }
inline adouble hypot(const adouble& x, const adouble& y, const adouble& z) { return sqrt(x * x + y * y + z * z); }
#define NARROW REAL

template <class T>
struct ACC {
  T* at;
  int column, row, component;
  T& operator()(int i, int j) const { return at[i * column + j * row]; }
  T& operator()(int c, int i, int j) const { return at[c * component + i * column + j * row]; }
};
constexpr int inputs = 66, kept = 57, written = 7, outputs = written + 3;
constexpr double far = 1e300;  // what least starts from
struct Point {
  int m, idx[2];
  double g[1];
};

template <class T, class F>
void call(F kernel, T* in, Point at, T* out) {
  ACC<T> u{in + 4, 1, 3, 0}, v{in + 13, 1, 3, 9}, tri{in + 31, 1, 3, 9}, row{in + 55, 1, 0, 0};
  for (int k = 0; k < written; ++k) out[k] = in[kept + k];
  out[written] = 0;
  out[written + 1] = far;
  out[written + 2] = -far;
  ACC<T> p{out, 0, 0, 0}, q{out + 1, 0, 0, 1}, s{out + 3, 0, 0, 0}, out3{out + 4, 0, 0, 1};
  ACC<int> m{&at.m, 0, 0, 0};
  kernel(u, v, tri, row, p, q, s, out3, m, at.idx, at.g, in + kept + written, out + written, out + written + 1,
         out + written + 2);
}

namespace plain {
using namespace std;
#define REAL double
inline int whole(REAL x) { return static_cast<int>(x); }
#include "kernels.inc"
#undef REAL
}  // namespace plain
namespace wide {
using namespace std;
using Wide = long double;
#define REAL Wide
inline int whole(REAL x) { return static_cast<int>(x); }
#include "kernels.inc"
#undef REAL
}  // namespace wide
namespace taped {
#define REAL adouble
inline int whole(const adouble& x) { return static_cast<int>(x.value()); }
inline adouble hypot(const adouble& x, const adouble& y) { return sqrt(x * x + y * y); }
inline adouble cbrt(const adouble& x) { return pow(x, 1.0 / 3.0); }
inline adouble copysign(const adouble& x, const adouble& y) { return std::signbit(y.value()) ? -fabs(x) : fabs(x); }
inline adouble fma(const adouble& x, const adouble& y, const adouble& z) { return x * y + z; }
// By Stirling's series, after x (x + 1) .. (x + 11) has been divided out.
inline adouble lgamma(const adouble& x) {
  adouble product = x, far = x + 12.0;
  for (int k = 1; k < 12; ++k) product *= x + double(k);
  const adouble y = 1.0 / (far * far);
  return (far - 0.5) * log(far) - far + 0.91893853320467274178 - log(product) +
         (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y * (1.0 / 1680 - y / 1188)))) / far;
}
inline adouble tgamma(const adouble& x) { return exp(lgamma(x)); }
// ADOL-C's own share a tie between both arguments, with a warning; here the first has it all.
inline adouble fmin(const adouble& x, const adouble& y) { return x <= y ? x : y; }
inline adouble fmax(const adouble& x, const adouble& y) { return x >= y ? x : y; }
#include "kernels.inc"
#undef REAL
}  // namespace taped

template <class T>
using Kernel = void (*)(const ACC<T>&, const ACC<T>&, const ACC<T>&, const ACC<T>&, ACC<T>&, ACC<T>&, ACC<T>&, ACC<T>&,
                        const ACC<int>&, const int*, const double*, const T*, T*, T*, T*);
const Kernel<double> doubles[] = {KERNELS(plain)};
const Kernel<long double> longs[] = {KERNELS(wide)};
const Kernel<adouble> adoubles[] = {KERNELS(taped)};

extern "C" void value(int k, const double* in, const Point* at, double* out) {
  double copy[inputs];
  for (int i = 0; i < inputs; ++i) copy[i] = in[i];
  call(doubles[k], copy, *at, out);
}

/// out: outputs x inputs.
extern "C" void slopes(int k, const double* in, const Point* at, double* out) {
  adouble active[inputs], result[outputs];
  double ignored;
  trace_on(1);
  for (int i = 0; i < inputs; ++i) active[i] <<= in[i];
  call(adoubles[k], active, *at, result);
  for (int i = 0; i < outputs; ++i) result[i] >>= ignored;
  trace_off();
  double* rows[outputs];
  for (int i = 0; i < outputs; ++i) rows[i] = out + i * inputs;
  jacobian(1, outputs, inputs, in, rows);
}

/// The slope along `direction`: central differences of fourth order with step `h`.
extern "C" void difference(int k, const double* in, const double* direction, const Point* at, double h, double* out) {
  long double there[4][outputs];
  const int steps[] = {-2, -1, 1, 2};
  for (int n = 0; n < 4; ++n) {
    long double moved[inputs];
    for (int i = 0; i < inputs; ++i) moved[i] = in[i] + static_cast<long double>(steps[n]) * h * direction[i];
    call(longs[k], moved, *at, there[n]);
  }
  for (int i = 0; i < outputs; ++i) {
    const long double sum = there[0][i] - there[3][i] + 8 * (there[2][i] - there[1][i]);
    out[i] = static_cast<double>(sum / (12 * static_cast<long double>(h)));
  }
}
