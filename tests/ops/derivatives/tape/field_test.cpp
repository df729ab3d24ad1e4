// tests/ops/derivatives/tape/field_test.cpp: a lazily zeroed field against a plain array, on random operations.
#include "ops/derivatives/log/adjoint_field.hpp"

#include "ops/data/host_machine.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>

#include "ops/data/layout.hpp"
#include "tests/ops/derivatives/tape/program.hpp"

namespace {

using ops::Box;
using ops::Index;

/// A field and what it should be, cell by cell.
class Pair {
 public:
  Pair() {
    const int size[] = {6, 4}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
    ops::LayoutRequest request;
    request.dims = 2;
    request.element = sizeof(double);
    request.size = size;
    request.base = base;
    request.d_m = d_m;
    request.d_p = d_p;
    layout = ops::make_layout(request, "test");
    field = ops::AdjointField(layout, "test");
    memory.pool = &pool;
    memory.before_write = [this](const ops::Buffer*, const Box& cells) {
      RC_ASSERT(layout.allocated.contains(cells));
      zeroed += cells.volume();
    };
    for (int k = 0; k < 2; ++k) poison(pool.take(layout.bytes, "poison"));
  }
  void poison(const ops::BufferRef& buffer) const { std::memset(buffer->address, 0xff, layout.bytes); }

  double& model(const Index& i) { return values[static_cast<std::size_t>((i[1] + 1) * 8 + i[0] + 1)]; }
  double& stored(const Index& i) { return reinterpret_cast<double*>(field.buffer()->address)[ops::cell(layout, i)]; }

  void add(const Box& cells, bool holes, double value) {
    const Box hole = field.add(cells, holes, memory);
    RC_ASSERT(cells.contains(hole));
    program::for_points(cells, [&](const Index& i) {
      stored(i) = hole.contains(i) ? 0.0 + value : stored(i) + value;
      model(i) += value;
    });
  }
  void consume(const Box& cells) {
    field.consume(cells);
    program::for_points(cells, [&](const Index& i) { model(i) = 0; });
  }
  void leave(const Box& cells) {
    field.read(cells, memory);
    const ops::BufferRef old = field.leave(cells, memory);
    program::for_points(cells, [&](const Index& i) {
      RC_ASSERT(reinterpret_cast<double*>(old->address)[ops::cell(layout, i)] == model(i));
      model(i) = 0;
    });
  }
  void read(const Box& cells) {
    field.read(cells, memory);
    program::for_points(cells, [&](const Index& i) { RC_ASSERT(stored(i) == model(i)); });
  }
  void check_zero(const Box& cells) {
    bool zero = true;
    program::for_points(cells, [&](const Index& i) { zero = zero && model(i) == 0; });
    if (field.zero_on(cells)) RC_ASSERT(zero);
  }

