// tests/cuda/machine_test.cpp: the device's machine does to its memory what the host's does, and shows it where it is
// asked to.
#include "backends/cuda/machine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <random>
#include <thread>

#include "backends/cuda/arena.hpp"
#include "backends/cuda/device.hpp"
#include "backends/cuda/device_code.hpp"
#include "backends/cuda/point.hpp"
#include "ops/data/halo_values.hpp"
#include "ops/data/host_machine.hpp"
#include "ops/data/layout.hpp"
#include "ops/data/pool.hpp"
#include "ops/loops/builtin/solve_loop.hpp"
#include "ops/loops/launch/launch.hpp"
#include "ops/loops/launch/registry.hpp"

namespace {

using namespace ops;

/// Both machines, with the same values in buffers of the same layout.
class MachineTest : public testing::TestWithParam<int> {
 protected:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Layout layout(std::size_t element, int components, bool soa) {
    const std::array<int, 3> size{1 + below(40), 1 + below(9), 1 + below(4)}, base{below(7) - 3, below(90) - 30, 0},
        low{-below(3), -below(2), 0}, high{below(3), 0, below(2)};
    return make_layout({3, components, element, size.data(), base.data(), low.data(), high.data(), soa}, "dataset 'u'");
  }
  Box some_box(const Layout& layout) {
    Box box = layout.allocated;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const int extent = box.hi[axis] - box.lo[axis], first = below(extent);
      box.hi[axis] = box.lo[axis] + first + 1 + below(extent - first);
      box.lo[axis] += first;
    }
    return box;
  }
  std::pair<BufferRef, BufferRef> pair(std::size_t bytes) {
    std::pair<BufferRef, BufferRef> made{host_pool_.take(bytes, "host"), device_pool_.take(bytes, "device")};
    std::vector<std::byte> values(bytes);
    for (std::byte& value : values) value = static_cast<std::byte>(random_());
    std::memcpy(made.first->address, values.data(), bytes);
    const auto held = device_->for_host({&made.second, 1});
    std::memcpy(made.second->address, values.data(), bytes);
    return made;
  }
  void expect_same(const std::pair<BufferRef, BufferRef>& buffers, const char* what) {
    const auto held = device_->for_host({&buffers.second, 1});
    EXPECT_EQ(std::memcmp(buffers.first->address, buffers.second->address, buffers.first->bytes), 0) << what;
  }

  std::mt19937 random_{static_cast<unsigned>(GetParam())};
  std::shared_ptr<HostMachine> host_ = std::make_shared<HostMachine>(ParallelFor{});
  std::shared_ptr<cuda::DeviceMachine> device_ = std::make_shared<cuda::DeviceMachine>();
  BufferPool host_pool_{host_}, device_pool_{device_};
};

TEST_P(MachineTest, PassesDoWhatTheHostDoes) {
  for (const std::size_t element : {1U, 2U, 3U, 4U, 8U, 12U, 16U, 24U, 32U, 48U, 64U}) {
    const int components = 1 + below(3);
    const Layout a = layout(element, components, below(2) == 1);
    const Box box = some_box(a);
    const Layout b = dense_layout(a, box, below(2) == 1);
    const auto u = pair(a.bytes), v = pair(b.bytes);
    std::array<std::byte, 64> value;
    value.fill(std::byte{0x11});
    if (below(2) == 1)
      std::iota(reinterpret_cast<char*>(value.data()), reinterpret_cast<char*>(value.data()) + 64, 'a');
    for (Machine* machine : {static_cast<Machine*>(host_.get()), static_cast<Machine*>(device_.get())}) {
      const bool first = machine == host_.get();
      const BufferRef &to = first ? u.first : u.second, &other = first ? v.first : v.second;
      machine->copy(other, b, to, a, box);
      EXPECT_FALSE(machine->all_zero(other, b, box));
      machine->fill(to, a, box, nullptr);
      EXPECT_TRUE(machine->all_zero(to, a, box));
      machine->fill(to, a, box, value.data());
      EXPECT_FALSE(machine->all_zero(to, a, box));
    }
    expect_same(u, "fill");
    expect_same(v, "copy");
  }
}

