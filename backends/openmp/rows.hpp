// backends/openmp/rows.hpp: the row-buffered adjoint: evaluates each source point once, and adds values to cells
// directly or through shifted buffers.
//
// A thread owns a tile of cells and walks the source points that reach it in lexicographic order, row by row and piece
// by piece. If only one value of a piece goes to a row of cells, it is added as it is evaluated (direct). Other values
// go to buffers, one per value. Each pass then adds buffers to all rows of the thread's cells that get the same values.
// So a cell gets its terms in ascending order of source points, as in the serial scatter loop, whatever the tiles.
// Neighbouring tiles also evaluate the source points at a tile's rim.
#pragma once

#include <tuple>

#include "backends/common/address.hpp"
#include "backends/common/cells.hpp"
#include "backends/openmp/pieces.hpp"
#include "backends/openmp/row_adder.hpp"
#include "backends/openmp/team.hpp"

namespace ops::openmp {

using backend::Cells;
using backend::Piece;

/// Where a buffer goes. Entries of one target and component stand together, by descending offset, outermost axis first.
struct Buffered {
  int target;  ///< position among the targets
  int arg;     ///< argument of the loop
  int component;
  Index offset;
  int buffer;
  int sign;  ///< 1, or -1 where the buffer's negative goes there (pushed: 1)
};

/// Where a value goes without a buffer, in a loop over planes or volumes.
struct Direct {
  int target;
  int arg;
  int component;
  Index offset;
  bool sole;  ///< the only term of the target's cells, which need not be prepared then
};

/// Source points evaluated at a time into `buffers` buffers: many, but not beyond the second-level cache. No power of
/// two, which would put all buffers on the same cache sets.
constexpr int row_cells(int buffers) { return std::clamp(16384 / std::max(buffers, 1) / 64 * 64, 64, 960) + 8; }
static_assert(row_cells(0) <= backend::piece_cells);

inline constexpr int tested_at_once = 64;   ///< points that are left out if all of them are idle
inline constexpr int line_tile = 4096;      ///< 1-D: cells a tile owns
inline constexpr int plane_tile_rows = 32;  ///< 3-D and more: rows a tile owns along axis 1

/// Where the points of a piece lie that a tile counts in sums over all points: those that belong to its part.
struct Counted {
  int from = 0, n = 0;
};

/// One reversed loop in row-buffered form.
/// `Evaluate`: (piece of one row of at most row_cells source points, T* buffers, cells, held, counted, shares...) fills
/// buffer k at buffers + k * row_cells, for those k only that `buffers` names, writes held[d] + value to cells[d],
/// which may be the same cells, for every direct value d, and adds what the counted points give to sums to the shares.
/// `Prepare`: (row of cells) is called once for every cell before anything is added to it: writes zeros where cells
/// hold nothing, but for sole targets.
template <class T, class Evaluate, class Prepare>
class Rows {
 public:
  Rows(const AdjointLaunch& launch, std::span<const Cells> targets, std::span<const Buffered> buffers,
       std::span<const Direct> direct, int row_cells, const Evaluate& evaluate, const Prepare& prepare)
      : launch_(launch),
        targets_(targets),
        direct_(direct),
        row_cells_(row_cells),
        evaluate_(evaluate),
        prepare_(prepare),
        cells_(backend::reach_of(targets)) {
    std::vector<std::span<const Buffered>> rows;
    for (std::size_t k = 0; k < buffers.size(); ++k) {
      count_ = std::max(count_, buffers[k].buffer + 1);
      const bool next = k > 0 && same_row(buffers[k], buffers[k - 1]);
      if (next) rows.back() = {rows.back().data(), rows.back().size() + 1};
      else rows.push_back(buffers.subspan(k, 1));
      reach_by(buffers[k]);
    }
    for (const Direct& d : direct) reach_by(d);
    for (const auto& row : rows) {
      const auto fits = [&](const Alike& rows) { return rows.size() < rows_at_once && same_values(rows[0], row); };
      const auto alike = std::ranges::find_if(alike_, fits);
      if (alike == alike_.end()) alike_.push_back({row});
      else alike->push_back(row);
    }
  }

