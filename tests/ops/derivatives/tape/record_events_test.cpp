// tests/ops/derivatives/tape/record_events_test.cpp: what is kept, what is not, what counts as an input, how seeds
// belong to results.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::box;
using fixture::TapeTest;
using fixture::Term;
using testing::HasSubstr;

constexpr ops::Index far[] = {{0, 0, 0, 0, 0}, {1, -1, 0, 0, 0}, {-4, 3, 0, 0, 0}};

class RecordTest : public TapeTest {
 protected:
  double steps(int count) {
    for (int k = 0; k < count; ++k) {
      run(jacobi, {u, f, v}, all);
      std::swap(u, v);
    }
    return objective(u);
  }
};

TEST_F(RecordTest, LinearProgramKeepsNothing) {
  steps(50);
  const ops_ad_statistics s = tape.statistics();
  EXPECT_EQ(s.nodes, 52u);
  EXPECT_EQ(s.versions, 0u);
  EXPECT_EQ(s.regions, 0u);
  EXPECT_LT(s.node_bytes, 52u * 700u);
}

TEST_F(RecordTest, LinearGradientNeedsOneBufferPerField) {
  const std::size_t before = context.pool.bytes_in_use();
  steps(50);
  tape.interpret({});
  EXPECT_LE(context.pool.peak_bytes() - before, 4 * (u->layout.bytes + 64));
}

TEST_F(RecordTest, ContributionsOfTwoStepsAreAddedInOnePass) {
  steps(50);
  tape.interpret({});
  const ops_ad_statistics s = tape.statistics();
  EXPECT_GE(s.postponed, 24u);
  EXPECT_EQ(s.fused, s.postponed);
}

TEST_F(RecordTest, NonlinearStepsKeepOneVersionEach) {
  for (int k = 0; k < 10; ++k) run(square_in_place, {u}, all);
  EXPECT_EQ(tape.statistics().versions, 10u);
}

TEST_F(RecordTest, SmallRangesSaveTheirRegionOnly) {
  run(square, {u, v}, all);
  run(zero, {u}, box(0, 8, 0, 1));
  const ops_ad_statistics s = tape.statistics();
  EXPECT_EQ(s.versions, 0u);
  EXPECT_EQ(s.regions, 1u);
  EXPECT_EQ(s.region_bytes, 8 * sizeof(double));
  run(zero, {u}, box(0, 8, 0, 1));  // nobody reads what this overwrites
  EXPECT_EQ(tape.statistics().regions, 1u);
}

TEST_F(RecordTest, WritesOutsideWhatIsNeededKeepNothing) {
  run(square, {u, v}, box(0, 8, 0, 3));
  run(copy, {f, u}, box(0, 8, 3, 6));
  EXPECT_EQ(tape.statistics().regions + tape.statistics().versions, 0u);
}

TEST_F(RecordTest, ResetGivesAllMemoryBackAndGradientsRepeat) {
  run(zero, {v}, v->layout.allocated);
  const std::size_t before = context.pool.bytes_in_use();
  double first = 0;
  std::size_t reserved = 0;
  for (int k = 0; k < 5; ++k) {
    run(copy, {f, v}, v->layout.allocated);
    run(square_in_place, {v}, all);
    objective(v);
    tape.interpret({});
    const double g = derivative(f, {3, 2});
    if (k == 0) first = g;
    EXPECT_EQ(g, first);
    tape.reset();
    EXPECT_EQ(context.pool.bytes_in_use(), before);
    if (k == 1) reserved = context.pool.bytes_reserved();
    if (k > 1) EXPECT_EQ(context.pool.bytes_reserved(), reserved);
  }
}

