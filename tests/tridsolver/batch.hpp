// tests/tridsolver/batch.hpp: random batches, and threads that cut work anyhow.
#pragma once

#include <algorithm>
#include <random>
#include <thread>
#include <vector>

#include "tridsolver/tridsolver.hpp"

namespace tridsolver::test {

/// Five arrays of one shape with gaps between rows, and the batch that they are.
template <class T>
struct World {
  Batch<T> batch;
  std::vector<T> a, b, c, d, x;

  World(const Shape& shape, unsigned seed, std::int64_t gap = 3) {
    batch.shape = shape;
    Index step{};
    std::int64_t size = 1;
    for (std::size_t i = 0; i < static_cast<std::size_t>(shape.dims); ++i) {
      step[i] = size;
      size *= shape.cells[i] + (i == 0 ? gap : 1);
    }
    std::mt19937 random(seed);
    std::uniform_real_distribution<T> number(T(-1), T(1));
    for (auto* values : {&a, &b, &c, &d, &x}) {
      values->resize(static_cast<std::size_t>(size));
      for (T& v : *values) v = number(random);
    }
    for (std::size_t i = 0; i < b.size(); ++i) b[i] += b[i] < 0 ? T(-2.5) : T(2.5);
    batch.a = {a.data(), step};
    batch.b = {b.data(), step};
    batch.c = {c.data(), step};
    batch.d = {d.data(), step};
    batch.x = {x.data(), step};
  }
  World(const World&) = delete;

  std::size_t at(const Index& index) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < max_dims; ++i) sum += index[i] * batch.x.step[i];
    return static_cast<std::size_t>(sum);
  }
};

/// Some threads, each with several parts of different sizes.
inline Parallel threads(int count) {
  return [count](std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) {
    std::vector<std::thread> running;
    for (int t = 0; t < count; ++t)
      running.emplace_back([&, t] {
        const std::int64_t first = n * t / count, last = n * (t + 1) / count, middle = first + (last - first) / 3;
        if (first < middle) body(first, middle);
        if (middle < last) body(middle, last);
      });
    for (std::thread& thread : running) thread.join();
  };
}

}  // namespace tridsolver::test
