// tests/ops/derivatives/tape/misuse_test.cpp: mistakes around derivatives, each with an error that names what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::box;
using fixture::error_of;
using fixture::TapeTest;
using testing::AllOf;
using testing::HasSubstr;

class MisuseTest : public TapeTest {
 protected:
  std::string interpret() {
    return error_of([&] { ops_interpret_adjoints(&context); });
  }
};

TEST_F(MisuseTest, EmptyTape) { EXPECT_THAT(interpret(), HasSubstr("the tape is empty")); }

TEST_F(MisuseTest, NothingSeeded) {
  run(copy, {u, v}, all);
  EXPECT_THAT(interpret(), HasSubstr("no seed was set"));
}

TEST_F(MisuseTest, NothingRecords) {
  context.hooks = {};
  EXPECT_THAT(interpret(), HasSubstr("this program was not translated"));
  EXPECT_THAT(error_of([&] { ops_dat_fetch_derivative(u, nullptr); }), HasSubstr("not translated"));
  EXPECT_THAT(error_of([] { ops_interpret_adjoints(nullptr); }), HasSubstr("the instance is null"));
}

TEST_F(MisuseTest, ResultNeverRead) {
  *ops_reduction_get_derivative<double>(sum) = 1.0;
  run(total, {u, nullptr}, all);
  EXPECT_THAT(interpret(), AllOf(HasSubstr("reduction 'sum'"), HasSubstr("never read")));
}

TEST_F(MisuseTest, SeededAfterLoopsAddedAgain) {
  run(total, {u, nullptr}, all);
  tape.recorder.reduction_result(sum, {});
  run(total, {u, nullptr}, all);
  *ops_reduction_get_derivative<double>(sum) = 1.0;
  EXPECT_THAT(interpret(), HasSubstr("read the new result before you set a seed"));
}

TEST_F(MisuseTest, SeededResultOfPassiveLoops) {
  run(copy, {u, v}, all);
  run(total, {u, nullptr}, all, true);
  tape.recorder.reduction_result(sum, {});
  *ops_reduction_get_derivative<double>(sum) = 1.0;
  EXPECT_THAT(interpret(), HasSubstr("no recorded loop contributed"));
}

TEST_F(MisuseTest, SeededMinimumThatNobodyCanFind) {
  program::Kernel least = {};
  make(least, {OPS_READ, OPS_MIN}, {{.out = 1, .a = 0}});
  least.args[1].reduction = true;
  program::finish<double>(least, true);
  run(copy, {u, v}, all);
  run(least, {u, nullptr}, all);
  tape.recorder.reduction_result(sum, {});
  *ops_reduction_get_derivative<double>(sum) = 1.0;
  EXPECT_THAT(interpret(), AllOf(HasSubstr("loop 'loop'"),
                                 HasSubstr("the point at which this loop attained its minimum or maximum")));
}

TEST_F(MisuseTest, LoopWithoutAdjointOnTheWayIsNamed) {
  copy.implementation.adjoint = nullptr;
  copy.implementation.not_differentiable = "app.cpp:3:7: calls 'lgamma'";
  run(copy, {u, v}, all);
  objective(v);
  EXPECT_THAT(interpret(),
              AllOf(HasSubstr("loop 'loop'"), HasSubstr("app.cpp:3:7: calls 'lgamma'"), HasSubstr("program.hpp:")));
  EXPECT_EQ(at(v, {1, 1}), at(u, {1, 1}));
}

TEST_F(MisuseTest, LoopWithoutAdjointOffTheWayDoesNotMatter) {
  copy.implementation.adjoint = nullptr;
  run(copy, {u, v}, all);
  objective(u);
  EXPECT_EQ(interpret(), "");
}

TEST_F(MisuseTest, LoopThatThrewEndsTheRecording) {
  run(copy, {u, v}, all);
  tape.recorder.loop_failed("copy", std::source_location::current());
  objective(v);
  EXPECT_THAT(interpret(), AllOf(HasSubstr("an error in loop 'copy' at"), HasSubstr("misuse_test.cpp:"),
                                 HasSubstr(" ended the recording"), HasSubstr("ops_ad_reset")));
  tape.reset();
  objective(u);
  EXPECT_EQ(interpret(), "");
}

TEST_F(MisuseTest, LoopThatThrewButCarriesNoDerivativeDoesNotMatter) {
  const ops_dat p = declare("p", true), q = declare("q", true);
  objective(u);
  run(copy, {p, q}, all);
  tape.recorder.loop_failed("copy", {});
  EXPECT_EQ(interpret(), "");
}

