// backends/openmp/backend.cpp: a team of threads behind the executor port.
#include "backends/openmp/backend.hpp"

#include <exception>
#include <mutex>

#include "backends/openmp/team.hpp"
#include "ops/loops/launch/float_mode.hpp"

namespace ops::openmp {
namespace {

class Threads final : public Executor {
 public:
  void run(std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) const override {
    std::exception_ptr failure;
    std::mutex one_at_a_time;
    const FloatMode mode = FloatMode::present();
    on_team(n > 1 ? team_size() : 1, [&](std::int64_t mine, std::int64_t count) {
      const InFloatMode same(mode);
      const std::int64_t lo = n * mine / count, hi = n * (mine + 1) / count;
      try {
        if (lo < hi) body(lo, hi);
      } catch (...) {
        const std::lock_guard lock(one_at_a_time);
        if (!failure) failure = std::current_exception();
      }
    });
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
