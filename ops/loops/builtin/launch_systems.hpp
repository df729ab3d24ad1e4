// ops/loops/builtin/launch_systems.hpp: the arguments of a launch as arrays of the solver.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include "ops/loops/builtin/solve_worker.hpp"
#include "ops/loops/launch/launch.hpp"
#include "ops/loops/launch/relay.hpp"
#include "tridsolver/part.hpp"

namespace ops::tridiagonal {

/// Positions of arguments. A solve in place has d, which is also what it writes; one that adds has u after it. The axis
/// comes last.
enum Argument : std::size_t { lower, middle, upper, right };
inline constexpr std::size_t arguments(bool adds) { return adds ? 6 : 5; }
inline constexpr std::size_t solution(bool adds) { return adds ? 4 : 3; }

/// The cells of one launch.
struct Cells {
  Box range;
  tridsolver::Shape shape;
  Relay* relay = nullptr;  ///< as in Lines

  /// @param launch  Launch or AdjointLaunch
  explicit Cells(const auto& launch) : range(launch.range), relay(launch.lines.relay) {
    shape.dims = launch.dims;
    shape.axis = launch.lines.axis;
    shape.batch = launch.lines.number;
    for (int d = 0; d < launch.dims; ++d) shape.cells[static_cast<std::size_t>(d)] = launch.range.extent(d);
  }

  std::int64_t volume() const {
    std::int64_t all = 1;
    for (const std::int64_t n : shape.cells) all *= n;
    return all;
  }
};

template <class T>
tridsolver::Array<T> array(T* origin, const ArgView& view, const Cells& cells) {
  tridsolver::Array<T> result;
  std::ptrdiff_t first = 0;
  for (std::size_t d = 0; d < static_cast<std::size_t>(cells.shape.dims); ++d) {
    result.step[d] = view.step[d];
    first += cells.range.lo[d] * view.step[d];
  }
  result.first = origin + first;
  return result;
}
/// Null stays null.
template <class T>
tridsolver::Array<const T> values(const ArgView& view, const Cells& cells) {
  if (view.in == nullptr) return {};
  return array(static_cast<const T*>(worker<T>().place(view.in)), view, cells);
}
template <class T>
tridsolver::Array<T> places(const ArgView& view, const Cells& cells) {
  if (view.out == nullptr) return {};
  return array(worker<T>().place(view.out), view, cells);
}
template <class T>
tridsolver::Array<const T> constant(const tridsolver::Array<T>& a) {
  return {a.first, a.step};
}

/// Dense values of one launch.
template <class T>
class Temporary {
 public:
  explicit Temporary(const Cells& cells) : values_(worker<T>().memory(std::max<std::int64_t>(1, cells.volume()))) {
    array_.first = values_.get();
    std::int64_t step = 1;
    for (std::size_t d = 0; d < static_cast<std::size_t>(cells.shape.dims); step *= cells.shape.cells[d++])
      array_.step[d] = step;
  }
  const tridsolver::Array<T>& array() const { return array_; }

 private:
  std::shared_ptr<T> values_;
  tridsolver::Array<T> array_;
};

template <class T>
struct MatrixArrays {
  tridsolver::Array<const T> a, b, c;
};

inline tridsolver::Links links(Relay& relay) {
  using tridsolver::Side;
  return {relay.parts_before(), relay.parts_after(),
          [&relay](Side to, std::span<const std::byte> bytes) {
            to == Side::before ? relay.send_before(bytes) : relay.send_after(bytes);
          },
          [&relay](Side from, std::span<std::byte> bytes) {
            from == Side::before ? relay.receive_before(bytes) : relay.receive_after(bytes);
          }};
}

/// As a whole, or together with the processes that have the other rows.
template <class T>
void solve(const Cells& cells, const tridsolver::Batch<T>& batch) {
  if (cells.relay == nullptr) worker<T>().solve(batch);
  else tridsolver::solve_part(batch, links(*cells.relay), threads(cells.shape));
}

/// x = A^-1 d, or x += A^-1 d; with the transposed matrix if asked for. x may be d.
template <class T>
void solve(const Cells& cells, const MatrixArrays<T>& matrix, const tridsolver::Array<const T>& d,
           const tridsolver::Array<T>& x, bool transposed, bool add = false) {
  solve(cells, tridsolver::Batch<T>{cells.shape, matrix.a, matrix.b, matrix.c, d, x, add, transposed});
}

/// x of A x = d. A solve in place left it where d was: an adjoint finds it there (ArgFacts::reads_after). Where it was
/// added to something it is computed again.
template <class T>
class Solution {
 public:
  /// @param kept  the values of the right-hand side's argument
  Solution(const Cells& cells, const MatrixArrays<T>& matrix, const tridsolver::Array<const T>& kept, bool adds)
      : x_(kept) {
    if (!adds) return;
    x_ = constant(again_.emplace(cells).array());
    solve(cells, matrix, kept, again_->array(), false);
  }
  const tridsolver::Array<const T>& array() const { return x_; }

 private:
  std::optional<Temporary<T>> again_;
  tridsolver::Array<const T> x_;
};

}  // namespace ops::tridiagonal
