// tests/ops/derivatives/tape/nested_tapes_test.cpp: nested tapes: shared derivatives, separate versions,
// several seeds, and what they must not change of the rest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/tape/nested_tapes.hpp"
#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::box;
using fixture::error_of;
using fixture::TapeTest;
using testing::AllOf;
using testing::HasSubstr;

class TapesTest : public TapeTest {
 protected:
  /// The derivative of `dat` at `i` as users read it.
  double read(ops_dat dat, const ops::Index& i) {
    std::vector<double> data(48);
    ops_dat_fetch_derivative(dat, reinterpret_cast<char*>(data.data()));
    return data[static_cast<std::size_t>(i[1] * 8 + i[0])];
  }
  std::vector<double> read(ops_dat dat) {
    std::vector<double> data(48);
    ops_dat_fetch_derivative(dat, reinterpret_cast<char*>(data.data()));
    return data;
  }
  void set(ops_dat dat, double value) {
    std::vector<double> data(48, value);
    ops_dat_set_derivative(dat, reinterpret_cast<char*>(data.data()));
  }
  double loop_in_rounds(int rounds) {
    double last = 0;
    for (int k = 0; k < rounds; ++k) {
      ops_ad_tape* own = ops_create_tape(&context);
      run(square, {u, v}, all);
      run(square_in_place, {v}, all);
      own->zero_adjoints();
      set(v, 1.0);
      own->interpret_adjoints(&context);
      last = read(u, {3, 2});
      ops_remove_tape(&context, own);
    }
    return last;
  }
  ops::Tape& tape_of_now() { return *context.hooks.tape; }
  /// The gradient of sum u^4 by the default tape.
  std::vector<double> default_gradient() {
    run(square, {u, v}, all);
    objective(v);
    ops_interpret_adjoints(&context);
    return read(u);
  }
};

TEST_F(TapesTest, StartsFromDerivativesAsTheyAreAndAddsToThem) {
  ops_ad_tape* own = ops_create_tape(&context);
  run(square, {u, v}, all);
  set(v, 3.0);
  set(u, 10.0);
  own->interpret_adjoints(&context);
  EXPECT_EQ(read(u, {3, 2}), 10.0 + 3.0 * 2 * at(u, {3, 2}));
  EXPECT_EQ(read(v, {3, 2}), 0.0);
  own->interpret_adjoint(&context);
  EXPECT_EQ(read(u, {3, 2}), 10.0 + 3.0 * 2 * at(u, {3, 2}));
  ops_remove_tape(&context, own);
  EXPECT_EQ(read(u, {3, 2}), 10.0 + 3.0 * 2 * at(u, {3, 2}));
}

TEST_F(TapesTest, SameSeedsGiveTheSameBitsAgain) {
  ops_ad_tape* own = ops_create_tape(&context);
  run(jacobi, {u, f, v}, all);
  run(square_in_place, {v}, all);
  set(v, 0.3);
  own->interpret_adjoints(&context);
  const std::vector<double> first = read(u);
  own->zero_adjoints();
  EXPECT_EQ(read(u), std::vector<double>(48, 0.0));
  set(v, 0.3);
  own->interpret_adjoints(&context);
  EXPECT_EQ(read(u), first);
  ops_remove_tape(&context, own);
}

TEST_F(TapesTest, RowsOfAJacobianFromOneRecording) {
  ops_ad_tape* own = ops_create_tape(&context);
  run(total, {u, nullptr}, box(0, 4, 0, 6));
  tape_of_now().recorder.reduction_result(sum, {});
  run(total, {u, nullptr}, box(4, 8, 0, 6));
  tape_of_now().recorder.reduction_result(sum, {});
  *ops_reduction_get_derivative<double>(sum) = 1.0;
  own->interpret_adjoints(&context);
  EXPECT_EQ(read(u, {6, 2}), 2 * at(u, {6, 2}));
  EXPECT_EQ(read(u, {2, 2}), 0.0);
  own->zero_adjoints();
  *ops_reduction_get_derivative<double>(sum) = 3.0;
  own->interpret_adjoints(&context);
  EXPECT_EQ(read(u, {6, 2}), 3 * 2 * at(u, {6, 2}));
  ops_remove_tape(&context, own);
}

