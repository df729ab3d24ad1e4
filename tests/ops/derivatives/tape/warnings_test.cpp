// tests/ops/derivatives/tape/warnings_test.cpp: doubtful seeds and derivatives are spoken of, with names and places;
// right ones are not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <limits>

#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/messages/constant_numbers.hpp"
#include "ops/derivatives/tape/nested_tapes.hpp"
#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::box;
using fixture::TapeTest;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class WarningsTest : public TapeTest {
 protected:
  static char* bytes(std::vector<double>& data) { return reinterpret_cast<char*>(data.data()); }
  void fetch(ops_dat dat) {
    std::vector<double> data(48);
    ops_dat_fetch_derivative(dat, bytes(data));
  }
  void interpret() { ops_interpret_adjoints(&context); }
  /// Of the next iterate, which v and f influence.
  void sensitivity_of_u() {
    run(jacobi, {v, f, u}, all);
    objective(u);
    interpret();
    fetch(u);
  }
  std::size_t count(const std::string& part) const {
    std::size_t n = 0;
    for (std::size_t at = said.str().find(part); at != std::string::npos; at = said.str().find(part, at + 1)) ++n;
    return n;
  }
};

TEST_F(WarningsTest, RightProgramsAreNotSpokenOf) {
  const ops_dat p = declare("p", true);
  for (int round = 0; round < 3; ++round) {
    run(copy, {p, u}, all, true);  // fills an input
    run(zero, {v}, all);
    for (int k = 0; k < 3; ++k) {
      run(jacobi, {u, f, v}, all);
      std::swap(u, v);
    }
    run(square, {u, p}, all, true);  // for output
    objective(u);
    interpret();
    interpret();
    *ops_reduction_get_derivative<double>(sum) = 2.0;
    interpret();
    std::swap(u, v);
    fetch(u);
    fetch(f);
    ops_ad_reset(&context);
  }
  EXPECT_EQ(said.str(), "");
}

TEST_F(WarningsTest, IntermediateResultsHaveNoInfluenceOfTheirOwn) {
  run(square, {u, v}, all);
  objective(v);
  interpret();
  fetch(v);
  EXPECT_THAT(said.str(), AllOf(HasSubstr("ops_dat_fetch_derivative at"), HasSubstr("warnings_test.cpp"),
                                HasSubstr("does not depend on dataset 'v'"), HasSubstr("but loop 'loop' at"),
                                HasSubstr("program.hpp"), HasSubstr("overwrites")));
}

TEST_F(WarningsTest, PointerToADerivativeThatIsRead) {
  run(copy, {u, v}, all);
  objective(u);
  interpret();
  ops_dat_derivative_get_raw_pointer(v, nullptr, nullptr);
  ops_dat_release_raw_derivative(v, OPS_WRITE);  // a seed
  EXPECT_EQ(said.str(), "");
  ops_dat_derivative_get_raw_pointer(f, nullptr, nullptr);
  ops_dat_release_raw_derivative(f, OPS_READ);
  EXPECT_THAT(said.str(), HasSubstr("does not depend on dataset 'f'"));
}

TEST_F(WarningsTest, InputThatIsFilledAgain) {
  run(copy, {u, v}, all);
  run(zero, {u}, all);
  objective(v);
  interpret();
  fetch(f);
  said.str("");
  fetch(u);
  EXPECT_THAT(said.str(),
              AllOf(HasSubstr("the derivative of dataset 'u' is with respect to the values at the beginning"),
                    HasSubstr("loop 'loop' at")));
}

