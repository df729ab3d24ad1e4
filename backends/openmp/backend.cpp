// backends/openmp/backend.cpp: threads of OpenMP behind the executor port.
#include "backends/openmp/backend.hpp"

#include <omp.h>

#include <exception>

#include "ops/core/float_mode.hpp"

namespace ops::openmp {
namespace {

class Threads final : public Executor {
 public:
  void run(std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) const override {
    std::exception_ptr failure;
    const FloatMode mode = FloatMode::present();
#pragma omp parallel if (n > 1)
    {
      const InFloatMode same(mode);
      const std::int64_t count = omp_get_num_threads(), mine = omp_get_thread_num();
      const std::int64_t lo = n * mine / count, hi = n * (mine + 1) / count;
      try {
        if (lo < hi) body(lo, hi);
      } catch (...) {
#pragma omp critical(ops_openmp_failure)
        if (!failure) failure = std::current_exception();
      }
    }
    if (failure) std::rethrow_exception(failure);
  }
};

}  // namespace

const Backend& backend() {
  static const Threads threads;
  static const Backend backend{"openmp", &threads, false};
  return backend;
}

}  // namespace ops::openmp
