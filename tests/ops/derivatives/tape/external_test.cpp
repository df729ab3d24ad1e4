// tests/ops/derivatives/tape/external_test.cpp: external functions: what their halves see, what is kept, what they must
// not touch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/gradients/tangents.hpp"
#include "ops/derivatives/tape/external_function.hpp"
#include "ops/derivatives/tape/nested_tapes.hpp"
#include "tests/ops/derivatives/tape/fixture.hpp"
#include "tests/ops/derivatives/tape/program_steps.hpp"

namespace {

using fixture::box;
using fixture::error_of;
using fixture::TapeTest;
using testing::AllOf;
using testing::HasSubstr;

class ExternalTest : public TapeTest {
 protected:
  /// Interior values through a raw pointer, as ops/api hands them out.
  double* values(ops_dat dat) {
    context.hooks.recorder->raw_access(dat, {});
    ++dat->raw_out;
    return &at(dat, {0, 0});
  }
  void release(ops_dat dat, ops_access access) {
    --dat->raw_out;
    access == OPS_READ ? context.hooks.recorder->raw_read(dat, {}) : context.hooks.recorder->raw_write(dat, {});
  }
  static std::ptrdiff_t cell(ops_dat dat, int i, int j) {
    return ops::cell(dat->layout, {i, j, 0, 0, 0}) - ops::cell(dat->layout, {0, 0, 0, 0, 0});
  }
  template <class Body>
  static void each(ops_dat dat, Body body) {
    for (int j = 0; j < 6; ++j)
      for (int i = 0; i < 8; ++i) body(cell(dat, i, j));
  }
  double* bar(ops_dat dat) {
    return reinterpret_cast<double*>(ops_dat_derivative_get_raw_pointer(dat, nullptr, nullptr));
  }
  void release_bar(ops_dat dat) { ops_dat_release_raw_derivative(dat, OPS_RW); }
  std::vector<double> gradient(ops_dat dat) {
    std::vector<double> data(48);
    ops_dat_fetch_derivative(dat, reinterpret_cast<char*>(data.data()));
    return data;
  }

  /// v = u^3 by hand.
  void cube() {
    const double* from = values(u);
    double* to = values(v);
    each(u, [&](auto k) { to[k] = from[k] * from[k] * from[k]; });
    release(u, OPS_READ);
    release(v, OPS_WRITE);
  }
  void cube_adjoint() {
    const double* x = values(u);
    double *to = bar(u), *from = bar(v);
    each(u, [&](auto k) {
      to[k] += 3 * x[k] * x[k] * from[k];
      from[k] = 0;
    });
    release(u, OPS_READ);
    release_bar(u);
    release_bar(v);
  }
  /// u = u^2 by hand, from the values before.
  void square_adjoint() {
    const auto* before = reinterpret_cast<const double*>(ops_dat_get_raw_ptr_as_input(u, 0, nullptr));
    double* x = bar(u);
    each(u, [&](auto k) { x[k] *= 2 * before[k]; });
    --u->raw_out;
    release_bar(u);
  }
  /// The error of an external function with this primal and an adjoint that does nothing.
  template <class Primal>
  std::string primal_error(Primal primal, ops_arg a, ops_arg b) {
    return error_of([&] { ops_execute_external_function(primal, [] {}, a, b); });
  }
  /// v = u^3, an adjoint of one's choice, the error of the reverse sweep.
  template <class Adjoint>
  std::string adjoint_error(Adjoint adjoint) {
    ops_execute_external_function([&] { cube(); }, adjoint, arg(u, OPS_READ), arg(v, OPS_WRITE));
    objective(v);
    return error_of([&] { ops_interpret_adjoints(&context); });
  }
};

TEST_F(ExternalTest, DerivativesFlowThroughIt) {
  run(square, {f, u}, all);
  ops_execute_external_function([&] { cube(); }, [&] { cube_adjoint(); }, arg(u, OPS_READ), arg(v, OPS_WRITE));
  run(square_in_place, {v}, all);
  const double value = objective(v);
  ops_interpret_adjoints(&context);
  double expected = 0;
  program::for_points(all, [&](const ops::Index& i) { expected += std::pow(at(f, i), 24); });
  EXPECT_NEAR(value, expected, 1e-12 * expected);
  const double x = at(f, {3, 2});
  EXPECT_NEAR(gradient(f)[2 * 8 + 3], 24 * std::pow(x, 23), 1e-12 * std::abs(std::pow(x, 23)));
  const std::vector<double> first = gradient(f);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(f), first);
  EXPECT_EQ(said.str(), "");
}

