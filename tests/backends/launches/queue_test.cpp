// tests/backends/launches/queue_test.cpp: what a queue does to memory is what the same launches do one after another, though nothing is done before
// somebody waits, and then in any order that dependencies allow; how often somebody waits; which graphs are made, and used again.
#include "backends/launches/queue.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "backends/cuda_host/late.hpp"

namespace {

using namespace ops::launches;

constexpr std::size_t cells = 12;
using Memory = std::array<long, cells>;

/// A kernel: to[k] = factor to[k] + a[k] + b[k] + blocks, for each of `count` cells.
struct Mix {
  long* to;
  const long *a, *b;
  long count, factor;
};
template <int kind>
void mix(const void* kernel, unsigned blocks, unsigned, std::size_t) {
  const Mix& one = *static_cast<const Mix*>(kernel);
  for (long k = 0; k < one.count; ++k) one.to[k] = (one.factor * one.to[k] + one.a[k] + one.b[k] + kind + blocks) % 1000003;
}
const std::array<Run, 3> kinds{&mix<0>, &mix<1>, &mix<2>};

/// Its memory is the host's.
class LateStream final : public Stream {
 public:
  explicit LateStream(unsigned seed) : random_(seed), late_([this](std::size_t count) { return random_() % count; }) {}
  void launch(const Batch& batch) override { late_.launch(batch); }
  std::unique_ptr<Graph> graph(const Batch& batch) override { return std::make_unique<Counted>(graphs_, late_.graph(batch)); }
  void to_device(std::byte* to, const std::byte* from, std::size_t bytes) override { copy(to, from, bytes); }
  void to_host(std::byte* to, const std::byte* from, std::size_t bytes) override { copy(to, from, bytes); }
  void wait() override { late_.finish(); }
  std::uint64_t begin_copy(std::byte* to, const std::byte* from, std::size_t bytes) override { return late_.begin_copy(to, from, bytes); }
  void work_waits(std::uint64_t copy) override { late_.work_waits(copy); }
  bool ended(std::uint64_t copy) override { return late_.ended(copy); }
  std::size_t graphs() const { return graphs_; }  ///< that there are now

 private:
  class Counted final : public Graph {
   public:
    Counted(std::size_t& count, std::unique_ptr<Graph> graph) : count_(count), graph_(std::move(graph)) { ++count_; }
    ~Counted() override { --count_; }
    void set(std::size_t number, const void* kernel) override { graph_->set(number, kernel); }
    void launch() override { graph_->launch(); }

   private:
    std::size_t& count_;
    std::unique_ptr<Graph> graph_;
  };
  void copy(std::byte* to, const std::byte* from, std::size_t bytes) {
    late_.finish();
    std::memcpy(to, from, bytes);
  }
  std::mt19937 random_;
  Late late_;
  std::size_t graphs_ = 0;
};

struct Call {
  std::size_t kind;
  unsigned blocks;
  std::size_t to, a, b, count;
};

class QueueTest : public testing::TestWithParam<unsigned> {
 protected:
  std::size_t below(std::size_t n) { return random_() % n; }
  Call any_call() {
    const std::size_t count = 1 + below(3);
    return {below(kinds.size()), static_cast<unsigned>(1 + below(2)), below(cells - count), below(cells - count), below(cells - count), count};
  }
  std::vector<Call> any_calls(std::size_t count) {
    std::vector<Call> calls(count);
    for (Call& call : calls) call = any_call();
    return calls;
  }
  static Mix on(Memory& memory, const Call& call, long factor) {
    return {&memory[call.to], &memory[call.a], &memory[call.b], static_cast<long>(call.count), factor};
  }
  static Touched touched(const Memory& memory, std::size_t first, std::size_t count, bool written) {
    const auto* const begin = reinterpret_cast<const std::byte*>(&memory[first]);
    return {begin, begin + count * sizeof(long), written};
  }
  /// By the queue, and at once.
  void call(const Call& call) {
    const long factor = 1 + static_cast<long>(below(5));
    const Mix mix = on(memory_, call, factor), now = on(expected_, call, factor);
    const std::array<Touched, 3> touches{touched(memory_, call.a, call.count, false), touched(memory_, call.b, call.count, false),
                                         touched(memory_, call.to, call.count, true)};
    queue_.add({"a test", reinterpret_cast<const void*>(kinds[call.kind]), call.blocks, 1, 0, sizeof mix}, &mix, touches);
    kinds[call.kind](&now, call.blocks, 1, 0);
  }
  void expect_cell(std::size_t cell) {
    long value = 0;
    queue_.to_host(reinterpret_cast<std::byte*>(&value), reinterpret_cast<const std::byte*>(&memory_[cell]), sizeof value);
    EXPECT_EQ(value, expected_[cell]);
  }
  void expect_all() {
    queue_.wait();
    EXPECT_EQ(memory_, expected_);
  }

