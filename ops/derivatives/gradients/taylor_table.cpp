// ops/derivatives/gradients/taylor_table.cpp: observed orders, rounding and the verdict.
#include "ops/derivatives/gradients/taylor_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <span>

#include "ops/derivatives/gradients/precision.hpp"
#include "ops/support/format.hpp"

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

using Rows = std::span<const ops_ad_taylor_row>;

/// The rows whose steps are long enough to tell: all, where remainders of shorter ones still fall.
Rows telling(const std::vector<ops_ad_taylor_row>& table, double step) {
  const auto shorter = std::ranges::find_if(table, [&](const ops_ad_taylor_row& row) { return row.h < step; });
  const bool fall = shorter == table.end() || !(table.back().second > 0.01 * shorter->second);
  return {table.begin(), fall ? table.end() : shorter};
}

/// What rounding may be in remainders: what the other rows show; where all tell, less than the last.
double noise_of(const std::vector<ops_ad_taylor_row>& table, Rows rows, const Rounding& r) {
  if (rows.size() == table.size()) return std::min(16 * r.usual, 0.9 * table.back().second);
  double noise = r.usual;
  for (std::size_t i = rows.size(); i < table.size(); ++i) noise = std::max(noise, table[i].second);
  return noise;
}

/// Below this a remainder is rounding, not mathematics: a wrong gradient makes it fall with h, rounding makes it stay
/// to the end.
double floor_of(const std::vector<ops_ad_taylor_row>& table, const Rounding& r) {
  double stays = 0;
  for (std::size_t i = 1; i < table.size(); ++i) {
    const bool lasts = table[i].second <= r.most && table.back().second > 0.01 * table[i].second;
    if (stays > 0 || (table[i].rate_second < 0.5 && lasts))
      stays = std::max({stays, table[i].second, table[i - 1].second});
  }
  return std::max(r.least, std::min(8.0 * stays, r.most));
}

/// The part of the remainder that goes with h, divided by h: by how much the slope is off. 0 where it cannot be told
/// from curvature and rounding, each a tenth of it at most. From remainders r = a h + b h^2 + c h^3, by elimination of
/// b, then of c.
double slope_off(Rows table, double ratio, double rounding) {
  const auto eliminated = [&](std::size_t i) {
    return (table[i].remainder / table[i].h - ratio * table[i - 1].remainder / table[i - 1].h) / (1 - ratio);
  };
  double least = std::numeric_limits<double>::infinity(), found = 0;
  for (std::size_t i = 2; i < table.size(); ++i) {
    const double coarse = eliminated(i - 1), fine = eliminated(i),
                 finest = (fine - ratio * ratio * coarse) / (1 - ratio * ratio);
    const double doubt = std::abs(finest - fine) + 0.1 * std::abs(fine - coarse) + 4 * rounding / table[i].h;
    if (!(doubt < least)) continue;
    least = doubt;
    found = finest;
  }
  return std::abs(found) > 10 * least ? found : 0;
}

/// What an error of the gradient is compared with, and the least that counts.
constexpr double least_error = 1e-4;

void judge_order(ops_ad_taylor_result& r, Rows rows, double order, double ratio, double rounding) {
  const double off = std::abs(slope_off(rows, ratio, rounding)),
               relative = off / std::max(std::abs(r.slope), std::numeric_limits<double>::min());
  r.passed = order > 1.8 && relative < least_error;
  if (order > 1.8 && !r.passed)
    r.verdict = ops::format(
        "failed: part of the remainder is proportional to the step, so the gradient along the direction is wrong by "
        "{:.2g} %",
        100 * relative);
  else
    r.verdict = ops::format("{}: observed order {:.2f} (1 if the gradient is wrong, 2 or more if it is right)",
                            r.passed ? "passed" : "failed", order);
}

/// All remainders may be rounding. @param agreement  the least remainder relative to the change of the objective, of
/// changes far above rounding
void judge_rounding(ops_ad_taylor_result& r, double agreement) {
  r.passed = agreement < 1e-2;
  r.inconclusive = !r.passed;
  r.verdict = r.passed ? "passed: the gradient predicts changes in the objective to within rounding errors"
                       : "inconclusive: rounding errors are too large to tell whether the gradient is right; "
                         "use larger steps, or double instead of float";
}

/// "dataset 'u', scalar 'k' and 3 more"
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 4;
  const auto shown = std::span(names).first(std::min(most, names.size()));
  std::string text;
  for (const std::string& name : shown) text += (text.empty() ? "" : ", ") + name;
  return names.size() > most ? ops::format("{} and {} more", text, names.size() - most) : text;
}

}  // namespace

