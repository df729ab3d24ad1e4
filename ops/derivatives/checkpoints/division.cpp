// ops/derivatives/checkpoints/division.cpp: finds the cheapest divisions for a number of steps.
#include "ops/derivatives/checkpoints/division.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace ops {

namespace {

constexpr std::int64_t many = std::int64_t{1} << 31;  ///< more steps than any chain; sums stop there

/// C(n, k), or `many` if that is less.
std::int64_t binomial(std::int64_t n, std::int64_t k) {
  k = std::min(k, n - k);
  std::int64_t value = 1;
  for (std::int64_t i = 1; i <= k && value < many; ++i) value = value * (n - k + i) / i;
  return std::min(value, many);
}

/// Steps that `count` parts of `each` steps have, or `many` if that is less.
std::int64_t steps_of(std::int64_t count, std::int64_t each) { return count > many / each ? many : count * each; }

/// leaf[j] / leaf[j + 1], averaged where a later one is lower, so that no part becomes due for division before the part
/// it is in.
std::vector<double> ratios(const std::vector<std::int64_t>& leaf) {
  struct Pool {
    std::int64_t over, under;
    std::size_t count;
    double ratio() const { return static_cast<double>(over) / static_cast<double>(under); }
  };
  std::vector<Pool> pools;
  for (std::size_t j = 0; j + 1 < leaf.size(); ++j) {
    pools.push_back({leaf[j], leaf[j + 1], 1});
    while (pools.size() > 1 && pools.back().ratio() < pools[pools.size() - 2].ratio()) {
      const Pool later = pools.back();
      pools.pop_back();
      pools.back() = {pools.back().over + later.over, pools.back().under + later.under,
                      pools.back().count + later.count};
    }
  }
  std::vector<double> all;
  for (const Pool& pool : pools) all.insert(all.end(), pool.count, pool.ratio());
  return all;
}

/// Slots, or states and tapes of one size.
bool has_known_optimum(const std::vector<std::int64_t>& leaf) {
  const std::int64_t step = leaf[0] - leaf[1];
  const auto other =
      std::adjacent_find(leaf.begin(), leaf.end(), [&](std::int64_t a, std::int64_t b) { return a - b != step; });
  return step <= 1 && other == leaf.end();
}

}  // namespace

Division::Division(std::vector<std::int64_t> leaf, std::int64_t steps, bool try_every)
    : leaf_(std::move(leaf)), steps_(steps) {
  if (steps_ <= leaf_[0]) return;
  if (try_every && !has_known_optimum(leaf_)) {
    every_.emplace(leaf_, steps_);
    return;
  }
  set_prices();
  choose_round();
  add_up();
}

void Division::set_prices() {
  const std::vector<double> ratio = ratios(leaf_);
  for (const double r : ratio) {
    const double above = r - ratio[0];
    price_.push_back({static_cast<std::int64_t>(above), above - std::floor(above)});
  }
  divided_.assign(price_.size(), 0);
}

/// Steps that can be reversed when every part of a price below `round` is divided.
std::int64_t Division::reach(std::int64_t round) const noexcept {
  std::int64_t steps = leaf_[0];
  for (std::size_t j = 0; j < price_.size() && price_[j].whole < round && steps < steps_; ++j) {
    const auto k = static_cast<std::int64_t>(j) + 1;
    steps += steps_of(binomial(k - 1 + round - price_[j].whole, k), leaf_[j + 1]);  // C(j + r, j), summed over r
  }
  return steps;
}

void Division::choose_round() {
  std::int64_t below = 0, beyond = 1;
  while (reach(beyond) < steps_) below = std::exchange(beyond, 2 * beyond);
  while (beyond - below > 1) {
    const std::int64_t middle = below + (beyond - below) / 2;
    (reach(middle) < steps_ ? below : beyond) = middle;
  }
  for (std::size_t j = 0; j < price_.size(); ++j) divided_[j] = std::max<std::int64_t>(0, below - price_[j].whole);
  choose_within(below);
}

/// Within a round each j has one price; the last one is used by as many parts as are needed.
void Division::choose_within(std::int64_t round) {
  std::vector<std::size_t> due;
  for (std::size_t j = 0; j < price_.size() && price_[j].whole <= round; ++j) due.push_back(j);
  std::stable_sort(due.begin(), due.end(),
                   [&](std::size_t a, std::size_t b) { return price_[a].fraction < price_[b].fraction; });
  std::int64_t missing = steps_ - reach(round);
  for (const std::size_t j : due) {
    const auto held = static_cast<std::int64_t>(j);
    const std::int64_t gain = leaf_[j + 1], parts = binomial(held + divided_[j], held);
    if (steps_of(parts, gain) >= missing) {
      extra_ = (missing + gain - 1) / gain;
      extra_at_ = held;
      return;
    }
    missing -= parts * gain;
    ++divided_[j];
  }
}