  std::mt19937 random_{GetParam()};
  LateStream stream_{GetParam()};
  Queue queue_{stream_};
  Memory memory_{}, expected_{};
};

TEST_P(QueueTest, MemoryIsThatOfOneAfterAnother) {
  for (int turn = 0; turn < 300; ++turn) {
    call(any_call());
    if (below(20) == 0) expect_cell(below(cells));
    if (below(40) == 0) {
      const std::size_t cell = below(cells);
      expected_[cell] = turn;
      queue_.to_device(reinterpret_cast<std::byte*>(&memory_[cell]), reinterpret_cast<const std::byte*>(&expected_[cell]), sizeof(long));
    }
  }
  expect_all();
}

/// What a copy reads stays as it is until work has waited for it: so whatever changes it comes before, or after that.
TEST_P(QueueTest, CopiesBesideWorkComeAfterItAndBeforeWhatWaits) {
  Memory aside{};
  for (int turn = 0; turn < 40; ++turn) {
    for (const Call& one : any_calls(below(6))) call(one);
    const Memory then = expected_;
    const std::uint64_t copy = queue_.begin_copy(reinterpret_cast<std::byte*>(aside.data()), reinterpret_cast<const std::byte*>(memory_.data()), sizeof aside);
    queue_.work_waits(copy);
    for (const Call& one : any_calls(below(6))) call(one);
    expect_cell(below(cells));
    EXPECT_EQ(aside, then);
  }
}

TEST_P(QueueTest, SequencesThatComeAgainAreGraphsWithOtherValues) {
  const std::vector<Call> step = any_calls(5 + below(20));
  constexpr std::uint64_t steps = 9;
  for (std::uint64_t turn = 0; turn < steps; ++turn) {
    for (const Call& one : step) call(one);
    expect_all();
  }
  const Queue::Counts counts = queue_.counts();
  EXPECT_EQ(counts.graphs.made, 1U);
  EXPECT_EQ(counts.graphs.launched, steps - 1);
  EXPECT_GT(counts.graphs.patched, 0U);
  EXPECT_EQ(counts.launches, steps * step.size());
  EXPECT_EQ(counts.waits, steps);
}

TEST_P(QueueTest, AGraphIsNotUsedForOtherKernelsGridsOrDependencies) {
  std::vector<std::vector<Call>> kinds_of_steps;
  for (int k = 0; k < 4; ++k) kinds_of_steps.push_back(any_calls(6));
  for (std::size_t k = 0; k < 6; ++k) {  // differ in one thing
    kinds_of_steps[1][k] = kinds_of_steps[2][k] = kinds_of_steps[3][k] = kinds_of_steps[0][k];
    kinds_of_steps[3][k].to = kinds_of_steps[3][k].a = kinds_of_steps[3][k].b = below(cells - 3);
  }
  kinds_of_steps[1][4].blocks += 1;
  kinds_of_steps[2][3].kind = (kinds_of_steps[2][3].kind + 1) % kinds.size();
  for (int turn = 0; turn < 60; ++turn) {
    for (const Call& one : kinds_of_steps[below(4)]) call(one);
    expect_all();
  }
}

/// The same kernels, and as many of them to wait for; but others.
TEST_P(QueueTest, AGraphIsNotUsedWhereOthersAreWaitedFor) {
  for (int turn = 0; turn < 40; ++turn) {
    for (std::size_t k = 0; k < 4; ++k) call({0, 1, k, 10, 10, 1});
    const std::size_t from = below(4);
    call({1, 1, 8, from, from, 1});
    expect_all();
  }
}

/// Each sequence becomes a graph when it comes again, and those that have not been used for long make way.
TEST_P(QueueTest, FewGraphsAreKept) {
  constexpr std::size_t sequences = 2 * Graphs::most;
  for (std::size_t number = 0; number < sequences; ++number) {
    const std::vector<Call> step = any_calls(10 + number % 20);
    for (int again = 0; again < 3; ++again) {
      for (const Call& one : step) call(one);
      expect_all();
    }
    EXPECT_LE(stream_.graphs(), Graphs::most);
  }
  EXPECT_EQ(queue_.counts().graphs.made, sequences);
}

/// Without anybody who waits, as time steps do: a queue that is long enough goes out where its sequence begins again.
TEST_P(QueueTest, StepsThatNobodyWaitsForHaveFewShapes) {
  const std::vector<Call> step = any_calls(7);
  for (int turn = 0; turn < 400; ++turn)
    for (const Call& one : step) call(one);
  expect_all();
  const Queue::Counts counts = queue_.counts();
  EXPECT_EQ(counts.waits, 1U);
  EXPECT_LE(counts.graphs.made, 14U);
  EXPECT_GT(counts.graphs.launched * 10, counts.batches * 7) << counts.graphs.launched << " of " << counts.batches;
}

INSTANTIATE_TEST_SUITE_P(Random, QueueTest, testing::Range(1U, 21U));

class FewLaunches : public QueueTest {};

/// Whoever has been waited for need not be waited for again.
TEST_P(FewLaunches, AreWaitedForOnce) {
  for (const Call& one : any_calls(3)) call(one);
  const std::uint64_t asked = queue_.asked();
  queue_.wait_for(asked);
  EXPECT_EQ(memory_, expected_);
  queue_.wait_for(asked);
  EXPECT_EQ(queue_.counts().waits, 1U);
  call(any_call());
  queue_.wait_for(asked + 1);
  EXPECT_EQ(memory_, expected_);
  EXPECT_EQ(queue_.counts().waits, 2U);
}

/// Each of six reads one cell that all read, and writes its own: they may run at once; the next one waits for all.
TEST_P(FewLaunches, ThatTouchNothingInCommonRunBesideOneAnother) {
  for (std::size_t k = 1; k < 7; ++k) call({0, 1, k, 0, 0, 1});
  expect_all();
  EXPECT_EQ(queue_.counts().in_a_row, 1U);
  for (std::size_t k = 1; k < 7; ++k) call({0, 1, k, 0, 0, 1});
  call({1, 1, 0, 1, 2, 1});
  call({1, 1, 8, 9, 10, 1});
  expect_all();
  EXPECT_EQ(queue_.counts().in_a_row, 3U);
}

INSTANTIATE_TEST_SUITE_P(Some, FewLaunches, testing::Range(1U, 3U));

}  // namespace
