// tridsolver/openmp.hpp: threads of OpenMP for programs that are compiled with it; others solve on one thread.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace tridsolver {

/// A Parallel: every thread gets one part.
inline void openmp(std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) {
#ifdef _OPENMP
  std::exception_ptr failure;
#pragma omp parallel if (n > 1)
  {
    const std::int64_t threads = omp_get_num_threads(), mine = omp_get_thread_num();
    const std::int64_t first = n * mine / threads, last = n * (mine + 1) / threads;
    try {
      if (first < last) body(first, last);
    } catch (...) {
#pragma omp critical(tridsolver_failure)
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
#else
  body(0, n);
#endif
}

}  // namespace tridsolver
