// ops/machines/ranks/one_thread.hpp: requires that all instances that exchange messages live in one thread, because the
// messages of several threads would mix.
#pragma once

namespace ops::ranks {

/// Held by the machine of each instance, from its beginning to its end.
class OneThread {
 public:
  /// @throws OPSException  another thread has an instance
  OneThread();
  ~OneThread();
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;
};

}  // namespace ops::ranks
