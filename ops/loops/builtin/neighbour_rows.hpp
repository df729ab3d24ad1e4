// ops/loops/builtin/neighbour_rows.hpp: rows of values together with the adjacent rows of other processes.
#pragma once

#include <vector>

#include "ops/loops/builtin/launch_systems.hpp"

namespace ops::tridiagonal {

/// The values of a launch, and of its neighbours' launches one row each. All parts of the systems make one at the same
/// time.
template <class T>
class WithNeighbours {
 public:
  WithNeighbours(const Cells& cells, const tridsolver::Array<const T>& values);
  Factor<T> shifted(int by) const {
    return {values_, by, before_.empty() ? nullptr : before_.data(), after_.empty() ? nullptr : after_.data()};
  }

 private:
  tridsolver::Array<const T> values_;
  std::vector<T> before_, after_;
};

}  // namespace ops::tridiagonal
