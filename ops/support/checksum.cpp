// ops/support/checksum.cpp: XXH64 as its specification defines it (Y. Collet, "xxHash fast digest algorithm", version
// 0.2.0).
#include "ops/support/checksum.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace ops {
namespace {

constexpr std::uint64_t p1 = 0x9e3779b185ebca87, p2 = 0xc2b2ae3d27d4eb4f, p3 = 0x165667b19e3779f9,
                        p4 = 0x85ebca77c2b2ae63, p5 = 0x27d4eb2f165667c5;

/// Taken from the front of `bytes`.
template <class Word>
Word take(std::span<const std::byte>& bytes) {
  Word word;
  std::memcpy(&word, bytes.data(), sizeof word);
  bytes = bytes.subspan(sizeof word);
  return word;
}

std::uint64_t mix(std::uint64_t lane, std::uint64_t word) { return std::rotl(lane + word * p2, 31) * p1; }

/// Four lanes, each of which takes every fourth word. Leaves fewer than 32 bytes.
std::uint64_t stripes(std::span<const std::byte>& bytes) {
  std::array<std::uint64_t, 4> lanes{p1 + p2, p2, 0, 0 - p1};
  while (bytes.size() >= 32)
    for (std::uint64_t& lane : lanes) lane = mix(lane, take<std::uint64_t>(bytes));
  std::uint64_t sum =
      std::rotl(lanes[0], 1) + std::rotl(lanes[1], 7) + std::rotl(lanes[2], 12) + std::rotl(lanes[3], 18);
  for (const std::uint64_t lane : lanes) sum = (sum ^ mix(0, lane)) * p1 + p4;
  return sum;
}

}  // namespace

std::uint64_t checksum(std::span<const std::byte> bytes) {
  const std::uint64_t length = bytes.size();
  std::uint64_t sum = (length >= 32 ? stripes(bytes) : p5) + length;
  while (bytes.size() >= 8) sum = std::rotl(sum ^ mix(0, take<std::uint64_t>(bytes)), 27) * p1 + p4;
  if (bytes.size() >= 4) sum = std::rotl(sum ^ take<std::uint32_t>(bytes) * p1, 23) * p2 + p3;
  for (const std::byte byte : bytes) sum = std::rotl(sum ^ std::to_integer<std::uint64_t>(byte) * p5, 11) * p1;
  sum = (sum ^ sum >> 33) * p2;
  sum = (sum ^ sum >> 29) * p3;
  return sum ^ sum >> 32;
}

}  // namespace ops