TEST_P(MachineTest, ValuesComeAndGo) {
  const Layout a = layout(8, 2, below(2) == 1);
  const Box box = some_box(a);
  const auto u = pair(a.bytes);
  const auto cells = static_cast<std::size_t>(box.volume()) * 2;
  std::vector<double> from_host(cells), from_device(cells);
  host_->read(reinterpret_cast<std::byte*>(from_host.data()), u.first, a, {&box, 1});
  device_->read(reinterpret_cast<std::byte*>(from_device.data()), u.second, a, {&box, 1});
  EXPECT_EQ(std::memcmp(from_host.data(), from_device.data(), cells * sizeof(double)), 0);
  std::reverse(from_host.begin(), from_host.end());
  for (const bool slowest : {false, true}) {
    host_->write(u.first, a, box, reinterpret_cast<const std::byte*>(from_host.data()), slowest);
    device_->write(u.second, a, box, reinterpret_cast<const std::byte*>(from_host.data()), slowest);
    expect_same(u, "write");
  }
}

TEST_P(MachineTest, SumsOfBoxes) {
  const Layout a = layout(8, 1 + below(2), false);
  const Box box = some_box(a);
  const auto u = pair(a.bytes), v = pair(a.bytes);
  const double small = 0.125, large = 3e300;
  for (Machine* machine : {static_cast<Machine*>(host_.get()), static_cast<Machine*>(device_.get())}) {
    const bool first = machine == host_.get();
    machine->fill(first ? u.first : u.second, a, a.allocated, &small);
    machine->fill(first ? v.first : v.second, a, a.allocated, &large);
    machine->add(first ? u.first : u.second, a, first ? v.first : v.second, a, Type::f64, box);
    machine->fill_bytes(first ? v.first : v.second, std::byte{0x5a});
  }
  std::vector<double> sums(static_cast<std::size_t>(box.volume() * a.components)), expected = sums;
  host_->read(reinterpret_cast<std::byte*>(expected.data()), u.first, a, {&box, 1});
  device_->read(reinterpret_cast<std::byte*>(sums.data()), u.second, a, {&box, 1});
  EXPECT_EQ(sums, expected);
  expect_same(v, "bytes");
}

/// Both sides of a halo as the points of its iteration: axes turned, some backwards, numbers of either type.
TEST_P(MachineTest, TurnedBoxesAreCopiedAndAddedAndConverted) {
  for (const int how : {0, 1, 2, 3}) {
    const bool wide = how % 2 == 1, wide_from = how / 2 == 1, soa = below(2) == 1;
    const int components = 1 + below(2);
    HaloMap map;
    map.dims = 3;
    map.extents = {1 + below(5), 1 + below(5), 1 + below(5), 1, 1};
    const std::array<int, 3> size{9, 8, 7}, base{}, none{};
    const auto layout_of = [&](bool doubles) {
      return make_layout({3, components, doubles ? 8U : 4U, size.data(), base.data(), none.data(), none.data(), soa},
                         "dataset 'u'");
    };
    for (HaloSide* side : {&map.from, &map.to}) {
      side->dims = 3;
      std::shuffle(side->follows.begin(), side->follows.begin() + 3, random_);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        side->flipped[axis] = below(2) == 1;
        side->box.lo[axis] = below(2);
        side->box.hi[axis] = side->box.lo[axis] + map.extents[static_cast<std::size_t>(side->follows[axis])];
      }
    }
    const Layout to = layout_of(wide), from = layout_of(wide_from);
    const auto u = pair(to.bytes), v = pair(from.bytes);
    const double one = 1.0, third = 1.0 / 3.0;
    const float one_float = 1.0F, third_float = 1.0F / 3.0F;
    for (Machine* machine : {static_cast<Machine*>(host_.get()), static_cast<Machine*>(device_.get())}) {
      const BufferRef &x = machine == host_.get() ? u.first : u.second,
                      &y = machine == host_.get() ? v.first : v.second;
      machine->fill(x, to, to.allocated, wide ? static_cast<const void*>(&one) : &one_float);
      machine->fill(y, from, from.allocated, wide_from ? static_cast<const void*>(&third) : &third_float);
      const Layout there = by_points(to, map.to), here = by_points(from, map.from);
      machine->copy(x, there, y, here, points_of(map));
      machine->add(x, there, y, here, wide ? Type::f64 : Type::f32, points_of(map));
    }
    expect_same(u, "turned");
    expect_same(v, "what is copied");
  }
}

