// backends/cuda/work.cpp: buffers of arguments, which are looked for by address where they do not name one; pinned
// memory in which totals land.
#include "backends/cuda/work.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <mutex>
#include <utility>

#include "backends/cuda/device.hpp"
#include "backends/cuda/kernel.hpp"
#include "backends/cuda/totals.hpp"
#include "ops/loops/launch/reduce_ops.hpp"
#include "ops/support/error.hpp"

namespace ops::cuda {
namespace {

thread_local Work* of_thread = nullptr;
launches::Queue* of_process = nullptr;  ///< outlives every instance; null: nothing has been asked of a device

/// All memory there is.
std::span<const launches::Touched> anything() noexcept {
  static const launches::Touched all{nullptr, reinterpret_cast<const std::byte*>(~std::uintptr_t{0}), true};
  return {&all, 1};
}

/// From cell (0, 0, ..) to the first cell that the first point writes, or to the last one of the last point.
std::ptrdiff_t elements_to(const ArgView& view, const Box& range, bool last) {
  std::ptrdiff_t sum = 0;
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    sum += floor_div(last ? range.hi[axis] - 1 : range.lo[axis], view.divisor[axis]) * view.step[axis];
    sum += (last ? view.at.hi[axis] - 1 : view.at.lo[axis]) * view.pitch[axis];
  }
  return sum;
}

/// Buffers in which cells of a view may lie at points of `range`. An address is that of cell (0, 0, ..), which may lie
/// outside of its buffer, even in another one: so buffers are looked for at corners of the range, for every size that
/// elements may have. Some more may be found.
/// @return none: the address is not the machine's, or nobody knows in which
std::vector<const void*> reached(const Memory& memory, const void* address, const ArgView& view, const Box& range) {
  std::vector<const void*> found;
  for (const std::ptrdiff_t element : {1, 2, 4, 8, 16, 24, 32})
    for (const bool last : {false, true}) {
      const auto* const cell = static_cast<const std::byte*>(address) + element * elements_to(view, range, last);
      const void* buffer = nullptr;
      if (memory.buffer_at(cell, buffer) && buffer != nullptr) found.push_back(buffer);
    }
  return found;
}

/// Calls f. A device that has failed reports that again at the next call, which is no destructor's.
template <class F>
void unless_failed(const F& f) noexcept {
  try {
    f();
  } catch (const std::exception&) {}
}

/// With OPSGRAD_LAUNCHES in the environment, a line at the end of the program says what it has asked of the device.
const struct Told {
  ~Told() {
    if (of_process == nullptr || std::getenv("OPSGRAD_LAUNCHES") == nullptr) return;
    const launches::Queue::Counts counts = of_process->counts();
    std::cerr << "device: " << counts.launches << " launches, " << counts.in_a_row << " consecutive, " << counts.batches
              << " batches, " << counts.waits << " waits, " << counts.graphs.made << " graphs made, "
              << counts.graphs.launched << " graphs launched, " << counts.graphs.patched << " kernels patched\n";
  }
} told;

constexpr std::size_t landing_unit = 64, slab = std::size_t{1} << 16;  // [bytes]

/// Pinned memory of the host, in small pieces that are used again. A piece that is given back may still be written by
/// launches that wait: the next one to write it comes after these.
class Pieces {
 public:
  static Pieces& of_process() {
    static Pieces* const all = new Pieces;  // outlives every instance
    return *all;
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
    if (memory == nullptr)
      throw OPSException(
          OPS_RUNTIME_ERROR,
          "target cuda: out of memory: cannot allocate pinned host memory for the results of reductions");
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

Work::Work(Memory& memory) : memory_(memory), outer_(std::exchange(of_thread, this)) {}

Work::~Work() {
  of_thread = outer_;
  for (const void* address : asked_) unless_failed([&] { memory_.bring_to_host(address); });
}

Work* Work::present() noexcept { return of_thread; }

void Work::reads(const BufferRef& buffer) { touch(buffer->to_read(), buffer->bytes, false); }
void Work::writes(const BufferRef& buffer) { touch(buffer->here(), buffer->bytes, true); }
void Work::writes(const std::byte* begin, std::size_t bytes) { touched_.push_back({begin, begin + bytes, true}); }

void Work::touch(const void* address, std::size_t bytes, bool written) {
  const std::byte* const begin = memory_.on_device(address);
  touched_.push_back({begin, begin + bytes, written});
}

/// Where the view does not say in which buffer its cells lie, it is looked for, and if it is not found it may be any.
void Work::touch(const void* address, const Buffer* buffer, const ArgView& view, const Box& range, bool written) {
  if (address == nullptr || memory_.on_device(address) == nullptr) return;
  if (buffer != nullptr) return touch(buffer->address, buffer->bytes, written);
  const std::vector<const void*> some = reached(memory_, address, view, range);
  for (const void* one : some) touch(one, memory_.bytes_of(one), written);
  if (some.empty()) touched_.insert(touched_.end(), anything().begin(), anything().end());
}

void Work::touch(const ArgView& view, const Box& range) {
  touch(view.in, view.from, view, range, false);
  const bool only_read = view.to == nullptr && view.out == view.in && view.from != nullptr;
  if (!only_read) touch(view.out, view.to, view, range, true);
}

void Work::touches(const Launch& launch) {
  for (int k = 0; k < launch.arguments; ++k) touch(launch.args[k], launch.range);
}

void Work::touches(const AdjointLaunch& launch) {
  for (int k = 0; k < launch.arguments; ++k) {
    const AdjointArg& arg = launch.args[k];
    for (const ArgView* view : {&arg.primal, &arg.seed, &arg.target, &arg.later}) touch(*view, launch.range);
  }
}

void Work::hand_over(const ArgView& view) {
  if (view.totals == nullptr) return;
  for (Landed& one : landed_)
    if (one.totals == view.totals->data()) view.totals->later(std::exchange(one.add, nullptr));
  std::erase_if(landed_, [](const Landed& one) { return one.add == nullptr; });
}

/// Whoever gave memory for them did not say what it is part of.
void Work::add_rest() {
  for (const Landed& one : std::exchange(landed_, {})) one.add();
}

void Work::hand_over(const Launch& launch) {
  for (int k = 0; k < launch.arguments; ++k) hand_over(launch.args[k]);
  add_rest();
}

void Work::hand_over(const AdjointLaunch& launch) {
  for (int k = 0; k < launch.arguments; ++k) hand_over(launch.args[k].target);
  add_rest();
}

Landing::Landing(std::size_t bytes)
    : data_(Pieces::of_process().take((bytes + landing_unit - 1) / landing_unit * landing_unit)) {
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

Shown::~Shown() {
  for (const void* address : shown_) unless_failed([&] { memory_.hide(address); });
}

void Shown::add(const ArgView& view, const Box& range) {
  for (const void* address : {view.in, static_cast<const void*>(view.out)}) {
    if (address == nullptr || memory_.on_device(address) == nullptr) continue;
    const std::vector<const void*> some = reached(memory_, address, view, range);
    for (const void* buffer : some.empty() ? memory_.buffers() : some) show(buffer);
  }
}

void Shown::show(const void* buffer) {
  if (std::ranges::find(shown_, buffer) != shown_.end()) return;
  memory_.show(buffer);
  shown_.push_back(buffer);
}

launches::Queue& queue() {
  static launches::Queue* const queue = of_process = new launches::Queue(device());
  return *queue;
}

void submit(const launches::Task& task, const void* kernel) {
  const Work* const work = Work::present();
  queue().add(task, kernel, work == nullptr ? anything() : work->touched());
}

}  // namespace ops::cuda