// The next result has it, and no derivative of it.
TEST_F(RecordTest, SumsThatNobodyHadReadBeforeAResetAreNamedWhereTheyAreRead) {
  run(copy, {f, v}, all);
  run(total, {v, nullptr}, all);
  tape.reset();
  tape.recorder.reduction_result(sum, {});  // of these loops alone
  run(copy, {f, v}, all);
  run(total, {v, nullptr}, all);
  tape.reset();
  EXPECT_EQ(said.str(), "");
  run(copy, {f, v}, all);
  objective(v);
  EXPECT_THAT(said.str(), AllOf(HasSubstr("reduction 'sum', read at"),
                                HasSubstr("includes contributions of loops that ran before ops_ad_reset")));
}

TEST_F(RecordTest, FillingAnUnusedDatasetMakesItAnInput) {
  run(zero, {u}, all);
  run(copy, {u, v}, all);
  objective(v);
  at(v, {3, 2}) = 2.0;  // (the reduction's adjoint reads the present version)
  tape.interpret({});
  EXPECT_EQ(derivative(u, {3, 2}), 4.0);
}

TEST_F(RecordTest, FillingAUsedOrGivenDatasetEndsItsDerivative) {
  tape.recorder.raw_write(u, {});
  run(zero, {u}, box(0, 4, 0, 6));
  run(copy, {u, v}, all);
  objective(v);
  tape.interpret({});
  EXPECT_EQ(derivative(u, {3, 2}), 0.0);
  EXPECT_EQ(derivative(u, {5, 2}), 2 * at(u, {5, 2}));
}

TEST_F(RecordTest, PartlyWrittenFromOutsideKeepsTheOtherDerivatives) {
  run(copy, {u, v}, all);
  tape.recorder.raw_write_part(v, box(2, 4, 2, 4), {});
  objective(v);
  tape.interpret({});
  EXPECT_EQ(derivative(u, {3, 3}), 0.0);
  EXPECT_EQ(derivative(u, {4, 3}), 2 * at(v, {4, 3}));
  EXPECT_THAT(said.str(), HasSubstr("dataset 'v' is overwritten during recording by a write from outside of loops"));
  EXPECT_THAT(said.str(), HasSubstr("if a new run begins here, call ops_ad_reset first"));
}

TEST_F(RecordTest, PassiveLoopEndsDerivativesAndSaysSo) {
  run(copy, {u, v}, all);
  run(copy, {f, v}, box(0, 4, 0, 6), true);
  objective(v);
  tape.interpret({});
  EXPECT_EQ(derivative(u, {1, 1}), 0.0);
  EXPECT_EQ(derivative(f, {1, 1}), 0.0);
  EXPECT_NE(derivative(u, {5, 1}), 0.0);
  EXPECT_THAT(said.str(), HasSubstr("passive loop 'loop'"));
}

TEST_F(RecordTest, PassiveLoopsDoNotDestroyNeededValues) {
  run(square, {u, v}, all);
  const double x = at(u, {1, 1}), y = at(u, {6, 4});
  run(zero, {u}, all, true);
  run(zero, {u}, box(0, 2, 0, 2), true);
  objective(v);
  tape.interpret({});
  EXPECT_EQ(at(u, {1, 1}), 0.0);
  EXPECT_DOUBLE_EQ(derivative(u, {1, 1}), 4 * x * x * x);
  EXPECT_DOUBLE_EQ(derivative(u, {6, 4}), 4 * y * y * y);
}

TEST_F(RecordTest, EachResultHasItsOwnSeed) {
  const double two = 2.0, three = 3.0;
  run(total, {u, nullptr}, box(0, 4, 0, 6));
  tape.recorder.reduction_result(sum, {});
  ops::seed_last_result(sum, ops::Type::f64, &two, {});
  run(total, {u, nullptr}, box(4, 6, 0, 6));
  tape.recorder.reduction_result(sum, {});  // not seeded: the 2 was for the one before alone
  run(total, {u, nullptr}, box(6, 8, 0, 6));
  tape.recorder.reduction_result(sum, {});
  ops::seed_last_result(sum, ops::Type::f64, &three, {});
  tape.interpret({});
  EXPECT_EQ(derivative(u, {1, 1}), 2 * 2 * at(u, {1, 1}));
  EXPECT_EQ(derivative(u, {5, 1}), 0.0);
  EXPECT_EQ(derivative(u, {7, 1}), 3 * 2 * at(u, {7, 1}));
}

