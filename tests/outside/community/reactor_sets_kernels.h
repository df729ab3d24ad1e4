// Reactions in each cell by an implicit step, and transport of all species: local arrays, tables, a small class, lambdas, loops that break.
namespace reactor {
constexpr int species = 4;

struct Rates {
  double forward[3];
  double operator()(int r, const double* y) const { return forward[r] * y[r] - 0.1 * forward[(r + 1) % 3] * y[r + 1]; }
};

template <int n>
inline double dot(const double (&a)[n], const double (&b)[n]) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

inline double softened(double x) {
  if (x > 0.5) return x - 0.25;
  if (x < 0.0) return 0.0;
  return x * x;
}

inline void source(const double* y, double heat, double* out) {
  static const int from[3] = {0, 1, 2};
  static const double order[3] = {1.0, 0.5, 2.0};
  Rates rates = {{0.8, 0.3, 0.5}};
  for (int s = 0; s < species; ++s) out[s] = 0.0;
  for (int r = 0; r < 3; ++r) {
    const double speed = order[r] * rates(r, y) * (1.0 + softened(heat));
    out[from[r]] -= speed;
    out[from[r] + 1] += speed;
  }
}

// y = old + dt source(y), by fixed-point steps that end when they hardly change anything.
void react(ACC<double>& y, const ACC<double>& heat, const double* rate, const double* step) {
  double old[species], now[species], change[species];
  for (int s = 0; s < species; ++s) now[s] = old[s] = y(s, 0, 0);
  int count = 0;
  while (true) {
    source(now, heat(0, 0), change);
    double largest = 0.0;
    for (int s = 0; s < species; ++s) {
      const double next = old[s] + *step * *rate * change[s];
      largest = std::max(largest, std::fabs(next - now[s]));
      now[s] = next;
    }
    if (largest < 1e-3 || ++count >= 12) break;
  }
  for (int s = 0; s < species; ++s) y(s, 0, 0) = now[s];
}

void diffuse(const ACC<double>& y, ACC<double>& next, const ACC<double>& wind, const double* step) {
  const auto laplace = [&](int s) { return y(s, 1, 0) + y(s, -1, 0) + y(s, 0, 1) + y(s, 0, -1) - 4.0 * y(s, 0, 0); };
  static const double spread[species] = {0.5, 0.4, 0.3, 0.2};
  for (int s = 0; s < species; ++s) {
    const double blow = wind(0, 0) > 0.0 ? y(s, 0, 0) - y(s, -1, 0) : y(s, 1, 0) - y(s, 0, 0);
    next(s, 0, 0) = y(s, 0, 0) + *step * (spread[s] * laplace(s) - wind(0, 0) * blow);
  }
}

void warm(const ACC<double>& y, ACC<double>& heat) {
  const double release[species] = {0.0, 0.2, 0.1, 0.3};
  const double here[species] = {y(0, 0, 0), y(1, 0, 0), y(2, 0, 0), y(3, 0, 0)};
  heat(0, 0) += 0.05 * (dot(release, here) - heat(0, 0));
}

void edge(ACC<double>& y, const int* idx) {
  for (int s = 0; s < species; ++s) y(s, 0, 0) = s == 0 ? 0.5 + 0.1 * std::sin(double(idx[0] + 2 * idx[1])) : 0.05 * s;
}

void product(const ACC<double>& y, const ACC<double>& heat, double* sum) {
  sum[0] += y(species - 1, 0, 0);
  sum[1] += heat(0, 0) * heat(0, 0);
}
}  // namespace reactor
