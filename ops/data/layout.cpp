// ops/data/layout.cpp: computes pitches and the origin from extents, halos and alignment.
#include "ops/data/layout.hpp"

#include <limits>
#include <numeric>

#include "ops/data/buffer.hpp"

namespace ops {
namespace {

constexpr auto line = static_cast<std::int64_t>(cache_line);
constexpr std::int64_t set_span = 4096;  // [bytes] rows this far apart would share one cache set

[[noreturn]] void too_large(const std::string& what) {
  throw OPSException(OPS_INVALID_ARGUMENT)
      << what << ": the dataset is too large: it has more than 2^63 bytes, or more than 2^31 cells along an axis";
}

std::int64_t multiply(std::int64_t a, std::int64_t b, const std::string& what) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) too_large(what);
  return product;
}

std::int64_t add(std::int64_t a, std::int64_t b, const std::string& what) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) too_large(what);
  return sum;
}

int checked_int(std::int64_t value, const std::string& what) {
  if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) too_large(what);
  return static_cast<int>(value);
}

void set_extents(Layout& layout, const LayoutRequest& request, const std::string& what) {
  for (int axis = 0; axis < request.dims; ++axis) {
    layout.collapsed[axis] = request.dims > 1 && request.size[axis] == 1;
    if (layout.collapsed[axis]) continue;
    const std::int64_t first = request.base[axis], end = first + request.size[axis];
    layout.interior.lo[axis] = checked_int(first, what);
    layout.interior.hi[axis] = checked_int(end, what);
    layout.allocated.lo[axis] = checked_int(first + request.d_m[axis], what);
    layout.allocated.hi[axis] = checked_int(end + request.d_p[axis], what);
    checked_int(end + request.d_p[axis] - first - request.d_m[axis], what);
  }
}

/// Unit of [elements] that a padded row is a multiple of; 0: rows are not padded.
std::int64_t row_unit(const Layout& layout, std::int64_t cell_elements) {
  const auto element = static_cast<std::int64_t>(layout.element);
  if (layout.collapsed[0] || line % element != 0) return 0;
  return std::lcm(line, cell_elements * element) / element;
}

/// Row pitch [elements].
std::int64_t row_pitch(const Layout& layout, std::int64_t cell_elements, std::int64_t unit, const std::string& what) {
  std::int64_t pitch = multiply(layout.placement.longest(0, layout.allocated), cell_elements, what);
  if (unit == 0) return pitch;
  pitch = (pitch + unit - 1) / unit * unit;
  const auto bytes = multiply(pitch, static_cast<std::int64_t>(layout.element), what);
  return bytes % set_span == 0 && layout.allocated.extent(1) > 1 ? pitch + unit : pitch;
}

}  // namespace

Layout make_layout(const LayoutRequest& request, const std::string& what) {
  Layout layout;
  layout.dims = request.dims;
  layout.components = request.components;
  layout.element = request.element;
  set_extents(layout, request, what);
  place(layout, request.soa, {}, what);
  return layout;
}

void place(Layout& layout, bool soa, const Placement& placement, const std::string& what) {
  layout.placement = placement;
  layout.placement.whole = layout.collapsed;
  layout.share = layout.placement.share();
  layout.held = layout.placement.held(layout.allocated);
  const bool divided = placement.decomposition != nullptr;

  const auto element = static_cast<std::int64_t>(layout.element);
  const std::int64_t cell_elements = soa ? 1 : layout.components;
  const std::int64_t unit = row_unit(layout, cell_elements);
  const std::int64_t row = row_pitch(layout, cell_elements, unit, what);
  // Padding before the first cell of a row that brings index 0 onto a line.
  const std::int64_t per_line = unit == 0 ? 1 : line / element;
  const std::int64_t lead = ((layout.held.lo[0] * cell_elements) % per_line + per_line) % per_line;

  layout.pitch[0] = cell_elements;
  std::int64_t total = row;
  for (int axis = 1; axis < layout.dims; ++axis) {
    layout.pitch[axis] = total;
    total = multiply(total, layout.placement.longest(static_cast<std::size_t>(axis), layout.allocated), what);
  }
  layout.component = soa ? total : 1;
  if (soa) total = multiply(total, layout.components, what);
  // as many on every process
  layout.bytes = static_cast<std::size_t>(multiply(add(total, divided ? per_line : lead, what), element, what));

  std::int64_t origin = lead;
  for (int axis = 0; axis < layout.dims; ++axis)
    origin = add(origin, multiply(-std::int64_t{layout.held.lo[axis]}, layout.pitch[axis], what), what);
  layout.origin = origin;
}

Layout whole_layout(const Layout& layout, const Box& box, bool soa) {
  Layout one = layout;
  one.placement = {};
  one.share = Box::all();
  return dense_layout(one, box, soa);
}

Layout dense_layout(const Layout& layout, const Box& box, bool soa) {
  Layout dense = layout;
  dense.allocated = dense.interior = box;
  dense.held = layout.placement.held(box);
  const int components = layout.components;
  std::ptrdiff_t total = soa ? 1 : components;
  std::ptrdiff_t origin = 0;
  for (int axis = 0; axis < layout.dims; ++axis) {
    dense.pitch[axis] = total;
    origin -= dense.held.lo[axis] * total;
    total *= layout.placement.longest(static_cast<std::size_t>(axis), box);
  }
  dense.component = soa ? total : 1;
  dense.origin = origin;
  dense.bytes = static_cast<std::size_t>(soa ? total * components : total) * layout.element;
  return dense;
}

std::size_t bytes_of(const Layout& layout, const Box& cells) noexcept {
  return static_cast<std::size_t>(cells.volume()) * static_cast<std::size_t>(layout.components) * layout.element;
}

std::ptrdiff_t first_cell(const Layout& layout) noexcept { return cell(layout, layout.held.lo); }

}  // namespace ops