TEST_F(WarningsTest, ScalarThatAResultReplaces) {
  const double first = 2.0;
  const auto declared = [&](const char* name) {
    return ops::declare_scalar(context, name, &first, 1, {ops::Type::f64, sizeof first, false, true}, false, {});
  };
  const ops_scalar norm = declared("norm"), other = declared("other");
  run(total, {u, nullptr}, all);
  tape.recorder.reduction_result(sum, {});
  tape.recorder.scalar_write(norm, sum, OPS_WRITE, {});
  objective(v);
  interpret();
  ops_scalar_get_derivative(other);
  EXPECT_THAT(said.str(), HasSubstr("the derivative of scalar 'other' is zero, because no recorded loop connects it to "
                                    "the objective: no recorded loop receives it"));
  said.str("");
  ops_scalar_get_derivative(other);
  EXPECT_EQ(said.str(), "");  // once
  ops_scalar_get_derivative(norm);
  EXPECT_THAT(said.str(),
              AllOf(HasSubstr("ops_scalar_get_derivative at"),
                    HasSubstr("the derivative of scalar 'norm' is zero. It is taken with respect to the value "
                              "at the beginning of the recording, but ops_scalar_from_reduction at"),
                    HasSubstr("replaces this value. Request the derivative")));
}

TEST_F(WarningsTest, LookingForTheOriginOfANaNLeavesIt) {
  const double first = 2.0;
  const ops_scalar factor =
      ops::declare_scalar(context, "factor", &first, 1, {ops::Type::f64, sizeof first, false, true}, false, {});
  run(total, {u, nullptr}, all);
  objective(v);
  interpret();
  // as if a sweep had left it that another one does not reach: with the least memory it may end early
  *reinterpret_cast<double*>(factor->derivative.data()) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(*ops_scalar_get_derivative(factor)));
  EXPECT_THAT(said.str(), HasSubstr("the derivative of scalar 'factor' is NaN"));
}

TEST_F(WarningsTest, PassiveDatasetBetweenInputAndObjective) {
  const ops_dat p = declare("p", true), q = declare("q", true);
  run(square, {u, p}, all);
  run(copy, {p, q}, all);
  run(copy, {q, v}, all);
  run(copy, {f, v}, box(0, 2, 0, 2));
  objective(v);
  interpret();
  fetch(f);
  EXPECT_EQ(said.str(), "");
  fetch(u);
  EXPECT_THAT(said.str(), AllOf(HasSubstr("the objective does not depend on dataset 'u'"), HasSubstr("omits one path"),
                                HasSubstr("loop 'loop' at"), HasSubstr("computes passive dataset 'p'")));
}

TEST_F(WarningsTest, PassiveLoopBetweenInputAndObjective) {
  run(copy, {u, v}, all);
  run(square, {u, f}, all, true);  // f is used by nothing recorded yet
  run(jacobi, {v, f, u}, all);
  objective(u);
  interpret();
  fetch(v);
  said.str("");
  fetch(u);
  EXPECT_THAT(said.str(), AllOf(HasSubstr("passive loop 'loop' at"),
                                HasSubstr("computes dataset 'f' from values that depend on 'u'")));
}

TEST_F(WarningsTest, DetourThroughTheHost) {
  run(square, {u, v}, all);
  tape.recorder.raw_known(u, {});
  tape.recorder.raw_write(f, {});  // an input, looked at, and another one
  EXPECT_EQ(said.str(), "");
  tape.recorder.raw_known(v, {});
  tape.recorder.raw_write(f, std::source_location::current());
  run(jacobi, {v, f, u}, all);
  objective(u);
  interpret();
  fetch(f);
  fetch(u);
  EXPECT_THAT(said.str(),
              AllOf(HasSubstr("omits one path"), HasSubstr("code outside of loops, using data that it read at "),
                    HasSubstr(", may have computed dataset 'f' at ")));
}

TEST_F(WarningsTest, DetourThroughAPointerThatIsStillOut) {
  run(square, {u, v}, all);
  tape.recorder.raw_access(v, {});
  ++v->raw_out;
  tape.recorder.raw_write(f, std::source_location::current());
  --v->raw_out;
  sensitivity_of_u();
  EXPECT_THAT(said.str(), HasSubstr(", may have computed dataset 'f' at "));
}

