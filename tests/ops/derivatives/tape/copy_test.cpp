// tests/ops/derivatives/tape/copy_test.cpp: copied datasets: what is kept, where derivatives go, what a copy to or from
// a passive dataset means.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::TapeTest;
using fixture::Term;

class CopyTest : public TapeTest {
 protected:
  void copy_of(ops_dat target, ops_dat source) {
    tape.recorder.copy(target, source, {});
    ops::copy_region(target->buffer->address, source->buffer->address, source->layout, source->layout.allocated);
  }
  ops_dat w = declare("w");
};

TEST_F(CopyTest, DerivativeGoesToTheSource) {
  copy_of(v, u);
  objective(v);
  tape.interpret({});
  EXPECT_EQ(derivative(u, {3, 2}), 2 * at(u, {3, 2}));
  EXPECT_EQ(derivative(v, {3, 2}), 0.0);
  EXPECT_EQ(said.str(), "");
}

TEST_F(CopyTest, HaloCellsAreCopiedAndSoAreTheirDerivatives) {
  copy_of(v, u);
  run(jacobi, {v, f, w}, all);
  objective(w);
  tape.interpret({});
  EXPECT_NEAR(derivative(u, {-1, 2}), 0.3 * 2 * at(w, {0, 2}), 1e-15);
}

TEST_F(CopyTest, ContributionsOfSourceAndCopyAdd) {
  run(copy, {u, w}, all);
  copy_of(v, u);
  run(copy, {v, f}, all);
  run(total, {w, nullptr}, all);
  objective(f);
  tape.interpret({});
  EXPECT_EQ(derivative(u, {3, 2}), 4 * at(u, {3, 2}));
}

TEST_F(CopyTest, NeededValuesOfTheTargetSurvive) {
  run(square, {v, w}, all);
  const double x = at(v, {3, 2});
  copy_of(v, u);
  objective(w);
  EXPECT_EQ(tape.statistics().versions, 1u);
  tape.interpret({});
  EXPECT_EQ(derivative(v, {3, 2}), 4 * x * x * x);
  EXPECT_EQ(at(v, {3, 2}), at(u, {3, 2}));
}

TEST_F(CopyTest, CopiesAloneKeepNothing) {
  for (int k = 0; k < 5; ++k) {
    copy_of(v, u);
    run(jacobi, {v, f, u}, all);
  }
  EXPECT_EQ(tape.statistics().versions + tape.statistics().regions, 0u);
}

TEST_F(CopyTest, TheReverseOfACopyMovesNoMemory) {
  for (int k = 0; k < 3; ++k) {
    copy_of(v, u);
    copy_of(u, v);
  }
  objective(u);
  const std::size_t before = context.pool.bytes_in_use();
  tape.interpret({});
  EXPECT_LE(context.pool.peak_bytes() - before, u->layout.bytes + 64);
  EXPECT_EQ(derivative(u, {3, 2}), 2 * at(u, {3, 2}));
}

TEST_F(CopyTest, ToAPassiveDatasetCarriesNone) {
  const ops_dat frozen = declare("frozen", true);
  copy_of(frozen, u);
  program::Kernel product = {};
  make(product, {OPS_READ, OPS_READ, OPS_WRITE}, {{.kind = Term::product, .out = 2, .a = 0, .b = 1}});
  run(product, {frozen, u, v}, all);
  objective(v);
  tape.interpret({});
  EXPECT_EQ(derivative(u, {3, 2}), 2 * at(v, {3, 2}) * at(frozen, {3, 2}));
}

TEST_F(CopyTest, FromAPassiveDatasetEndsThem) {
  const ops_dat given = declare("given", true);
  run(copy, {u, v}, all);
  copy_of(v, given);
  objective(v);
  tape.interpret({});
  EXPECT_EQ(derivative(u, {3, 2}), 0.0);
}

TEST_F(CopyTest, FromAPassiveDatasetIntoAnUnusedOneMakesAnInput) {
  copy_of(u, declare("given", true));
  objective(u);
  tape.interpret({});
  EXPECT_EQ(derivative(u, {3, 2}), 2 * at(u, {3, 2}));
}

TEST_F(CopyTest, OntoTheDerivativeDatasetSeeds) {
  const ops_dat shown = ops_get_derivative_as_ops_dat(v), ones = declare("ones", true);
  run(square, {u, v}, all);
  copy_of(shown, ones);
  tape.interpret({});
  EXPECT_EQ(derivative(u, {3, 2}), 2 * at(u, {3, 2}) * at(ones, {3, 2}));
}

}  // namespace