TEST_F(ExternalTest, InStepsItsValuesAreKeptAndItNeverRunsAgain) {
  std::vector<double> gradients[2];
  int calls = 0;
  for (const int slots : {0, 1}) {
    calls = 0;
    if (slots > 0) tape.stepping.plan(program::steps_of(tape, {.slots = slots}));
    run(copy, {f, u}, all);
    for (int step = 0; step < 4; ++step) {
      if (slots > 0) tape.step({});
      run(square_in_place, {u}, all);
      ops_execute_external_function([&] { ++calls, cube(); }, [&] { cube_adjoint(); }, arg(u, OPS_READ),
                                    arg(v, OPS_WRITE));
      run(copy, {v, u}, box(0, 8, 0, 2));
    }
    objective(u);
    ops_interpret_adjoints(&context);
    gradients[slots] = gradient(f);
    ops_ad_reset(&context);
  }
  EXPECT_EQ(gradients[0], gradients[1]);
  EXPECT_EQ(calls, 4);
}

TEST_F(ExternalTest, InStepsItsAdjointSeesResultsAndConstantsAsTheProgramLeftThem) {
  tape.stepping.plan(program::steps_of(tape, {.slots = 1}));
  for (int step = 0; step < 4; ++step) {
    tape.step({});
    run(square, {u, v}, all);
    run(total, {v, nullptr}, all);
    const auto adjoint = [&] {
      cube_adjoint();
      EXPECT_EQ(sum->initialized, 7);
      EXPECT_EQ(*reinterpret_cast<const double*>(sum->data), 0.25);
    };
    ops_execute_external_function([&] { cube(); }, adjoint, arg(u, OPS_READ), arg(v, OPS_WRITE));
    run(copy, {v, u}, all);
  }
  objective(u);
  sum->initialized = 7;
  *reinterpret_cast<double*>(sum->data) = 0.25;
  ops_interpret_adjoints(&context);
}

TEST_F(ExternalTest, ADirectionThatReachesItIsRefused) {
  const ops_dat direction = declare("direction", true);
  run(square, {f, u}, all);
  ops_execute_external_function([&] { cube(); }, [&] { cube_adjoint(); }, arg(u, OPS_READ), arg(v, OPS_WRITE));
  objective(v);
  const std::string refused =
      "this external function has no tangent, but it uses dataset 'u', which changes along the tangent direction";
  EXPECT_THAT(error_of([&] { ops_tangent(&context, {{f, direction}}); }), HasSubstr(refused));
  EXPECT_THAT(error_of([&] { ops_ad_dot_test(&context, {f}); }), HasSubstr(refused));
  ops_interpret_adjoints(&context);
  EXPECT_NE(gradient(f)[0], 0.0);
}

TEST_F(ExternalTest, LoopsInsideArePassiveAndValuesBeforeAreKept) {
  const auto twice = [&] {
    run(square_in_place, {u}, all);
    run(zero, {u}, box(0, 8, 0, 1));
  };
  const auto adjoint = [&] {
    square_adjoint();
    double* x = bar(u);
    for (int i = 0; i < 8; ++i) x[cell(u, i, 0)] = 0;
    release_bar(u);
  };
  const double x = at(u, {3, 2});
  ops_execute_external_function_recomp(twice, adjoint, arg(u, OPS_RW));
  run(square_in_place, {u}, all);
  objective(u);
  EXPECT_EQ(tape.statistics().nodes, 4u);
  const double last = at(u, {3, 2});
  ops_interpret_adjoints(&context);
  EXPECT_NEAR(gradient(u)[2 * 8 + 3], 8 * std::pow(x, 7), 1e-13);
  EXPECT_EQ(gradient(u)[3], 0.0);
  EXPECT_EQ(at(u, {3, 2}), last);
}

