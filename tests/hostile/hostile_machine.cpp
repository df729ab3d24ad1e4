// tests/hostile/hostile_machine.cpp: protected pages, and loops in random parts.
#include "hostile_machine.hpp"

#include <execinfo.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <map>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "ops/data/host_machine.hpp"
#include "ops/loops/launch/launch.hpp"

namespace {

using namespace ops;

constexpr std::size_t page = 4096;
std::size_t pages(std::size_t bytes) { return (bytes + page - 1) / page * page; }

/// Memory and who may touch it now. One for the process, as programs may have several instances.
class Guard {
 public:
  void* allocate(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    // a page behind each
    void* const memory =
        mmap(nullptr, pages(bytes) + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return nullptr;
    Block& block = blocks_[static_cast<std::byte*>(memory)] = {pages(bytes), 0};
    if (working_ > 0) protect(static_cast<std::byte*>(memory), block, true);
    return memory;
  }
  void release(void* memory) {
    const std::lock_guard lock(mutex_);
    const auto at = blocks_.find(static_cast<std::byte*>(memory));
    madvise(memory, at->second.bytes, MADV_DONTNEED);
    protect(at->first, at->second, false);
    blocks_.erase(at);
  }
  void begin() {
    const std::lock_guard lock(mutex_);
    if (working_++ == 0) set(true);
  }
  void end() {
    const std::lock_guard lock(mutex_);
    if (--working_ == 0) set(false);
  }
  /// @param address  within some block, unless it has been given back
  void show(std::byte* address, int change) {
    const std::lock_guard lock(mutex_);
    auto at = blocks_.upper_bound(address);
    if (at == blocks_.begin() || address >= (--at)->first + at->second.bytes) return;
    at->second.shown += change;
    if (working_ == 0) protect(at->first, at->second, at->second.shown > 0);
  }

 private:
  struct Block {
    std::size_t bytes = 0;
    int shown = 0;
  };
  static void protect(std::byte* memory, const Block& block, bool open) {
    mprotect(memory, block.bytes, open ? PROT_READ | PROT_WRITE : PROT_NONE);
  }
  void set(bool open) {
    for (const auto& [memory, block] : blocks_)
      if (block.shown == 0) protect(memory, block, open);
  }
  std::mutex mutex_;
  std::map<std::byte*, Block> blocks_;
  int working_ = 0;
};

Guard& guard() {
  static Guard* const all = new Guard;  // outlives every instance
  return *all;
}

struct Working {
  Working() { guard().begin(); }
  ~Working() { guard().end(); }
};

class HostileMachine final : public HostMachine {
 public:
  using HostMachine::HostMachine;
  void* allocate(std::size_t bytes) noexcept override { return guard().allocate(bytes); }
  void release(void* memory, std::size_t) noexcept override { guard().release(memory); }
  void fill(const BufferRef& to, const Layout& layout, const Box& box, const void* value) override {
    const Working now;
    HostMachine::fill(to, layout, box, value);
  }
  void fill_bytes(const BufferRef& to, std::byte value) override {
    const Working now;
    HostMachine::fill_bytes(to, value);
  }
  void copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
            const Box& box) override {
    const Working now;
    HostMachine::copy(to, to_layout, from, from_layout, box);
  }
  void add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout,
           Type element, const Box& box) override {
    const Working now;
    HostMachine::add(sum, sum_layout, term, term_layout, element, box);
  }
  void read(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) override {
    const Working now;
    HostMachine::read(to, from, layout, boxes);
  }
  void write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from, bool slowest) override {
    const Working now;
    HostMachine::write(to, layout, box, from, slowest);
  }
  bool all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) override {
    const Working now;
    return HostMachine::all_zero(buffer, layout, box);
  }
  void run(void (*loop)(const Launch&), const Launch& launch) override {
    const Working now;
    if (!launch.divisible) return loop(launch);
    in_parts(launch.range, launch.range, [&](const Box& range) {
      Launch part = launch;
      part.range = range;
      loop(part);
    });
  }
  void run(void (*adjoint)(const AdjointLaunch&), const AdjointLaunch& launch) override {
    const Working now;
    if (!launch.divisible) return adjoint(launch);
    in_parts(launch.part, around(launch.range), [&](const Box& cells) {
      AdjointLaunch part = launch;
      part.part = cells;
      adjoint(part);
    });
  }
  void search(void (*attained)(const AdjointLaunch&, Attained* const*), const AdjointLaunch& launch,
              std::span<const std::span<Attained>> first) override {
    const Working now;
    HostMachine::search(attained, launch, first);
  }
  std::shared_ptr<void> for_host(std::span<const BufferRef> buffers) override {
    std::vector<std::byte*> shown;
    for (const BufferRef& buffer : buffers) shown.push_back(buffer->address);
    for (std::byte* const at : shown) guard().show(at, +1);
    return {this, [shown](void*) {
              for (std::byte* const at : shown) guard().show(at, -1);
            }};
  }

 private:
  /// With the cells near it that its points may reach.
  static Box around(Box range) {
    for (std::size_t axis = 0; axis < max_dim; ++axis) range.lo[axis] -= 3, range.hi[axis] += 3;
    return range;
  }
  /// Calls work(part) for up to four parts of `whole`, in random order, some of them on threads of their own.
  template <class Work>
  void in_parts(const Box& whole, const Box& where, const Work& work) {
    std::vector<Box> parts;
    {
      const std::lock_guard alone(mutex_);
      parts = cut(whole, where);
      std::shuffle(parts.begin(), parts.end(), random_);
    }
    for (const Box& part : parts) {
      if (part.lo[0] % 4 == 0) std::thread([&] { work(part); }).join();
      else work(part);
    }
  }
  /// @param where  that cuts lie within
  std::vector<Box> cut(const Box& whole, const Box& where) {
    std::vector<Box> parts{whole};
    for (auto cuts = random_() % 4; cuts > 0; --cuts) {
      const std::size_t which = random_() % parts.size(), axis = random_() % max_dim;
      if (where.extent(static_cast<int>(axis)) < 2) continue;
      const int edge = where.lo[axis] + 1 +
                       static_cast<int>(random_() % static_cast<unsigned>(where.extent(static_cast<int>(axis)) - 1));
      Box& low = parts[which];
      if (edge <= low.lo[axis] || edge >= low.hi[axis]) continue;
      Box high = low;
      low.hi[axis] = high.lo[axis] = edge;
      parts.push_back(high);
    }
    return parts;
  }
  std::mutex mutex_;
  std::mt19937 random_{12345};
};

void touched_outside(int, siginfo_t*, void*) {
  static constexpr char text[] =
      "\nhostile machine: memory of a buffer is touched outside of the machine, or after it was given back:\n";
  void* frames[32];
  static_cast<void>(!write(STDERR_FILENO, text, sizeof text - 1));
  backtrace_symbols_fd(frames, backtrace(frames, 32), STDERR_FILENO);
  _exit(86);
}

}  // namespace

std::shared_ptr<ops::Machine> hostile_machine(const ops::ParallelFor& parallel) {
  void* frames[1];
  backtrace(frames, 1);  // loads what it needs while that is allowed
  struct sigaction action = {};
  action.sa_sigaction = touched_outside;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, nullptr);
  return std::make_shared<HostileMachine>(parallel);
}
