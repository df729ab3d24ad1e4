// backends/cuda/device_code.cpp: two sets of functions.
#include "backends/cuda/device_code.hpp"

#include <iostream>
#include <mutex>
#include <string>
#include <unordered_set>

namespace ops::cuda {
namespace {

// Statics of functions, as registrations run before main in any order.
template <class Function>
std::unordered_set<Function>& known() {
  static std::unordered_set<Function> functions;
  return functions;
}

}  // namespace

DeviceCode::DeviceCode(LoopFunction loop) { known<LoopFunction>().insert(loop); }
DeviceCode::DeviceCode(AdjointFunction adjoint) { known<AdjointFunction>().insert(adjoint); }
DeviceCode::DeviceCode(AttainedFunction attained) { known<AttainedFunction>().insert(attained); }
bool is_device_code(LoopFunction loop) { return known<LoopFunction>().contains(loop); }
bool is_device_code(AdjointFunction adjoint) { return known<AdjointFunction>().contains(adjoint); }
bool is_device_code(AttainedFunction attained) { return known<AttainedFunction>().contains(attained); }

void tell_of_host_code(const char* what) {
  static std::mutex mutex;
  static std::unordered_set<std::string> told;
  const std::lock_guard alone(mutex);
  if (told.insert(what).second)
    std::clog << "OPS: " << what << " has no device code, so it runs on the host and works on copies of the data\n";
}

}  // namespace ops::cuda