TEST_F(WarningsTest, ReleasedPointerIsNoDetour) {
  run(square, {u, v}, all);
  tape.recorder.raw_access(v, {});
  tape.recorder.raw_write(f, std::source_location::current());
  sensitivity_of_u();
  EXPECT_EQ(said.str(), "");
}

TEST_F(WarningsTest, AWriteIsDeclaredAndTheOneBeforeALoopIsNot) {
  run(square, {f, v}, all);
  const auto before = std::source_location::current();
  tape.recorder.raw_write(f, before);
  run(square, {f, v}, all);
  const auto after = std::source_location::current();
  tape.recorder.raw_write(f, after);
  ops_ad_constant(f);
  run(jacobi, {v, f, u}, all);
  objective(u);
  interpret();
  const auto line = [](const auto& where) { return "warnings_test.cpp:" + std::to_string(where.line()) + ":"; };
  EXPECT_THAT(said.str(), AllOf(HasSubstr(line(before)), Not(HasSubstr(line(after)))));
}

TEST(NumbersOfLongDouble, OtherBytesRaiseNoFlags) {
  const double two[] = {0.1, 0.2};
  std::feclearexcept(FE_ALL_EXCEPT);
  ops::narrowed(two);
  EXPECT_EQ(std::fetestexcept(FE_ALL_EXCEPT), 0);
}

TEST_F(WarningsTest, DetourOfACopy) {
  tape.recorder.copy(v, u, {});
  tape.recorder.raw_known(v, {});
  tape.recorder.raw_write(f, std::source_location::current());
  sensitivity_of_u();
  EXPECT_THAT(said.str(), HasSubstr(", may have computed dataset 'f' at "));
}

TEST_F(WarningsTest, DetourBeforeALoopIsNotDeclaredByThatAfterIt) {
  run(square, {u, v}, all);
  tape.recorder.raw_known(v, {});
  tape.recorder.raw_write(f, std::source_location::current());
  run(square, {f, f}, all);
  tape.recorder.raw_write_part(f, box(0, 1, 0, 1), std::source_location::current());
  ops_ad_constant(f);
  sensitivity_of_u();
  EXPECT_THAT(said.str(), HasSubstr(", may have computed dataset 'f' at "));
}

/// As a macro has them.
TEST_F(WarningsTest, DeclaredDetourAtThePlaceOfAPassiveLoop) {
  ops::Leaks leaks;
  ops::InputSet inputs;
  inputs.add(ops::InputId::of_dataset(u->index));
  const auto where = std::source_location::current();
  const ops::Leak* of_loop = leaks.add(where, f, inputs, [] { return std::string("loop"); });
  EXPECT_NE(of_loop, leaks.add(where, f, inputs, [] { return std::string("set"); }, "Declare it"));
}

TEST_F(WarningsTest, DetourOfPartOfADataset) {
  run(square, {u, v}, box(0, 2, 0, 2));
  tape.recorder.raw_known(v, {});
  tape.recorder.raw_write(f, std::source_location::current());
  sensitivity_of_u();
  EXPECT_THAT(said.str(), HasSubstr(", may have computed dataset 'f' at "));
}

TEST_F(WarningsTest, DetourThatTheProgramDeclaresToBeNone) {
  run(square, {u, v}, all);
  tape.recorder.raw_known(v, {});
  tape.recorder.raw_write(f, std::source_location::current());
  ops_ad_constant(f);
  ops_ad_constant(u);
  sensitivity_of_u();
  EXPECT_EQ(said.str(), "");
  EXPECT_THROW(ops_ad_constant(ops_dat{}), OPSException);
}

TEST_F(WarningsTest, PassiveSumInTheObjective) {
  run(total, {u, nullptr}, all, true);
  run(total, {u, nullptr}, box(0, 2, 0, 2));
  tape.recorder.reduction_result(sum, {});
  *ops_reduction_get_derivative<double>(sum) = 1.0;
  interpret();
  fetch(u);
  EXPECT_THAT(said.str(), HasSubstr("adds to reduction 'sum' from values that depend on 'u'"));
}

