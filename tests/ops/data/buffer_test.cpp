// tests/ops/data/buffer_test.cpp: the pool keeps what was touched, aligns it, and refuses what cannot be had.
#include "ops/data/pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "ops/data/host_machine.hpp"
#include "ops/support/error.hpp"

namespace {

using testing::HasSubstr;

TEST(BufferTest, MemoryOfTheSameSizeIsReused) {
  ops::BufferPool pool(std::make_shared<ops::HostMachine>(ops::ParallelFor{}));
  std::byte* first = nullptr;
  {
    const auto buffer = pool.take(1000, "dataset 'u'");
    first = buffer->address;
    EXPECT_EQ(buffer->bytes, 1000u);
  }
  EXPECT_EQ(pool.bytes_in_use(), 0u);
  EXPECT_GE(pool.bytes_reserved(), 1000u);
  EXPECT_EQ(pool.take(1000, "dataset 'v'")->address, first);
}

TEST(BufferTest, LiveBuffersNeverShareMemory) {
  ops::BufferPool pool(std::make_shared<ops::HostMachine>(ops::ParallelFor{}));
  const auto a = pool.take(256, "a"), b = pool.take(256, "b");
  std::memset(a->address, 1, 256);
  std::memset(b->address, 2, 256);
  EXPECT_EQ(std::to_integer<int>(a->address[255]), 1);
  EXPECT_EQ(pool.bytes_in_use(), 512u);
}

TEST(BufferTest, EverySizeStartsOnACacheLine) {
  ops::BufferPool pool(std::make_shared<ops::HostMachine>(ops::ParallelFor{}));
  for (const std::size_t bytes : {1u, 63u, 65u, 100000u, 5u << 20, (5u << 20) + 1}) {
    const auto buffer = pool.take(bytes, "x");
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer->address) % 64, 0u) << bytes;
    buffer->address[bytes - 1] = std::byte{1};
  }
}

TEST(BufferTest, PeakStaysWhenBuffersGo) {
  ops::BufferPool pool(std::make_shared<ops::HostMachine>(ops::ParallelFor{}));
  { const auto a = pool.take(6400, "a"), b = pool.take(6400, "b"); }
  EXPECT_EQ(pool.peak_bytes(), 12800u);
  EXPECT_EQ(pool.bytes_reserved(), 12800u);
}

TEST(BufferTest, BuffersMayOutliveThePool) {
  ops::BufferRef buffer;
  {
    ops::BufferPool pool(std::make_shared<ops::HostMachine>(ops::ParallelFor{}));
    buffer = pool.take(128, "a");
  }
  buffer->address[127] = std::byte{1};
}

TEST(BufferTest, RefusesMoreThanTheMachineHas) {
  ops::BufferPool pool(std::make_shared<ops::HostMachine>(ops::ParallelFor{}));
  const std::size_t petabytes = std::size_t{3} << 50;
  try {
    pool.take(petabytes, "dataset 'huge'");
    FAIL() << "no error";
  } catch (const OPSException& error) {
    EXPECT_EQ(error.code, OPS_RUNTIME_ERROR);
    EXPECT_THAT(error.what(), HasSubstr("dataset 'huge'"));
    EXPECT_THAT(error.what(), HasSubstr("3.00 PiB"));
    EXPECT_THAT(error.what(), HasSubstr("held by OPS"));
    EXPECT_THAT(error.what(), HasSubstr("available"));
  }
  EXPECT_EQ(pool.bytes_in_use(), 0u);
}

TEST(BufferTest, FreeListedMemoryIsGivenUpBeforeAnythingIsRefused) {
  ops::BufferPool pool(std::make_shared<ops::HostMachine>(ops::ParallelFor{}));
  { const auto once = pool.take(1 << 20, "once"); }
  EXPECT_THROW(pool.take(std::size_t{3} << 50, "huge"), OPSException);
  EXPECT_EQ(pool.bytes_reserved(), 0u);
}

}  // namespace
