// tridsolver/lines.hpp: systems whose rows are neighbours in memory: squares are read as they lie, transposed in
// registers and eliminated at once. All of it has the bits of the passes over strips and blocks.
#pragma once

#include "tridsolver/lanes.hpp"
#include "tridsolver/transpose.hpp"

namespace tridsolver {
namespace {

template <class T>
constexpr int vectors = static_cast<int>(line_lanes<T>) / width<T>;

/// One number of every lane.
template <class T>
struct Across {
  Vector<T> part[static_cast<std::size_t>(vectors<T>)];
};
/// As many rows as a vector has numbers.
template <class T>
struct Square {
  Across<T> row[static_cast<std::size_t>(width<T>)];
};

template <class T>
[[gnu::always_inline]] inline Across<T> load_across(const T* from) {
  Across<T> to;
  for (int g = 0; g < vectors<T>; ++g) to.part[g] = load<T>(from + g * width<T>);
  return to;
}
template <class T>
[[gnu::always_inline]] inline void store_across(T* to, const Across<T>& from) {
  for (int g = 0; g < vectors<T>; ++g) store<T>(to + g * width<T>, from.part[g]);
}

/// Where the squares of an array come from. Rows outside of [begin, end) are not read.
template <class T>
[[gnu::always_inline]] inline void load_square(Square<T>& to, const Apart<const T>& from, std::int64_t row,
                                               std::int64_t begin, std::int64_t end) {
  constexpr int n = width<T>;
  if (row < begin || row + n > end) {
    alignas(64) T numbers[static_cast<std::size_t>(n * line_lanes<T>)] = {};
    for (int r = 0; r < n; ++r)
      for (std::int64_t l = 0; l < line_lanes<T>; ++l)
        if (row + r >= begin && row + r < end) numbers[r * line_lanes<T> + l] = from.first[from.offset[l] + row + r];
    for (int r = 0; r < n; ++r) to.row[r] = load_across<T>(numbers + r * line_lanes<T>);
    return;
  }
  for (int g = 0; g < vectors<T>; ++g) {
    Vector<T> square[static_cast<std::size_t>(n)];
#pragma GCC unroll 16
    for (int r = 0; r < n; ++r) square[r] = load<T>(from.first + from.offset[g * n + r] + row);
    transpose<T>(square);
#pragma GCC unroll 16
    for (int r = 0; r < n; ++r) to.row[r].part[g] = square[r];
  }
}

template <class T>
[[gnu::always_inline]] inline void store_square(const Apart<T>& to, const Square<T>& from, std::int64_t row,
                                                std::int64_t end, Put put) {
  constexpr int n = width<T>;
  if (row + n > end) {
    alignas(64) T numbers[static_cast<std::size_t>(n * line_lanes<T>)];
    for (int r = 0; r < n; ++r) store_across<T>(numbers + r * line_lanes<T>, from.row[r]);
    for (int r = 0; row + r < end; ++r)
      for (std::int64_t l = 0; l < line_lanes<T>; ++l) {
        T& there = to.first[to.offset[l] + row + r];
        there = put == Put::add ? there + numbers[r * line_lanes<T> + l] : numbers[r * line_lanes<T> + l];
      }
    return;
  }
  for (int g = 0; g < vectors<T>; ++g) {
    Vector<T> square[static_cast<std::size_t>(n)];
    for (int r = 0; r < n; ++r) square[r] = from.row[r].part[g];
    transpose<T>(square);
    for (int r = 0; r < n; ++r) {
      T* const there = to.first + to.offset[g * n + r] + row;
      if (put == Put::past_caches) stream<T>(there, square[r]);
      else store<T>(there, put == Put::add ? load<T>(there) + square[r] : square[r]);
    }
  }
}

/// Asks for what is solved next, line by line in the order of addresses, all four arrays in turns: hardware fetches
/// ahead of few such streams only, and squares are many. Evenly spread over the rows that go down, three lines each,
/// and up, one: a burst would have to wait.
template <class T>
class Ahead {
 public:
  explicit Ahead(const Lines<T>& next) : next_(&next) { enter(); }

  /// @param row  of a square
  [[gnu::always_inline]] void ask_down(int row) {
    for (int k = 3 * row; k < 3 * row + 3; ++k) ask(k % 4);
  }
  [[gnu::always_inline]] void ask_up(int row) { ask(3 - row % 4); }

 private:
  [[gnu::always_inline]] void ask(int array) {
    __builtin_prefetch(lane_begin_[array] + row_);
    if (array < 3) return;
    row_ += 64 / static_cast<std::int64_t>(sizeof(T));
    if (row_ >= next_->rows) enter();
  }
  void enter() {
    row_ = 0;
    for (int k = 0; k < 4; ++k) lane_begin_[k] = next_->array[k].first + next_->array[k].offset[lane_];
    if (lane_ + 1 < line_lanes<T>) ++lane_;
  }

