// tests/ops/support/checksum_test.cpp: checksums are those of the xxHash library, and see every bit.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "ops/support/checksum.hpp"

namespace {

std::vector<std::byte> bytes_of(std::size_t length) {
  std::vector<std::byte> bytes;
  for (std::size_t k = 0; k < length; ++k) bytes.push_back(static_cast<std::byte>(7 * k + 3));
  return bytes;
}

/// As XXH64 of xxHash 0.8.1 gives them. Lengths are on both sides of those at which the algorithm changes.
TEST(ChecksumTest, ValuesAreThoseOfTheLibrary) {
  const std::pair<std::size_t, std::uint64_t> known[] = {
      {0, 0xef46db3751d8e999},  {1, 0x1f25c8d0bc1f4bb6},  {3, 0x31d2363f52e564c9},  {4, 0x9bb64b7d66ee9fda},
      {7, 0x9a7b149959ce60d8},  {8, 0xdab99d95c6f90092},  {31, 0xa2aa5f33cc4a6119}, {32, 0x23c3c17ef790fd97},
      {33, 0x50a7cfc7ba588784}, {63, 0x5e3e54b431c7493c}, {64, 0x0eb64b3ef6eeb01f}, {101, 0xbad4d3bf033bda4c}};
  for (const auto& [length, value] : known) EXPECT_EQ(ops::checksum(bytes_of(length)), value) << length;
}

TEST(ChecksumTest, EveryBitCounts) {
  std::vector<std::byte> bytes = bytes_of(101);
  const std::uint64_t before = ops::checksum(bytes);
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= std::byte{1} << bit % 8;
    EXPECT_NE(ops::checksum(bytes), before) << bit;
    bytes[bit / 8] ^= std::byte{1} << bit % 8;
  }
}

}  // namespace
