// backends/cuda/backend.cpp: no executor: passes over memory are the device's.
#include "backends/cuda/backend.hpp"

namespace ops::cuda {

const Backend& backend() {
  static const Backend backend{.name = "cuda", .own_functions = true};
  return backend;
}

}  // namespace ops::cuda