TEST_F(MisuseTest, FailedInterpretationPutsValuesBack) {
  run(copy, {u, v}, all);
  copy.implementation.adjoint = nullptr;
  run(copy, {u, f}, all);
  run(square, {f, v}, all);
  run(zero, {f}, box(0, 8, 0, 1));
  objective(v);
  // The event above keeps a region, the one before has no adjoint.
  const double x = at(f, {2, 0});
  EXPECT_NE(interpret(), "");
  EXPECT_EQ(at(f, {2, 0}), x);
}

TEST_F(MisuseTest, PointsThatDependOnEachOther) {
  program::Kernel smear = {};
  make(smear, {OPS_RW}, {{.out = 0, .a = 0, .a_offset = {-1, 0}}});
  EXPECT_THAT(error_of([&] { run(smear, {u}, all); }),
              AllOf(HasSubstr("dataset 'u'"), HasSubstr("order of the points")));
  EXPECT_EQ(error_of([&] { run(smear, {u}, box(0, 1, 0, 6)); }), "");
}

TEST_F(MisuseTest, PassiveOrIntegerDatasets) {
  const ops_dat p = declare("p", true), n = declare("n", false, "int");
  double value = 0;
  char* data = reinterpret_cast<char*>(&value);
  EXPECT_THAT(error_of([&] { ops_dat_set_derivative(p, data); }),
              AllOf(HasSubstr("dataset 'p'"), HasSubstr("passive")));
  EXPECT_THAT(error_of([&] { ops_dat_fetch_derivative(n, data); }),
              AllOf(HasSubstr("dataset 'n'"), HasSubstr("only float and double")));
  EXPECT_THAT(error_of([&] { ops_get_derivative_as_ops_dat(p); }), HasSubstr("passive"));
}

TEST_F(MisuseTest, ReadingBeforeInterpretation) {
  std::vector<double> data(48);
  EXPECT_THAT(error_of([&] { ops_dat_fetch_derivative(u, reinterpret_cast<char*>(data.data())); }),
              AllOf(HasSubstr("dataset 'u'"), HasSubstr("not known yet")));
}

TEST_F(MisuseTest, HandlesAndPointers) {
  EXPECT_THAT(error_of([] { ops_dat_fetch_derivative(nullptr, nullptr); }), HasSubstr("null"));
  tape.recorder.forget(f);
  ops::free_dat(context, f, {});
  EXPECT_THAT(error_of([&] { ops_dat_fetch_derivative(f, nullptr); }), HasSubstr("freed"));
  EXPECT_THAT(error_of([&] { ops_dat_set_derivative(u, nullptr); }), HasSubstr("data pointer is null"));
  EXPECT_THAT(error_of([&] { ops_dat_release_raw_derivative(u, OPS_READ); }), HasSubstr("no raw pointer"));
  EXPECT_THAT(error_of([&] { ops_dat_fetch_derivative(u, nullptr, 7); }), HasSubstr("memory space 7"));
  EXPECT_THAT(error_of([&] { ops_reduction_get_derivative<float>(sum); }),
              AllOf(HasSubstr("'sum' is of type double"), HasSubstr("float")));
  EXPECT_THAT(error_of([&] { ops_reduction_get_derivative<double>(nullptr); }), HasSubstr("null"));
}

TEST_F(MisuseTest, PointerNotReleased) {
  ops_dat_derivative_get_raw_pointer(u, nullptr, nullptr);
  run(copy, {u, v}, all);
  objective(v);
  EXPECT_THAT(interpret(), AllOf(HasSubstr("dataset 'u'"), HasSubstr("ops_dat_release_raw_derivative")));
}

TEST_F(MisuseTest, CheckpointCalls) {
  EXPECT_THAT(error_of([&] { ops_ad_set_checkpoint_count(&context, 0, 10); }), HasSubstr("slots is 0"));
  EXPECT_THAT(error_of([&] { ops_ad_set_checkpoint_count(&context, 3, -1); }), HasSubstr("steps is -1"));
  EXPECT_THAT(error_of([&] { ops_ad_set_checkpoint_count(&context, 3, 1, -2); }), HasSubstr("max_recompute is -2"));
  EXPECT_EQ(error_of([&] { ops_ad_set_checkpoint_count(&context, 3, 10); }), "");
  EXPECT_THAT(error_of([&] { ops_ad_manual_checkpoint_datlist(u, ops_dat{}); }), HasSubstr("null or has been freed"));
  EXPECT_EQ(error_of([&] { ops_ad_manual_checkpoint_datlist(u, v); }), "");
  EXPECT_EQ(error_of([&] { ops_ad_step(&context); }), "");
}

}  // namespace
