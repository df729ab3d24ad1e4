// tests/ops/support/interruption_test.cpp: work ends where it is told to, once, and not where it must not throw.
#include "ops/support/interruption.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace {

using ops::Interrupted;
using ops::Interruptible;
using ops::may_interrupt;

void wait() { std::this_thread::sleep_for(std::chrono::milliseconds(60)); }

TEST(Interruption, NobodyIsAskedWhereNobodyWaits) {
  wait();
  EXPECT_NO_THROW(may_interrupt());
}

TEST(Interruption, AsksSeldomAndEndsOnce) {
  int asked = 0;
  bool goes_on = true;
  const Interruptible waits([&] { return ++asked, goes_on; });
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < 1000; ++k) may_interrupt();
  EXPECT_LE(asked, 1 + (std::chrono::steady_clock::now() - begin) / std::chrono::milliseconds(50));
  wait();
  EXPECT_NO_THROW(may_interrupt());
  EXPECT_GE(asked, 1);
  goes_on = false;
  wait();
  EXPECT_THROW(may_interrupt(), Interrupted);
  wait();
  EXPECT_NO_THROW(may_interrupt());  // as destructors do that work while the exception passes
}

TEST(Interruption, NotWhereItMustNotThrow) {
  const Interruptible waits([] { return false; });
  wait();
  {
    const ops::Uninterrupted to_the_end;
    EXPECT_NO_THROW(may_interrupt());
  }
  EXPECT_THROW(may_interrupt(), Interrupted);
}

TEST(Interruption, EachWaitsForItsOwn) {
  const Interruptible outer([] { return true; });
  {
    const Interruptible inner([] { return false; });
    wait();
    EXPECT_THROW(may_interrupt(), Interrupted);
  }
  wait();
  EXPECT_NO_THROW(may_interrupt());
  std::thread([] {
    wait();
    EXPECT_NO_THROW(may_interrupt());
  }).join();
}

}  // namespace
