// backends/cuda/totals.hpp: combines the contributions of points to reductions within blocks of threads, and then
// across blocks. Sums do not depend on the order (ops/loops/launch/sum.hpp), so any tree gives the same total.
#pragma once

#include <memory>
#include <utility>

#include "backends/cuda/kernel.hpp"
#include "ops/loops/launch/reduce.hpp"

namespace ops::cuda {

/// Memory of the device for what a launch leaves to the next; lives no longer than this.
class Scratch {
 public:
  /// @param bytes  > 0
  explicit Scratch(std::size_t bytes);
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::byte* data() const noexcept { return data_; }

 private:
  std::byte* data_;
};

/// Memory of the host in which kernels leave totals, which wait there until the host wants them.
class Landing {
 public:
  /// Adds totals to those of the host at `to`.
  using Add = void (*)(void* to, const std::byte* totals);

  /// @param bytes  > 0
  explicit Landing(std::size_t bytes);
  std::byte* data() const noexcept { return data_.get(); }
  /// After the launches that write it. @param to  totals of a launch of the present work, to which these are added when
  /// somebody reads them
  void then(Add add, void* to) const;

 private:
  std::shared_ptr<std::byte> data_;
};

/// Waits for the work before, and copies from the device's memory.
void read_device(void* to, const void* from, std::size_t bytes);

inline constexpr int halvings = 8;
static_assert(threads == 1 << halvings);

/// One step of a tree over `threads` totals, which leaves the whole in the first.
template <class T>
OPS_EVERYWHERE void halve(T* totals, int step, int number) noexcept {
  const int half = threads >> (step + 1);
  if (number < half) totals[number].add(totals[number + half]);
}

/// Many totals to few: each block brings together those that fall to it.
template <class T>
struct Gather {
  static constexpr int phases = 1 + halvings + 1;
  static constexpr std::size_t shared = threads * sizeof(T);
  static constexpr unsigned each = 16;  ///< that one thread takes

  const T* from;
  T* to;
  unsigned count;

  OPS_EVERYWHERE void run(int phase, Thread thread, std::byte* memory) const {
    T* const totals = reinterpret_cast<T*>(memory);
    if (phase == 0) {
      T mine;
      for (unsigned k = 0; k < each; ++k) {
        const unsigned at = (thread.block * each + k) * threads + static_cast<unsigned>(thread.number);
        if (at < count) mine.add(from[at]);
      }
      totals[thread.number] = mine;
    } else if (phase <= halvings) {
      halve(totals, phase - 1, thread.number);
    } else if (thread.number == 0) {
      to[thread.block] = totals[0];
    }
  }
};

/// `count` totals in the device's memory, which are overwritten, become one. @param result  in memory that kernels can
/// write
template <class T>
void bring_together(const char* what, std::byte* totals, unsigned count, T* result) {
  constexpr unsigned each = threads * Gather<T>::each;
  const Scratch fewer((count / each + 1) * sizeof(T));
  T *from = reinterpret_cast<T*>(totals), *to = reinterpret_cast<T*>(fewer.data());
  while (count > each) {
    const unsigned blocks = (count + each - 1) / each;
    launch(what, blocks, Gather<T>{from, to, count});
    std::swap(from, to);
    count = blocks;
  }
  launch(what, 1, Gather<T>{from, result, count});
}

/// The same for the host, which waits.
template <class T>
T total_of(const char* what, std::byte* totals, unsigned count) {
  const Scratch one(sizeof(T));
  bring_together(what, totals, count, reinterpret_cast<T*>(one.data()));
  T result;
  read_device(&result, one.data(), sizeof result);
  return result;
}

}  // namespace ops::cuda
