// tests/ops/derivatives/tape/footprint_test.cpp: boxes of cells against enumerating every point.
#include "ops/derivatives/log/footprint.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/ops/derivatives/tape/program.hpp"

namespace {

using ops::ArgView;
using ops::Box;
using ops::Index;

ArgView some_shape() {
  ArgView v;
  v.pitch = {1, 100, 10000, 0, 0};
  for (std::size_t d = 0; d < 2; ++d) {
    const int kind = *rc::gen::inRange(0, 4);
    v.step[d] = kind == 0 ? 0 : kind == 1 ? 2 * v.pitch[d] : v.pitch[d];
    v.divisor[d] = kind == 2 ? 2 : 1;
  }
  return v;
}

Box some_range() {
  Box box;
  for (std::size_t d = 0; d < 2; ++d) {
    box.lo[d] = *rc::gen::inRange(-5, 5);
    box.hi[d] = *rc::gen::inRange(box.lo[d] + 1, 7);
  }
  return box;
}

Index some_offset() { return {*rc::gen::inRange(-3, 4), *rc::gen::inRange(-3, 4), 0, 0, 0}; }

RC_GTEST_PROP(FootprintTest, IsTheHullOfAllCellsTouched, ()) {
  const ArgView v = some_shape();
  const Box range = some_range();
  const std::vector<Index> offsets = {some_offset(), some_offset()};
  Box expected = Box::none();
  program::for_points(range, [&](const Index& i) {
    for (const Index& o : offsets) {
      Box cell;
      cell.lo = program::cell_of(v, i, o);
      for (std::size_t d = 0; d < ops::max_dim; ++d) cell.hi[d] = cell.lo[d] + 1;
      expected = hull(expected, cell);
    }
  });
  RC_ASSERT(ops::footprint(v, range, offsets) == expected);
}

/// Written beside the points, along axis 0.
ArgView beside() {
  ArgView v;
  v.pitch = v.step = {1, 100, 10000, 0, 0};
  v.at.lo[0] = *rc::gen::inRange(-3, 3);
  v.at.hi[0] = *rc::gen::inRange(v.at.lo[0] + 1, 4);
  return v;
}

RC_GTEST_PROP(FootprintTest, WhatIsWrittenBesideThePointsIsTheHullOfItsCells, ()) {
  const ArgView v = beside();
  const Box range = some_range();
  Box expected = Box::none();
  program::for_points(range, [&](const Index& i) {
    for (int o = v.at.lo[0]; o < v.at.hi[0]; ++o) {
      Box cell;
      cell.lo = program::cell_of(v, i, {o});
      for (std::size_t d = 0; d < ops::max_dim; ++d) cell.hi[d] = cell.lo[d] + 1;
      expected = hull(expected, cell);
    }
  });
  RC_ASSERT(ops::footprint(v, range) == expected);
}

/// Where the range is one cell thick.
RC_GTEST_PROP(FootprintTest, WhatAPointReadsOfItsOwnCellsBesideItDoesNotOverlap, ()) {
  const ArgView v = beside();
  Box range = some_range();
  range.hi[0] = range.lo[0] + 1;
  const Index offset = some_offset();
  bool expected = false;
  program::for_points(range, [&](const Index& i) {
    const Index cell = program::cell_of(v, i, offset);
    program::for_points(range, [&](const Index& j) {
      for (int o = v.at.lo[0]; o < v.at.hi[0]; ++o)
        expected = expected || (i != j && program::cell_of(v, j, {o}) == cell);
    });
  });
  RC_ASSERT(ops::overlaps(v, v, range, {&offset, 1}) == expected);
}

RC_GTEST_PROP(FootprintTest, OverlapMeansOnePointReadsWhatAnotherWrites, ()) {
  ArgView v;
  v.pitch = v.step = {1, 100, 10000, 0, 0};
  const Box range = some_range();
  const Index offset = some_offset();
  bool expected = false;
  program::for_points(range, [&](const Index& i) {
    const Index cell = program::cell_of(v, i, offset);
    expected = expected || (cell != i && range.contains(cell));
  });
  RC_ASSERT(ops::overlaps(v, v, range, {&offset, 1}) == expected);
}

RC_GTEST_PROP(FootprintTest, ReshapedAddressesTheSameCellsInAnotherLayout, ()) {
  const ArgView v = some_shape();
  const Box range = some_range(), cells = ops::footprint(v, range);
  ops::Layout any;
  any.dims = ops::max_dim;
  any.components = *rc::gen::inRange(1, 4);
  any.element = sizeof(int);
  const ops::Layout dense = ops::dense_layout(any, cells, *rc::gen::arbitrary<bool>());
  const ArgView other = ops::reshaped(v, dense);
  program::for_points(range, [&](const Index& i) {
    for (int c = 0; c < any.components; ++c) {
      const std::ptrdiff_t at = program::element(other, i, {}, c) + dense.origin;
      RC_ASSERT(at == ops::cell(dense, program::cell_of(v, i, {})) + c * dense.component);
    }
  });
}

}  // namespace