TEST_F(ExternalTest, TheAdjointSeesValuesAfterAndItsOwnWritesAreGoneAfterwards) {
  std::vector<double> seen;
  const auto adjoint = [&] {
    seen.push_back(at(u, {3, 2}));
    seen.push_back(at(v, {3, 2}));
    run(zero, {v}, all);
    EXPECT_EQ(at(v, {3, 2}), 0.0);
    double* x = bar(v);
    each(v, [&](auto k) { x[k] = 0; });
    release_bar(v);
  };
  ops_execute_external_function([&] { cube(); }, adjoint, arg(u, OPS_READ), arg(v, OPS_WRITE));
  const double x = at(u, {3, 2});
  run(square_in_place, {u}, all);
  run(square_in_place, {v}, all);
  objective(v);
  for (int k = 0; k < 2; ++k) ops_interpret_adjoints(&context);
  EXPECT_THAT(seen, testing::ElementsAre(x, x * x * x, x, x * x * x));
  EXPECT_DOUBLE_EQ(at(v, {3, 2}), std::pow(x * x * x, 2));
}

TEST_F(ExternalTest, ATapeOfItsOwnInTheAdjoint) {
  const auto steps = [&](int n) {
    for (int k = 0; k < n; ++k) {
      run(jacobi, {u, f, v}, all);
      run(copy, {v, u}, all);
    }
  };
  steps(6);
  objective(u);
  ops_interpret_adjoints(&context);
  const std::vector<double> expected_f = gradient(f), expected_u = gradient(u);
  tape.reset();
  program::for_points(u->layout.allocated, [&](const ops::Index& i) { at(u, i) = 0.1 * i[0] - 0.2 * i[1] + 0.5; });
  ops_execute_external_function([&] { steps(6); },
                                [&] {
                                  ops_ad_tape* own = ops_create_tape(&context);
                                  steps(1);
                                  for (int k = 0; k < 6; ++k) own->interpret_adjoints(&context);
                                  ops_remove_tape(&context, own);
                                },
                                arg(u, OPS_RW), arg(v, OPS_RW), arg(f, OPS_READ));
  objective(u);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(gradient(f), expected_f);
  EXPECT_EQ(gradient(u), expected_u);
  EXPECT_LT(tape.statistics().nodes, 4u);
}

TEST_F(ExternalTest, MemoryIsFlatOverAThousandGradients) {
  std::size_t reserved = 0;
  for (int k = 0; k < 1000; ++k) {
    ops_execute_external_function([&] { run(square_in_place, {u}, all); },
                                  [&] {
                                    ops_ad_tape* own = ops_create_tape(&context);
                                    run(square, {f, v}, all);
                                    ops_remove_tape(&context, own);
                                    square_adjoint();
                                  },
                                  arg(u, OPS_RW), arg(v, OPS_WRITE), arg(f, OPS_READ));
    objective(u);
    ops_interpret_adjoints(&context);
    tape.reset();
    if (k == 10) reserved = context.pool.bytes_reserved();
  }
  EXPECT_EQ(context.pool.bytes_reserved(), reserved);
}

TEST_F(ExternalTest, WithoutRecordingThePrimalJustRuns) {
  context.hooks = {};
  bool ran = false;
  ops_execute_external_function([&] { ran = true; }, [] {}, arg(u, OPS_READ));
  EXPECT_TRUE(ran);
  EXPECT_EQ(ops_ad_external_function_get_memspace(&context), OPS_HOST);
}

TEST_F(ExternalTest, DatasetsOfItsOwnAreFree) {
  EXPECT_EQ(primal_error(
                [&] {
                  const ops_dat own = declare("own");
                  run(square, {u, own}, all);
                  run(copy, {own, v}, all);
                  context.hooks.recorder->forget(own);
                  ops::free_dat(context, own, {});
                },
                arg(u, OPS_READ), arg(v, OPS_WRITE)),
            "");
}

