// ops/store/reals.cpp: boxes clipped to chunks.
#include "ops/store/reals.hpp"

#include <utility>

namespace ops {
namespace {

constexpr int most_axes = 3;  // of a part

std::int64_t slices_before(std::int64_t length, std::int64_t pitch) { return length <= 0 ? 0 : (length + pitch - 1) / pitch; }

class Clip {
 public:
  Clip(const Reals& reals, const Cut& cut, std::int64_t begin, std::int64_t end) : reals_(reals), axis_(cut.axis), begin_(begin), end_(end) {}

  void add(int component, const Reals::Box& box) {
    component_ = component;
    add(box.extent, reals_.axes - 1, box.first + component * reals_.component);
  }
  std::vector<RealsPart> parts;

 private:
  /// Slower axes than that of the cut are gone through one by one.
  void add(const Reals::Axes& extent, int axis, std::int64_t first) {
    const auto a = static_cast<std::size_t>(axis);
    if (axis > axis_) {
      for (std::int64_t i = 0; i < extent[a]; ++i) add(extent, axis - 1, first + i * reals_.pitch[a]);
      return;
    }
    const std::int64_t pitch = reals_.pitch[a];
    const std::int64_t low = slices_before(begin_ - first, pitch), high = std::min(extent[a], slices_before(end_ - first, pitch));
    if (low >= high) return;
    Reals::Axes inside = extent;
    inside[a] = high - low;
    keep(inside, first + low * pitch);
  }
  void keep(const Reals::Axes& extent, std::int64_t first) {
    RealsPart part{component_, first, {1, 1, 1}, {}};
    std::size_t used = 0;
    for (std::size_t a = 0; a <= static_cast<std::size_t>(axis_); ++a) {
      if (extent[a] == 0) return;
      if (extent[a] == 1) continue;
      part.extent[used] = extent[a];
      part.pitch[used++] = reals_.pitch[a];
    }
    parts.push_back(part);
  }

  const Reals& reals_;
  int axis_, component_ = 0;
  std::int64_t begin_, end_;
};

}  // namespace

Cut cut(const Reals& reals, std::int64_t most) {
  int axis = std::min(reals.axes, most_axes) - 1;
  while (axis > 0 && reals.pitch[static_cast<std::size_t>(axis)] > most) --axis;
  return {axis, std::max<std::int64_t>(1, most / reals.pitch[static_cast<std::size_t>(axis)])};
}

std::int64_t chunk_end(const Reals& reals, const Cut& cut, std::int64_t k, std::int64_t length) {
  return std::min(length, reals.start + (k + 1) * cut.slices * reals.pitch[static_cast<std::size_t>(cut.axis)]);
}

std::vector<RealsPart> parts(const Reals& reals, const Cut& cut, std::int64_t begin, std::int64_t end) {
  Clip clip(reals, cut, begin, end);
  for (int c = 0; c < reals.components; ++c)
    for (const Reals::Box& box : reals.boxes) clip.add(c, box);
  return std::move(clip.parts);
}

}  // namespace ops
