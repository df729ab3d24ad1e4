// tests/ops/diag/interruption_test.cpp: work ends where it is told to, once, and not where it must not throw.
#include "ops/diag/interruption.hpp"

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
  const std::function<bool()> answer = [&] { return ++asked < 2; };
  const Interruptible waits(answer);
  for (int k = 0; k < 1000; ++k) may_interrupt();
  EXPECT_LE(asked, 1);
  asked = 0;
  wait();
  EXPECT_NO_THROW(may_interrupt());
  wait();
  EXPECT_THROW(may_interrupt(), Interrupted);
  wait();
  EXPECT_NO_THROW(may_interrupt());  // as destructors do that work while the exception passes
}

TEST(Interruption, NotWhereItMustNotThrow) {
  const std::function<bool()> no = [] { return false; };
  const Interruptible waits(no);
  wait();
  {
    const ops::Uninterrupted to_the_end;
    EXPECT_NO_THROW(may_interrupt());
  }
  EXPECT_THROW(may_interrupt(), Interrupted);
}

TEST(Interruption, EachWaitsForItsOwn) {
  const std::function<bool()> yes = [] { return true; }, no = [] { return false; };
  const Interruptible outer(yes);
  {
    const Interruptible inner(no);
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
