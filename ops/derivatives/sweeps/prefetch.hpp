// ops/derivatives/sweeps/prefetch.hpp: fetches offloaded buffers before the sweep reaches the events that read them.
#pragma once

#include <functional>

#include "ops/data/pool.hpp"
#include "ops/derivatives/log/events.hpp"

namespace ops {

class Prefetch {
 public:
  Prefetch(Events& events, BufferPool& pool) : events_(events), pool_(pool) {}

  /// A sweep over events [first, last) begins.
  /// @param then  fetches what is wanted after them, as far as there is room; @return  whether that is done
  void begin(std::size_t first, std::size_t last, std::function<bool()> then = {});
  /// The sweep is about to visit this event, and no code holds the address of a kept buffer.
  void comes_to(std::size_t event);
  /// It has been reversed: what it reads before all others will not be needed soon.
  void has_passed(std::size_t event);

 private:
  bool fetch(const Event& event);

  Events& events_;
  BufferPool& pool_;
  bool moves_ = false;
  std::size_t first_ = 0, next_ = 0;  ///< events [next_, ..) have been fetched
  std::function<bool()> then_;        ///< empty: nothing is wanted after them, or it has been fetched
};

}  // namespace ops
