// tests/ops/loops/launch/engine_test.cpp: calls of loops with registered implementations and a recorder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "ops/loops/launch/recorder.hpp"
#include "ops/loops/launch/redirector.hpp"
#include "ops/loops/launch/reduce.hpp"
#include "tests/ops/loops/launch/world.hpp"

namespace {

using namespace ops::test;
using ops::ArgView;
using ops::Box;
using ops::Index;
using ops::Launch;
using testing::HasSubstr;
using testing::ThrowsMessage;
using A2 = ops::Accessor<double, 2>;

int launches = 0;   // of registered implementations
int wrong_at = -1;  // the implementation of `shift` makes a mistake at this index of axis 0
bool last_stream = false;

double& cell_of(const ArgView& view, void* base, int i, int j) {
  return static_cast<double*>(base)[i * view.step[0] + j * view.step[1]];
}
const double& cell_in(const ArgView& view, int i, int j) {
  return static_cast<const double*>(view.in)[i * view.step[0] + j * view.step[1]];
}

void shift(const A2& a, A2& b) { b(0, 0) = a(-1, 0) + 1; }
void shift_fast(const Launch& launch) {
  ++launches;
  last_stream = launch.stream;
  for (int j = launch.range.lo[1]; j < launch.range.hi[1]; ++j)
    for (int i = launch.range.lo[0]; i < launch.range.hi[0]; ++i)
      cell_of(launch.args[1], launch.args[1].out, i, j) = cell_in(launch.args[0], i - 1, j) + (i == wrong_at ? 2 : 1);
}
void scaled(A2& a, double* s) {
  a(0, 0) *= 2;
  *s += a(0, 0);
}
void scaled_fast(const Launch& launch) {
  ++launches;
  const double factor = *static_cast<const double*>(launch.constants[0]);
  double total = 0;
  for (int j = launch.range.lo[1]; j < launch.range.hi[1]; ++j)
    for (int i = launch.range.lo[0]; i < launch.range.hi[0]; ++i)
      total += cell_of(launch.args[0], launch.args[0].out, i, j) = factor * cell_in(launch.args[0], i, j);
  static_cast<ops::reduce::Total<ops::reduce::Op::sum, double>*>(launch.args[1].out)->add(&total, 1);
}
void either(const A2& a, const A2& b, A2& c) { c(0, 0) = a(b(0, 0) > 0 ? 1 : 0, 0); }
void either_fast(const Launch&) { ++launches; }
void untranslated(A2& a) { a(0, 0) += 1; }
void edge_sum(const A2& a, A2& row) { row(0, 0) += a(0, 0); }

constexpr ops::Index reads_left[] = {{-1, 0, 0, 0, 0}};
constexpr ops::ArgFacts shift_facts[] = {{.reads_old = true, .reads = reads_left}, {.written = true}};
constexpr ops::ArgFacts scaled_facts[] = {{.written = true, .reads_old = true}, {.written = true}};
constexpr ops::Index reads_either[] = {{0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
constexpr ops::Index reads_centre[] = {{0, 0, 0, 0, 0}};
constexpr ops::ArgFacts either_facts[] = {{.reads_old = true, .computed = true, .reads = reads_either},
                                          {.reads_old = true, .reads = reads_centre},
                                          {.written = true}};
constexpr const char* scaled_constants[] = {"factor"};
constexpr std::size_t scaled_bytes[] = {sizeof(double)};
const ops::LoopImplementation implementations[] = {
    {.file = "launch/engine_test.cpp",
     .first_line = 1,
     .last_line = 100000,
     .name = "shift",
     .signature = "2|dat:double:1:READ:uu|dat:double:1:WRITE:uu",
     .kernel = "shift",
     .primal = &shift_fast,
     .args = shift_facts},
    {.file = "launch/engine_test.cpp",
     .first_line = 1,
     .last_line = 100000,
     .name = "scaled",
     .signature = "2|dat:double:1:RW:uu|red:double:1:INC",
     .kernel = "scaled",
     .primal = &scaled_fast,
     .args = scaled_facts,
     .constants = scaled_constants,
     .constant_bytes = scaled_bytes},
    {.file = "launch/engine_test.cpp",
     .first_line = 1,
     .last_line = 100000,
     .name = "either",
     .signature = "2|dat:double:1:READ:uu|dat:double:1:READ:uu|dat:double:1:WRITE:uu",
     .kernel = "either",
     .primal = &either_fast,
     .args = either_facts},
    {.file = "other_engine_test.cpp",
     .first_line = 1,
     .last_line = 100000,
     .name = "elsewhere",
     .signature = "2|dat:double:1:RW:uu",
     .kernel = "untranslated",
     .primal = &shift_fast},
};
const ops::RefusedLoop refused_loops[] = {{.file = "launch/engine_test.cpp",
                                           .first_line = 1,
                                           .first_column = 1,
                                           .last_line = 100000,
                                           .last_column = 1,
                                           .name = "refused",
                                           .why = "kernel 'odd' contains a riddle (odd.cpp:3:7)"}};
const ops::Registration registration({.name = "test"}, false, implementations, refused_loops);

/// Puts what is written into a new version, full of rubbish.
class NewVersions final : public ops::Redirector, public ops::Recorder {
 public:
  explicit NewVersions(ops::Context& context) : context_(context) {}
  void loop(const ops::LoopCall& call, std::span<const ArgView>) override { told.push_back(call.name); }
  ops::Hooks hooks() { return {.gate = nullptr, .recorder = this, .redirector = this}; }
  void redirect(const ops::CallRef& call, const ops::Operands& operands) override {
    names.push_back(call->name + (call->passive ? " (passive)" : "") +
                    (call->implementation != nullptr ? "" : " (reference)"));
    constants = operands.constants.size();
    for (std::size_t k = 0; k < call->args.size(); ++k) {
      if (call->args[k].argtype != ops::ArgKind::dat || call->args[k].acc == OPS_READ) continue;
      ops_dat dat = call->args[k].dat;
      old.push_back(dat->buffer);
      if (!operands.replaced.empty()) operands.replaced[k] = dat->buffer;
      dat->adopt(context_.pool.take(dat->layout.bytes, "version"));
      std::fill_n(reinterpret_cast<double*>(dat->buffer->address), dat->layout.bytes / sizeof(double), -77.0);
      operands.views[k].out =
          dat->buffer->address + dat->layout.origin * static_cast<std::ptrdiff_t>(dat->layout.element);
    }
  }
  void loop_failed(const char* name, std::source_location) override { names.push_back(std::string(name) + " failed"); }
  void reduction_result(ops_reduction, std::source_location, ops_scalar) override {}
  void scalar_write(ops_scalar, ops_reduction, ops_access, std::source_location) override {}
  void halo_transfer(ops_halo_group, std::source_location) override {}
  void copy(ops_dat, ops_dat, std::source_location) override {}
  void raw_access(ops_dat, std::source_location) override {}
  void raw_write(ops_dat, std::source_location) override {}
  void forget(ops_dat) override {}
  std::vector<std::string> names, told;
  std::vector<ops::BufferRef> old;
  std::size_t constants = 0;

 private:
  ops::Context& context_;
};

struct EngineTest : testing::Test {
  World world;
  std::ostringstream text;
  ops_block block = world.block(2);
  ops_stencil centre = world.centre(2), wide = world.stencil(2, {-1, 0, 1, 0});
  ops_dat u = world.dat<double>(block, {6, 4}, 1, "u"), v = world.dat<double>(block, {6, 4}, 1, "v");
  int range[4] = {0, 6, 0, 4};

  EngineTest() {
    world.context.out = &text;
    name_cells<double>(u);
    name_cells<double>(v);
    launches = 0;
    wrong_at = -1;
  }
  void run_shift() {
    ops_par_loop(shift, "shift", block, 2, range, ops_arg_dat(u, 1, wide, "double", OPS_READ),
                 ops_arg_dat(v, 1, centre, "double", OPS_WRITE));
  }
  void run_untranslated() {
    ops_par_loop(untranslated, "lonely", block, 2, range, ops_arg_dat(u, 1, centre, "double", OPS_RW));
  }
  void expect_shifted() {
    for_points(v->layout.allocated, [&](const Index& i) {
      const bool inside = i[0] >= range[0] && i[0] < range[1] && i[1] >= range[2] && i[1] < range[3];
      EXPECT_EQ(at<double>(v, i), inside ? name_of({i[0] - 1, i[1], 0, 0, 0}) + 1 : name_of(i));
    });
  }
};

TEST_F(EngineTest, TheRegisteredImplementationRuns) {
  run_shift();
  EXPECT_EQ(launches, 1);
  expect_shifted();
  EXPECT_EQ(text.str(), "");
  EXPECT_FALSE(last_stream) << "a small loop stays in the cache";
}

TEST_F(EngineTest, FilesAreComparedByWholeComponents) {
  ops_par_loop(untranslated, "elsewhere", block, 2, range, ops_arg_dat(u, 1, centre, "double", OPS_RW));
  EXPECT_EQ(launches, 0);
}

TEST_F(EngineTest, ALoopWithoutImplementationSaysSoOnceWithItsPlace) {
  run_untranslated();
  run_untranslated();
  EXPECT_THAT(text.str(), HasSubstr("the reference implementation is used for loop 'lonely' ("));
  EXPECT_THAT(text.str(), HasSubstr("engine_test.cpp:"));
  EXPECT_THAT(text.str(), HasSubstr("): the translator found no loop at this position"));
  EXPECT_EQ(text.str().find("lonely"), text.str().rfind("lonely"));
}

TEST_F(EngineTest, ALoopThatTheTranslatorRefusedSaysWhy) {
  ops_par_loop(untranslated, "refused", block, 2, range, ops_arg_dat(u, 1, centre, "double", OPS_RW));
  EXPECT_THAT(text.str(), HasSubstr("): kernel 'odd' contains a riddle (odd.cpp:3:7)"));
}

TEST_F(EngineTest, AStencilOfWhichTheTranslatorSawLessRunsTheReference) {
  ops_stencil seen = world.stencil(2, {1, 0, 0, 0}), more = world.stencil(2, {0, 0, -1, 0, 1, 0});
  const auto call = [&](ops_stencil stencil) {
    ops_par_loop(either, "either", block, 2, range, ops_arg_dat(u, 1, stencil, "double", OPS_READ),
                 ops_arg_dat(v, 1, centre, "double", OPS_READ),
                 ops_arg_dat(world.dat<double>(block, {6, 4}, 1, "w"), 1, centre, "double", OPS_WRITE));
  };
  call(seen);
  EXPECT_EQ(launches, 1);
  EXPECT_EQ(text.str(), "");
  call(more);
  EXPECT_EQ(launches, 1);
  EXPECT_THAT(text.str(), HasSubstr("kernel 'either' reads argument 1 (dataset 'u') at a computed offset"));
  EXPECT_THAT(text.str(), HasSubstr("the translator did not find point (-1, 0)"));
}

TEST_F(EngineTest, AnotherSignatureIsNamedBesideTheTranslatedOne) {
  ops_par_loop(shift, "shift", block, 2, range, ops_arg_dat(u, 1, wide, "double", OPS_READ),
               ops_arg_dat(v, 1, centre, "double", OPS_RW));
  EXPECT_EQ(launches, 0);
  expect_shifted();
  EXPECT_THAT(text.str(), HasSubstr("this call:  2|dat:double:1:READ:uu|dat:double:1:RW:uu"));
  EXPECT_THAT(text.str(), HasSubstr("translated: 2|dat:double:1:READ:uu|dat:double:1:WRITE:uu  (kernel 'shift')"));
}

TEST_F(EngineTest, NewVersionsAreCompleteAndOldOnesUntouched) {
  NewVersions recorder(world.context);
  world.context.hooks = recorder.hooks();
  const ops::BufferRef before = v->buffer;
  run_shift();
  EXPECT_NE(v->buffer, before);
  expect_shifted();
  run_untranslated();
  for_points(u->layout.allocated, [&](const Index& i) {
    const bool inside = i[0] >= 0 && i[0] < 6 && i[1] >= 0 && i[1] < 4;
    EXPECT_EQ(at<double>(u, i), name_of(i) + (inside ? 1 : 0));
  });
  world.context.hooks = {};
  v->adopt(before);
  for_points(v->layout.allocated, [&](const Index& i) { EXPECT_EQ(at<double>(v, i), name_of(i)); });
  EXPECT_THAT(recorder.names, testing::ElementsAre("shift", "lonely (reference)"));
  EXPECT_THAT(recorder.told, testing::SizeIs(2));
}

TEST_F(EngineTest, TheRecorderHearsOfLoopsThatThrow) {
  NewVersions recorder(world.context);
  world.context.hooks = recorder.hooks();
  const auto throws = [](A2& a) {
    a(0, 0) = 1;
    throw 42;
  };
  EXPECT_THROW(ops_par_loop(+throws, "throws", block, 2, range, ops_arg_dat(u, 1, centre, "double", OPS_WRITE)), int);
  range[0] = -1;
  EXPECT_THROW(run_shift(), OPSException);
  range[0] = -10;
  EXPECT_THROW(run_shift(), OPSException) << "refused before it was shown to the recorder";
  EXPECT_THAT(recorder.names, testing::ElementsAre("throws (reference)", "throws failed", "shift", "shift failed"));
}

TEST_F(EngineTest, PassiveLoopsAreReportedAsSuch) {
  NewVersions recorder(world.context);
  world.context.hooks = recorder.hooks();
  ops_par_loop_passive(shift, "shift", block, 2, range, ops_arg_dat(u, 1, wide, "double", OPS_READ),
                       ops_arg_dat(v, 1, centre, "double", OPS_WRITE));
  EXPECT_THAT(recorder.names, testing::ElementsAre("shift (passive)"));
}

TEST_F(EngineTest, StencilsThatReachBeyondTheHaloRunCheckedAtTheRim) {
  range[0] = -1;  // reads cell -2 there, though only if the kernel really does
  EXPECT_THAT([&] { run_shift(); }, ThrowsMessage<OPSException>(HasSubstr("cell (-2, 0) at offset (-1, 0), which")));
  range[0] = 0;
  range[1] = 7;  // the stencil declares +1, the translator knows that only -1 is read
  run_shift();
  EXPECT_EQ(launches, 1);
  expect_shifted();
}

TEST_F(EngineTest, RimAndInteriorMakeTheWholeAlsoInNewVersions) {
  NewVersions recorder(world.context);
  const ops_dat narrow = world.dat<double>(block, {4, 4}, 2, "narrow");
  name_cells<double>(narrow);
  range[0] = -1;
  range[1] = 6;
  for (const bool recorded : {false, true}) {
    world.context.hooks = recorded ? recorder.hooks() : ops::Hooks{};
    const auto guarded = [](const A2& a, A2& b, const int* idx) { b(0, 0) = idx[0] > 0 ? a(-2, 0) : -1; };
    ops_par_loop(+guarded, "guarded", block, 2, range,
                 ops_arg_dat(narrow, 1, world.stencil(2, {0, 0, -2, 0}), "double", OPS_READ),
                 ops_arg_dat(v, 1, centre, "double", OPS_WRITE), ops_arg_idx());
    for (int i = -1; i < 6; ++i) EXPECT_EQ(at<double>(v, {i, 2, 0, 0, 0}), i > 0 ? name_of({i - 2, 2, 0, 0, 0}) : -1);
  }
}

TEST_F(EngineTest, ComparisonFindsTheFirstWrongCell) {
  world.context.options.check = true;
  run_shift();
  expect_shifted();
  wrong_at = 3;
  EXPECT_THAT([&] { run_shift(); },
              ThrowsMessage<OPSException>(testing::AllOf(
                  HasSubstr("argument 2 (dataset 'v')"), HasSubstr("differs from the reference at index (3, 0)"),
                  HasSubstr(": the implementation computes 4, but the reference computes 3"))));
}

TEST_F(EngineTest, ComparisonTakesNaNForNaN) {
  world.context.options.check = true;
  at<double>(u, {2, 2, 0, 0, 0}) = std::numeric_limits<double>::quiet_NaN();
  run_shift();
  EXPECT_EQ(launches, 1);
}

double published = 3.0, other_variable = 3.0;

/// The variable of a constant must hold what was published; variables that may be gone are not looked at.
TEST_F(EngineTest, ConstantThatWasAssignedButNotPublishedIsSpokenOfOnce) {
  std::ostringstream said;
  world.context.out = &said;
  const ops_reduction r = world.reduction<double>();
  const auto publish = [&](const double* from, bool again) {
    ops::publish_constant(world.context, "factor", 1, "double", {ops::Type::f64, 8, false, true}, from, again,
                          world.here);
  };
  const auto run = [&] {
    ops_par_loop(scaled, "scaled", block, 2, range, ops_arg_dat(u, 1, centre, "double", OPS_RW),
                 ops_arg_reduce(r, 1, "double", OPS_INC));
    return std::exchange(said, std::ostringstream{}).str();
  };
  published = 3.0;
  publish(&published, false);
  EXPECT_THAT(run(), testing::Not(HasSubstr("warning")));
  published = 4.0;
  EXPECT_THAT(run(),
              testing::AllOf(HasSubstr("loop 'scaled' at"), HasSubstr("uses constant 'factor' with the value set at"),
                             HasSubstr("engine_test.cpp")));
  EXPECT_EQ(run(), "");
  publish(&published, true);
  EXPECT_EQ(run(), "");
}

TEST_F(EngineTest, VariableOfAConstantIsThatOfItsDeclaration) {
  std::ostringstream said;
  world.context.out = &said;
  const auto publish = [&](const double* from, bool again) {
    ops::publish_constant(world.context, "factor", 1, "double", {ops::Type::f64, 8, false, true}, from, again,
                          world.here);
    return world.context.constants.at("factor").variable;
  };
  const double local = published + 1;
  EXPECT_EQ(publish(&published, false), &published);
  EXPECT_EQ(publish(&local, true), &published);
  const ops_reduction r = world.reduction<double>();
  ops_par_loop(scaled, "scaled", block, 2, range, ops_arg_dat(u, 1, centre, "double", OPS_RW),
               ops_arg_reduce(r, 1, "double", OPS_INC));
  EXPECT_THAT(said.str(), HasSubstr("constant 'factor'"));
  EXPECT_EQ(publish(&other_variable, true), nullptr);  // which of the two is meant cannot be known
}

TEST_F(EngineTest, ConstantsReachImplementationsByValue) {
  const ops_reduction r = world.reduction<double>();
  const auto run = [&] {
    ops_par_loop(scaled, "scaled", block, 2, range, ops_arg_dat(u, 1, centre, "double", OPS_RW),
                 ops_arg_reduce(r, 1, "double", OPS_INC));
  };
  EXPECT_THAT(run, ThrowsMessage<OPSException>(HasSubstr("reads constant 'factor', which has not been declared")));
  float narrow = 3;
  double factor = 3;
  World other;
  ops::publish_constant(world.context, "factor", 1, "double", {ops::Type::f64, 8, false, true}, &factor, false,
                        world.here);
  run();
  EXPECT_EQ(at<double>(u, {5, 3, 0, 0, 0}), 3 * name_of({5, 3, 0, 0, 0}));
  factor = 5;
  ops::publish_constant(world.context, "factor", 1, "double", {ops::Type::f64, 8, false, true}, &factor, true,
                        world.here);
  run();
  EXPECT_EQ(at<double>(u, {5, 3, 0, 0, 0}), 15 * name_of({5, 3, 0, 0, 0}));
  world.context.constants.clear();
  ops::publish_constant(world.context, "factor", 1, "float", {ops::Type::f32, 4, false, true}, &narrow, false,
                        world.here);
  const ops_dat fresh = world.dat<double>(block, {6, 4}, 1, "fresh");
  EXPECT_THAT(
      [&] {
        ops_par_loop(scaled, "scaled", block, 2, range, ops_arg_dat(fresh, 1, centre, "double", OPS_RW),
                     ops_arg_reduce(r, 1, "double", OPS_INC));
      },
      ThrowsMessage<OPSException>(HasSubstr("4 bytes, but the translated code expects 8")));
}

TEST_F(EngineTest, StartingALowerDimensionalSumIsALoopOfItsOwn) {
  NewVersions recorder(world.context);
  world.context.hooks = recorder.hooks();
  const ops_dat row = world.dat<double>(block, {6, 1}, 0, "row");
  const ops_stencil along_x = world.strided(2, {0, 0}, {1, 0});
  for (int twice = 0; twice < 2; ++twice)
    ops_par_loop(edge_sum, "edge_sum", block, 2, range, ops_arg_dat(u, 1, centre, "double", OPS_READ),
                 ops_arg_dat(row, 1, along_x, "double", OPS_INC));
  EXPECT_THAT(recorder.names,
              testing::ElementsAre("ops_reduction_start", "edge_sum (reference)", "edge_sum (reference)"));
  EXPECT_EQ(at<double>(row, {2, 0, 0, 0, 0}), 2 * (4 * 2 + 16 * 6));
}

TEST_F(EngineTest, TimesAndBytesAreCountedPerCallSite) {
  world.context.OPS_diags = 2;
  run_shift();
  run_shift();
  run_untranslated();
  const auto timings = world.engine.timings();
  ASSERT_EQ(timings.size(), 2u);
  EXPECT_EQ(timings[0].name, "shift");
  EXPECT_EQ(timings[0].calls, 2);
  EXPECT_GT(timings[0].seconds, 0);
  EXPECT_EQ(timings[0].bytes, 2 * (6 * 4) * (8 + 8.0));
  EXPECT_FALSE(timings[0].reference);
  EXPECT_EQ(timings[1].bytes, (6 * 4) * 16.0);
  EXPECT_TRUE(timings[1].reference);
}

TEST_F(EngineTest, SwappedHandlesAreVariantsOfOneSite) {
  for (int step = 0; step < 4; ++step) {
    run_shift();
    std::swap(u, v);
  }
  EXPECT_EQ(launches, 4);
  ASSERT_EQ(world.engine.timings().size(), 1u);
  EXPECT_EQ(world.engine.timings()[0].calls, 4);
}

TEST_F(EngineTest, TypeStringsAreComparedByTheirText) {
  std::string type = "double";
  const auto run = [&] {
    ops_par_loop(untranslated, "typed", block, 2, range, ops_arg_dat(u, 1, centre, type.c_str(), OPS_RW));
  };
  run();
  type.replace(0, 6, "float ");  // in place: the same address
  type.resize(5);
  EXPECT_THAT(
      run, ThrowsMessage<OPSException>(HasSubstr("type string is \"float\", but the dataset is of type \"double\"")));
}

TEST_F(EngineTest, WhatWasFoundForAFreedDatasetIsForgotten) {
  const auto run = [&](ops_dat dat) {
    ops_par_loop(untranslated, "forgotten", block, 2, range, ops_arg_dat(dat, 1, centre, "double", OPS_RW));
  };
  run(v);
  run(u);
  world.engine.forget(v);
  ops::free_dat(world.context, v, world.here);
  EXPECT_THAT([&] { run(v); }, ThrowsMessage<OPSException>(HasSubstr("has been freed")));
  run(u);
  EXPECT_EQ(at<double>(u, {1, 1, 0, 0, 0}), name_of({1, 1, 0, 0, 0}) + 2);
}

}  // namespace
