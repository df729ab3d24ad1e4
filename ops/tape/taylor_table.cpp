// ops/tape/taylor_table.cpp: observed orders, rounding and the verdict.
#include "ops/tape/taylor_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <span>

namespace ops {
namespace {

double rate(double above, double below, double ratio) {
  return above > 0 && below > 0 ? std::log(below / above) / std::log(ratio) : 0;
}

void complete_rates(std::vector<ops_ad_taylor_row>& table, double ratio) {
  for (std::size_t i = 1; i < table.size(); ++i) {
    table[i].rate_first = rate(table[i - 1].first, table[i].first, ratio);
    table[i].rate_second = rate(table[i - 1].second, table[i].second, ratio);
  }
}

/// The rows whose steps are long enough to tell.
std::span<const ops_ad_taylor_row> telling(const std::vector<ops_ad_taylor_row>& table, double step) {
  const auto shorter = std::ranges::find_if(table, [&](const ops_ad_taylor_row& row) { return row.h < step; });
  return {table.begin(), shorter};
}

/// Below this a remainder is rounding, not mathematics: a wrong gradient makes it fall with h, rounding makes it stay.
double floor_of(const std::vector<ops_ad_taylor_row>& table, const Rounding& r) {
  double stays = 0;
  for (std::size_t i = 1; i < table.size(); ++i)
    if (stays > 0 || (table[i].rate_second < 0.5 && table[i].second <= r.most)) stays = std::max({stays, table[i].second, table[i - 1].second});
  return std::max(r.least, std::min(8.0 * stays, r.most));
}

}  // namespace

Rounding rounding(const Tape& tape, double size) {
  const bool narrow = std::ranges::any_of(tape.live(), [](const auto& d) { return d && d->used && d->element == Type::f32; });
  size = std::max(std::abs(size), std::numeric_limits<double>::min());
  const double epsilon = std::numeric_limits<double>::epsilon(), coarse = std::numeric_limits<float>::epsilon();
  const double wide = narrow ? 4.0 * coarse : 1e6 * epsilon;
  return {1e3 * epsilon * size, wide * size, std::sqrt(narrow ? coarse : epsilon)};
}

void judge(ops_ad_taylor_result& r, double ratio, const Rounding& limits) {
  complete_rates(r.table, ratio);
  const auto rows = telling(r.table, limits.step);
  const double floor = floor_of(r.table, limits);
  std::vector<double> rates;
  double worst = 0, most_change = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ops_ad_taylor_row& row = rows[i];
    worst = std::max(worst, row.second);
    most_change = std::max(most_change, row.first);
    if (i > 0 && row.second > floor && rows[i - 1].second > floor) rates.push_back(row.rate_second);
  }
  if (rows.size() < 2) {
    r.verdict = fmt::format("failed: steps below {:.0e} show nothing but rounding; begin with a longer one", limits.step);
  } else if (!std::isfinite(worst) || !std::isfinite(r.objective)) {
    r.verdict = "failed: the objective is not finite";
  } else if (most_change <= floor) {
    r.verdict = "failed: the objective does not change along the direction, so nothing was tested";
  } else if (rates.empty()) {
    r.passed = true;
    r.verdict = "passed: the objective follows the gradient down to rounding";
  } else {
    // The larger steps may still be outside the range of the expansion: the smaller half decides.
    const auto half = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
    const double least = *std::min_element(half, rates.end());
    r.passed = least > 1.8;
    r.verdict = fmt::format("{}: observed order {:.2f} (1 if the gradient is wrong, 2 or more if it is right)",
                            r.passed ? "passed" : "failed", least);
  }
}

void print(const ops_ad_taylor_result& r, std::ostream& out) {
  out << fmt::format("Taylor test: J(x) = {:.17g}, <gradient, v> = {:.17g}\n{:>10}  {:>22}  {:>5}  {:>22}  {:>5}\n", r.objective,
                     r.slope, "h", "|J(x+hv) - J(x)|", "order", "|.. - h <gradient,v>|", "order");
  for (const ops_ad_taylor_row& row : r.table)
    out << fmt::format("{:10.2e}  {:22.6e}  {:5.2f}  {:22.6e}  {:5.2f}\n", row.h, row.first, row.rate_first, row.second, row.rate_second);
  out << r.verdict << '\n';
}

}  // namespace ops