  /// @param counting  whether sums are wanted
  /// @param sums      reductions over all points of the launch's part
  template <class... Sums>
  void run(bool counting, Sums&... sums) const {
    const Box points = backend::points_of(launch_);
    const bool apart = counting && intersection(points, cells_) != points;
    if (apart) count_apart(points, sums...);
    if (cells_.empty()) return;
    const int outer = launch_.dims - 1;
    const int slabs =
        outer == 0 ? (cells_.extent(0) + line_tile - 1) / line_tile : std::min(team_size(), cells_.extent(outer));
    const int strips = outer < 2 ? 1 : (cells_.extent(1) + plane_tile_rows - 1) / plane_tile_rows;
    const std::int64_t tiles = std::int64_t{slabs} * strips;
    shared(
        launch_.range.volume(), tiles,
        [&](std::int64_t t, auto&... shares) {
          Box own = part_of(cells_, outer, static_cast<int>(t / strips), slabs);
          if (outer >= 2) own = part_of(own, 1, static_cast<int>(t % strips), strips);
          tile(own, apart ? Box::none() : intersection(own, points), shares...);
        },
        sums...);
  }

 private:
  /// What goes to a row of one component, for every row that gets the same. No two of these are the same cells, as no
  /// loop comes here that has two targets in one dataset (can_own in ops/derivatives/sweeps/reverse_loop.cpp).
  using Alike = std::vector<std::span<const Buffered>>;

  /// Calls work(k, shares...) for k = 0 .. count - 1 on all threads.
  template <class Work, class... Sums>
  static void shared(std::int64_t points, std::int64_t count, const Work& work, Sums&... sums) {
    const FloatMode mode = FloatMode::present();
    on_team(points >= serial_cells ? team_size() : 1, [&](int member, int members) {
      const InFloatMode same(mode);
      backend::with_shares(
          [&](auto&... shares) {
            const std::int64_t end = count * (member + 1) / members;
            for (std::int64_t k = count * member / members; k < end; ++k) work(k, shares...);
          },
          sums...);
    });
  }

  /// Only what goes to sums: where the points of the part do not all lie among the cells, or no cell is wanted.
  template <class... Sums>
  void count_apart(const Box& points, Sums&... sums) const {
    if (points.empty()) return;
    const reduce::Blocks rows = reduce::blocks_of(points);
    shared(
        points.volume(), rows.rows,
        [&](std::int64_t row, auto&... shares) {
          std::vector<T> values(static_cast<std::size_t>(count_ + 2) * row_cells_);
          const T* const zeros = values.data() + static_cast<std::size_t>(count_) * row_cells_;
          const Aims aims{std::vector<T*>(direct_.size(), values.data() + values.size() - row_cells_),
                          std::vector<const T*>(direct_.size(), zeros)};
          const Index at = rows.row(row);
          for (int x = points.lo[0]; x < points.hi[0]; x += row_cells_) {
            const int n = std::min(row_cells_, points.hi[0] - x);
            evaluate_(Piece{at, x, at[1], n, 1}, values.data(), aims.cells.data(), aims.held.data(), Counted{0, n},
                      shares...);
          }
        },
        sums...);
  }

  /// The rows where direct values of one piece go, and what is added to.
  struct Aims {
    std::vector<T*> cells;
    std::vector<const T*> held;
  };

  template <class Aim>
  void reach_by(const Aim& aim) {
    for (int axis = 0; targets_[static_cast<std::size_t>(aim.target)].wanted && axis < max_dim; ++axis) {
      least_[axis] = std::min(least_[axis], aim.offset[axis]);
      most_[axis] = std::max(most_[axis], aim.offset[axis]);
    }
  }