TEST_P(MachineTest, WhatTheHostChangesAndWhatWorkChangesMeet) {
  const Layout a = layout(8, 1, false);
  const auto u = pair(a.bytes);
  const auto held = device_->for_host({&u.second, 1});
  auto* const first = reinterpret_cast<double*>(u.second->address) + first_cell(a);
  *first = 7.0;
  std::vector<double> seen(static_cast<std::size_t>(a.allocated.volume()));
  device_->read(reinterpret_cast<std::byte*>(seen.data()), u.second, a, {&a.allocated, 1});
  EXPECT_EQ(seen[0], 7.0) << "work sees what the host has written";
  const double value = 9.0;
  device_->fill(u.second, a, a.allocated, &value);
  EXPECT_EQ(*first, 9.0) << "the host sees what work has written";
}

TEST_P(MachineTest, NobodyTouchesABufferThatIsNotShown) {
  const auto u = pair(4096);
  EXPECT_DEATH(static_cast<void>(*reinterpret_cast<volatile char*>(u.second->address)), "");
  auto held = device_->for_host({&u.second, 1});
  const auto again = held;
  EXPECT_EQ(*reinterpret_cast<volatile char*>(u.second->address), *reinterpret_cast<volatile char*>(u.first->address));
}

double seen = 0.0;
void look(const Launch& launch) {
  const Index& at = launch.range.lo;
  const ArgView& view = launch.args[0];
  seen = static_cast<const double*>(
      view.in)[at[0] * view.step[0] + at[1] * view.step[1] + at[2] * view.step[2] + view.at.lo[0] * view.pitch[0]];
}