  const Lines<T>* next_;
  const T* lane_begin_[4];
  std::int64_t lane_ = 0, row_ = 0;
};

/// Squares of a, b, c and d.
template <class T>
struct Equations {
  Square<T> a, b, c, d;

  [[gnu::always_inline]] void read(const Lines<T>& s, std::int64_t row) {
    load_square(a, s.array[0], row, 1, s.rows);
    load_square(b, s.array[1], row, 0, s.rows);
    load_square(c, s.array[2], row, 0, s.ends ? s.rows - 1 : s.rows);
    load_square(d, s.array[3], row, 0, s.rows);
  }
};

/// The rows that are eliminated. What is left of each lies in `upper` and `right`, one row after the other.
template <class T>
struct Elimination {
  const Lines<T>& s;
  Ahead<T>& ahead;
  std::int64_t first, last;
  T *upper_rows, *right_rows;
  Across<T> upper_before, right_beside;  ///< of the row that was done last

  template <bool edge>
  [[gnu::always_inline]] void rows(std::int64_t begin) {
    Equations<T> e;
    e.read(s, begin);
    Ahead<T> asks = ahead;
    Across<T> upper = upper_before, right = right_beside;
#pragma GCC unroll 16
    for (int r = 0; r < width<T>; ++r) {
      asks.ask_down(r);
      const std::int64_t row = begin + r;
      if (edge && (row < first || row > last)) continue;
      for (int g = 0; g < vectors<T>; ++g) {
        const Vector<T> a = e.a.row[r].part[g], b = e.b.row[r].part[g], c = e.c.row[r].part[g];
        Vector<T> d = e.d.row[r].part[g];
        if (edge && row == first) {
          if (s.known != nullptr) d -= a * load<T>(s.known + g * width<T>);
          const Vector<T> w = T{1} / b;
          upper.part[g] = c * w;
          right.part[g] = d * w;
        } else if (edge && row == last) {
          if (s.known != nullptr) d -= c * load<T>(s.known + line_lanes<T> + g * width<T>);
          right.part[g] = (d - a * right.part[g]) / (b - a * upper.part[g]);
        } else {
          const Vector<T> w = T{1} / (b - a * upper.part[g]);
          right.part[g] = (d - a * right.part[g]) * w;
          upper.part[g] = c * w;
        }
      }
      store_across<T>(upper_rows + row * line_lanes<T>, upper);
      store_across<T>(right_rows + row * line_lanes<T>, right);
    }
    upper_before = upper;
    right_beside = right;
    ahead = asks;
  }

  /// The unknowns of these rows, from the last one up.
  template <bool edge>
  [[gnu::always_inline]] void substitute(std::int64_t begin) {
    Square<T> x;
    Ahead<T> asks = ahead;
    Across<T> right = right_beside;
#pragma GCC unroll 16
    for (int r = width<T> - 1; r >= 0; --r) {
      asks.ask_up(r);
      const std::int64_t row = begin + r;
      if (edge && (row < first || row > last)) {
        x.row[r] = s.known != nullptr ? load_across<T>(s.known + (row < first ? 0 : line_lanes<T>)) : right;
        continue;
      }
      if (!edge || row < last) {
        for (int g = 0; g < vectors<T>; ++g) {
          const std::int64_t at = row * line_lanes<T> + g * width<T>;
          right.part[g] = load<T>(right_rows + at) - load<T>(upper_rows + at) * right.part[g];
        }
      }
      x.row[r] = right;
    }
    right_beside = right;
    ahead = asks;
    store_square(s.x, x, begin, s.rows, s.put);
  }
};

/// Calls act for every square, with its first row: as template argument whether the first row, or one of the last two,
/// may be among its rows.
template <class T, bool up, class Act>
[[gnu::always_inline]] inline void for_squares(std::int64_t rows, const Act& act) {
  constexpr std::int64_t n = width<T>;
  const std::int64_t squares = (rows + n - 1) / n;
  for (std::int64_t k = 0; k < squares; ++k) {
    const std::int64_t row = (up ? squares - 1 - k : k) * n;
    if (row > 0 && row + n <= rows - 2) act.template operator()<false>(row);
    else act.template operator()<true>(row);
  }
}

template <class T>
void thomas_along(const Lines<T>& s, const Lines<T>& next) {
  Ahead<T> ahead(next);
  const std::int64_t first = s.known != nullptr ? 1 : 0;
  Elimination<T> e{s, ahead, first, s.rows - 1 - first, s.scratch, s.scratch + s.rows * line_lanes<T>, {}, {}};
  for_squares<T, false>(s.rows, [&]<bool edge>(std::int64_t row) { e.template rows<edge>(row); });
  for_squares<T, true>(s.rows, [&]<bool edge>(std::int64_t row) { e.template substitute<edge>(row); });
  if (s.put == Put::past_caches) fence();
}

/// before * x + (its own unknown) + after * x = right, of two unknowns that change as rows lose their neighbours.
template <class T>
struct Link {
  Across<T> before, after, right;
};

/// The rows of chunks that lose their neighbours above, and see the first unknown instead: what `reduce` does.
template <class T>
struct Reduction {
  const Lines<T>& s;
  Ahead<T>& ahead;
  T *before_rows, *after_rows, *right_rows;
  Link<T> beside;  ///< the row that was done last

