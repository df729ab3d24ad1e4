// backends/cuda/solve.hpp: solves batches of tridiagonal systems in the device's memory.
#pragma once

#include <span>

#include "ops/loops/builtin/solve_worker.hpp"
#include "tridsolver/batch.hpp"

namespace ops::cuda {

/// With the bits of tridsolver::solve.
template <class T>
void solve(const tridsolver::Batch<T>& batch);

/// As tridiagonal::Worker has it.
template <class T>
void subtract(const tridsolver::Shape& shape, std::span<const tridiagonal::Product<T>> products);

/// Tridiagonal solves of programs, their adjoints and tangents run on the device. To be called before a loop runs; more
/// than once does no harm.
void solve_on_device();

}  // namespace ops::cuda
