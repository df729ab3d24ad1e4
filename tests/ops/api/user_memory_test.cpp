// Mirrors ops/api/user_memory.hpp: allocations are aligned, zero where they should be, and never end the program.
#include "ops/api/user_memory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>

#include "ops/support/error.hpp"

// Too much is then nothing, as elsewhere.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
extern "C" const char* __tsan_default_options() { return "allocator_may_return_null=1"; }

namespace {

constexpr std::size_t too_much = std::numeric_limits<std::size_t>::max() / 2;

bool zero(const void* memory, std::size_t bytes) {
  const auto* byte = static_cast<const unsigned char*>(memory);
  for (std::size_t i = 0; i < bytes; ++i)
    if (byte[i] != 0) return false;
  return true;
}

TEST(MemoryTest, AlignedAndKeptWhenItGrows) {
  for (std::size_t size : {0U, 1U, 63U, 64U, 1000U, 1000000U}) {
    void* memory = ops_malloc(size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 64, 0U) << size;
    std::memset(memory, 7, size);
    memory = ops_realloc(memory, 3 * size + 1);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 64, 0U) << size;
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(static_cast<unsigned char*>(memory)[i], 7);
    ops_free(memory);
  }
  ops_free(ops_realloc(nullptr, 10));
  ops_free(nullptr);
}

TEST(MemoryTest, CallocIsZeroAndPlainOnesAreFreedWithFree) {
  void* dirty = ops_malloc(4096);
  std::memset(dirty, 1, 4096);
  ops_free(dirty);
  void* aligned = ops_calloc(512, 8);
  void* plain = xrealloc(xcalloc(512, 8), 4096);
  EXPECT_TRUE(zero(aligned, 4096));
  EXPECT_TRUE(zero(plain, 4096));
  ops_free(aligned);
  std::free(plain);
  std::free(xmalloc(0));
}

TEST(MemoryTest, TooMuchIsAnExceptionThatSaysHowMuch) {
  const auto says = [](const char* call) {
    return testing::ThrowsMessage<OPSException>(testing::AllOf(
        testing::StartsWith(std::string(call) + ": out of memory"), testing::HasSubstr("EiB requested, ")));
  };
  EXPECT_THAT([] { xmalloc(too_much); }, says("xmalloc"));
  EXPECT_THAT([] { ops_malloc(too_much); }, says("ops_malloc"));
  EXPECT_THAT([] { ops_malloc(std::numeric_limits<std::size_t>::max()); }, says("ops_malloc"));
  EXPECT_THAT([] { xcalloc(3, too_much); }, says("xcalloc"));
  EXPECT_THAT([] { ops_calloc(3, too_much); }, says("ops_calloc"));
  void* memory = ops_malloc(16);
  std::memset(memory, 5, 16);
  EXPECT_THAT([&] { ops_realloc(memory, too_much); }, says("ops_realloc"));
  EXPECT_EQ(static_cast<unsigned char*>(memory)[15], 5);
  ops_free(memory);
}

}  // namespace
