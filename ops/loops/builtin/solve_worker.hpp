// ops/loops/builtin/solve_worker.hpp: interface for computations on the arrays of a launch, by threads of the host or
// by a device.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "tridsolver/batch.hpp"

namespace ops::tridiagonal {

/// One factor of a product: values of the cells so many rows further along the axis of the systems.
template <class T>
struct Factor {
  tridsolver::Array<const T> cells;  ///< null: zero
  int shift = 0;                     ///< -1, 0 or 1
  const T* before = nullptr;         ///< the row before these cells, in the order of systems; null: there is none
  const T* after = nullptr;
};

/// to_i -= left_{i + left.shift} * right_{i + right.shift} along the axis of the systems, where both exist.
template <class T>
struct Product {
  tridsolver::Array<T> to;  ///< null: not wanted
  Factor<T> left, right;
};

/// Its arrays begin at places of its own.
template <class T>
class Worker {
 public:
  virtual ~Worker() = default;
  /// What it has at an address of the machine.
  virtual T* place(const void* address) const = 0;
  /// @param count  > 0
  virtual std::shared_ptr<T> memory(std::int64_t count) const = 0;
  virtual void solve(const tridsolver::Batch<T>& batch) const = 0;
  /// All of them in one pass, term by term in each row of cells along axis 0. No `to` may be another's left or right.
  virtual void subtract(const tridsolver::Shape& shape, std::span<const Product<T>> products) const = 0;
  virtual void copy(const tridsolver::Shape& shape, const tridsolver::Array<T>& to,
                    const tridsolver::Array<const T>& from) const = 0;
  /// to += from
  virtual void add(const tridsolver::Shape& shape, const tridsolver::Array<T>& to,
                   const tridsolver::Array<const T>& from) const = 0;
};

/// Of the process: the threads of its backend, until compute_by() has named others, which live as long as the process.
template <class T>
const Worker<T>& worker();
void compute_by(const Worker<float>& of_float, const Worker<double>& of_double);

/// While it lives, threads of the host compute what this thread asks for, at addresses that hold for the host.
class ByHost {
 public:
  ByHost();
  ~ByHost();
  ByHost(const ByHost&) = delete;
  ByHost& operator=(const ByHost&) = delete;
};

/// The backend's threads. Few cells are not worth waking them for.
tridsolver::Parallel threads(const tridsolver::Shape& shape);

}  // namespace ops::tridiagonal
