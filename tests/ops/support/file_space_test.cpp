// tests/ops/support/file_space_test.cpp: parts of a file never overlap, freed ones are used again, the limit holds.
#include "ops/support/file_space.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace {

TEST(SpaceTest, FreedPartsAreUsedAgainAndJoined) {
  ops::Space space(100);
  EXPECT_EQ(space.take(30), 0u);
  EXPECT_EQ(space.take(30), 30u);
  EXPECT_EQ(space.take(30), 60u);
  EXPECT_EQ(space.take(30), std::nullopt);
  space.give(0, 30);
  space.give(30, 30);
  EXPECT_EQ(space.take(50), 0u);
  EXPECT_EQ(space.take(10), 50u);
  EXPECT_EQ(space.used(), 90u);
  space.give(60, 30);
  EXPECT_EQ(space.end(), 60u);
  EXPECT_EQ(space.take(40), 60u);
}

TEST(SpaceTest, NoLimitIsALimitOfAllNumbers) {
  ops::Space space(~std::uint64_t{0});
  EXPECT_EQ(space.take(std::uint64_t{1} << 40), 0u);
  EXPECT_EQ(space.take(~std::uint64_t{0}), std::nullopt);
}

/// The oracle marks every byte.
RC_GTEST_PROP(SpaceTest, PartsNeverOverlapAndAllIsGivenBack, ()) {
  const auto limit = *rc::gen::inRange<std::uint64_t>(1, 200);
  ops::Space space(limit);
  std::vector<char> taken(limit, 0);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parts;
  for (int k = 0; k < 200; ++k) {
    if (!parts.empty() && *rc::gen::inRange(0, 3) == 0) {
      const auto at = *rc::gen::inRange<std::size_t>(0, parts.size());
      const auto [offset, length] = parts[at];
      space.give(offset, length);
      std::fill_n(taken.begin() + static_cast<std::ptrdiff_t>(offset), length, char{0});
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at));
    } else {
      const auto length = *rc::gen::inRange<std::uint64_t>(1, 40);
      const auto offset = space.take(length);
      const std::vector<char> gap(length, 0);
      const bool fits = std::search(taken.begin(), taken.end(), gap.begin(), gap.end()) != taken.end();
      RC_ASSERT(offset.has_value() == fits);
      if (!offset) continue;
      for (std::uint64_t byte = *offset; byte < *offset + length; ++byte)
        RC_ASSERT(std::exchange(taken.at(byte), char{1}) == 0);
      parts.emplace_back(*offset, length);
    }
    RC_ASSERT(space.used() == static_cast<std::uint64_t>(std::count(taken.begin(), taken.end(), 1)));
  }
  for (const auto& [offset, length] : parts) space.give(offset, length);
  RC_ASSERT(space.end() == 0u);
  RC_ASSERT(space.used() == 0u);
}

}  // namespace
