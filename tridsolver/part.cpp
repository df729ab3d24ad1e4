// tridsolver/part.cpp: bundles of systems, eliminated one after the other and substituted a few later.
//
// What couples two parts is the c of the last row before the cut and the a of the first row after it. The part before
// hands on the inverse of its last pivot, its last right-hand side and its c; the part after gives back what the row
// before has to subtract. So each matrix is read by its own part alone, also where it is transposed and the two change
// places.
#include "tridsolver/part.hpp"

#include <optional>
#include <vector>

#include "tridsolver/strips.hpp"
#include "tridsolver/tile.hpp"

namespace tridsolver {
namespace {

/// Some systems, counted with the first axis other than their own fastest.
struct Systems {
  std::int64_t first = 0, number = 0;
};

/// Systems of a bundle: few enough that all parts have work most of the time, and that what is kept of the bundles on
/// their way stays in a cache (measured: with 4096 systems of 128 rows, 8 MB each, a solve took 1.6 times as long).
/// Whole rows of cells where they are shorter.
std::int64_t systems_of_bundle(const Shape& shape, const Others& others, int parts) {
  constexpr std::int64_t for_each_part = 8, fewest_bundles = 16, fewest_systems = 64, most_systems = 512;
  const std::int64_t bundles = std::max(fewest_bundles, for_each_part * parts);
  const std::int64_t number = std::clamp((others.number + bundles - 1) / bundles, fewest_systems, most_systems);
  const std::int64_t row = others.count > 0 ? shape.cells[static_cast<std::size_t>(others.axes[0])] : 1;
  const std::int64_t unit = row <= number ? row : fewest_systems;
  return (number + unit - 1) / unit * unit;
}

/// What is kept of a piece of a bundle until its solutions are found: what `Strip` says of `upper` and `right`.
template <class T>
struct Kept {
  Systems systems;
  Scratch<T> upper, right;
};

/// A bundle that has been eliminated. Of the rows beside it one number a system, and some zeros more for lanes that are
/// not used.
template <class T>
struct Bundle {
  std::int64_t first = 0;
  std::vector<Kept<T>> pieces;
  std::vector<T> lower, upper, right, after;
};

template <class T>
class Part {
 public:
  Part(const Batch<T>& batch, const Links& links, const Parallel& parallel)
      : batch_(batch),
        links_(links),
        parallel_(parallel),
        matrix_(batch),
        others_(batch.shape, -1),
        rows_(rows_of(batch.shape)),
        lanes_(lane_axis(batch) >= 0 && lane_axis(batch) == others_.axes[0]),
        each_(systems_of_bundle(batch.shape, others_, links.before + 1 + links.after)),
        width_(lanes_ ? strip_width() : block_lanes<T>),
        ones_(static_cast<std::size_t>(width_), T{1}),
        here_(3 * static_cast<std::size_t>(each_)),
        beside_(here_.size()) {}

  /// Twice as many bundles are on their way as there are parts after this one: half of them may be late.
  void solve() {
    const std::int64_t bundles = (others_.number + each_ - 1) / each_,
                       later = std::min<std::int64_t>(2 * links_.after, bundles);
    bundles_.resize(static_cast<std::size_t>(std::min(bundles, later + 1)));
    for (std::int64_t k = 0; k < bundles + later; ++k) {
      if (k < bundles) eliminate(begun(k));
      if (k >= later) substitute(bundle(k - later));
    }
  }

 private:
  /// A bundle makes work for some threads.
  std::int64_t strip_width() const {
    return std::min({strip_lanes<T>(rows_), std::max<std::int64_t>(64, each_ / 8 / 64 * 64), row_of_systems()});
  }
  std::int64_t row_of_systems() const { return batch_.shape.cells[static_cast<std::size_t>(others_.axes[0])]; }

  Bundle<T>& bundle(std::int64_t k) { return bundles_[static_cast<std::size_t>(k) % bundles_.size()]; }

