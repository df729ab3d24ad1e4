// backends/checked/backend.cpp: the descriptor, and the text of what a kernel did wrong.
#include "backends/checked/backend.hpp"

#include <string>

#include "backends/checked/view.hpp"
#include "ops/diag/error.hpp"

namespace ops::checked {

const Backend& backend() {
  static const Backend backend{"checked", nullptr, true};
  return backend;
}

namespace {

std::string text(int rank, const Index& index) {
  std::string result = "(";
  for (int axis = 0; axis < rank; ++axis) {
    if (axis > 0) result += ", ";
    result += std::to_string(index[static_cast<std::size_t>(axis)]);
  }
  result += ")";
  return result;
}

}  // namespace

void fail(const Site& site, const Attempt& a, const char* problem, int dims, const Index& at) {
  OPSException error(OPS_RUNTIME_ERROR);
  error << site.file << ":" << site.line << ": loop '" << site.loop << "': kernel '" << site.kernel << "' " << a.verb << " ";
  if (a.components != 1 || a.component != 0) error << (a.rank > 0 ? "component " : "element ") << a.component << " of ";
  error << "'" << a.name << "'";
  if (a.rank > 0) error << " at offset " << text(a.rank, a.offset);
  throw error << problem << ", at point " << text(dims, at);
}

}  // namespace ops::checked