  template <bool edge>
  [[gnu::always_inline]] void down(std::int64_t begin) {
    Equations<T> e;
    e.read(s, begin);
    if (edge && begin == 0) e.a.row[0] = load_across<T>(s.first);
    Ahead<T> asks = ahead;
    Link<T> link = beside;
#pragma GCC unroll 16
    for (int r = 0; r < width<T>; ++r) {
      asks.ask_down(r);
      const std::int64_t row = begin + r;
      if (edge && row >= s.rows) break;
      for (int g = 0; g < vectors<T>; ++g) {
        const Vector<T> a = e.a.row[r].part[g], b = e.b.row[r].part[g], c = e.c.row[r].part[g], d = e.d.row[r].part[g];
        const bool linked = !edge || row > 1;
        const Vector<T> w = T{1} / (linked ? b - a * link.after.part[g] : b);
        link.right.part[g] = (linked ? d - a * link.right.part[g] : d) * w;
        link.before.part[g] = linked ? -(a * link.before.part[g]) * w : a * w;
        link.after.part[g] = c * w;
      }
      store_across<T>(before_rows + row * line_lanes<T>, link.before);
      store_across<T>(after_rows + row * line_lanes<T>, link.after);
      store_across<T>(right_rows + row * line_lanes<T>, link.right);
    }
    beside = link;
    ahead = asks;
  }

  /// What the second row has to do with the first and the last one.
  [[gnu::always_inline]] void go_up() {
    const std::int64_t lowest = (s.rows - 2) * line_lanes<T>;
    Ahead<T> asks = ahead;
    Link<T> link{load_across<T>(before_rows + lowest), load_across<T>(after_rows + lowest),
                 load_across<T>(right_rows + lowest)};
    for (std::int64_t row = s.rows - 3; row > 0; --row) {
      asks.ask_up(static_cast<int>(row % 4));
      for (int g = 0; g < vectors<T>; ++g) {
        const std::int64_t at = row * line_lanes<T> + g * width<T>;
        const Vector<T> after = load<T>(after_rows + at);
        link.right.part[g] = load<T>(right_rows + at) - after * link.right.part[g];
        link.before.part[g] = load<T>(before_rows + at) - after * link.before.part[g];
        link.after.part[g] = -(after * link.after.part[g]);
      }
    }
    beside = link;
  }

  void put(const Ends<T>& ends) const {
    for (std::int64_t l = 0; l < line_lanes<T>; l += width<T>) {
      const auto g = l / width<T>;
      const Vector<T> after = load<T>(after_rows + l), w = T{1} / (T{1} - after * beside.before.part[g]);
      store<T>(ends.right_first + l, (load<T>(right_rows + l) - after * beside.right.part[g]) * w);
      store<T>(ends.before_first + l, load<T>(before_rows + l) * w);
      store<T>(ends.after_first + l, -(after * beside.after.part[g]) * w);
      const std::int64_t last = (s.rows - 1) * line_lanes<T> + l;
      store<T>(ends.before_last + l, load<T>(before_rows + last));
      store<T>(ends.after_last + l, load<T>(after_rows + last));
      store<T>(ends.right_last + l, load<T>(right_rows + last));
    }
  }
};

template <class T>
void reduce_along(const Lines<T>& s, const Lines<T>& next, const Ends<T>& ends) {
  Ahead<T> ahead(next);
  const std::int64_t numbers = s.rows * line_lanes<T>;
  Reduction<T> r{s, ahead, s.scratch, s.scratch + numbers, s.scratch + 2 * numbers, {}};
  for_squares<T, false>(s.rows, [&]<bool edge>(std::int64_t row) { r.template down<edge>(row); });
  r.go_up();
  r.put(ends);
}

}  // namespace
}  // namespace tridsolver