  /// Pieces for threads: strips of neighbouring systems, or blocks.
  Bundle<T>& begun(std::int64_t k) {
    Bundle<T>& b = bundle(k);
    b.first = k * each_;
    const std::int64_t end = std::min(b.first + each_, others_.number);
    std::size_t piece = 0;
    for (std::int64_t at = b.first; at < end; ++piece) {
      const std::int64_t number = std::min({width_, end - at, lanes_ ? row_of_systems() - at % row_of_systems() : end});
      if (piece == b.pieces.size())
        b.pieces.push_back({{}, scratch<T>(rows_ * width_), scratch<T>(right_in_x() ? 0 : rows_ * width_)});
      b.pieces[piece].systems = {at, number};
      at += number;
    }
    b.pieces.resize(piece);
    for (std::vector<T>* const row_beside : {&b.lower, &b.upper, &b.right, &b.after})
      row_beside->assign(static_cast<std::size_t>(each_ + block_lanes<T>), T{});
    return b;
  }

  /// Blocks have theirs gathered side by side.
  bool right_in_x() const { return lanes_ && !batch_.add; }

  /// Calls act(first piece, end) for parts of them.
  template <class Act>
  void for_pieces(Bundle<T>& b, const Act& act) {
    parallel_(static_cast<std::int64_t>(b.pieces.size()), [&](std::int64_t first, std::int64_t last) {
      act(std::span(b.pieces).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
    });
  }

  /// Calls act(number, index of the first row).
  template <class Act>
  void for_systems(const Systems& systems, const Act& act) const {
    const auto fastest = static_cast<std::size_t>(others_.axes[0]);
    Index at = others_.index(batch_.shape, systems.first);
    for (std::int64_t s = systems.first; s < systems.first + systems.number; ++s) {
      act(s, at);
      if (++at[fastest] == batch_.shape.cells[fastest]) at = others_.index(batch_.shape, s + 1);
    }
  }

  std::span<std::byte> message(std::vector<T>& numbers, const Bundle<T>& b, std::int64_t values) const {
    const std::int64_t systems = std::min(each_, others_.number - b.first);
    return std::as_writable_bytes(std::span(numbers).first(static_cast<std::size_t>(values * systems)));
  }

  void eliminate(Bundle<T>& b) {
    if (links_.before > 0) links_.receive(Side::before, message(beside_, b, 3));
    for_pieces(b, [&](std::span<Kept<T>> pieces) {
      std::optional<Tile<T>> tile;
      if (!lanes_) tile.emplace(rows_);
      for (Kept<T>& piece : pieces) {
        if (links_.before > 0) couple(b, piece.systems);
        if (tile) eliminate_block(b, piece, *tile);
        else kernels<T>().eliminate(strip(b, piece));
        if (links_.after > 0) hand_on(b, piece);
      }
    });
    if (links_.after > 0) links_.send(Side::after, message(here_, b, 3));
  }

  void substitute(Bundle<T>& b) {
    if (links_.after > 0) links_.receive(Side::after, message(b.after, b, 1));
    for_pieces(b, [&](std::span<const Kept<T>> pieces) {
      for (const Kept<T>& piece : pieces) {
        if (lanes_) kernels<T>().substitute(strip(b, piece));
        else substitute_block(b, piece);
        if (links_.before > 0) give_back(b, piece);
      }
    });
    if (links_.before > 0) links_.send(Side::before, message(here_, b, 1));
  }

  /// What the part before handed on, as rows beside the first one.
  void couple(Bundle<T>& b, const Systems& systems) const {
    for_systems(systems, [&](std::int64_t system, const Index& first) {
      const auto at = static_cast<std::size_t>(system - b.first);
      const T pivot = beside_[3 * at], c = beside_[3 * at + 2], a = batch_.a.first[offset(first, batch_.a.step)];
      b.lower[at] = batch_.transposed ? c : a;
      b.upper[at] = (batch_.transposed ? a : c) * pivot;
      b.right[at] = beside_[3 * at + 1];
    });
  }

  void hand_on(const Bundle<T>& b, const Kept<T>& piece) {
    const Strip<T> s = strip(b, piece);
    const T* const upper = s.upper + (rows_ - 1) * s.lanes;
    const T* const right = s.right + (rows_ - 1) * s.right_row;
    const T* const c = batch_.c.first + (rows_ - 1) * batch_.c.step[static_cast<std::size_t>(batch_.shape.axis)];
    for_systems(piece.systems, [&](std::int64_t system, const Index& first) {
      const std::int64_t lane = system - piece.systems.first;
      const auto at = static_cast<std::size_t>(system - b.first);
      here_[3 * at] = upper[lane];
      here_[3 * at + 1] = right[lane];
      here_[3 * at + 2] = c[offset(first, batch_.c.step)];
    });
  }

  void give_back(const Bundle<T>& b, const Kept<T>& piece) {
    const Strip<T> s = strip(b, piece);
    for (std::int64_t l = 0; l < piece.systems.number; ++l) {
      const auto at = static_cast<std::size_t>(piece.systems.first + l - b.first);
      here_[at] = b.upper[at] * s.right[l];
    }
  }

  Beside<T> beside(const Bundle<T>& b, const Systems& systems) const {
    const std::int64_t at = systems.first - b.first;
    Beside<T> rows;
    if (links_.before > 0) rows = {b.lower.data() + at, b.upper.data() + at, b.right.data() + at, nullptr, nullptr};
    if (links_.after > 0) rows.ones = ones_.data(), rows.after = b.after.data() + at;
    return rows;
  }

  /// As the systems lie; of blocks only what is kept.
  Strip<T> strip(const Bundle<T>& b, const Kept<T>& piece) const {
    T* const upper = piece.upper.get();
    T* const right = piece.right.get();
    if (!lanes_)
      return {
          rows_,          block_lanes<T>,          {}, {}, {}, {}, {right, block_lanes<T>}, Put::replace, upper, right,
          block_lanes<T>, beside(b, piece.systems)};
    const auto lanes = [&, at = others_.index(batch_.shape, piece.systems.first)](const auto& array) {
      return lanes_at(array, at, batch_.shape.axis);
    };
    const Lanes<T> x = lanes(batch_.x);
    return {rows_,
            piece.systems.number,
            lanes(matrix_.lower),
            lanes(matrix_.middle),
            lanes(matrix_.upper),
            lanes(batch_.d),
            x,
            batch_.add ? Put::add : Put::replace,
            upper,
            right_in_x() ? x.first : right,
            right_in_x() ? x.row : piece.systems.number,
            beside(b, piece.systems)};
  }

  LaneOffsets<T> offsets(const Systems& systems) const {
    LaneOffsets<T> at;
    for_systems(systems, [&](std::int64_t, const Index& first) { at.add(batch_, matrix_, first, 0); });
    return at;
  }

  void eliminate_block(const Bundle<T>& b, Kept<T>& piece, Tile<T>& tile) const {
    std::swap(tile.upper, piece.upper);
    std::swap(tile.right, piece.right);
    tile.fetch(batch_, matrix_, offsets(piece.systems), rows_, true);
    std::swap(tile.upper, piece.upper);
    std::swap(tile.right, piece.right);
    Strip<T> s = strip(b, piece);
    s.a = {tile.lower.get(), block_lanes<T>};
    s.b = {tile.middle.get(), block_lanes<T>};
    s.c = {s.upper, block_lanes<T>};
    s.d = {s.right, block_lanes<T>};
    kernels<T>().eliminate(s);
  }

  void substitute_block(const Bundle<T>& b, const Kept<T>& piece) const {
    kernels<T>().substitute(strip(b, piece));
    const LaneOffsets<T> at = offsets(piece.systems);
    kernels<T>().scatter(
        {batch_.x.first, at.x.data(), batch_.x.step[static_cast<std::size_t>(batch_.shape.axis)], at.lanes},
        piece.right.get(), rows_, put_of(batch_));
  }

  const Batch<T>& batch_;
  const Links& links_;
  const Parallel& parallel_;
  Matrix<T> matrix_;
  Others others_;
  std::int64_t rows_;
  bool lanes_;                 ///< systems lie side by side; otherwise they are gathered in blocks
  std::int64_t each_, width_;  ///< systems of a bundle, and of a piece at most
  std::vector<T> ones_;
  std::vector<Bundle<T>> bundles_;
  std::vector<T> here_, beside_;  ///< messages
};

}  // namespace

template <class T>
void solve_part(const Batch<T>& batch, const Links& links, const Parallel& parallel) {
  check(batch.shape);
  if (rows_of(batch.shape) == 0 || Others(batch.shape, -1).number == 0) return;
  const Parallel run =
      parallel ? parallel
               : [](std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) { body(0, n); };
  Part<T>(batch, links, run).solve();
}
template void solve_part(const Batch<float>&, const Links&, const Parallel&);
template void solve_part(const Batch<double>&, const Links&, const Parallel&);

}  // namespace tridsolver
