// docs/tutorial/recover.cpp: the release that explains the measurements, by L-BFGS.
#define OPS_2D
#include <deque>
#include <functional>
#include <numeric>

#include "plume.hpp"

using Field = std::vector<double>;
using Function = std::function<double(const Field& x, Field& gradient)>;
struct Change {
  Field x, gradient;
};

double dot(const Field& a, const Field& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }
Field sum(Field a, double factor, const Field& b) {  // a + factor b
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
  return a;
}

/// The gradient, divided by the curvature that the last changes have shown.
Field direction(const std::deque<Change>& last, Field q) {
  Field a;
  for (auto c = last.rbegin(); c != last.rend(); ++c) {
    a.push_back(dot(c->x, q) / dot(c->x, c->gradient));
    q = sum(q, -a.back(), c->gradient);
  }
  if (!last.empty()) {
    const Change& c = last.back();
    q = sum(q, dot(c.x, c.gradient) / dot(c.gradient, c.gradient) - 1.0, q);
  }
  for (const Change& c : last) {
    q = sum(q, a.back() - dot(c.gradient, q) / dot(c.x, c.gradient), c.x);
    a.pop_back();
  }
  return q;
}

/// L-BFGS, with steps that are halved until the value falls. @return the values
Field minimise(const Function& function, Field& x, int iterations) {
  Field slope, slope_there;
  std::deque<Change> last;
  Field values = {function(x, slope)};
  for (int n = 0; n < iterations; ++n) {
    const Field way = direction(last, slope);
    double length = last.empty() ? 1.0 / std::sqrt(dot(way, way)) : 1.0;
    Field there = sum(x, -length, way);
    double value = function(there, slope_there);
    for (; value > values.back() - 1e-4 * length * dot(way, slope); value = function(there, slope_there)) {
      if ((length /= 2) < 1e-9) return values;
      there = sum(x, -length, way);
    }
    last.push_back({sum(there, -1.0, x), sum(slope_there, -1.0, slope)});
    if (last.size() > 10) last.pop_front();
    x = there, slope = slope_there;
    values.push_back(value);
  }
  return values;
}

void run() {
  const Plume plume;
  ops_read_npy("measured.npy", plume.measured);
  Field release(static_cast<std::size_t>(plume.nx * plume.ny), 0.0);
  const Field values = minimise(
      [&](const Field& x, Field& gradient) {
        ops_ad_reset();  // each run is a new recording
        ops_dat_set_data(plume.release, x);
        plume.spread();
        plume.judge();
        const double misfit = ops_ad_objective(plume.misfit);
        ops_interpret_adjoints();
        gradient = ops_dat_fetch_derivative<double>(plume.release);
        return misfit;
      },
      release, 80);
  ops_write_npy("found.npy", release, {plume.ny, plume.nx});
  ops_write_npy("misfits.npy", values, {static_cast<int>(values.size())});
  ops_printf("misfit %.0f at first, %.1f after %zu iterations\n", values.front(), values.back(), values.size() - 1);
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
