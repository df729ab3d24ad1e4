// tridsolver/reduced.hpp: the systems of the chunks' ends, solved by parallel cyclic reduction.
// Knows dense systems with a diagonal of ones; knows nothing of chunks.
#pragma once

#include <cstddef>
#include <utility>

#include "tridsolver/batch.hpp"
#include "tridsolver/cyclic.hpp"
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

  /// See cyclic_passes.
  void solve(const Parallel& parallel) {
    for (int pass = 0; pass < cyclic_passes; ++pass) {
      for_rows(parallel, [this](std::int64_t at) { put_remainder(given_.rows(), x_.get(), now_.rows(), at, at % rows_, rows_); });
      for (std::int64_t distance = 1; distance < rows_; distance *= 2) {
        for_rows(parallel, [this, distance](std::int64_t at) { put_step(now_.rows(), next_.rows(), at, at % rows_, rows_, distance); });
        std::swap(now_, next_);
      }
      for_rows(parallel, [this](std::int64_t at) { x_[static_cast<std::size_t>(at)] += now_.right[static_cast<std::size_t>(at)]; });
    }
  }

  T solution(std::int64_t at) const { return x_[static_cast<std::size_t>(at)]; }

 private:
  struct Rows {
    explicit Rows(std::int64_t count) : before(scratch<T>(count)), after(scratch<T>(count)), right(scratch<T>(count)) {}
    CyclicRows<T> rows() const noexcept { return {before.get(), after.get(), right.get()}; }
    Scratch<T> before, after, right;
  };

  template <class Act>
  void for_rows(const Parallel& parallel, const Act& act) const {
    parallel(systems_ * rows_, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t at = first; at < last; ++at) act(at);
    });
  }

  std::int64_t systems_, rows_;
  Rows given_, now_, next_;
  Scratch<T> x_;
};

}  // namespace tridsolver
