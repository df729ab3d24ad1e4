// Mirrors ops/data/offloading.hpp: values go to another place and come back with their bits, and whoever does not wait
// for a copy is found out.
#include "ops/data/offloading.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "ops/data/host_machine.hpp"
#include "ops/data/pool.hpp"
#include "ops/support/error.hpp"

namespace {

using namespace ops;

constexpr std::size_t size = 64;  // of every buffer [bytes]

/// Copies are done as late as waits allow.
class LateAside : public OffloadMemory {
 public:
  explicit LateAside(std::size_t bytes) : bytes_(bytes) {}
  std::size_t bytes() const noexcept override { return bytes_; }
  std::byte* take(std::size_t bytes) override {
    if (taken_ + bytes > bytes_) return nullptr;
    taken_ += bytes;
    return new std::byte[bytes];
  }
  void give(std::byte* memory, std::size_t bytes) noexcept override {
    taken_ -= bytes;
    given_.emplace_back(memory);  // copies may still read it
  }
  Copy begin_out(std::byte* to, const std::byte* from, std::size_t bytes) override {
    return from == held ? 0 : begin(to, from, bytes);
  }
  Copy begin_in(std::byte* to, const std::byte* from, std::size_t bytes) override { return begin(to, from, bytes); }
  void work_waits(Copy copy) override {
    for (; waits && done_ < copy; ++done_) {
      std::memcpy(copies_.front().to, copies_.front().from, copies_.front().bytes);
      copies_.pop_front();
    }
  }
  bool ended(Copy copy) override { return copy <= done_; }

  void finish() { work_waits(done_ + copies_.size()); }
  bool idle() const { return copies_.empty(); }

  bool waits = true;
  const std::byte* held = nullptr;  ///< in use by the host

 private:
  struct One {
    std::byte* to;
    const std::byte* from;
    std::size_t bytes;
  };
  Copy begin(std::byte* to, const std::byte* from, std::size_t bytes) {
    copies_.push_back({to, from, bytes});
    return done_ + copies_.size();
  }
  std::size_t bytes_, taken_ = 0;
  Copy done_ = 0;
  std::deque<One> copies_;
  std::vector<std::unique_ptr<std::byte[]>> given_;
};

/// Buffers with one number each, of which some rest.
class World {
 public:
  World(unsigned seed, std::size_t here, std::size_t there) : random_(seed) {
    auto aside = std::make_unique<LateAside>(there * size);
    aside_ = aside.get();
    pool.offload_to(std::move(aside), here * size);
  }
  ~World() { kept_.clear(); }
  LateAside& aside() { return *aside_; }
  std::size_t below(std::size_t n) { return random_() % n; }
  /// @return  whether every value that was looked at was what it should be
  bool turn() {
    pool.make_room();
    if (kept_.empty() || below(3) == 0) {
      make();
      return true;
    }
    Kept& one = kept_[below(kept_.size())];
    switch (below(6)) {
      case 0: pool.fetch(one.buffer); return true;
      case 1: pool.needed_last(one.buffer); return true;
      case 2:
        std::swap(one, kept_.back());
        kept_.pop_back();
        return true;
      case 3: return rewrite(one);
      default: return looks_right(one);
    }
  }
  BufferPool pool{std::make_shared<HostMachine>(ParallelFor{})};

 private:
  struct Kept {
    BufferRef buffer;
    int value;
  };
  static void write(Kept& one) { std::memset(one.buffer->here(), one.value, size); }
  bool looks_right(const Kept& one) {
    const std::byte* const at = below(3) == 0 ? one.buffer->here() : one.buffer->to_read();
    return std::all_of(at, at + size, [&](std::byte b) { return std::to_integer<int>(b) == one.value; });
  }
  void make() {
    Kept one{pool.take(size, "a buffer"), static_cast<int>(below(256))};
    one.buffer->moves->activate(*one.buffer);
    write(one);
    deactivate(one.buffer);
    kept_.push_back(std::move(one));
  }
  bool rewrite(Kept& one) {
    const bool right = looks_right(one), activate = below(2) == 0;
    if (activate) one.buffer->moves->activate(*one.buffer);
    one.value = static_cast<int>(below(256));
    write(one);
    if (activate) deactivate(one.buffer);
    return right;
  }

