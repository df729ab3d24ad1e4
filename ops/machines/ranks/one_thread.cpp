// ops/machines/ranks/one_thread.cpp: records which thread has instances, and how many.
#include "ops/machines/ranks/one_thread.hpp"

#include <mutex>
#include <thread>

#include "ops/support/error.hpp"

namespace ops::ranks {
namespace {

struct Held {
  std::mutex alone;
  std::thread::id by;
  int instances = 0;
};

Held& held() {
  static Held all;
  return all;
}

}  // namespace

OneThread::OneThread() {
  Held& all = held();
  const std::lock_guard alone(all.alone);
  if (all.instances > 0 && all.by != std::this_thread::get_id())
    throw OPSException(OPS_RUNTIME_ERROR)
        << "OPS_instance: another thread of this process already has an instance. "
           "In a run on several processes, MPI messages sent by instances in different threads could get mixed up. "
           "Create all instances in one thread, or destroy each instance before you create the next";
  all.by = std::this_thread::get_id();
  ++all.instances;
}

OneThread::~OneThread() {
  Held& all = held();
  const std::lock_guard alone(all.alone);
  --all.instances;
}

}  // namespace ops::ranks
