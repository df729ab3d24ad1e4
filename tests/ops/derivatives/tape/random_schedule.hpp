// tests/ops/derivatives/tape/random_schedule.hpp: a schedule that is right and otherwise arbitrary: saves on either
// storage, tapes and drops at random.
#pragma once

#include <algorithm>
#include <deque>
#include <random>
#include <set>

#include "ops/derivatives/checkpoints/schedule.hpp"

namespace random_schedule {

using ops::Action;
using Kind = Action::Kind;

class RandomSchedule final : public ops::Schedule {
 public:
  explicit RandomSchedule(std::mt19937& random) : random_(random) {}

  Action next() override {
    if (actions_.empty()) finished_ ? reverse() : forward();
    const Action action = actions_.front();
    actions_.pop_front();
    return action;
  }

  /// The action under way ends with the program.
  void finish(std::int64_t steps) override {
    finished_ = true;
    present_ = left_ = steps;
    actions_.clear();
    taped_.erase(taped_.lower_bound(steps), taped_.end());
  }

 private:
  bool chance(int of) { return std::uniform_int_distribution<int>(1, of)(random_) == 1; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  void add(Kind kind, std::int64_t first, std::int64_t last = 0, ops::Storage storage = ops::Storage::memory) {
    actions_.push_back({kind, first, last, storage});
  }

  void save(std::int64_t step) {
    if (saved_.insert(step).second) add(Kind::save, step, step, chance(2) ? ops::Storage::disk : ops::Storage::memory);
  }

  void run(bool tape, std::int64_t first, std::int64_t last) {
    add(tape ? Kind::tape : Kind::advance, first, last);
    for (std::int64_t step = first; tape && step < last; ++step) taped_.insert(step);
    present_ = last;
  }

  void drop_something() {
    if (saved_.size() > 1 && chance(3)) {
      const auto at = std::next(saved_.begin(), between(1, static_cast<std::int64_t>(saved_.size()) - 1));
      add(Kind::drop, *at);
      saved_.erase(at);
    }
    if (!taped_.empty() && chance(3)) {
      const auto at = std::next(taped_.begin(), between(0, static_cast<std::int64_t>(taped_.size()) - 1));
      add(Kind::drop_tape, *at, *at + 1);
      taped_.erase(at);
    }
  }

  void forward() {
    if (present_ == 0 || chance(3)) save(present_);
    drop_something();
    run(chance(2), present_, present_ + between(1, 3));
  }

  void reverse() {
    if (left_ == 0) return add(Kind::done, 0);
    if (taped_.contains(left_ - 1)) return reverse_taped();
    const std::int64_t from = *std::prev(saved_.lower_bound(left_));
    if (from != present_ || chance(2)) add(Kind::restore, from);
    present_ = from;
    while (present_ < left_ - 1) {
      if (chance(3)) save(present_);
      run(chance(4), present_, between(present_ + 1, left_ - 1));
    }
    run(true, left_ - 1, left_);
    actions_.back().to_reverse = chance(2);
  }

  void reverse_taped() {
    std::int64_t first = left_ - 1;
    while (taped_.contains(first - 1) && !chance(4)) --first;
    add(Kind::reverse, first, left_);
    taped_.erase(taped_.lower_bound(first), taped_.end());
    left_ = first;
    while (!saved_.empty() && *saved_.rbegin() >= std::max<std::int64_t>(left_, 1)) {
      add(Kind::drop, *saved_.rbegin());
      saved_.erase(std::prev(saved_.end()));
    }
  }

  std::mt19937& random_;
  std::deque<Action> actions_;
  std::set<std::int64_t> saved_, taped_;
  std::int64_t present_ = 0, left_ = 0;
  bool finished_ = false;
};

}  // namespace random_schedule
