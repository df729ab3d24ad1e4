// backends/cuda/landing.cpp: pinned memory of the host, in small pieces that are used again.
#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

#include "backends/cuda/device.hpp"
#include "backends/cuda/totals.hpp"
#include "backends/cuda/work.hpp"
#include "ops/diag/error.hpp"

namespace ops::cuda {
namespace {

constexpr std::size_t unit = 64, slab = std::size_t{1} << 16;  // [bytes]

/// A piece that is given back may still be written by launches that wait: the next one to write it comes after these.
class Pieces {
 public:
  static Pieces& of_process() {
    static Pieces* const pieces = new Pieces;  // outlives every instance
    return *pieces;
  }
  std::shared_ptr<std::byte> take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    std::vector<std::byte*>& free = free_[bytes];
    if (free.empty()) cut(bytes, free);
    const std::shared_ptr<std::byte> piece(free.back(), [this, bytes](std::byte* data) { give(data, bytes); });
    free.pop_back();
    return piece;
  }

 private:
  void cut(std::size_t bytes, std::vector<std::byte*>& free) {
    const std::size_t count = std::max<std::size_t>(slab / bytes, 1);
    std::byte* const memory = device().take_pinned(count * bytes);
    if (memory == nullptr) throw OPSException(OPS_RUNTIME_ERROR, "target cuda: out of memory: no pinned memory for totals on their way to the host");
    for (std::size_t k = 0; k < count; ++k) free.push_back(memory + k * bytes);
  }
  void give(std::byte* data, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    free_[bytes].push_back(data);
  }

  std::mutex mutex_;
  std::map<std::size_t, std::vector<std::byte*>> free_;  // by size
};

}  // namespace

Landing::Landing(std::size_t bytes) : data_(Pieces::of_process().take((bytes + unit - 1) / unit * unit)) {
  if (Work* const work = Work::present()) work->writes(data_.get(), bytes);
}

void Landing::then(Add add, void* to) const {
  const auto rest = [data = data_, add, to, launches = queue().asked()] {
    queue().wait_for(launches);
    add(to, data.get());
  };
  if (Work* const work = Work::present()) work->landed(to, rest);
  else rest();
}

}  // namespace ops::cuda