TEST_F(ExternalTest, UndeclaredAndWronglyDeclaredTouchesInThePrimal) {
  EXPECT_THAT(primal_error([&] { run(copy, {f, v}, all); }, arg(u, OPS_READ), arg(v, OPS_WRITE)),
              AllOf(HasSubstr("the external function at"), HasSubstr("external_test.cpp:"),
                    HasSubstr("does not declare this dataset: add an ops_arg_dat")));
  tape.reset();
  EXPECT_THAT(primal_error([&] { run(zero, {f}, all); }, arg(u, OPS_READ), arg(v, OPS_WRITE)),
              HasSubstr("dataset 'f' is used by loop 'loop' as an output, but the external function at "));
  EXPECT_THAT(
      primal_error([&] { run(zero, {u}, all); }, arg(u, OPS_READ), arg(v, OPS_WRITE)),
      AllOf(HasSubstr("writes dataset 'u'"), HasSubstr("declares as OPS_READ: declare it as OPS_RW or OPS_WRITE")));
  EXPECT_THAT(primal_error([&] { run(copy, {v, v}, all); }, arg(u, OPS_READ), arg(v, OPS_WRITE)),
              AllOf(HasSubstr("reads dataset 'v'"),
                    HasSubstr(" writes it: declare the dataset as OPS_RW instead of OPS_WRITE")));
  EXPECT_THAT(primal_error([&] { values(f); }, arg(u, OPS_READ), arg(v, OPS_WRITE)),
              HasSubstr("dataset 'f' is used by this call, but the external function at "));
  f->raw_out = 0;
  EXPECT_THAT(primal_error([&] { context.hooks.recorder->raw_write(f, {}); }, arg(u, OPS_READ), arg(v, OPS_WRITE)),
              HasSubstr("dataset 'f' is used by the program as an output"));
  EXPECT_THAT(primal_error([&] { context.hooks.recorder->raw_read(f, {}); }, arg(u, OPS_READ), arg(v, OPS_WRITE)),
              HasSubstr("dataset 'f' is used by the program as an input"));
  EXPECT_THAT(primal_error([&] { context.hooks.recorder->copy(u, v, {}); }, arg(u, OPS_READ), arg(v, OPS_RW)),
              HasSubstr("the copy writes dataset 'u'"));
  EXPECT_THAT(primal_error([&] { bar(u); }, arg(u, OPS_READ), arg(v, OPS_RW)),
              AllOf(HasSubstr("uses the derivative of dataset 'u' in the primal"),
                    HasSubstr("only the adjoint may use this derivative")));
  EXPECT_THAT(primal_error([&] { values(u); }, arg(u, OPS_READ), arg(v, OPS_WRITE)),
              AllOf(HasSubstr("the primal ended without releasing a raw pointer to dataset 'u'")));
}

TEST_F(ExternalTest, AThrowingPrimalEndsTheRecordingAndLeavesNoTape) {
  run(copy, {u, v}, all);
  EXPECT_THROW(ops_execute_external_function(
                   [&] {
                     ops_create_tape(&context);
                     throw std::runtime_error("no convergence");
                   },
                   [] {}, arg(v, OPS_RW)),
               std::runtime_error);
  EXPECT_EQ(context.hooks.tape, &tape);
  objective(v);
  EXPECT_THAT(error_of([&] { ops_interpret_adjoints(&context); }),
              AllOf(HasSubstr("an error in the external function at"), HasSubstr("external_test.cpp:"),
                    HasSubstr(" ended the recording"), HasSubstr("ops_ad_reset")));
  tape.reset();
  objective(v);
  EXPECT_EQ(error_of([&] { ops_interpret_adjoints(&context); }), "");
}

TEST_F(ExternalTest, TapesMustNotOutliveIt) {
  EXPECT_THAT(
      primal_error([&] { ops_create_tape(&context); }, arg(u, OPS_READ), arg(v, OPS_WRITE)),
      AllOf(HasSubstr("external_test.cpp:"), HasSubstr("the external function has ended without removing the tape")));
  EXPECT_EQ(context.hooks.tape, &tape);
}