  static bool same_row(const Buffered& a, const Buffered& b) {
    return a.target == b.target && a.component == b.component &&
           std::equal(a.offset.begin() + 1, a.offset.end(), b.offset.begin() + 1);
  }

  bool same_values(std::span<const Buffered> a, std::span<const Buffered> b) const {
    return launch_.args[a[0].arg].target.step[0] == launch_.args[b[0].arg].target.step[0] &&
           std::ranges::equal(a, b, [](const Buffered& x, const Buffered& y) {
             return x.buffer == y.buffer && x.sign == y.sign && x.offset[0] == y.offset[0];
           });
  }

  static Box part_of(Box box, int axis, int part, int parts) {
    const std::int64_t extent = box.extent(axis), lo = box.lo[axis];
    box.lo[axis] = static_cast<int>(lo + extent * part / parts);
    box.hi[axis] = static_cast<int>(lo + extent * (part + 1) / parts);
    return box;
  }

  /// Walks the source points that reach `own`; cells are prepared just before the first of them does.
  /// @param counts  source points among them that sums take from this tile
  template <class... Shares>
  void tile(const Box& own, const Box& counts, Shares&... shares) const {
    const int outer = launch_.dims - 1;
    Box source = launch_.range;
    for (int axis = 0; axis < launch_.dims; ++axis) {
      source.lo[axis] = std::max(source.lo[axis], own.lo[axis] - most_[axis]);
      source.hi[axis] = std::min(source.hi[axis], own.hi[axis] - least_[axis]);
    }
    std::vector<T> buffers(static_cast<std::size_t>(count_ + 2) * row_cells_);
    const std::span<T> zeros(buffers.data() + static_cast<std::size_t>(count_) * row_cells_,
                             static_cast<std::size_t>(row_cells_));
    Aims aims{std::vector<T*>(direct_.size()), std::vector<const T*>(direct_.size())};
    int ready = own.lo[outer];
    const std::int64_t rows = source.empty() ? 0 : reduce::blocks_of(source).rows;
    for (std::int64_t row = 0; row < rows; ++row) {
      const Index at = reduce::blocks_of(source).row(row);
      ready = prepare_to(own, ready, outer == 0 ? own.hi[0] : at[outer] + most_[outer] + 1);
      for (int x = source.lo[0], next; x < source.hi[0]; x = next) {
        next = piece_end(own, x, std::min(x + row_cells_, source.hi[0]));
        const Piece s{at, x, at[1], next - x, 1};
        for (std::size_t d = 0; d < direct_.size(); ++d)
          std::tie(aims.cells[d], aims.held[d]) = aim(direct_[d], s, own, zeros);
        evaluate_(s, buffers.data(), aims.cells.data(), aims.held.data(), counted(counts, s), shares...);
        for (const Alike& rows : alike_) add(rows, s, own, buffers.data());
      }
    }
    prepare_to(own, ready, own.hi[outer]);
  }

  /// End of the source piece from x on: at `end`, or before where direct values begin or cease to go to cells of the
  /// tile.
  int piece_end(const Box& own, int x, int end) const {
    for (const Direct& d : direct_)
      for (const int edge : {own.lo[0] - d.offset[0], own.hi[0] - d.offset[0]})
        if (edge > x && edge < end) end = edge;
    return end;
  }

  static Counted counted(const Box& counts, const Piece& s) {
    const int from = std::max(s.x, counts.lo[0]), end = std::min(s.x + s.n, counts.hi[0]);
    return from < end && across(counts, s.row) ? Counted{from - s.x, end - from} : Counted{};
  }

  /// Prepares cells [ready, end) of the outermost axis.
  int prepare_to(const Box& own, int ready, int end) const {
    const int outer = launch_.dims - 1;
    Box slab = own;
    slab.lo[outer] = ready;
    slab.hi[outer] = std::min(end, own.hi[outer]);
    if (slab.empty()) return ready;
    const reduce::Blocks rows = reduce::blocks_of(slab);
    for (std::int64_t row = 0; row < rows.rows; ++row) {
      const Index at = rows.row(row);
      prepare_(Piece{at, slab.lo[0], at[1], slab.extent(0), 1});
    }
    return slab.hi[outer];
  }

