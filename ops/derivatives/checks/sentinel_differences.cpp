// ops/derivatives/checks/sentinel_differences.cpp: compares the tangent with difference quotients of the user's kernel.
#include "ops/derivatives/checks/sentinel_derivatives.hpp"
#include "ops/support/format.hpp"

namespace ops::sentinel {
namespace {

constexpr double step_double = 4e-7, step_float = 1e-3;  // relative to what is moved
// beyond: what a kernel has subtracted may have been larger still
constexpr double huge_double = 1e30, huge_float = 1e15;
// shorter than the stairs of floor and its like, which look like a slope from far away; rounding takes most digits
constexpr double step_on_stairs = 2e-10;
constexpr double eps_double = 2.3e-16, eps_float = 1.2e-7;
constexpr double further[] = {4, 0.25, 0.5, 2};  // steps, in units of the first; the widest first

}  // namespace

/// By how much the tangent may differ from one-sided differences. Kinks and jumps make these differ from one another;
/// curvature and rounding count, too.
/// @param noise  what rounding makes of a difference
double Derivatives::doubt(double noise, double right, double left, double derivative) const {
  return 8 * std::abs(right - left) + noise +
         (narrow() ? 1e-2 : 1e-6) * std::max(std::abs(right), std::abs(derivative));
}

/// Whether the derivative of a number is wrong by differences over a very short step, too.
bool Derivatives::differs_on_stairs(const Block& block, const Values& f, std::size_t i, double derivative) const {
  const double above = at(block, step_on_stairs)[i] - f[i], below = f[i] - at(block, -step_on_stairs)[i];
  const double apart = std::abs(derivative * step_on_stairs - 0.5 * (above + below));
  return apart > 8 * std::abs(above - below) + 1e3 * eps_double * std::abs(f[i]);
}

/// Where the tangent is wrong as far as the nearest values say, others have to agree: where the kernel changes faster
/// than differences resolve, as sin of large values does, they tell nothing.
std::string Derivatives::compare_tangent(const Block& block, const Values& f, const Outside& tangents) const {
  const double h = narrow() ? step_float : step_double, eps = narrow() ? eps_float : eps_double;
  const Values above = at(block, h), below = at(block, -h), derivative = values(block, tangent, tangents);
  double largest = 0;
  for (const double value : f) largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
  if (largest > (narrow() ? huge_float : huge_double)) return {};
  std::vector<Values> others;
  for (std::size_t i = 0; i < f.size(); ++i) {
    const double right = (above[i] - f[i]) / h, left = (f[i] - below[i]) / h, close = 0.5 * (right + left);
    const double noise = 1e4 * eps * std::max(std::abs(f[i]), 1e-3 * largest) / h;
    const double apart = std::abs(derivative[i] - close), most = doubt(noise, right, left, derivative[i]);
    if (!(apart > most) || !std::isfinite(close) || std::abs(derivative[i]) * h > 100 * largest) continue;
    if (others.empty()) others = quotients(block, h);
    if (!(apart > most + 100 * std::abs(others.front()[i] - close))) continue;
    const auto agrees = [&](const Values& other) {
      const double size = std::max(std::abs(other[i]), std::abs(close));
      return std::abs(other[i] - close) <= 0.1 * size + 4 * noise;
    };
    if (!std::ranges::all_of(others, agrees)) continue;
    if (loop_.call.implementation->stairs && !differs_on_stairs(block, f, i, derivative[i])) continue;
    return ops::format("{}: the translated directional derivative is {:.10g}, but finite differences give {:.10g}",
                       name_of(block, i), derivative[i], close);
  }
  return {};
}

/// Difference quotients over further steps.
std::vector<Derivatives::Values> Derivatives::quotients(const Block& block, double h) const {
  std::vector<Values> all;
  for (const double factor : further) {
    Values quotient = at(block, factor * h);
    const Values below = at(block, -factor * h);
    for (std::size_t i = 0; i < below.size(); ++i) quotient[i] = (quotient[i] - below[i]) / (2 * factor * h);
    all.push_back(std::move(quotient));
  }
  return all;
}

}  // namespace ops::sentinel