TEST_F(RecordTest, SeedBeforeTheResultIsCapturedAndALaterOneWins) {
  *ops_reduction_get_derivative<double>(sum) = 5.0;
  run(total, {u, nullptr}, all);
  run(total, {f, nullptr}, all);  // two loops into one result
  tape.recorder.reduction_result(sum, {});
  tape.interpret({});
  EXPECT_EQ(derivative(u, {1, 1}), 5 * 2 * at(u, {1, 1}));
  EXPECT_EQ(derivative(f, {1, 1}), 5 * 2 * at(f, {1, 1}));
  *ops_reduction_get_derivative<double>(sum) = 0.5;
  tape.interpret({});
  EXPECT_EQ(derivative(u, {1, 1}), at(u, {1, 1}));
}

/// The reads of `square` at cells that do not exist are declared, not done: only its centre counts.
TEST_F(RecordTest, ContributionsToCellsThatDoNotExistAreDropped) {
  program::Kernel wide = {};
  make(wide, {OPS_READ, OPS_WRITE},
       {{.kind = Term::square, .out = 1, .a = 0}, {.coefficient = 0.0, .out = 1, .a = 0, .a_offset = {1, -1}}});
  run(wide, {u, v}, box(-1, 8, 0, 6));
  wide.facts[0].offsets = wide.facts[0].reads = far;
  run(wide, {v, f}, box(-1, 9, 0, 6));
  objective(f);
  tape.interpret({});
  for (const int i : {0, 7}) EXPECT_DOUBLE_EQ(derivative(u, {i, 2}), 8 * std::pow(at(u, {i, 2}), 7));
}

TEST_F(RecordTest, FreedDatasetsThatNothingReferredToAreForgotten) {
  std::size_t before = 0;
  for (int round = 0; round < 10000; ++round) {
    const ops_dat p = declare("p", true), q = declare("q", true);
    run(copy, {p, q}, all);
    for (const ops_dat dat : {p, q}) {
      tape.recorder.forget(dat);
      ops::free_dat(context, dat, {});
    }
    if (round == 2000) before = mallinfo2().uordblks;
  }
  EXPECT_LT(mallinfo2().uordblks, before + 10000);
}

TEST_F(RecordTest, FreedDatasetsStillCarryDerivatives) {
  const ops_dat temporary = declare("temporary");
  run(copy, {u, temporary}, all);
  run(copy, {temporary, v}, all);
  tape.recorder.forget(temporary);
  ops::free_dat(context, temporary, {});
  objective(v);
  tape.interpret({});
  EXPECT_EQ(derivative(u, {1, 1}), 2 * at(v, {1, 1}));
}

/// The scatter form consumes in place what it overwrites, also where it reads the dataset at other points only.
TEST_F(RecordTest, WhatIsPostponedIsAddedBeforeItsSeedIsConsumedInPlace) {
  fixture::Kernel add, shift;
  make(add, {OPS_READ, OPS_INC}, {{.coefficient = 2, .out = 1, .a = 0}});
  make(shift, {OPS_RW}, {{.coefficient = 0.5, .out = 0, .a = 0, .a_offset = {1, 0}}});
  shift.implementation.adjoint_owner = nullptr;
  run(add, {f, v}, box(0, 3, 0, 6));
  run(shift, {v}, box(2, 3, 2, 3));
  run(add, {f, v}, box(0, 3, 0, 6));
  objective(v);
  ops_interpret_adjoints(&context);
  EXPECT_GT(tape.statistics().postponed, 0u);
  EXPECT_DOUBLE_EQ(derivative(f, {2, 2}), 2 * (2 * at(v, {2, 2})));
  EXPECT_DOUBLE_EQ(derivative(f, {1, 2}), 4 * (2 * at(v, {1, 2})));
}

}  // namespace