TEST_F(WarningsTest, PassiveDetoursThatEndBeforeTheObjective) {
  const ops_dat p = declare("p", true);
  run(square, {u, p}, all);
  run(copy, {p, f}, all);
  run(copy, {u, f}, all);  // nothing of it is left
  objective(f);
  interpret();
  fetch(u);
  EXPECT_EQ(said.str(), "");
}

TEST_F(WarningsTest, DerivativeOfAnOlderRecording) {
  run(copy, {u, v}, all);
  objective(v);
  interpret();
  tape.recorder.raw_write(f, {});
  fetch(u);
  EXPECT_EQ(said.str(), "");
  run(square, {u, v}, all);
  fetch(u);
  EXPECT_THAT(said.str(), AllOf(HasSubstr("the derivative of dataset 'u' was computed at"), HasSubstr("loop 'loop' at"),
                                HasSubstr("was recorded later")));
}

TEST_F(WarningsTest, DerivativeAsDatasetOfAnOlderRecording) {
  const ops_dat out = declare("out", true);
  run(copy, {u, v}, all);
  objective(v);
  interpret();
  const ops_dat g = ops_get_derivative_as_ops_dat(u);
  run(copy, {g, out}, all, true);
  EXPECT_EQ(said.str(), "");
  run(square, {u, v}, all);
  run(copy, {g, out}, all, true);
  EXPECT_THAT(said.str(), AllOf(HasSubstr("loop 'loop' at"), HasSubstr("was computed at")));
}

TEST_F(WarningsTest, SeedThatReplacesAnother) {
  const double two = 2.0;
  run(total, {u, nullptr}, all);
  tape.recorder.reduction_result(sum, {});
  ops::seed_last_result(sum, ops::Type::f64, &two, {});
  *ops_reduction_get_derivative<double>(sum) = 3.0;
  interpret();
  EXPECT_THAT(said.str(), HasSubstr("was seeded twice: 2 is replaced by 3, not added to it"));
}

TEST_F(WarningsTest, DatasetSeedThatReplacesAnother) {
  std::vector<double> seed(48, 1.0), other(48, 2.0);
  run(copy, {u, v}, all);
  ops_dat_set_derivative(v, bytes(seed));
  ops_dat_set_derivative(v, bytes(seed));
  EXPECT_EQ(said.str(), "");
  ops_dat_set_derivative(v, bytes(other));
  EXPECT_THAT(said.str(), HasSubstr("replaces the seed of dataset 'v', which was set at"));
  said.str("");
  interpret();
  ops_dat_set_derivative(v, bytes(seed));
  EXPECT_EQ(said.str(), "");
}

TEST_F(WarningsTest, RecordingThatGoesOnWithOldSeeds) {
  for (int k = 0; k < 3; ++k) {
    objective(u);
    interpret();
  }
  EXPECT_THAT(said.str(),
              HasSubstr("call OPS_instance::getOPSInstance()->ad_instance->get_default_tape()->zero_adjoints()"));
  EXPECT_EQ(count("still has a seed from before the interpretation at"), 1u);  // the second time says it all
  tape.reset();
  said.str("");
  objective(u);
  interpret();
  EXPECT_EQ(said.str(), "");
}

TEST_F(WarningsTest, FreedDatasetsLeaveNoSuspicionToTheirSuccessors) {
  const ops_dat p = declare("p", true), gone = declare("gone");
  run(square, {gone, p}, all);
  run(copy, {p, v}, all);
  tape.recorder.forget(gone);
  ops::free_dat(context, gone, {});
  const ops_dat next = declare("next");
  ASSERT_EQ(next->index, gone->index);
  run(jacobi, {next, v, f}, all);
  objective(f);
  interpret();
  fetch(next);
  EXPECT_EQ(said.str(), "");
}

}  // namespace