/// Sizes of parts by their two halves; of those at j = 0 only the rests are asked for.
void Division::add_up() {
  row_.assign(leaf_.size() + 1, 0);
  for (std::size_t j = 1; j < leaf_.size(); ++j) {
    row_[j + 1] = row_[j] + 1 + static_cast<std::size_t>(j < divided_.size() ? divided_[j] : 0);
  }
  full_.resize(row_.back());
  for (std::size_t j = leaf_.size() - 1; j >= 1; --j) {
    std::size_t at = row_[j + 1] - 1;
    full_[at] = leaf_[j];
    for (; at-- > row_[j];)
      full_[at] = full_[at + 1] + full(static_cast<std::int64_t>(j) + 1, static_cast<std::int64_t>(at - row_[j]));
  }
}

std::int64_t Division::full(std::int64_t held, std::int64_t restores) const noexcept {
  const auto j = static_cast<std::size_t>(held);
  return full_[std::min(row_[j] + static_cast<std::size_t>(restores), row_[j + 1] - 1)];
}

/// Parts of the last price inside a part.
std::int64_t Division::chances(std::int64_t held, std::int64_t restores) const noexcept {
  const std::int64_t right = extra_at_ - held, left = divided_[static_cast<std::size_t>(extra_at_)] - restores;
  return right < 0 || left < 0 ? 0 : binomial(right + left, right);
}

bool Division::is_leaf(const Part& part) const noexcept {
  const auto j = static_cast<std::size_t>(part.held);
  if (every_) return part.steps <= leaf_[j];
  if (j >= divided_.size()) return true;
  return part.restores >= divided_[j] && !(part.extra > 0 && part.held == extra_at_);
}

Division::Halves Division::divide(const Part& part) const noexcept {
  if (every_) {
    const std::int64_t steps = every_->first(part.held, part.steps);
    return {{steps, part.held, part.restores + 1, 0}, {part.steps - steps, part.held + 1, part.restores, 0}};
  }
  Part rest{full(part.held + 1, part.restores), part.held + 1, part.restores, 0};
  if (part.extra > 0) {
    rest.extra = std::min(part.extra, chances(rest.held, rest.restores));
    rest.steps += rest.extra * leaf_[static_cast<std::size_t>(extra_at_) + 1];
  }
  const bool last = part.held == extra_at_ && part.restores == divided_[static_cast<std::size_t>(extra_at_)];
  const std::int64_t used = rest.extra + (last ? 1 : 0);
  return {{part.steps - rest.steps, part.held, part.restores + 1, part.extra - used}, rest};
}

/// Each division restores once. Those of rests save: the others are of parts that have just been restored.
std::vector<std::int64_t> Division::traffic() const {
  std::vector<std::int64_t> all;
  for (std::size_t j = 0; j < divided_.size(); ++j) {
    const auto held = static_cast<std::int64_t>(j);
    const std::int64_t restored = binomial(held + divided_[j], held + 1),
                       saved = j == 0 ? 1 : binomial(held - 1 + divided_[j], held);
    const std::int64_t extra = held == extra_at_ ? extra_ : 0;
    all.push_back(divided_[j] == 0 ? 2 * extra : restored + saved + extra);
  }
  return all;
}

std::int64_t Division::executed() const noexcept {
  if (every_) return every_->executed();
  std::int64_t steps = leaf_[0], cost = leaf_[0];
  const auto add = [&](std::int64_t count, std::size_t j, std::int64_t r) {
    steps += count * leaf_[j + 1];
    cost += count * (leaf_[j] + (r + 1) * leaf_[j + 1]);
  };
  for (std::size_t j = 0; j < divided_.size(); ++j) {
    const auto held = static_cast<std::int64_t>(j);
    std::int64_t parts = 1;  // C(j + r, j)
    for (std::int64_t r = 0; r < divided_[j]; ++r, parts = parts * (held + r) / r) add(parts, j, r);
  }
  const auto last = static_cast<std::size_t>(extra_at_);
  if (extra_ > 0) add(extra_, last, divided_[last]);
  if (divided_.empty()) return steps_;
  const std::int64_t restores = divided_[0] + (extra_ > 0 && extra_at_ == 0 ? 1 : 0);
  return cost - (steps - steps_) * (restores + 1);
}

}  // namespace ops
