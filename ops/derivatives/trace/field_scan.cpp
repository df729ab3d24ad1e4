// ops/derivatives/trace/field_scan.cpp: scans a field row by row.
#include "ops/derivatives/trace/field_scan.hpp"

#include <algorithm>
#include <cmath>

#include "ops/data/layout.hpp"

namespace ops {
namespace {

/// The next row of `cells`; false after the last one.
bool next_row(Index& at, const Box& cells) {
  for (std::size_t d = 1; d < max_dim; ++d) {
    if (++at[d] < cells.hi[d]) return true;
    at[d] = cells.lo[d];
  }
  return false;
}

void note(Extremes& found, double value, Index row, int i) {
  row[0] = i;
  if (std::isnan(value)) {
    if (!found.nan) found.nan = row;
    found.largest = value;
  } else {
    if (!found.infinite) found.infinite = row;
    if (!found.nan) found.largest = value;
  }
}

template <class T>
Extremes scan_as(const T* values, const Layout& layout, const Box& cells) {
  Extremes found;
  Index row = cells.lo;
  do {
    const T* start = values + cell(layout, row);
    for (int c = 0; c < layout.components; ++c)
      for (int i = 0; i < cells.extent(0); ++i) {
        const double value = std::abs(static_cast<double>(start[i * layout.pitch[0] + c * layout.component]));
        if (value <= found.largest) continue;
        if (std::isfinite(value) && std::isfinite(found.largest)) found.largest = value;
        else if (!std::isfinite(value)) note(found, value, row, cells.lo[0] + i);
      }
  } while (next_row(row, cells));
  return found;
}

}  // namespace

Extremes scan(const std::byte* buffer, const Layout& layout, Type element, const Box& cells) {
  if (cells.empty()) return {};
  if (element == Type::f64) return scan_as(reinterpret_cast<const double*>(buffer), layout, cells);
  if (element == Type::f32) return scan_as(reinterpret_cast<const float*>(buffer), layout, cells);
  return {};
}

Extremes joined(const Extremes& a, const Extremes& b) {
  Extremes both{std::max(a.largest, b.largest), a.nan ? a.nan : b.nan, a.infinite ? a.infinite : b.infinite};
  if (both.nan) both.largest = std::numeric_limits<double>::quiet_NaN();
  return both;
}

}  // namespace ops
