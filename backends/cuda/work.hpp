// backends/cuda/work.hpp: one request to the machine: the memory that its launches access, and the totals that they
// compute; or, if the host executes it, copies of that memory.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "backends/cuda/memory.hpp"
#include "backends/launches/dependencies.hpp"
#include "ops/data/buffer.hpp"
#include "ops/loops/launch/launch.hpp"

namespace ops::cuda {

/// Of this thread, while it lives. What it changes of buffers that the host sees is copied to the host when it is done.
class Work {
 public:
  explicit Work(Memory& memory);
  ~Work();
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  static Work* present() noexcept;  ///< null: there is none

  /// What launches from here on touch.
  void reads(const BufferRef& buffer);
  void writes(const BufferRef& buffer);
  void writes(const std::byte* begin, std::size_t bytes);
  void touches(const Launch& launch);
  void touches(const AdjointLaunch& launch);
  std::span<const launches::Touched> touched() const noexcept { return touched_; }

  /// A kernel was given this address, while buffers are shown to the host.
  void asked(const void* address) { asked_.push_back(address); }

  /// `add` waits for launches so far, and adds what they have left to totals of the host.
  void landed(const void* totals, std::function<void()> add) { landed_.push_back({totals, std::move(add)}); }
  /// To the totals, which are then read when somebody wants them.
  void hand_over(const Launch& launch);
  void hand_over(const AdjointLaunch& launch);

 private:
  struct Landed {
    const void* totals;
    std::function<void()> add;
  };
  void touch(const ArgView& view, const Box& range);
  void touch(const void* address, const Buffer* buffer, const ArgView& view, const Box& range, bool written);
  void touch(const void* address, std::size_t bytes, bool written);
  void hand_over(const ArgView& view);
  void add_rest();

  Memory& memory_;
  Work* outer_;
  std::vector<launches::Touched> touched_;
  std::vector<const void*> asked_;
  std::vector<Landed> landed_;
};

/// Copies of buffers for host code, while it lives.
class Shown {
 public:
  explicit Shown(Memory& memory) : memory_(memory) {}
  ~Shown();
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;
  /// What a loop over `range` reaches.
  void add(const ArgView& view, const Box& range);
  void show(const void* buffer);

 private:
  Memory& memory_;
  std::vector<const void*> shown_;
};

}  // namespace ops::cuda
