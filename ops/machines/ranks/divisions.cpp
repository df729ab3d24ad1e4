// ops/machines/ranks/divisions.cpp: hashes shapes of loops.
#include "ops/machines/ranks/divisions.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace ops::ranks {
namespace {

void add(std::vector<std::int64_t>& shape, const auto& numbers) {
  shape.insert(shape.end(), numbers.begin(), numbers.end());
}
void add(std::vector<std::int64_t>& shape, const Box& box) {
  add(shape, box.lo);
  add(shape, box.hi);
}

/// All that a division follows from.
std::vector<std::int64_t> shape_of(const Work& work) {
  constexpr std::size_t numbers_of_an_access = 80;
  std::vector<std::int64_t> shape;
  shape.reserve(work.all.size() * numbers_of_an_access);
  add(shape, work.range);
  add(shape, work.part);
  add(shape, std::array{work.own_points, work.once, work.by_cells});
  for (const Access& access : work.all) {
    add(shape, std::array{access.reads, access.writes, access.own});
    shape.push_back(static_cast<std::int64_t>(access.points.size()));
    for (const Index& point : access.points) add(shape, point);
    add(shape, access.reach);
    add(shape, access.view->step);
    add(shape, access.view->pitch);
    add(shape, access.view->divisor);
    add_shape(shape, *access.view->layout);
  }
  return shape;
}

Division division_of(const Work& work) {
  const Layout* const divided = divided_as(work);
  if (divided == nullptr) return {};
  Division division;
  std::map<Index, std::vector<Box>> points;  // of each part that was asked about
  const auto points_there = [&](const Index& part) -> const std::vector<Box>& {
    const auto [found, unknown] = points.try_emplace(part);
    if (unknown) found->second = points_of(work, *divided, part);
    return found->second;
  };
  for (const Access& access : work.all) {
    if (access.view->layout == divided) division.as = static_cast<int>(&access - work.all.data());
    Division::Reads& reads = division.reads.emplace_back(reads_others(work, access, *divided));
    if (reads.others)
      reads.cells =
          needed(*access.view->layout, [&](const Index& part) { return touched_at(access, points_there(part)); });
  }
  return division;
}

}  // namespace

void add_shape(std::vector<std::int64_t>& shape, const Layout& layout) {
  shape.push_back(static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(layout.placement.decomposition)));
  shape.push_back(layout.dims);
  add(shape, layout.allocated);
  add(shape, layout.collapsed);
  add(shape, layout.placement.stride);
  add(shape, layout.placement.whole);
}

const Division& Divisions::of(const Work& work) {
  constexpr std::size_t many = 4096;
  std::vector<std::int64_t> shape = shape_of(work);
  if (known_.size() >= many && !known_.contains(shape)) known_.clear();
  const auto [found, unknown] = known_.try_emplace(std::move(shape));
  if (unknown) found->second = division_of(work);
  return found->second;
}

}  // namespace ops::ranks
