// backends/cuda/solve.hpp: batches of tridiagonal systems in the device's memory.
// Knows arrays; knows nothing of datasets or loops.
#pragma once

#include <span>

#include "ops/tridiagonal/worker.hpp"
#include "tridsolver/batch.hpp"

namespace ops::cuda {

/// With the bits of tridsolver::solve.
template <class T>
void solve(const tridsolver::Batch<T>& batch);

/// As tridiagonal::Worker has it.
template <class T>
void subtract(const tridsolver::Shape& shape, std::span<const tridiagonal::Product<T>> products);

}  // namespace ops::cuda