TEST_F(TapesTest, ExceptKeepsTheDerivativesThatAreNamed) {
  ops_ad_tape* own = ops_create_tape(&context);
  run(jacobi, {u, f, v}, all);
  set(v, 1.0);
  own->interpret_adjoints(&context);
  const double kept = read(f, {3, 2});
  own->zero_adjoints_except(f);
  EXPECT_EQ(read(f, {3, 2}), kept);
  EXPECT_EQ(read(u, {3, 2}), 0.0);
  own->zero_adjoints_except({u, v});
  EXPECT_EQ(read(f, {3, 2}), 0.0);
  ops_remove_tape(&context, own);
}

TEST_F(TapesTest, ZeroAdjointsOfTheDefaultTapeForgetsSeeds) {
  default_gradient();
  tape.handle()->zero_adjoints();
  EXPECT_EQ(read(u), std::vector<double>(48, 0.0));
  EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }), HasSubstr("no seed was set"));
  *ops_reduction_get_derivative<double>(sum) = 2.0;
  tape.handle()->interpret_adjoints(&context);
  EXPECT_NEAR(read(u, {3, 2}), 2 * 4 * std::pow(at(u, {3, 2}), 3), 1e-14);
}

TEST_F(TapesTest, NestedTapesStack) {
  ops_ad_tape* first = ops_create_tape(&context);
  run(square, {u, v}, all);
  ops_ad_tape* second = ops_create_tape(&context);
  run(square, {v, f}, all);
  set(f, 1.0);
  second->interpret_adjoints(&context);
  ops_remove_tape(&context, second);
  EXPECT_EQ(context.hooks.tape, &first->living("test", {}));
  first->interpret_adjoints(&context);
  EXPECT_NEAR(read(u, {3, 2}), 4 * std::pow(at(u, {3, 2}), 3), 1e-14);
  ops_remove_tape(&context, first);
  EXPECT_EQ(context.hooks.tape, &tape);
}

TEST_F(TapesTest, WhatTheOuterTapeNeedsSurvives) {
  const std::vector<double> expected = default_gradient();
  tape.reset();
  run(square, {u, v}, all);
  const ops::BufferRef values = u->buffer;
  ops_ad_tape* own = ops_create_tape(&context);
  run(square_in_place, {u}, all);
  run(zero, {u}, box(0, 8, 0, 1));
  tape_of_now().recorder.raw_access(v, {});
  set(u, 5.0);
  own->interpret_adjoints(&context);
  ops_remove_tape(&context, own);
  EXPECT_NE(u->buffer, values);
  objective(v);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(read(u), expected);
}

TEST_F(TapesTest, SmallRangesThatTheOuterTapeNeedsSurvive) {
  const std::vector<double> expected = default_gradient();
  tape.reset();
  run(square, {u, v}, all);
  ops_ad_tape* own = ops_create_tape(&context);
  run(square, {f, u}, box(0, 8, 0, 1));
  ops_remove_tape(&context, own);
  objective(v);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(read(u), expected);
}

TEST_F(TapesTest, SeedsOfTheOuterTapeAreItsOwn) {
  const std::vector<double> expected = default_gradient();
  tape.reset();
  run(square, {u, v}, all);
  objective(v);
  ops_ad_tape* own = ops_create_tape(&context);
  run(total, {f, nullptr}, all);
  tape_of_now().recorder.reduction_result(sum, {});
  EXPECT_EQ(*ops_reduction_get_derivative<double>(sum), 0.0);
  *ops_reduction_get_derivative<double>(sum) = 7.0;
  own->interpret_adjoints(&context);
  ops_remove_tape(&context, own);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(read(u), expected);
}

TEST_F(TapesTest, DerivativesAsDatasetsFollow) {
  const ops_dat shown = ops_get_derivative_as_ops_dat(u), seed = ops_get_derivative_as_ops_dat(v);
  ops_ad_tape* own = ops_create_tape(&context);
  run(square, {u, v}, all);
  for (int round = 0; round < 2; ++round) {
    own->zero_adjoints();
    run(copy, {f, seed}, all, true);
    own->interpret_adjoints(&context);
    EXPECT_EQ(at(shown, {3, 2}), 2 * at(f, {3, 2}) * at(u, {3, 2}));
    EXPECT_EQ(at(seed, {3, 2}), 0.0);
  }
  ops_remove_tape(&context, own);
  EXPECT_EQ(at(shown, {3, 2}), 2 * at(f, {3, 2}) * at(u, {3, 2}));
}