  std::mt19937 random_;
  LateAside* aside_;
  std::vector<Kept> kept_;
};

class MovingTest : public testing::TestWithParam<unsigned> {};

TEST_P(MovingTest, ValuesComeBackAsTheyWere) {
  World world(GetParam(), 1 + GetParam() % 11, 60);
  for (int k = 0; k < 3000; ++k) ASSERT_TRUE(world.turn()) << k;
  EXPECT_GT(world.pool.tiers()->moved.in, 0u);
  EXPECT_LE(world.pool.tiers()->moved.peak, 60 * size);
}

TEST_P(MovingTest, WhoDoesNotWaitFindsOtherValues) {
  World world(GetParam(), 1 + GetParam() % 11, 60);
  world.aside().waits = false;
  bool right = true;
  for (int k = 0; k < 3000 && right; ++k) right = world.turn();
  EXPECT_FALSE(right);
}

INSTANTIATE_TEST_SUITE_P(Random, MovingTest, testing::Range(1u, 12u));

/// Nothing that a copy is busy with goes back to the system.
struct Watching final : HostMachine {
  Watching() : HostMachine(ParallelFor{}) {}
  void release(void* memory, std::size_t bytes) noexcept override {
    EXPECT_TRUE(aside == nullptr || aside->idle());
    HostMachine::release(memory, bytes);
  }
  const LateAside* aside = nullptr;
};

struct Few : testing::Test {
  /// @param here, there  buffers that have room
  void with(std::size_t here, std::size_t there) {
    auto made = std::make_unique<LateAside>(there * size);
    machine->aside = aside = made.get();
    pool.offload_to(std::move(made), here * size);
  }
  BufferRef resting(int value) {
    BufferRef buffer = pool.take(size, "a buffer");
    std::memset(buffer->address, value, size);
    deactivate(buffer);
    return buffer;
  }
  std::shared_ptr<Watching> machine = std::make_shared<Watching>();
  BufferPool pool{machine};
  LateAside* aside = nullptr;
};

TEST_F(Few, TheOneThatRestsLongestGoesFirst) {
  with(3, 10);  // two, and some room for what copies are busy with
  const BufferRef a = resting(1), b = resting(2), c = resting(3);
  pool.make_room();
  EXPECT_EQ(a->address, nullptr);
  EXPECT_NE(b->address, nullptr);
  EXPECT_EQ(std::to_integer<int>(*a->here()), 1);
  pool.make_room();
  EXPECT_EQ(b->address, nullptr) << "the other has just been used";
}

TEST_F(Few, WhatOnlyWasReadNeedNotGoOutAgain) {
  with(3, 10);
  const BufferRef a = resting(1), b = resting(2), c = resting(3);
  pool.make_room();
  for (const BufferRef& each : {a, b, c, a, b, c}) {
    EXPECT_NE(each->to_read(), nullptr);
    pool.make_room();
  }
  EXPECT_EQ(pool.tiers()->moved.out, 3 * size);
  std::memset(a->here(), 7, size);
  for (const BufferRef& each : {a, b, c}) {
    EXPECT_NE(each->to_read(), nullptr);
    pool.make_room();
  }
  EXPECT_EQ(a->address, nullptr);
  EXPECT_EQ(pool.tiers()->moved.out, 4 * size);
  EXPECT_EQ(std::to_integer<int>(*a->to_read()), 7);
}

TEST_F(Few, ValuesThatLieAsideTwiceMakeWay) {
  with(3, 2);
  const BufferRef a = resting(1), b = resting(2), c = resting(3), d = resting(4);
  pool.make_room();
  EXPECT_EQ(std::to_integer<int>(*a->to_read()), 1);
  EXPECT_EQ(std::to_integer<int>(*b->to_read()), 2);
  pool.make_room();
  EXPECT_EQ(c->address, nullptr);
  EXPECT_EQ(d->address, nullptr);
  for (const BufferRef& each : {a, b, c, d}) EXPECT_NE(each->to_read(), nullptr);
}

TEST_F(Few, WhatHasBeenPassedMakesWay) {
  with(3, 10);
  const BufferRef a = resting(1), b = resting(2), c = resting(3);
  pool.make_room();
  EXPECT_FALSE(pool.fetch(a));
  pool.needed_last(c);
  EXPECT_TRUE(pool.fetch(a));
  EXPECT_EQ(c->address, nullptr);
  EXPECT_NE(b->address, nullptr);
}

TEST_F(Few, PresentVersionsStay) {
  with(2, 10);
  const BufferRef a = pool.take(size, "a"), b = resting(1), c = resting(2);
  a->moves->activate(*a);
  a->moves->activate(*a);
  deactivate(a);  // still of one dataset
  pool.make_room();
  EXPECT_NE(a->address, nullptr);
  EXPECT_EQ(b->address, nullptr);
  EXPECT_NE(c->address, nullptr);
}

TEST_F(Few, WhatTheHostUsesStays) {
  with(1, 10);
  const BufferRef a = resting(1), b = resting(2);
  aside->held = a->address;
  pool.make_room();
  EXPECT_NE(a->address, nullptr);
  EXPECT_EQ(b->address, nullptr);
}

TEST_F(Few, WhereNothingHasRoomValuesStay) {
  with(1, 1);
  const BufferRef a = resting(1), b = resting(2), c = resting(3);
  pool.make_room();
  EXPECT_EQ(a->address, nullptr);
  EXPECT_NE(b->address, nullptr);
  EXPECT_NE(c->address, nullptr);
  EXPECT_EQ(pool.bytes_in_use(), 3 * size) << "wherever they lie";
}

TEST_F(Few, AnErrorNamesBothOptions) {
  with(1, 1);
  try {
    pool.take(std::size_t{1} << 60, "dataset 'u'");
    FAIL();
  } catch (const OPSException& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("-OPS_AD_HOST_MEMORY"), text.npos) << text;
    EXPECT_NE(text.find("-OPS_AD_MEMORY"), text.npos) << text;
  }
}

TEST_F(Few, WorkWaitsForABlockThatValuesWhichNobodyWantsAnyMoreComeTo) {
  with(3, 10);
  BufferRef a = resting(1), b = resting(2);
  const BufferRef c = resting(3);
  pool.make_room();
  b.reset();
  EXPECT_TRUE(pool.fetch(a));
  a.reset();
  const std::array others{resting(4), resting(4), resting(4)};
  aside->finish();
  for (const BufferRef& other : others) EXPECT_EQ(std::to_integer<int>(*other->address), 4);
}

TEST_F(Few, BlocksThatCopiesReadAreTakenLast) {
  with(80, 80);  // ten blocks may wait for copies
  std::vector<BufferRef> kept;
  for (int k = 0; k < 76; ++k) kept.push_back(resting(k));
  kept.pop_back();
  pool.make_room();
  const std::size_t reserved = pool.bytes_reserved();
  const BufferRef again = pool.take(size, "a buffer");
  EXPECT_EQ(pool.bytes_reserved(), reserved) << "one was free";
  EXPECT_FALSE(aside->idle());
  const BufferRef fresh = pool.take(size, "a buffer");
  EXPECT_EQ(pool.bytes_reserved(), reserved + size) << "work does not wait where there is memory";
}

}  // namespace
