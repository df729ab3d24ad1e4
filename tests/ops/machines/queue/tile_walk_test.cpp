// tests/ops/machines/queue/tile_walk_test.cpp: random items, done tile by tile in regions in any order, leave what they
// leave one by one; and where a chain keeps a cell too little distance, that is found.
#include "ops/machines/queue/tile_walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>

#include "ops/data/host_machine.hpp"

namespace ops::queue {
namespace {

constexpr int extent = 40, halo = 6, row = extent + 2 * halo, memories = 4;
using Memory = std::vector<std::uint64_t>;
using World = std::vector<Memory>;

class Random {
 public:
  explicit Random(unsigned seed) : numbers_(seed) {}
  int within(int lo, int hi) { return lo + static_cast<int>(numbers_() % static_cast<unsigned>(hi - lo + 1)); }
  std::mt19937& numbers() { return numbers_; }

 private:
  std::mt19937 numbers_;
};

std::size_t place(int x, int y) { return static_cast<std::size_t>((y + halo) * row + x + halo); }
Box box(int x0, int x1, int y0, int y1) { return {{x0, y0, 0, 0, 0}, {x1, y1, 1, 1, 1}}; }

/// Reads some cells around each of its own, and writes one memory there, or beside; its cells lie some rows of memory
/// further up than those of others.
class Mixed final : public Item {
 public:
  Mixed(World& world, const Box& cells, std::vector<std::pair<int, Box>> reads, int written, const Box& beside, int up)
      : world_(world), reads_(std::move(reads)), written_(written), beside_(beside), up_(up) {
    dims_ = 2;
    cells_ = cells;
    for (const auto& [memory, reach] : reads_) touched_.push_back(touch(memory, reach, false));
    touched_.push_back(touch(written_, beside_, true));
  }
  void run(Machine&, const Box& part, bool) const override {
    for (int y = part.lo[1]; y < part.hi[1]; ++y)
      for (int x = part.lo[0]; x < part.hi[0]; ++x) point(x, y);
  }
  void run_whole(Machine& machine) const override { run(machine, cells_, false); }

 private:
  ItemAccess touch(int memory, const Box& reach, bool writes) const {
    const auto* const address = reinterpret_cast<const std::byte*>(world_[static_cast<std::size_t>(memory)].data());
    return {address, address + std::ptrdiff_t{8} * row * up_, {1, row}, 1, 8, reach, 8, writes};
  }
  void point(int x, int y) const {
    std::uint64_t value = 1;
    for (const auto& [memory, reach] : reads_)
      for (int j = reach.lo[1]; j < reach.hi[1]; ++j)
        for (int i = reach.lo[0]; i < reach.hi[0]; ++i)
          value = value * 31 + world_[static_cast<std::size_t>(memory)][place(x + i, y + j + up_)];
    Memory& to = world_[static_cast<std::size_t>(written_)];
    for (const Index& end : {beside_.lo, Index{beside_.hi[0] - 1, beside_.hi[1] - 1}})
      to[place(x + end[0], y + end[1] + up_)] = to[place(x + end[0], y + end[1] + up_)] * 3 + value;
  }

