// tests/cuda/backends/cuda_host/device.cpp: a device that is this process. Its memory is pages that nobody can touch outside of kernels and
// copies; threads of blocks run in the order that OPSGRAD_THREADS names: forward, reversed or shuffled (default).
#include "backends/cuda/device.hpp"

#include <sys/mman.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>
#include <new>
#include <numeric>
#include <random>
#include <string_view>

#include "backends/cuda/kernel.hpp"
#include "ops/diag/error.hpp"

namespace ops::cuda {
namespace {

constexpr std::size_t size = std::size_t{64} << 30;  // of address space: memory is taken as it is used
constexpr unsigned few_blocks = 1 << 14;

class Host final : public Device {
 public:
  Host() : memory_(static_cast<std::byte*>(mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
    if (memory_ == MAP_FAILED) throw OPSException(OPS_RUNTIME_ERROR, "no address space for the memory of a device");
  }
  std::byte* memory() const noexcept override { return memory_; }
  std::size_t bytes() const noexcept override { return size; }
  void to_device(std::byte* to, const std::byte* from, std::size_t bytes) override { copy(to, from, bytes); }
  void to_host(std::byte* to, const std::byte* from, std::size_t bytes) override { copy(to, from, bytes); }
  void wait() override {}
  std::byte* take_pinned(std::size_t bytes) override { return new (std::nothrow) std::byte[bytes]; }
  void give_pinned(std::byte* memory) noexcept override {
    work_waits(first_ + under_way_.size() - 1);
    delete[] memory;
  }
  std::uint64_t begin_copy(std::byte* to, const std::byte* from, std::size_t bytes) override {
    const std::lock_guard lock(copies_mutex_);
    under_way_.push_back({to, from, bytes});
    return first_ + under_way_.size() - 1;
  }
  void work_waits(std::uint64_t copy) override {
    const std::lock_guard lock(copies_mutex_);
    for (; first_ <= copy; ++first_) {
      const Copy one = under_way_.front();
      under_way_.pop_front();
      this->copy(one.to, one.from, one.bytes);
    }
  }
  bool ended(std::uint64_t copy) override {
    const std::lock_guard lock(copies_mutex_);
    return copy < first_;
  }
  void begin_work() override {
    const std::lock_guard lock(mutex_);
    if (working_++ == 0) {
      mprotect(memory_, size, PROT_READ | PROT_WRITE);
      began_ = Clock::now();
    }
  }
  void end_work() override {
    const std::lock_guard lock(mutex_);
    if (--working_ > 0) return;
    worked_ += counts_ ? Clock::now() - began_ : Clock::duration{};
    mprotect(memory_, size, PROT_NONE);
  }
  double worked() override {
    const std::lock_guard lock(mutex_);
    counts_ = true;
    return std::chrono::duration<double>(worked_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Copy {
    std::byte* to;
    const std::byte* from;
    std::size_t bytes;
  };
  void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
    begin_work();
    std::memcpy(to, from, bytes);
    end_work();
  }
  std::byte* memory_;
  std::mutex mutex_;
  int working_ = 0;
  bool counts_ = false;
  Clock::time_point began_;
  Clock::duration worked_{};
  std::mutex copies_mutex_;
  std::deque<Copy> under_way_;  ///< done only when work waits for them: who does not wait finds other values
  std::uint64_t first_ = 1;     ///< the number of the first of these
};

}  // namespace

Device& device() {
  static Host* const host = new Host;  // outlives every instance
  return *host;
}

unsigned most_blocks() noexcept { return few_blocks; }

void check_launch(const char*) {}

Order order_of_threads() {
  static const Order order = [] {
    const char* const word = std::getenv("OPSGRAD_THREADS");
    const std::string_view name = word == nullptr ? "shuffled" : word;
    return name == "reversed" ? Order::reversed : name == "forward" ? Order::forward : Order::shuffled;
  }();
  return order;
}

unsigned any_stride(unsigned count) {
  static thread_local std::mt19937 random(4711);
  unsigned stride = count < 3 ? 1 : 1 + static_cast<unsigned>(random() % (count - 1));
  while (std::gcd(stride, count) != 1) --stride;
  return stride;
}

}  // namespace ops::cuda
