// tests/ops/derivatives/tape/repeats_test.cpp: streams of events of all kinds, and where their steps begin.
#include "ops/derivatives/log/repetition.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace {

/// Letters are sites. Each event keeps 100 bytes; 300 are alive everywhere, unless a site says otherwise.
struct Stream {
  explicit Stream(const std::string& text, const std::map<char, std::size_t>& alive = {}, std::size_t kept = 100) {
    for (const char letter : text) {
      if (!numbers.contains(letter)) {
        numbers[letter] = static_cast<int>(letters.size());
        letters += letter;
      }
      const auto here = alive.find(letter);
      moments.push_back({numbers[letter], kept, here == alive.end() ? 300 : here->second});
    }
  }
  /// The site found; '-' if there is none.
  char begin() const {
    const auto found = ops::find_repetition(moments);
    return found ? letters[static_cast<std::size_t>(found->site)] : '-';
  }

  std::map<char, int> numbers;
  std::string letters;
  std::vector<ops::EventKey> moments;
};

char begin_of(const std::string& text, const std::map<char, std::size_t>& alive = {}) {
  return Stream(text, alive).begin();
}

std::string repeated(int n, const std::string& text) {
  std::string all;
  for (int i = 0; i < n; ++i) all += text;
  return all;
}

TEST(RepeatsTest, AStepBeginsWithTheFirstSiteThatComesAgain) {
  EXPECT_EQ(begin_of("xy" + repeated(7, "ABCD")), 'A');
  EXPECT_EQ(begin_of("xy" + repeated(900, "ABCD")), 'A');
}

TEST(RepeatsTest, ThreeTimesIsEnoughTwiceIsNot) {
  EXPECT_EQ(begin_of("ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOP"), '-');
  EXPECT_EQ(begin_of("ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOPA"), 'A');
}

TEST(RepeatsTest, AFewEventsAreNotEnough) {
  EXPECT_EQ(begin_of("AFFFFAFF"), '-') << "F comes again and again, but what is outside of that may as well";
  EXPECT_EQ(begin_of(repeated(6, "AFFFF")), 'A');
  EXPECT_EQ(begin_of(repeated(24, "A")), '-');
  EXPECT_EQ(begin_of(repeated(25, "A")), 'A');
}

TEST(RepeatsTest, WhereNothingRepeatsThereIsNone) {
  EXPECT_EQ(begin_of(""), '-');
  EXPECT_EQ(begin_of("A"), '-');
  EXPECT_EQ(begin_of("ABCDEFGHIJKLMNOP"), '-');
}

TEST(RepeatsTest, InnerRepetitionsOfAnyLengthDoNotDisturb) {
  std::string text;
  for (const int inner : {3, 7, 1, 12, 5, 0, 9}) text += "ABC" + repeated(inner, "IJ") + "DE";
  EXPECT_EQ(begin_of(text), 'A');
}

TEST(RepeatsTest, OneSiteMoreThanOnceInAStep) {
  EXPECT_EQ(begin_of(repeated(5, "UAUBUCUD")), 'A') << "U comes four times, with something else in between each time";
  EXPECT_EQ(begin_of(repeated(6, "AFFFF")), 'A');
  EXPECT_EQ(begin_of("FFFF" + repeated(7, "AFFFF")), 'A') << "and before the first step as well";
}

TEST(RepeatsTest, TheFirstStepMayBeUnlikeTheOthers) { EXPECT_EQ(begin_of("ZYXAC" + repeated(8, "ABCD")), 'A'); }

TEST(RepeatsTest, WhatComesEveryFifthStepDoesNotMakeStepsOfFive) {
  std::string text;
  for (int step = 0; step < 40; ++step) text += step % 5 == 4 ? "ABCDEFop" : "ABCDEF";
  EXPECT_EQ(begin_of(text), 'A');
}

TEST(RepeatsTest, DirectionsThatAlternate) {
  EXPECT_EQ(begin_of(repeated(5, "ABXxYyCABYyXxC")), 'A');
  EXPECT_EQ(begin_of(repeated(9, "XYYX") + "X"), 'X');
}

TEST(RepeatsTest, OneLoopPerStep) {
  const auto found = ops::find_repetition(Stream("z" + repeated(30, "A")).moments);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->site, 1);
}

TEST(RepeatsTest, AStepKeepsAsMuchAsItsStateTakes) {
  const auto found = ops::find_repetition(Stream(repeated(9, "ABCDEFGHIJ"), {{'A', 3500},
                                                                             {'B', 4000},
                                                                             {'C', 5000},
                                                                             {'D', 5000},
                                                                             {'E', 5000},
                                                                             {'F', 5000},
                                                                             {'G', 5000},
                                                                             {'H', 5000},
                                                                             {'I', 5000},
                                                                             {'J', 5000}})
                                              .moments);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->site, 0);
  EXPECT_EQ(found->kept, 1000u);
  EXPECT_EQ(found->state, 3500u);
  EXPECT_EQ(found->every, 4);
}

TEST(RepeatsTest, AStepHasSomeEventsAtLeast) {
  const auto found = ops::find_repetition(Stream(repeated(30, "AB"), {{'A', 10}, {'B', 20}}).moments);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->every, 4);
}

TEST(RepeatsTest, OfSitesThatComeOnceAStepTheOneWithTheLeastAlive) {
  EXPECT_EQ(begin_of(repeated(9, "ABCD"), {{'C', 200}}), 'C');
  EXPECT_EQ(begin_of(repeated(9, "ABIIIICD"), {{'I', 1}}), 'A') << "not those that come more often";
}

TEST(RepeatsTest, StepsThatKeepNothingAreNotWorthAState) { EXPECT_EQ(Stream(repeated(20, "ABC"), {}, 0).begin(), '-'); }

TEST(RepeatsTest, ARepetitionThatIsOverIsNone) {
  EXPECT_EQ(begin_of(repeated(9, "ABC") + "DEFGHIJKLMNOPQRSTUVWXYZ"), '-');
  EXPECT_EQ(begin_of(repeated(9, "ABC") + repeated(9, "DEF")), 'D');
}

TEST(RepeatsTest, AnyStreamGivesASiteThatIsInIt) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 2000; ++trial) {
    const int sites = std::uniform_int_distribution<int>(1, 12)(random),
              length = std::uniform_int_distribution<int>(0, 200)(random);
    std::string text;
    for (int i = 0; i < length; ++i)
      text += static_cast<char>('a' + std::uniform_int_distribution<int>(0, sites - 1)(random));
    const Stream stream(text);
    const auto found = ops::find_repetition(stream.moments);
    if (!found) continue;
    ASSERT_LT(static_cast<std::size_t>(found->site), stream.letters.size());
    ASSERT_GE(found->every, 1);
    ASSERT_GT(found->kept, 0u);
  }
}

TEST(RepeatsTest, ManySitesTakeMilliseconds) {
  std::vector<ops::EventKey> moments;
  for (int i = 0; i < 4096; ++i) moments.push_back({i % 500, 100, 100});
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(ops::find_repetition(moments));
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 0.5);
}

}  // namespace