  World& world_;
  std::vector<std::pair<int, Box>> reads_;
  int written_;
  Box beside_;
  int up_;
};

Box around(Random& random, int most) {
  return box(-random.within(0, most), random.within(0, most) + 1, -random.within(0, most), random.within(0, most) + 1);
}

/// A loop over most cells, or along an edge, where it may write some cells further inside.
std::unique_ptr<Item> some_item(World& world, Random& random) {
  const int written = random.within(0, memories - 1);
  std::vector<std::pair<int, Box>> reads;
  for (int memory = 0; memory < memories; ++memory)
    if (random.within(0, 1) == 0) reads.emplace_back(memory, memory == written ? Box{} : around(random, 2));
  Box cells =
      box(random.within(-1, 2), extent - random.within(-1, 2), random.within(-1, 2), extent - random.within(-1, 2));
  Box beside;
  int up = 0;
  if (random.within(0, 5) == 0) {
    cells.lo[1] = random.within(2, extent - 4);
    cells.hi[1] = cells.lo[1] + random.within(1, 2);
    up = random.within(2, extent - 4) - cells.lo[1];
  } else if (random.within(0, 3) == 0) {
    const auto axis = static_cast<std::size_t>(random.within(0, 1));
    const bool low = random.within(0, 1) == 0;
    cells.lo[axis] = low ? random.within(-2, 0) : extent + random.within(-1, 1);
    cells.hi[axis] = cells.lo[axis] + 1;
    (low ? beside.hi[axis] : beside.lo[axis]) += low ? 3 : -3;
    for (auto& [memory, reach] : reads) {
      reach = Box{};
      if (memory != written) (low ? reach.hi[axis] : reach.lo[axis]) += low ? 4 : -4;
    }
  }
  return std::make_unique<Mixed>(world, cells, std::move(reads), written, beside, up);
}

World first_values(Random& random) {
  World world(memories, Memory(row * row));
  for (Memory& memory : world)
    for (std::uint64_t& value : memory) value = random.numbers()();
  return world;
}

/// Items that belong to `world`, the same for the same seed.
std::vector<std::unique_ptr<Item>> some_items(World& world, unsigned seed) {
  Random random(seed);
  std::vector<std::unique_ptr<Item>> items;
  for (int k = random.within(2, 14); k > 0; --k) items.push_back(some_item(world, random));
  return items;
}

Tiling some_tiling(Random& random) {
  Tiling tiling;
  tiling.tile = {random.within(1, 30), random.within(1, 30), 1, 1, 1};
  tiling.regions = random.within(1, 5);
  tiling.across = random.within(0, 1);
  return tiling;
}

/// What is left when the longest chain that the items begin with is done by tiles. @param change  of the chain
template <class Change>
bool same_by_tiles(unsigned seed, const Change& change, std::size_t* together = nullptr) {
  Random random(seed + 1000000);
  World one_by_one = first_values(random), by_tiles = one_by_one;
  HostMachine machine({});
  const auto items = some_items(one_by_one, seed), tiled = some_items(by_tiles, seed);
  Chain chain = chain_of(tiled);
  if (together != nullptr) *together += chain.items.size();
  change(chain);
  for (std::size_t k = 0; k < chain.items.size(); ++k) items[k]->run_whole(machine);
  walk(chain, some_tiling(random), machine, [&](std::int64_t n, const auto& body) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random.numbers());
    for (const std::int64_t k : order) body(k, k + 1);
  });
  return one_by_one == by_tiles;
}

TEST(WalkTest, TilesLeaveWhatItemsLeaveOneByOne) {
  std::size_t together = 0;
  for (unsigned seed = 0; seed < 3000; ++seed)
    ASSERT_TRUE(same_by_tiles(seed, [](Chain&) {}, &together)) << "seed " << seed;
  EXPECT_GT(together, 3000U * 7 / 2);  // chains are longer than that, on average
}

/// Faults of a planner: each has to be found within some hundred chains.
TEST(WalkTest, OneCellTooLittleAheadIsFound) {
  int found = 0;
  for (unsigned seed = 0; seed < 400; ++seed)
    found += same_by_tiles(seed,
                           [](Chain& chain) {
                             for (Index& ahead : chain.ahead)
                               for (int& cells : ahead) cells = std::max(cells - 1, 0);
                           })
                 ? 0
                 : 1;
  EXPECT_GT(found, 40);
}

TEST(WalkTest, OneCellTooLittleBehindIsFound) {
  int found = 0;
  for (unsigned seed = 0; seed < 400; ++seed)
    found += same_by_tiles(seed,
                           [](Chain& chain) {
                             for (Index& behind : chain.behind)
                               for (int& cells : behind) cells = std::max(cells - 1, 0);
                           })
                 ? 0
                 : 1;
  EXPECT_GT(found, 10);
}

TEST(WalkTest, AFirstCutThatIsTooLowIsFound) {
  int found = 0;
  for (unsigned seed = 0; seed < 2000; ++seed)
    found += same_by_tiles(seed, [](Chain& chain) { chain.first_cut.fill(-everywhere); }) ? 0 : 1;
  EXPECT_GT(found, 5);
}

}  // namespace
}  // namespace ops::queue