TEST_F(ExternalTest, AdjointThatReadsADerivativeItDidNotDeclare) {
  EXPECT_THAT(adjoint_error([&] { bar(f); }),
              AllOf(HasSubstr("the external function at"),
                    HasSubstr("dataset 'f' is used by this call (for its derivative), but ")));
  EXPECT_EQ(f->raw_derivative_out, 0);
}

TEST_F(ExternalTest, AdjointThatLoopsOverADerivativeItDidNotDeclare) {
  const ops_dat shown = ops_get_derivative_as_ops_dat(f);
  EXPECT_THAT(adjoint_error([&] { run(zero, {shown}, all, true); }),
              HasSubstr("is used by this call (for its derivative)"));
}

TEST_F(ExternalTest, AdjointThatWritesWhatItDeclaredAsRead) {
  EXPECT_THAT(adjoint_error([&] { run(zero, {u}, all); }),
              AllOf(HasSubstr("writes dataset 'u'"), HasSubstr("declares as OPS_READ")));
}

TEST_F(ExternalTest, AdjointThatLeavesTheDerivativeOfItsOutput) {
  EXPECT_THAT(adjoint_error([] {}),
              AllOf(HasSubstr("external_test.cpp:"), HasSubstr("must set the derivative of dataset 'v' to zero"),
                    HasSubstr("because the primal overwrites the dataset (OPS_WRITE)")));
}

TEST_F(ExternalTest, AdjointThatAsksForValuesBeforeThatAreNotKept) {
  EXPECT_THAT(adjoint_error([&] { ops_dat_get_raw_ptr_as_input(v, 0, nullptr); }),
              AllOf(HasSubstr("dataset 'v' is declared as OPS_WRITE"), HasSubstr("declare the dataset as OPS_RW")));
  EXPECT_THAT(error_of([&] { ops_dat_get_raw_ptr_as_input(v, 0, nullptr); }),
              HasSubstr("only in the adjoint of an external function"));
}

TEST_F(ExternalTest, AdjointThatUsesTheDefaultTape) {
  EXPECT_THAT(
      adjoint_error([&] { ops_interpret_adjoints(&context); }),
      AllOf(HasSubstr("the external function at "), HasSubstr(" may use only tapes that it has created itself")));
  EXPECT_THAT(adjoint_error([&] { ops_ad_reset(&context); }),
              HasSubstr("may use only tapes that it has created itself"));
  EXPECT_THAT(adjoint_error([&] { ops_dat_store_derivative(u, reinterpret_cast<char*>(this)); }),
              HasSubstr("inside an external function, this call needs a nested tape"));
}

TEST_F(ExternalTest, AThrowingAdjointPutsValuesBack) {
  const auto adjoint = [&] {
    run(zero, {v}, all);
    ops_create_tape(&context);
    values(u);
    throw OPSException(OPS_RUNTIME_ERROR, "no convergence");
  };
  EXPECT_EQ(adjoint_error(adjoint), "no convergence");
  EXPECT_EQ(context.hooks.tape, &tape);
  EXPECT_EQ(u->raw_out, 0);
  EXPECT_DOUBLE_EQ(at(v, {3, 2}), std::pow(at(u, {3, 2}), 3));
}

TEST_F(ExternalTest, ArgumentLists) {
  EXPECT_THAT(error_of([] { ops_execute_external_function([] {}, [] {}); }),
              AllOf(HasSubstr("external_test.cpp:"), HasSubstr("this external function declares no dataset")));
  EXPECT_THAT(error_of([&] { ops_execute_external_function([] {}, [] {}, arg(nullptr, OPS_READ)); }),
              HasSubstr("argument 1: the dataset is null"));
  ops_arg reduction;
  reduction.argtype = ops::ArgKind::reduce;
  EXPECT_THAT(error_of([&] { ops_execute_external_function([] {}, [] {}, arg(u, OPS_READ), reduction); }),
              HasSubstr("argument 2: external functions do not support reductions"));
  EXPECT_THAT(error_of([&] { ops_execute_external_function([] {}, nullptr, arg(u, OPS_READ)); }),
              HasSubstr("the adjoint is an empty function"));
}

}  // namespace