TEST_P(MachineTest, HostCodeFindsItsBufferWhereverCellZeroIs) {
  const auto before = pair(1 << 16);
  const Layout a = layout(8, 1, false);
  Box far = some_box(a);
  for (std::size_t axis = 0; axis < 3; ++axis) far.lo[axis] += 100, far.hi[axis] += 100;
  const Layout dense = dense_layout(a, far, false);  // its cell (0, 0, 0) lies before it, perhaps in another buffer
  const auto u = pair(dense.bytes), after = pair(1 << 16);
  const double value = 4.0;
  device_->fill(u.second, dense, far, &value);
  ArgView view;
  view.in = view.out = u.second->address + dense.origin * 8;
  view.step = view.pitch = dense.pitch;
  for (const int beside : {0, 60}) {  // of the point, where the cell is
    seen = 0.0;
    view.at.lo[0] = beside;
    view.at.hi[0] = beside + 1;
    Launch launch{3, {}, &view};
    launch.range.lo = {far.lo[0] - beside, far.lo[1], far.lo[2], 0, 0};
    launch.range.hi = {far.lo[0] - beside + 1, far.lo[1] + 1, far.lo[2] + 1, 1, 1};
    launch.arguments = 1;
    device_->run(look, launch);
    EXPECT_EQ(seen, 4.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Random, MachineTest, testing::Range(1, 6));

TEST(DeviceTest, MemoryThatIsNotTheMachinesIsRefused) {
  const cuda::DeviceMachine machine;
  double own = 0.0;
  EXPECT_THROW(cuda::on_device(&own), OPSException);
  EXPECT_EQ(cuda::on_device(nullptr), nullptr);
}

TEST(DeviceTest, AProcessHasOneDevice) {
  const int first = cuda::chosen_device();
  cuda::choose_device(first, {});
  try {
    cuda::choose_device(first + 1, {});
    FAIL();
  } catch (const OPSException& problem) {
    EXPECT_STREQ(problem.what(), "target cuda: -OPS_DEVICE=1, but this process already uses device 0");
  }
}

void rest(const Launch&) { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

TEST(DeviceTest, TheClockGoesOnWhileWorkIsDone) {
  const auto machine = std::make_shared<cuda::DeviceMachine>();
  BufferPool pool(machine);
  const BufferRef buffer = pool.take(std::size_t{1} << 22, "test");
  const double first = machine->clock();
  rest({});
  EXPECT_EQ(machine->clock(), first) << "the host does something else";
  machine->fill_bytes(buffer, std::byte{1});
  const double filled = machine->clock();
  EXPECT_GT(filled, first);
  machine->run_on_host(rest, {});
  machine->run(rest, Launch{});
  EXPECT_GE(machine->clock(), filled + 0.04) << "host code is work, too";
}

template <class T, bool adds, bool matrix>
void expect_solves_on_device() {
  using Functions = tridiagonal::Functions<T>;
  EXPECT_TRUE(cuda::is_device_code(&Functions::template forward<adds>));
  EXPECT_TRUE(cuda::is_device_code((&Functions::template adjoint<adds, matrix>)));
  EXPECT_TRUE(cuda::is_device_code((&Functions::template tangent<adds, matrix>)));
  EXPECT_TRUE(cuda::is_device_code((&Functions::template second<adds, matrix>)));
}

/// Not on copies, which would have the same bits.
TEST(DeviceTest, TridiagonalSolvesAndTheirDerivativesRunThere) {
  EXPECT_NE(make_machine(), nullptr);
  expect_solves_on_device<float, false, false>();
  expect_solves_on_device<float, false, true>();
  expect_solves_on_device<float, true, false>();
  expect_solves_on_device<float, true, true>();
  expect_solves_on_device<double, false, false>();
  expect_solves_on_device<double, false, true>();
  expect_solves_on_device<double, true, false>();
  expect_solves_on_device<double, true, true>();
}

/// Pieces never meet, and what is given back comes together again.
TEST(ArenaTest, PiecesAreApartAndComeTogether) {
  constexpr std::size_t unit = cuda::Arena::unit, size = 200 * unit;
  std::mt19937 random(3);
  cuda::Arena arena(size);
  std::map<std::size_t, std::size_t> taken;
  for (int turn = 0; turn < 2000; ++turn) {
    if (random() % 2 == 0) {
      const std::size_t bytes = 1 + random() % (12 * unit), start = arena.take(bytes);
      if (start == cuda::Arena::none) continue;
      const auto next = taken.lower_bound(start);
      EXPECT_TRUE(next == taken.end() || start + bytes <= next->first);
      EXPECT_TRUE(next == taken.begin() || std::prev(next)->first + std::prev(next)->second <= start);
      EXPECT_EQ(start % unit, 0U);
      taken[start] = bytes;
    } else if (!taken.empty()) {
      const auto any = std::next(taken.begin(), static_cast<std::ptrdiff_t>(random() % taken.size()));
      arena.release(any->first, any->second);
      taken.erase(any);
    }
  }
  for (const auto& [start, bytes] : taken) arena.release(start, bytes);
  EXPECT_EQ(arena.take(size), 0U) << "all of it in one piece";
  EXPECT_EQ(arena.take(1), cuda::Arena::none);
}

}  // namespace