  ops::Layout layout;
  ops::BufferPool pool{std::make_shared<ops::HostMachine>(ops::ParallelFor{})};
  ops::AdjointField field;
  ops::FieldMemory memory;
  std::vector<double> values = std::vector<double>(48, 0.0);
  std::int64_t zeroed = 0;  ///< cells zero-filled so far
};

Box some_box() {
  Box box;
  box.lo[0] = *rc::gen::inRange(-1, 7);
  box.hi[0] = *rc::gen::inRange(box.lo[0] + 1, 8);
  box.lo[1] = *rc::gen::inRange(-1, 5);
  box.hi[1] = *rc::gen::inRange(box.lo[1] + 1, 6);
  return box;
}

RC_GTEST_PROP(FieldTest, BehavesAsAnArrayThatIsZeroAtFirst, ()) {
  Pair pair;
  for (int k = *rc::gen::inRange(1, 30); k > 0; --k) {
    const Box box = some_box();
    pair.check_zero(box);
    switch (*rc::gen::inRange(0, 5)) {
      case 0: pair.add(box, true, k % 2 == 0 ? 0.0 : 1.0 + k); break;
      case 1: pair.add(box, false, k % 2 == 0 ? 0.0 : 1.0 + k); break;
      case 2: pair.consume(box); break;
      case 3: pair.leave(box); break;
      default: pair.read(box);
    }
  }
  pair.read(pair.layout.allocated);
}

/// The cycle of a time loop: what a loop consumes, the loop before it writes, and no pass ever zeroes the field.
TEST(FieldTest, SteadyStateZeroFillsNothing) {
  Pair pair;
  Box range;
  range.hi = {6, 4, 1, 1, 1};
  Box wider = range;
  wider.lo = {-1, -1, 0, 0, 0};
  wider.hi = {7, 5, 1, 1, 1};
  pair.add(wider, true, 1);
  for (int step = 0; step < 10; ++step) {
    pair.read(range);
    pair.consume(range);
    pair.add(wider, true, 1);
  }
  EXPECT_EQ(pair.zeroed, 0);
}

/// Boundary loops consume the halo side by side, and the inside is consumed by others.
TEST(FieldTest, WhatIsConsumedPieceByPieceIsZeroFilledNowhere) {
  Pair pair;
  const std::size_t before = pair.pool.bytes_in_use();
  pair.add(pair.layout.allocated, true, 1);
  for (const Box& piece : difference(pair.layout.allocated, pair.layout.interior)) pair.consume(piece);
  pair.read(pair.layout.interior);
  pair.consume(pair.layout.interior);
  EXPECT_TRUE(pair.field.zero());
  EXPECT_EQ(pair.zeroed, 0);
  EXPECT_EQ(pair.pool.bytes_in_use(), before);
}

/// As of halos that boundary loops have reversed in place.
TEST(FieldTest, ASmallRestOfZerosGoes) {
  Box column, rest;
  column.lo = {-1, -1, 0, 0, 0}, column.hi = {0, 5, 1, 1, 1};
  rest.lo = {0, -1, 0, 0, 0}, rest.hi = {7, 5, 1, 1, 1};
  for (const double value : {0.0, 1.0}) {
    Pair pair;
    const std::size_t before = pair.pool.bytes_in_use();
    pair.add(column, true, value);
    pair.add(rest, true, 1);
    pair.consume(rest);
    EXPECT_EQ(pair.field.zero(), value == 0.0);
    EXPECT_EQ(pair.pool.bytes_in_use() == before, value == 0.0);
    pair.read(pair.layout.allocated);
  }
  Pair pair;
  pair.add(column, false, -0.0);
  pair.add(rest, true, 1);
  for (int y = -1; y < 5; ++y) pair.stored({-1, y, 0, 0, 0}) = -0.0;
  pair.leave(rest);
  EXPECT_FALSE(pair.field.zero()) << "these zeros have a sign";
  program::for_points(column, [&](const Index& i) { pair.stored(i) = 0.0; });
  pair.add(rest, true, 1);
  pair.leave(rest);
  EXPECT_TRUE(pair.field.zero());
}

TEST(FieldTest, ManySmallPiecesBecomeOne) {
  Pair pair;
  for (int x = -1; x < 7; ++x)
    for (int y = -1; y < 5; ++y) {
      Box cell;
      cell.lo = {x, y, 0, 0, 0};
      cell.hi = {x + 1, y + 1, 1, 1, 1};
      if ((x + y) % 2 == 0) pair.add(cell, true, 1 + x);
    }
  EXPECT_LE(pair.field.stored().size(), 24u);
  pair.read(pair.layout.allocated);
}

TEST(FieldTest, GivesItsBufferBackWhenEverythingIsConsumed) {
  Pair pair;
  const std::size_t before = pair.pool.bytes_in_use();
  pair.add(pair.layout.interior, true, 1);
  EXPECT_GT(pair.pool.bytes_in_use(), before);
  pair.consume(pair.layout.allocated);
  EXPECT_TRUE(pair.field.zero());
  EXPECT_EQ(pair.pool.bytes_in_use(), before);
}

}  // namespace
