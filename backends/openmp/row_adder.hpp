// backends/openmp/row_adder.hpp: adds buffers of values, shifted, to rows of cells.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace ops::openmp {

inline constexpr int rows_at_once = 4;  ///< rows of cells that get the same values

/// Adds `count` buffers into each of `rows` rows of cells, `stride` elements apart; buffer k at position x, times
/// sign[k], goes to cell x + shift[k]. `shift` descends. Cells outside [lo, hi) are left alone.
template <class T>
class RowAdder {
 public:
  RowAdder(std::span<T* const> rows, std::ptrdiff_t stride, int n, int lo, int hi)
      : rows_(rows), stride_(stride), n_(n), lo_(lo), hi_(hi) {}

  void add(const T* const* buffers, const int* shift, const T* sign, int count) const {
    const int first = std::min(std::max(shift[0], lo_), hi_),
              last = std::max(std::min(n_ + shift[count - 1], hi_), first);
    edge(buffers, shift, sign, count, std::max(shift[count - 1], lo_), first);
    int k = 0;
    for (; k + 4 <= count; k += 4) inner<4>(buffers + k, shift + k, sign + k, first, last);
    if (count - k == 3) inner<3>(buffers + k, shift + k, sign + k, first, last);
    else if (count - k == 2) inner<2>(buffers + k, shift + k, sign + k, first, last);
    else if (count - k == 1) inner<1>(buffers + k, shift + k, sign + k, first, last);
    edge(buffers, shift, sign, count, last, std::min(n_ + shift[0], hi_));
  }

 private:
  /// Cells [first, last), all of which every one of the buffers reaches.
  template <int count>
  void inner(const T* const* buffers, const int* shift, const T* signs, int first, int last) const {
    const T* from[count];
    T sign[count];
    for (int k = 0; k < count; ++k) from[k] = buffers[k] - shift[k], sign[k] = signs[k];
    std::size_t r = 0;
    for (; stride_ != 1 && r < rows_.size(); ++r) sweep<count, 1>(&rows_[r], stride_, from, sign, first, last);
    for (; r + 4 <= rows_.size(); r += 4) sweep<count, 4>(&rows_[r], 1, from, sign, first, last);
    for (; r + 2 <= rows_.size(); r += 2) sweep<count, 2>(&rows_[r], 1, from, sign, first, last);
    for (; r < rows_.size(); ++r) sweep<count, 1>(&rows_[r], 1, from, sign, first, last);
  }
  template <int count, int rows>
  static void sweep(T* const* cells, std::ptrdiff_t stride, const T* const (&from)[count], const T (&sign)[count],
                    int first, int last) {
    T* to[rows];
    std::copy_n(cells, rows, to);
#pragma omp simd
    for (int x = first; x < last; ++x)
      for (int r = 0; r < rows; ++r) {
        T t = to[r][x * stride];
        for (int k = 0; k < count; ++k) t = t + sign[k] * from[k][x];
        to[r][x * stride] = t;
      }
  }
  /// Cells that only some of the buffers reach.
  void edge(const T* const* buffers, const int* shift, const T* sign, int count, int first, int last) const {
    for (T* const cells : rows_)
      for (int x = first; x < last; ++x)
        for (int k = 0; k < count; ++k)
          if (x >= shift[k] && x < n_ + shift[k])
            cells[x * stride_] = cells[x * stride_] + sign[k] * buffers[k][x - shift[k]];
  }

  std::span<T* const> rows_;
  std::ptrdiff_t stride_;
  int n_, lo_, hi_;
};

}  // namespace ops::openmp
