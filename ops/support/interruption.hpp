// ops/support/interruption.hpp: lets long computations ask their caller from time to time whether to continue.
#pragma once

#include <functional>

namespace ops {

/// Thrown within work whose caller has ended it; the work is incomplete. No std::exception, as programs catch those.
class Interrupted {};

/// While alive, work on this thread calls `wanted` about twenty times a second, and stops when the answer is false.
class Interruptible {
 public:
  explicit Interruptible(std::function<bool()> wanted);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  std::function<bool()> wanted_;
  const std::function<bool()>* before_;
};

/// While alive, work on this thread does not ask: for functions that must not throw.
class Uninterrupted {
 public:
  Uninterrupted() noexcept;
  ~Uninterrupted();
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;

 private:
  const std::function<bool()>* before_;
};

/// Call it between two pieces of work. Costs nothing if no caller waits.
/// @throws Interrupted  the caller wants the work to stop; thrown once, so that clean-up may do some work
void may_interrupt();

}  // namespace ops
