// backends/cuda/thomas.hpp: the Thomas algorithm along lanes.
#pragma once

#include <optional>

#include "backends/cuda/cut.hpp"
#include "tridsolver/recurrence.hpp"

namespace ops::cuda {

/// The Thomas algorithm for the rows of lanes alone, of which the neighbours' unknowns may be known.
template <class T>
struct Thomas {
  using Value = T;
  static constexpr int down_reads = 4, kept = 2;
  struct Lane {
    typename Equations<T>::Lane rows;
    T *upper, *right, *x;
    const T* known;
  };

  Equations<T> equations;
  Strand<T> upper, right;  ///< of rows that are eliminated; `right` may be x
  Strand<T> x;
  Strand<const T> known;  ///< the unknowns before and after, one after the other; null: there are none
  bool add;
  int rows;

  OPS_EVERYWHERE Lane lane(const At& at) const noexcept {
    return {equations.lane(at), upper.at(at), right.at(at), x.at(at), known.at(at)};
  }
  OPS_EVERYWHERE void read(const Lane& lane, int row, T* values) const noexcept {
    equations.read(lane.rows, row, values);
    if (lane.known != nullptr && row == 0) values[3] -= values[0] * lane.known[0];
    if (lane.known != nullptr && row + 1 == rows) values[3] -= values[2] * lane.known[1];
  }
  OPS_EVERYWHERE void down(const Lane&, int row, const T* values, T* state) const noexcept {
    const tridsolver::Eliminated<T> before{state[0], state[1]};
    const bool begins = row == 0;
    if (row + 1 == rows) {
      state[0] = T{};
      state[1] = begins ? values[3] / values[1] : tridsolver::eliminate_last(values[0], values[1], values[3], before);
      return;
    }
    const tridsolver::Eliminated<T> now =
        begins ? tridsolver::eliminate_first(values[1], values[2], values[3])
               : tridsolver::eliminate_next(values[0], values[1], values[2], values[3], before);
    state[0] = now.upper;
    state[1] = now.right;
  }
  OPS_EVERYWHERE T* kept_at(const Lane& lane, int number, int row) const noexcept {
    return number == 0 ? lane.upper + row * upper.row : lane.right + row * right.row;
  }
  OPS_EVERYWHERE void up(const Lane&, int row, const T* kept_values, T* state) const noexcept {
    state[0] = row + 1 == rows ? kept_values[1] : tridsolver::substituted(kept_values[0], kept_values[1], state[0]);
  }
  OPS_EVERYWHERE void put(const Lane& lane, int row, T value) const noexcept {
    T& there = lane.x[row * x.row];
    there = add ? there + value : value;
  }
};

/// Solves the rows of every lane.
template <class T>
void thomas(const char* what, const tridsolver::Batch<T>& batch, const Cut& cut, const Strand<const T>& known = {}) {
  const Dense<T> upper(batch.shape);
  std::optional<Dense<T>> right;
  if (batch.add) right.emplace(batch.shape);
  const Thomas<T> walk{Equations<T>(batch, cut),
                       cut.of(upper.array()),
                       cut.of(right ? right->array() : batch.x),
                       cut.of(batch.x),
                       known,
                       batch.add,
                       static_cast<int>(cut.rows)};
  for_lanes(what, cut.extents(), cut.along(), walk);
}

}  // namespace ops::cuda
