// tests/backends/openmp/team_test.cpp: a team does its work once per member, whoever calls, however often, and beside other work.
#include <gtest/gtest.h>
#include <omp.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "backends/openmp/team.hpp"

namespace {

using ops::openmp::on_team;
using ops::openmp::team_size;

/// How often each member was there.
std::vector<int> called(int members) {
  std::vector<std::atomic<int>> seen(static_cast<std::size_t>(members));
  on_team(members, [&](int member, int all) {
    EXPECT_LE(all, members);
    ++seen[static_cast<std::size_t>(member)];
  });
  return {seen.begin(), seen.end()};
}

TEST(TeamTest, EveryMemberOnceInTeamsThatGrowAndShrink) {
  for (const int members : {2, 5, 1, 3, 5, 2}) EXPECT_EQ(called(members), std::vector<int>(static_cast<std::size_t>(members), 1));
}

TEST(TeamTest, WorkIsDoneWhenTheCallReturns) {
  std::vector<int> values(3);
  for (int round = 1; round <= 2000; ++round) {
    on_team(3, [&](int member, int) { values[static_cast<std::size_t>(member)] += round % (member + 2); });
    int expected = 0;
    if (round % 500 == 0) {
      for (int k = 1; k <= round; ++k) expected += k % 4;
      ASSERT_EQ(values[2], expected);
    }
  }
}

TEST(TeamTest, MembersThatSleepAreWoken) {
  on_team(2, [](int, int) {});
  for (const int milliseconds : {0, 1, 5, 20}) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    EXPECT_EQ(called(3), std::vector<int>(3, 1));
  }
  std::atomic<int> done = 0;
  on_team(2, [&](int member, int) {  // one waits longer than anybody asks
    if (member == 1) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ++done;
  });
  EXPECT_EQ(done, 2);
}

TEST(TeamTest, ATeamWithinATeamIsOneThread) {
  std::atomic<int> calls = 0, sizes = 0;
  on_team(3, [&](int, int) {
    sizes += team_size();
    on_team(4, [&](int member, int members) { calls += members == 1 && member == 0; });
  });
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(sizes, 3);
}

TEST(TeamTest, ThreadsOfTheProgramHaveTeamsOfTheirOwn) {
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) right += called(2) == std::vector<int>(2, 1);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 800);
}

TEST(TeamTest, IsAsLargeAsOpenMPSays) {
  omp_set_num_threads(3);
  EXPECT_EQ(team_size(), 3);
  int in_region = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) in_region = team_size();
  EXPECT_EQ(in_region, 1);
}

}  // namespace