Rounding rounding(const Tape& tape, double size) {
  const bool narrow = uses_float(tape);
  size = std::max(std::abs(size), std::numeric_limits<double>::min());
  const double epsilon = std::numeric_limits<double>::epsilon(), coarse = std::numeric_limits<float>::epsilon();
  const double wide = narrow ? 1e3 * coarse : 1e6 * epsilon;
  return {1e3 * epsilon * size, wide * size, (narrow ? coarse : 1e2 * epsilon) * size,
          std::sqrt(narrow ? coarse : epsilon)};
}

void judge(ops_ad_taylor_result& r, double ratio, const Rounding& limits) {
  complete_rates(r.table, ratio);
  const Rows rows = telling(r.table, limits.step);
  const double noise = noise_of(r.table, rows, limits);
  const double floor =
      rows.size() == r.table.size() ? floor_of(r.table, limits) : std::max(floor_of(r.table, limits), noise);
  std::vector<double> rates;  // as high as rounding lets them be
  double worst = 0, most_change = 0, agreement = 1;
  bool finite = std::isfinite(r.slope);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ops_ad_taylor_row& row = rows[i];
    finite = finite && std::isfinite(row.second);
    worst = std::max(worst, row.second);
    most_change = std::max(most_change, row.first);
    if (row.first > 100 * floor) agreement = std::min(agreement, row.second / row.first);
    if (i > 0 && row.second > floor && rows[i - 1].second > floor)
      rates.push_back(rate(rows[i - 1].second + noise, row.second - noise, ratio));
  }
  if (rows.size() < 2) {
    r.verdict =
        ops::format("failed: steps below {:.0e} show only rounding errors; start with a larger step", limits.step);
  } else if (!std::isfinite(r.objective) ||
             !std::ranges::all_of(r.table, [](const auto& row) { return std::isfinite(row.first); })) {
    r.verdict = "failed: the objective is not finite";
  } else if (!finite) {
    r.verdict = "failed: the gradient is not finite";
  } else if (most_change <= floor && worst <= floor) {
    r.inconclusive = true;
    r.verdict = "inconclusive: the objective does not change along the direction, so the gradient was not tested";
  } else if (rates.empty()) {
    judge_rounding(r, agreement);
  } else {
    // The larger steps may still be outside the range of the expansion: the smaller half decides.
    const auto half = rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2);
    const double seen = floor > limits.least ? floor / 4 : 0;
    judge_order(r, rows, *std::min_element(half, rates.end()), ratio, std::max({limits.usual, noise, seen}));
  }
}

bool compare(ops_ad_taylor_result& r, double again, const Rounding& limits) {
  const double apart = std::abs(again - r.objective);
  if (!(apart > limits.least && apart > 0.1 * r.table.back().second)) return false;
  r.verdict = ops::format(
      "failed: the function returns {:.17g} and then {:.17g} for the same inputs; "
      "it may use data that its previous call changed",
      r.objective, again);
  return true;
}

std::string jump(const ops_ad_taylor_result& r, const Rounding& limits) {
  const Rows rows = Rows(r.table).last(std::min<std::size_t>(4, r.table.size()));
  const auto [least, most] = std::ranges::minmax(rows, {}, &ops_ad_taylor_row::second);
  if (!(least.second > limits.most && least.second > 0.8 * most.second)) return "";
  return ops::format(
      "the objective is discontinuous along the direction (it jumps by {:.2g}, even for very small steps)",
      least.second);
}

void excuse(ops_ad_taylor_result& r, const std::string& kink) {
  r.inconclusive = true;
  r.verdict = "inconclusive: the order of the remainder cannot show whether the gradient is right: " + kink;
}

std::vector<double> steps_up(const ops_ad_taylor_result& r) {
  std::vector<double> steps;
  for (auto row = r.table.rbegin(); row != r.table.rend(); ++row) steps.push_back(row->h);
  return steps;
}

void print(const ops_ad_taylor_result& r, std::ostream& out) {
  out << ops::format(
      "Taylor test of {}: J(x) = {:.17g}, <gradient, v> = {:.17g}\n{:>10}  {:>22}  {:>5}  {:>22}  {:>5}\n",
      listed(r.inputs), r.objective, r.slope, "h", "|J(x+hv) - J(x)|", "order", "|.. - h <gradient,v>|", "order");
  for (const ops_ad_taylor_row& row : r.table)
    out << ops::format("{:10.2e}  {:22.6e}  {:5.2f}  {:22.6e}  {:5.2f}\n", row.h, row.first, row.rate_first, row.second,
                       row.rate_second);
  out << r.verdict << '\n';
}

}  // namespace ops
