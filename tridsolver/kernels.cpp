// tridsolver/kernels.cpp: Thomas elimination of many systems side by side, and the transposition that puts them there.
// Compiled once for each family of processors; TRIDSOLVER_FAMILY names it. All of them give the same bits.
#include "tridsolver/kernels.hpp"

#include "tridsolver/lines.hpp"
#include "tridsolver/recurrence.hpp"
#include "tridsolver/steps.hpp"
#include "tridsolver/transpose.hpp"

namespace tridsolver {
namespace {

constexpr std::int64_t ahead = 4;          ///< rows of strips
constexpr std::int64_t squares_ahead = 8;  ///< of gathered lanes

/// Whether rows of strips are so far apart that hardware does not foresee the next one. Where it does, asking for it as
/// well makes things slower; so it does with the lanes of a block, as measured.
template <class T>
bool far(const Lanes<const T>& lanes) {
  constexpr std::ptrdiff_t page = 4096;
  return lanes.row * static_cast<std::ptrdiff_t>(sizeof(T)) > page;
}

/// Into the second-level cache: more lines can be on their way to it than to the first.
template <class T>
void prefetch(const Lanes<const T>& lanes, std::int64_t row, std::int64_t count) {
  const T* const first = lanes.first + row * lanes.row;
  for (std::int64_t l = 0; l < count; l += 64 / static_cast<std::int64_t>(sizeof(T)))
    __builtin_prefetch(first + l, 0, 2);
}

/// @tparam fixed  the number of lanes; 0: as the strip says
template <class T, int fixed>
void eliminate(const Strip<T>& s) {
  const std::int64_t lanes = fixed > 0 ? fixed : s.lanes;
  const std::ptrdiff_t right_row = s.right_row != 0 ? s.right_row : lanes;
  const bool asks = fixed == 0 && far(s.a);
  for (std::int64_t i = 0; i < s.rows; ++i) {
    if (asks && i + ahead < s.rows - 1) {
      prefetch(s.a, i + ahead, lanes);
      prefetch(s.b, i + ahead, lanes);
      prefetch(s.c, i + ahead, lanes);
      prefetch(s.d, i + ahead, lanes);
    }
    const bool begins = i == 0 && s.beside.upper == nullptr, ends = i + 1 == s.rows && s.beside.ones == nullptr;
    const T* __restrict const a = i == 0 && !begins ? s.beside.lower : s.a.first + i * s.a.row;
    const T* __restrict const b = s.b.first + i * s.b.row;
    const T* const c = i + 1 == s.rows && !ends ? s.beside.ones : s.c.first + i * s.c.row;
    const T* const d = s.d.first + i * s.d.row;
    T* const upper = s.upper + i * lanes;
    T* const right = s.right + i * right_row;
    const T* __restrict const upper_before = i > 0 ? upper - lanes : s.beside.upper;
    const T* __restrict const right_before = i > 0 ? right - right_row : s.beside.right;
    if (begins && ends) {
#pragma omp simd
      for (std::int64_t l = 0; l < lanes; ++l) right[l] = d[l] / b[l];
    } else if (begins) {
#pragma omp simd
      for (std::int64_t l = 0; l < lanes; ++l) {
        const Eliminated<T> row = eliminate_first(b[l], c[l], d[l]);
        upper[l] = row.upper;
        right[l] = row.right;
      }
    } else if (!ends) {
#pragma omp simd
      for (std::int64_t l = 0; l < lanes; ++l) {
        const Eliminated<T> row = eliminate_next<T>(a[l], b[l], c[l], d[l], {upper_before[l], right_before[l]});
        right[l] = row.right;
        upper[l] = row.upper;
      }
    } else {
#pragma omp simd
      for (std::int64_t l = 0; l < lanes; ++l)
        right[l] = eliminate_last<T>(a[l], b[l], d[l], {upper_before[l], right_before[l]});
    }
  }
}

template <class T>
void copy(T* x, const T* right, std::int64_t lanes, bool past_caches) {
  constexpr int n = width<T>;
  const std::int64_t whole = past_caches ? lanes / n * n : 0;
  for (std::int64_t l = 0; l < whole; l += n) stream<T>(x + l, load<T>(right + l));
  for (std::int64_t l = whole; l < lanes; ++l) x[l] = right[l];
}

template <class T, int fixed>
void substitute(const Strip<T>& s) {
  const std::int64_t lanes = fixed > 0 ? fixed : s.lanes;
  const std::ptrdiff_t right_row = s.right_row != 0 ? s.right_row : lanes;
  const bool asks = fixed == 0 && far<T>({s.x.first, s.x.row});
  for (std::int64_t i = s.rows; i-- > 0;) {
    if (asks && s.put != Put::past_caches && s.x.first != s.right && i >= ahead)
      prefetch<T>({s.x.first, s.x.row}, i - ahead, lanes);
    T* __restrict const x = s.x.first + i * s.x.row;
    T* const right = s.right + i * right_row;
    if (i + 1 < s.rows) {
      const T* __restrict const upper = s.upper + i * lanes;
      const T* __restrict const next = right + right_row;
#pragma omp simd
      for (std::int64_t l = 0; l < lanes; ++l) right[l] = substituted(upper[l], right[l], next[l]);
    } else if (s.beside.after != nullptr) {
      const T* __restrict const after = s.beside.after;
#pragma omp simd
      for (std::int64_t l = 0; l < lanes; ++l) right[l] -= after[l];
    }
    if (x == right) continue;
    if (s.put == Put::add) {
#pragma omp simd
      for (std::int64_t l = 0; l < lanes; ++l) x[l] += right[l];
    } else {
      copy(x, right, lanes, s.put == Put::past_caches);
    }
  }
}

template <class T>
void eliminate(const Strip<T>& strip) {
  if (strip.lanes == block_lanes<T>) eliminate<T, static_cast<int>(block_lanes<T>)>(strip);
  else eliminate<T, 0>(strip);
}

template <class T>
void substitute(const Strip<T>& strip) {
  if (strip.lanes == block_lanes<T>) substitute<T, static_cast<int>(block_lanes<T>)>(strip);
  else substitute<T, 0>(strip);
  if (strip.put == Put::past_caches) fence();
}

template <class T>
void thomas(const Strip<T>& strip) {
  eliminate(strip);
  substitute(strip);
}

/// Squares that are transposed; what they leave over at the end of the rows is for the caller.
template <class T>
std::int64_t gather_squares(T* to, const Apart<const T>& from, std::int64_t first, std::int64_t rows) {
  constexpr int n = width<T>;
  const std::int64_t whole = rows / n * n;
  for (std::int64_t lane = 0; lane < block_lanes<T>; lane += n) {
    const T* at[static_cast<std::size_t>(n)];
    for (int r = 0; r < n; ++r) at[r] = from.first + from.offset[lane + r] + first;
    const std::ptrdiff_t later =
        lane + n < block_lanes<T> ? from.offset[lane + n] - from.offset[lane] : squares_ahead * n;
    T* row = to + lane;
    for (std::int64_t i = 0; i < whole; i += n) {
      Vector<T> square[static_cast<std::size_t>(n)];
      for (int r = 0; r < n; ++r) square[r] = load<T>(at[r] + i);
      for (int r = 0; r < n; ++r) __builtin_prefetch(at[r] + (i + later));
      transpose<T>(square);
      for (int r = 0; r < n; ++r, row += block_lanes<T>) store<T>(row, square[r]);
    }
  }
  return whole;
}

template <class T>
void gather(T* to, const Apart<const T>& from, std::int64_t first, std::int64_t rows) {
  const bool squares = from.row == 1 && from.lanes == block_lanes<T>;
  for (std::int64_t i = squares ? gather_squares(to, from, first, rows) : 0; i < rows; ++i)
    for (std::int64_t l = 0; l < from.lanes; ++l)
      to[i * block_lanes<T> + l] = from.first[from.offset[l] + (first + i) * from.row];
}

template <class T>
std::int64_t scatter_squares(const Apart<T>& to, const T* from, std::int64_t rows, Put put) {
  constexpr int n = width<T>;
  const std::int64_t whole = rows / n * n;
  for (std::int64_t lane = 0; lane < block_lanes<T>; lane += n)
    for (std::int64_t i = 0; i < whole; i += n) {
      Vector<T> square[static_cast<std::size_t>(n)];
      for (int r = 0; r < n; ++r) square[r] = load<T>(from + (i + r) * block_lanes<T> + lane);
      transpose<T>(square);
      for (int r = 0; r < n; ++r) {
        T* const there = to.first + to.offset[lane + r] + i;
        if (put == Put::past_caches) stream<T>(there, square[r]);
        else store<T>(there, put == Put::add ? load<T>(there) + square[r] : square[r]);
      }
    }
  return whole;
}

template <class T>
void scatter(const Apart<T>& to, const T* from, std::int64_t rows, Put put) {
  const bool squares = to.row == 1 && to.lanes == block_lanes<T>;
  for (std::int64_t i = squares ? scatter_squares(to, from, rows, put) : 0; i < rows; ++i)
    for (std::int64_t l = 0; l < to.lanes; ++l) {
      T& there = to.first[to.offset[l] + i * to.row];
      there = put == Put::add ? there + from[i * block_lanes<T> + l] : from[i * block_lanes<T> + l];
    }
  if (put == Put::past_caches) fence();
}

/// Downwards: rows below the second lose their neighbour above, and see the first unknown instead.
template <class T>
void reduce_down(T* a, const T* b, T* c, T* d, std::int64_t rows) {
  constexpr std::int64_t lanes = block_lanes<T>;
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t at = i * block_lanes<T>, before = at - block_lanes<T>;
#pragma omp simd
    for (std::int64_t l = 0; l < lanes; ++l) {
      const bool second = i <= 1;
      const Linked<T> above = second ? Linked<T>{} : Linked<T>{a[before + l], c[before + l], d[before + l]};
      const Linked<T> row = link_down(second, a[at + l], b[at + l], c[at + l], d[at + l], above);
      a[at + l] = row.before;
      c[at + l] = row.after;
      d[at + l] = row.right;
    }
  }
}

/// Upwards: the first row loses its neighbour below, and sees the last unknown instead.
template <class T>
void reduce_up(T* a, T* c, T* d, std::int64_t rows) {
  constexpr std::int64_t lanes = block_lanes<T>;
  for (std::int64_t i = rows - 2; i-- > 1;) {
    const std::int64_t at = i * block_lanes<T>, next = at + block_lanes<T>;
#pragma omp simd
    for (std::int64_t l = 0; l < lanes; ++l) {
      const Linked<T> row = link_up<T>({a[at + l], c[at + l], d[at + l]}, {a[next + l], c[next + l], d[next + l]});
      a[at + l] = row.before;
      c[at + l] = row.after;
      d[at + l] = row.right;
    }
  }
  if (rows < 3) return;
  for (std::int64_t l = 0; l < lanes; ++l) {
    const std::int64_t next = block_lanes<T> + l;
    const Linked<T> row = link_first<T>({a[l], c[l], d[l]}, {a[next], c[next], d[next]});
    a[l] = row.before;
    c[l] = row.after;
    d[l] = row.right;
  }
}

template <class T>
void reduce(T* a, const T* b, T* c, T* d, std::int64_t rows, const Ends<T>& ends) {
  reduce_down(a, b, c, d, rows);
  reduce_up(a, c, d, rows);
  const std::int64_t last = (rows - 1) * block_lanes<T>;
  for (std::int64_t l = 0; l < block_lanes<T>; ++l) {
    ends.before_first[l] = a[l];
    ends.after_first[l] = c[l];
    ends.right_first[l] = d[l];
    ends.before_last[l] = a[last + l];
    ends.after_last[l] = c[last + l];
    ends.right_last[l] = d[last + l];
  }
}

}  // namespace

namespace TRIDSOLVER_FAMILY {

extern const Kernels<float> of_float;
extern const Kernels<double> of_double;
const Kernels<float> of_float{thomas<float>, eliminate<float>,    substitute<float>,   gather<float>, scatter<float>,
                              reduce<float>, thomas_along<float>, reduce_along<float>, step<float>};
const Kernels<double> of_double{thomas<double>,       eliminate<double>,    substitute<double>,
                                gather<double>,       scatter<double>,      reduce<double>,
                                thomas_along<double>, reduce_along<double>, step<double>};

}  // namespace TRIDSOLVER_FAMILY
}  // namespace tridsolver
