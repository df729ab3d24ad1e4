// tridsolver/reduced.hpp: the systems of the chunks' ends, solved by parallel cyclic reduction.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>

#include "tridsolver/batch.hpp"
#include "tridsolver/cyclic.hpp"
#include "tridsolver/kernels.hpp"
#include "tridsolver/scratch.hpp"

namespace tridsolver {

template <class T>
class Reduced {
 public:
  Reduced(std::int64_t systems, std::int64_t rows)
      : systems_(systems), rows_(rows), memory_(scratch<T>(10 * systems * rows)) {}

  /// Row `at` % rows of system `at` / rows: before * x(at - 1) + x(at) + after * x(at + 1) = right. Distinct rows may
  /// be set at once.
  void set(std::int64_t at, T before, T after, T right) {
    given_.before[at] = before;
    given_.after[at] = after;
    given_.right[at] = right;
    x_[at] = T{};
  }

  /// Many systems one by one, so that each stays in a cache and threads need not wait for one another; few of them with
  /// all threads.
  void solve(const Parallel& parallel) {
    constexpr std::int64_t many = 8;
    if (systems_ < many) return solve(0, systems_, parallel);
    const Parallel alone = [](std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) {
      body(0, n);
    };
    parallel(systems_, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t system = first; system < last; ++system) solve(system, 1, alone);
    });
  }

  T solution(std::int64_t at) const { return x_[at]; }

 private:
  /// Where diagonals dominate, rows have no neighbours after some steps, as products of small numbers are zero; then
  /// further ones change nothing.
  void solve(std::int64_t begin, std::int64_t count, const Parallel& parallel) {
    Coupled<T> now = rows(1), next = rows(2);
    for (int pass = 0; pass < cyclic_passes; ++pass) {
      for_rows(begin, count, parallel, [&](std::int64_t system, std::int64_t first, std::int64_t last) {
        const Coupled<T> to = of(now, system), given = of(given_, system);
        for (std::int64_t i = first; i < last; ++i) put_remainder(given, x_ + system * rows_, to, i, i, rows_);
      });
      std::atomic<bool> coupled = true;
      for (std::int64_t distance = 1; distance < rows_ && coupled; distance *= 2) {
        coupled = false;
        for_rows(begin, count, parallel, [&](std::int64_t system, std::int64_t first, std::int64_t last) {
          if (kernels<T>().step(of(now, system), of(next, system), first, last, rows_, distance)) coupled = true;
        });
        std::swap(now, next);
      }
      for_rows(begin, count, parallel, [&](std::int64_t system, std::int64_t first, std::int64_t last) {
        for (std::int64_t at = system * rows_ + first; at < system * rows_ + last; ++at) x_[at] += now.right[at];
      });
    }
  }

  T* piece(std::int64_t number) const { return memory_.get() + number * systems_ * rows_; }
  Coupled<T> rows(std::int64_t which) const { return {piece(3 * which), piece(3 * which + 1), piece(3 * which + 2)}; }
  Coupled<T> of(const Coupled<T>& rows, std::int64_t system) const {
    return {rows.before + system * rows_, rows.after + system * rows_, rows.right + system * rows_};
  }

  /// Calls act(system, first, last) for rows of `count` systems.
  template <class Act>
  void for_rows(std::int64_t begin, std::int64_t count, const Parallel& parallel, const Act& act) const {
    parallel(count * rows_, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t s = first / rows_; s * rows_ < last; ++s)
        act(begin + s, std::max<std::int64_t>(first - s * rows_, 0), std::min(last - s * rows_, rows_));
    });
  }

  std::int64_t systems_, rows_;
  Scratch<T> memory_;
  Coupled<T> given_ = rows(0);
  T* x_ = piece(9);
};

}  // namespace tridsolver
