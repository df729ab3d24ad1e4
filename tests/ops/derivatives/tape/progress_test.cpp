// tests/ops/derivatives/tape/progress_test.cpp: when a line of progress comes, and what it says, with a clock that the
// test sets.
#include "ops/derivatives/messages/progress.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace {

class ProgressTest : public testing::Test {
 protected:
  ops::Progress on(bool terminal) {
    return {out, terminal, [this] { return now; }};
  }
  /// 1000 steps, each of so many seconds.
  void run(ops::Progress& progress, double step) {
    progress.begin("forward");
    for (int done = 0; done < 1000; ++done, now += step) progress.at(done, 1000, done / 1000.0);
    progress.end();
  }
  std::int64_t count(char c) const {
    const std::string said = out.str();
    return std::count(said.begin(), said.end(), c);
  }

  double now = 5000;
  std::ostringstream out;
};

TEST_F(ProgressTest, ShortRunsSayNothing) {
  for (const bool terminal : {false, true}) {
    ops::Progress progress = on(terminal);
    run(progress, 0.0019);
    EXPECT_EQ(out.str(), "");
  }
}

TEST_F(ProgressTest, PlainLinesComeEveryTenSecondsAtMost) {
  ops::Progress progress = on(false);
  run(progress, 0.045);
  EXPECT_EQ(count('\n'), 4);
  EXPECT_EQ(out.str().substr(0, out.str().find('\n')), "OPS: forward: 223 of 1000 steps, 22 %, 35.0 s left");
}

TEST_F(ProgressTest, PlainLinesComeEveryTenthOfTheWorkAtMost) {
  ops::Progress progress = on(false);
  run(progress, 100);
  EXPECT_EQ(count('\n'), 9);
}

TEST_F(ProgressTest, ATerminalsLineIsRewrittenFiveTimesASecondAtMostAndCleared) {
  ops::Progress progress = on(true);
  run(progress, 0.01);
  EXPECT_EQ(count('\n'), 0);
  EXPECT_GE(count('\r'), 30);
  EXPECT_LE(count('\r'), 41);
  const std::string said = out.str();
  const std::string last = said.substr(said.rfind('\r', said.size() - 2) + 1);
  EXPECT_EQ(last.find_first_not_of(" \r"), std::string::npos);
  EXPECT_GE(last.size(), std::string("OPS: forward: 999 of 1000 steps, 100 %, 0.01 ms left").size());
}

TEST_F(ProgressTest, AShorterLineCoversALongerOne) {
  ops::Progress progress = on(true);
  progress.begin("reverse");
  now += 3;
  progress.at(10, 100, 0.1, "recomputing steps");
  const std::size_t first = out.str().size();
  now += 3;
  progress.at(20, 100, 0.2);
  EXPECT_EQ(out.str().substr(0, first), "OPS: reverse: 10 of 100 steps, 10 %, recomputing steps, 27.0 s left\r");
  EXPECT_EQ(out.str().size(), 2 * first);
}

}  // namespace
