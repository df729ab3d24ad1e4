// tridsolver/reduced.hpp: the systems of the chunks' ends, solved by parallel cyclic reduction.
// Knows dense systems with a diagonal of ones; knows nothing of chunks.
#pragma once

#include <cstddef>
#include <utility>

#include "tridsolver/batch.hpp"
#include "tridsolver/scratch.hpp"

namespace tridsolver {

template <class T>
class Reduced {
 public:
  Reduced(std::int64_t systems, std::int64_t rows)
      : systems_(systems), rows_(rows), given_(systems * rows), now_(systems * rows), next_(systems * rows), x_(scratch<T>(systems * rows)) {}

  /// Row `at` % rows of system `at` / rows: before * x(at - 1) + x(at) + after * x(at + 1) = right. Distinct rows may be set at once.
  void set(std::int64_t at, T before, T after, T right) {
    const auto i = static_cast<std::size_t>(at);
    given_.before[i] = before;
    given_.after[i] = after;
    given_.right[i] = right;
    x_[i] = T{};
  }

  /// Cyclic reduction computes every unknown on its own, so that neighbours' errors have nothing to do with each other, and residuals of
  /// nearly singular systems are large. Solving for what is left of the right-hand side brings them to rounding.
  void solve(const Parallel& parallel) {
    for (int pass = 0; pass < passes; ++pass) {
      for_rows(parallel, [this](std::int64_t at) { remainder(at); });
      for (std::int64_t distance = 1; distance < rows_; distance *= 2) {
        for_rows(parallel, [this, distance](std::int64_t at) { step(at, distance); });
        std::swap(now_, next_);
      }
      for_rows(parallel, [this](std::int64_t at) { x_[static_cast<std::size_t>(at)] += now_.right[static_cast<std::size_t>(at)]; });
    }
  }

  T solution(std::int64_t at) const { return x_[static_cast<std::size_t>(at)]; }

 private:
  static constexpr int passes = 3;

  struct Rows {
    explicit Rows(std::int64_t count) : before(scratch<T>(count)), after(scratch<T>(count)), right(scratch<T>(count)) {}
    Scratch<T> before, after, right;
  };

  template <class Act>
  void for_rows(const Parallel& parallel, const Act& act) const {
    parallel(systems_ * rows_, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t at = first; at < last; ++at) act(at);
    });
  }

  void remainder(std::int64_t at) {
    const std::int64_t row = at % rows_;
    const auto i = static_cast<std::size_t>(at);
    now_.before[i] = given_.before[i];
    now_.after[i] = given_.after[i];
    T right = given_.right[i] - x_[i];
    if (row > 0) right -= given_.before[i] * x_[i - 1];
    if (row + 1 < rows_) right -= given_.after[i] * x_[i + 1];
    now_.right[i] = right;
  }

  /// Every row loses its neighbours at `distance` and gets those twice as far away.
  void step(std::int64_t at, std::int64_t distance) {
    const std::int64_t row = at % rows_;
    const auto i = static_cast<std::size_t>(at), far = static_cast<std::size_t>(distance);
    T pivot{1}, right = now_.right[i], before{}, after{};
    if (row >= distance) {
      pivot -= now_.before[i] * now_.after[i - far];
      right -= now_.before[i] * now_.right[i - far];
      before = -(now_.before[i] * now_.before[i - far]);
    }
    if (row + distance < rows_) {
      pivot -= now_.after[i] * now_.before[i + far];
      right -= now_.after[i] * now_.right[i + far];
      after = -(now_.after[i] * now_.after[i + far]);
    }
    next_.before[i] = before / pivot;
    next_.after[i] = after / pivot;
    next_.right[i] = right / pivot;
  }

  std::int64_t systems_, rows_;
  Rows given_, now_, next_;
  Scratch<T> x_;
};

}  // namespace tridsolver