  /// Whether the thread is to change the row of cells at `offset` from source row `at`, which becomes the row of cells.
  template <class Aim>
  bool mine(const Aim& aim, const Box& own, Index& at) const {
    if (!targets_[static_cast<std::size_t>(aim.target)].wanted) return false;
    for (int axis = 1; axis < max_dim; ++axis) {
      at[axis] += aim.offset[axis];
      if (!backend::along(own, axis, at[axis])) return false;
    }
    return true;
  }

  /// Where a direct value of piece `s` goes and what it is added to. Behind `zeros` lies a row for what nobody wants.
  std::pair<T*, const T*> aim(const Direct& d, const Piece& s, const Box& own, std::span<T> zeros) const {
    Index at = s.row;
    const int first = s.x + d.offset[0], end = first + s.n;
    if (!mine(d, own, at) || !backend::along(own, 0, first)) return {zeros.data() + zeros.size(), zeros.data()};
    const ArgView& view = launch_.args[d.arg].target;
    T* const cells = backend::write_at<T, max_dim>(view, {at, first, at[1], s.n, 1}) + d.component * view.component;
    const Box& hole = targets_[static_cast<std::size_t>(d.target)].hole;
    if (!d.sole || !across(hole, at)) return {cells, cells};
    const int from = std::clamp(hole.lo[0], first, end), to = std::clamp(hole.hi[0], from, end);
    if (to - from == s.n) return {cells, zeros.data()};
    std::fill(cells + (from - first), cells + (to - first), T{});
    return {cells, cells};
  }

  /// Whether row `at` meets the box.
  static bool across(const Box& box, const Index& at) {
    for (int axis = 1; axis < max_dim; ++axis)
      if (!backend::along(box, axis, at[axis])) return false;
    return true;
  }

  void add(const Alike& alike, const Piece& s, const Box& own, const T* values) const {
    T* rows[rows_at_once];
    std::size_t count = 0;
    for (const auto& terms : alike) {
      const Buffered& b = terms[0];
      Index cell = s.row;
      if (!mine(b, own, cell)) continue;
      const ArgView& view = launch_.args[b.arg].target;
      rows[count++] = backend::write_at<T, max_dim>(view, {cell, s.x, cell[1], s.n, 1}) + b.component * view.component;
    }
    if (count == 0) return;
    const std::ptrdiff_t stride = launch_.args[alike[0][0].arg].target.step[0];
    add(alike[0], RowAdder<T>({rows, count}, stride, s.n, own.lo[0] - s.x, own.hi[0] - s.x), values);
  }

  void add(std::span<const Buffered> terms, const RowAdder<T>& rows, const T* values) const {
    constexpr std::size_t together = 64;
    const T* from[together];
    int shift[together];
    T sign[together];
    for (std::size_t first = 0; first < terms.size(); first += together) {
      const std::span<const Buffered> some = terms.subspan(first, std::min(together, terms.size() - first));
      for (std::size_t k = 0; k < some.size(); ++k) {
        from[k] = values + static_cast<std::ptrdiff_t>(some[k].buffer) * row_cells_;
        shift[k] = some[k].offset[0];
        sign[k] = static_cast<T>(some[k].sign);
      }
      rows.add(from, shift, sign, static_cast<int>(some.size()));
    }
  }

  const AdjointLaunch& launch_;
  std::span<const Cells> targets_;
  std::span<const Direct> direct_;
  int row_cells_;
  int count_ = 0;  ///< of buffers
  const Evaluate& evaluate_;
  const Prepare& prepare_;
  Box cells_;
  Index least_{}, most_{};
  std::vector<Alike> alike_;
};

}  // namespace ops::openmp
