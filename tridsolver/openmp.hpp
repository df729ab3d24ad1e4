// tridsolver/openmp.hpp: threads of OpenMP for programs that are compiled with it; others solve on one thread.
// Knows nothing of systems.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>

namespace tridsolver {

/// A Parallel: every thread gets one part.
inline void openmp(std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) {
  std::exception_ptr failure;
#pragma omp parallel for schedule(dynamic, 1) if (n > 1)
  for (std::int64_t part = 0; part < (n < 64 ? n : 64); ++part) {
    const std::int64_t parts = n < 64 ? n : 64;
    try {
      body(n * part / parts, n * (part + 1) / parts);
    } catch (...) {
#pragma omp critical(tridsolver_failure)
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tridsolver
