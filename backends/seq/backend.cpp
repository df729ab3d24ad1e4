// backends/seq/backend.cpp: no executor: everything is serial.
#include "backends/seq/backend.hpp"

namespace ops::seq {

const Backend& backend() {
  static const Backend backend{"seq", nullptr, false};
  return backend;
}

}  // namespace ops::seq
