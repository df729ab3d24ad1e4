// backends/checked/backend.cpp: the descriptor, and the text of what a kernel did wrong.
#include "backends/checked/backend.hpp"

#include "backends/checked/view.hpp"
#include "ops/diag/error.hpp"

namespace ops::checked {

const Backend& backend() {
  static const Backend backend{"checked", nullptr, true};
  return backend;
}

std::string text(int dims, const Index& index) {
  std::string result = "(";
  for (int axis = 0; axis < dims; ++axis) result += (axis == 0 ? "" : ", ") + std::to_string(index[axis]);
  return result + ")";
}

void fail(const Site& site, const std::string& what, int dims, const Index& at) {
  throw OPSException(OPS_RUNTIME_ERROR) << site.file << ":" << site.line << ": loop '" << site.loop << "': kernel '" << site.kernel << "' "
                                        << what << ", at point " << text(dims, at);
}

}  // namespace ops::checked
