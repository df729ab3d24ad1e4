// tests/cuda/backends/cuda_host/device.cpp: a device that is this process. Its memory is pages that nobody can touch
// outside of kernels and copies. Nothing is done before the host waits; then launches of a batch run in any order that
// their dependencies allow, and threads of blocks in any order. OPSGRAD_THREADS names both: forward, reversed or
// shuffled (default).
#include "backends/cuda/device.hpp"

#include <sys/mman.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <numeric>
#include <random>
#include <string_view>

#include "backends/cuda/kernel.hpp"
#include "backends/cuda_host/late.hpp"
#include "backends/cuda_host/touching.hpp"
#include "ops/support/error.hpp"

namespace ops::cuda {
namespace {

using launches::Batch, launches::Graph;

constexpr std::size_t size = std::size_t{64} << 30;  // of address space: memory is taken as it is used
constexpr unsigned few_blocks = 1 << 14;

/// Which of several launches that may run is the next.
std::size_t any_of(std::size_t count) {
  static std::mt19937 random(1234);
  const Order order = order_of_threads();
  return order == Order::forward ? 0 : order == Order::reversed ? count - 1 : random() % count;
}

class Host final : public Device {
 public:
  Host()
      : memory_(static_cast<std::byte*>(
            mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
    if (memory_ == MAP_FAILED) throw OPSException(OPS_RUNTIME_ERROR, "no address space for the memory of a device");
  }
  std::byte* memory() const noexcept override { return memory_; }
  std::size_t bytes() const noexcept override { return size; }
  int number() const noexcept override { return 0; }
  void wait_for_others() override {}
  void launch(const Batch& batch) override {
    const std::lock_guard lock(mutex_);
    late_.launch(batch);
  }
  std::unique_ptr<Graph> graph(const Batch& batch) override { return late_.graph(batch); }

  void to_device(std::byte* to, const std::byte* from, std::size_t bytes) override { copy(to, from, bytes); }
  void to_host(std::byte* to, const std::byte* from, std::size_t bytes) override { copy(to, from, bytes); }
  void wait() override {
    const std::lock_guard lock(mutex_);
    if (late_.idle()) return;
    const Touching now;
    late_.finish();
  }
  std::byte* take_pinned(std::size_t bytes) override {
    return new (std::align_val_t{64}, std::nothrow) std::byte[bytes];
  }
  void give_pinned(std::byte* memory) noexcept override {
    const std::lock_guard lock(mutex_);
    const Touching now;
    late_.finish();
    late_.end_copies();
    operator delete[](memory, std::align_val_t{64});
  }
  std::uint64_t begin_copy(std::byte* to, const std::byte* from, std::size_t bytes) override {
    const std::lock_guard lock(mutex_);
    return late_.begin_copy(to, from, bytes);
  }
  void work_waits(std::uint64_t copy) override {
    const std::lock_guard lock(mutex_);
    late_.work_waits(copy);
  }
  bool ended(std::uint64_t copy) override {
    const std::lock_guard lock(mutex_);
    return late_.ended(copy);
  }
  /// @param by  1 more or less of those who touch its memory
  void touching(int by) {
    const std::lock_guard lock(mutex_);
    const bool before = touching_ > 0, now = (touching_ += by) > 0;
    if (before == now) return;
    mprotect(memory_, size, now ? PROT_READ | PROT_WRITE : PROT_NONE);
    if (now) began_ = Clock::now();
    else if (counts_) worked_ += Clock::now() - began_;
  }
  double worked() override {
    const std::lock_guard lock(mutex_);
    counts_ = true;
    return std::chrono::duration<double>(worked_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    const Touching now;
    late_.finish();
    std::memcpy(to, from, bytes);
  }

  std::byte* memory_;
  std::recursive_mutex mutex_;
  int touching_ = 0;
  bool counts_ = false;
  Clock::time_point began_;
  Clock::duration worked_{};
  launches::Late late_{any_of};
};

Host& host() {
  static Host* const host = new Host;  // outlives every instance
  return *host;
}

}  // namespace

Device& device() { return host(); }

Touching::Touching() { host().touching(1); }
Touching::~Touching() { host().touching(-1); }

unsigned most_blocks() noexcept { return few_blocks; }
std::int64_t busy_threads() noexcept { return 64; }

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