TEST_F(TapesTest, MemoryIsFlatOverAThousandRounds) {
  const double first = loop_in_rounds(10);
  const std::size_t used = context.pool.bytes_in_use(), reserved = context.pool.bytes_reserved(),
                    known = context.dats.size();
  EXPECT_EQ(loop_in_rounds(1000), first);
  EXPECT_EQ(context.pool.bytes_in_use(), used);
  EXPECT_EQ(context.pool.bytes_reserved(), reserved);
  EXPECT_EQ(context.dats.size(), known);
  EXPECT_EQ(tape.statistics().nodes, 0u);
}

TEST_F(TapesTest, DatasetsFreedWhileRecordingHaveNoDerivativeNextTime) {
  ops_ad_tape* own = ops_create_tape(&context);
  const ops_dat temporary = declare("temporary");
  run(copy, {u, temporary}, box(0, 4, 0, 6));
  run(copy, {temporary, v}, all);
  context.hooks.recorder->forget(temporary);
  ops::free_dat(context, temporary, {});
  for (int k = 0; k < 2; ++k) {
    own->zero_adjoints();
    set(v, 1.0);
    own->interpret_adjoints(&context);
    EXPECT_EQ(read(u, {3, 2}), 1.0);
    EXPECT_EQ(read(u, {5, 2}), 0.0);
  }
  ops_remove_tape(&context, own);
}

TEST_F(TapesTest, Misuse) {
  const auto interpret = [&](ops_ad_tape* of) { return error_of([&] { of->interpret_adjoints(&context); }); };
  const auto remove = [&](ops_ad_tape* of) { return error_of([&] { ops_remove_tape(&context, of); }); };
  ops_ad_tape* first = ops_create_tape(&context);
  EXPECT_THAT(interpret(first), HasSubstr("the tape is empty"));
  run(square, {u, v}, all);
  EXPECT_THAT(interpret(first), HasSubstr("no seed was set"));
  ops_ad_tape* second = ops_create_tape(&context);
  EXPECT_THAT(remove(first), AllOf(HasSubstr("tapes_test.cpp:"), HasSubstr("ops_remove_tape: the tape created at"),
                                   HasSubstr("must be removed first")));
  EXPECT_THAT(interpret(first), HasSubstr("is the current tape, and must be removed first"));
  EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }), HasSubstr("is the current tape"));
  EXPECT_THAT(error_of([&] { ops_ad_reset(&context); }), HasSubstr("ops_ad_reset: the tape created at"));
  ops_remove_tape(&context, second);
  EXPECT_THAT(remove(second), HasSubstr("the tape was removed"));
  EXPECT_THAT(interpret(second), HasSubstr("the tape was removed"));
  EXPECT_THAT(error_of([&] { second->zero_adjoints(); }), HasSubstr("the tape was removed"));
  ops_dat_derivative_get_raw_pointer(u, nullptr, nullptr);
  EXPECT_THAT(remove(first), HasSubstr("ops_dat_release_raw_derivative"));
  ops_dat_release_raw_derivative(u, OPS_READ);
  EXPECT_THAT(error_of([&] { first->zero_adjoints_except({u, nullptr}); }),
              HasSubstr("null or has already been freed"));
  ops::Context elsewhere;
  EXPECT_THAT(error_of([&] { first->interpret_adjoints(&elsewhere); }), HasSubstr("belongs to another instance"));
  ops_remove_tape(&context, first);
  EXPECT_THAT(remove(tape.handle()), HasSubstr("this is the default tape"));
  EXPECT_THAT(remove(nullptr), HasSubstr("null"));
  context.hooks = {};
  EXPECT_THAT(error_of([&] { ops_create_tape(&context); }),
              HasSubstr("ops_create_tape: this program was not translated"));
}

}  // namespace
