// backends/checked/backend.cpp: the descriptor, and the text of what a kernel did wrong.
#include "backends/checked/backend.hpp"

#include "backends/checked/view.hpp"
#include "ops/support/error.hpp"

namespace ops::checked {

const Backend& backend() {
  static const Backend backend{"checked", nullptr, true};
  return backend;
}

void fail(const Site& site, const Attempt& a, const char* problem, int dims, const Index& at) {
  OPSException error(OPS_RUNTIME_ERROR);
  error << site.file << ":" << site.line << ": loop '" << site.loop << "': kernel '" << site.kernel << "' " << a.verb
        << " ";
  if (a.components != 1 || a.component != 0) error << (a.rank > 0 ? "component " : "element ") << a.component << " of ";
  error << "'" << a.name << "'";
  if (a.rank > 0) error << " at offset " << point_text(a.offset, a.rank);
  throw error << problem << ", at point " << point_text(at, dims);
}

}  // namespace ops::checked
