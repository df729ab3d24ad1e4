// tests/ops/derivatives/checks/sentinel_test.cpp: implementations and derivatives with one mistake each, and right ones
// that must not be suspected.
#include "ops/derivatives/checks/sentinel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <random>
#include <set>
#include <stdexcept>

#include "ops/derivatives/checks/sentinel_points.hpp"
#include "ops/loops/engine/execute.hpp"
#include "ops/loops/launch/redirector.hpp"
#include "ops/loops/launch/reduce.hpp"
#include "tests/ops/loops/launch/world.hpp"

namespace {

using namespace ops::test;
using ops::AdjointLaunch;
using ops::ArgView;
using ops::Index;
using ops::Launch;
using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;
using A2 = ops::Accessor<double, 2>;
using Total = ops::reduce::Total<ops::reduce::Op::sum, double>;

enum class Mistake { none, value, one_point, sum, reads_output, tangent, tangent_of_one_point, adjoint };
Mistake mistake = Mistake::none;
bool negative = false;  // a branch of the kernel that the implementation does not know
bool outside = false;   // a kernel has seen values that the program does not have
int launches = 0;       // of the implementation, looks included

double& cell(const ArgView& view, const void* base, const Index& i, int by = 0) {
  return static_cast<double*>(const_cast<void*>(base))[i[0] * view.step[0] + i[1] * view.step[1] + by * view.pitch[0]];
}

/// v = u * (left neighbour of u), sum of v.
void product(const A2& u, A2& v, double* sum) {
  v(0, 0) = u(0, 0) * u(-1, 0);
  if (negative && u(0, 0) > 100) v(0, 0) = -v(0, 0);
  *sum += v(0, 0);
}
void product_fast(const Launch& l) {
  ++launches;
  for_points(l.range, [&](const Index& i) {
    const ArgView &u = l.args[0], &v = l.args[1];
    double value = cell(u, u.in, i) * cell(u, u.in, i, -1);
    if (mistake == Mistake::value || (mistake == Mistake::one_point && i[0] == 0 && i[1] == 0)) value += 1e-3;
    cell(v, v.out, i) = mistake == Mistake::reads_output ? 0.5 * cell(v, v.out, i) + value : value;
    if (mistake != Mistake::sum || i[0] != 0) static_cast<Total*>(l.args[2].out)->add(value);
  });
}
void product_tangent(const Launch& l) {
  for_points(l.range, [&](const Index& i) {
    const ArgView &u = l.args[0], &du = l.args[3], &dv = l.args[4];
    const double there = cell(du, du.in, i) * cell(u, u.in, i, -1), left = cell(u, u.in, i) * cell(du, du.in, i, -1);
    const bool wrong =
        mistake == Mistake::tangent || (mistake == Mistake::tangent_of_one_point && i[0] == 0 && i[1] == 0);
    cell(dv, dv.out, i) = wrong ? there : there + left;
    static_cast<Total*>(l.args[5].out)->add(cell(dv, dv.out, i));
  });
}
void product_adjoint(const AdjointLaunch& l) {
  for_points(l.range, [&](const Index& i) {
    const ArgView &u = l.args[0].primal, &v = l.args[1].seed, &target = l.args[0].target;
    const double bar = cell(v, v.in, i) + *static_cast<const double*>(l.args[2].seed.in);
    cell(v, v.out, i) = 0;
    cell(target, target.out, i) += bar * cell(u, u.in, i, -1);
    cell(target, target.out, i, -1) += bar * (mistake == Mistake::adjoint ? 2 : 1) * cell(u, u.in, i);
  });
}

/// Writes no dataset.
void squares(const A2& u, double* sum) { *sum += u(0, 0) * u(0, 0); }
void squares_fast(const Launch& l) {
  for_points(l.range, [&](const Index& i) {
    const double u = cell(l.args[0], l.args[0].in, i);
    static_cast<Total*>(l.args[1].out)->add(u * u);
  });
}
void squares_tangent(const Launch& l) {
  for_points(l.range, [&](const Index& i) {
    static_cast<Total*>(l.args[3].out)->add(2 * cell(l.args[0], l.args[0].in, i) * cell(l.args[2], l.args[2].in, i));
  });
}
void squares_adjoint(const AdjointLaunch& l) {
  for_points(l.range, [&](const Index& i) {
    const ArgView &u = l.args[0].primal, &target = l.args[0].target;
    cell(target, target.out, i) +=
        (mistake == Mistake::adjoint ? 3 : 2) * cell(u, u.in, i) * *static_cast<const double*>(l.args[1].seed.in);
  });
}

/// Kinks at zero, of the kind that symmetric differences do not see.
void limited(const A2& u, A2& v) {
  const double a = u(0, 0) - u(0, -1), b = u(0, 1) - u(0, 0);
  v(0, 0) = a * b > 0 ? std::copysign(std::min(std::abs(a), std::abs(b)), a) : 0;
}
Index below(const Index& i) { return {i[0], i[1] - 1, 0, 0, 0}; }
Index above(const Index& i) { return {i[0], i[1] + 1, 0, 0, 0}; }
void limited_fast(const Launch& l) {
  for_points(l.range, [&](const Index& i) {
    const ArgView &u = l.args[0], &v = l.args[1];
    const double a = cell(u, u.in, i) - cell(u, u.in, below(i)), b = cell(u, u.in, above(i)) - cell(u, u.in, i);
    cell(v, v.out, i) = a * b > 0 ? std::copysign(std::min(std::abs(a), std::abs(b)), a) : 0;
  });
}
void limited_tangent(const Launch& l) {
  for_points(l.range, [&](const Index& i) {
    const ArgView &u = l.args[0], &du = l.args[2], &dv = l.args[3];
    const double a = cell(u, u.in, i) - cell(u, u.in, below(i)), b = cell(u, u.in, above(i)) - cell(u, u.in, i);
    const double da = cell(du, du.in, i) - cell(du, du.in, below(i)),
                 db = cell(du, du.in, above(i)) - cell(du, du.in, i);
    cell(dv, dv.out, i) = a * b > 0 ? (std::abs(b) < std::abs(a) ? db : da) : 0;
  });
}

void root(const A2& u, A2& v) { v(0, 0) = std::sqrt(u(0, 0)); }
void root_fast(const Launch& l) {
  for_points(l.range,
             [&](const Index& i) { cell(l.args[1], l.args[1].out, i) = std::sqrt(cell(l.args[0], l.args[0].in, i)); });
}
void root_tangent(const Launch& l) {
  for_points(l.range, [&](const Index& i) {
    cell(l.args[3], l.args[3].out, i) =
        cell(l.args[2], l.args[2].in, i) / (2 * std::sqrt(cell(l.args[0], l.args[0].in, i)));
  });
}

/// Values are places in a table, so others than the program's must not come.
void place(const A2& u, A2& v) {
  outside = outside || u(0, 0) < 0 || u(0, 0) > 1;
  v(0, 0) = u(0, 0) < 1 ? 3 : 4;
}
void place_fast(const Launch& l) {
  for_points(l.range,
             [&](const Index& i) { cell(l.args[1], l.args[1].out, i) = cell(l.args[0], l.args[0].in, i) < 1 ? 3 : 4; });
}

void throws(A2& v) {
  if (v(0, 0) >= 0) throw std::runtime_error("the kernel's own");
}
void never_fast(const Launch&) {}

constexpr Index left_two[] = {{-1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
                three[] = {{0, -1, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 1, 0, 0, 0}}, centre_point[] = {{0, 0, 0, 0, 0}};
constexpr ops::ArgFacts product_facts[] = {
    {.reads_old = true, .adjoint_reads = true, .target = true, .offsets = left_two, .reads = left_two},
    {.written = true, .seed = true, .consumed = true},
    {.written = true, .seed = true}};
constexpr ops::ArgFacts squares_facts[] = {
    {.reads_old = true, .adjoint_reads = true, .target = true, .offsets = centre_point, .reads = centre_point},
    {.written = true, .seed = true}};
constexpr ops::ArgFacts limited_facts[] = {
    {.reads_old = true, .adjoint_reads = true, .target = true, .offsets = three, .reads = three},
    {.written = true, .seed = true, .consumed = true}};
constexpr ops::ArgFacts root_facts[] = {
    {.reads_old = true, .adjoint_reads = true, .target = true, .offsets = centre_point, .reads = centre_point},
    {.written = true, .seed = true, .consumed = true}};
constexpr ops::ArgFacts place_facts[] = {{.reads_old = true,
                                          .adjoint_reads = true,
                                          .target = true,
                                          .offsets = centre_point,
                                          .reads = centre_point,
                                          .into_integers = centre_point},
                                         {.written = true, .consumed = true}};
constexpr ops::ArgFacts throws_facts[] = {{.written = true, .reads_old = true, .reads = centre_point}};
const ops::LoopImplementation implementations[] = {
    {.file = "sentinel_test.cpp",
     .first_line = 1,
     .last_line = 100000,
     .name = "product",
     .signature = "2|dat:double:1:READ:uu|dat:double:1:WRITE:uu|red:double:1:INC",
     .kernel = "product",
     .primal = &product_fast,
     .adjoint = &product_adjoint,
     .tangent = &product_tangent,
     .args = product_facts},
    {.file = "sentinel_test.cpp",
     .first_line = 1,
     .last_line = 100000,
     .name = "squares",
     .signature = "2|dat:double:1:READ:uu|red:double:1:INC",
     .kernel = "squares",
     .primal = &squares_fast,
     .adjoint = &squares_adjoint,
     .tangent = &squares_tangent,
     .args = squares_facts},
    {.file = "sentinel_test.cpp",
     .first_line = 1,
     .last_line = 100000,
     .name = "limited",
     .signature = "2|dat:double:1:READ:uu|dat:double:1:WRITE:uu",
     .kernel = "limited",
     .primal = &limited_fast,
     .tangent = &limited_tangent,
     .args = limited_facts},
    {.file = "sentinel_test.cpp",
     .first_line = 1,
     .last_line = 100000,
     .name = "root",
     .signature = "2|dat:double:1:READ:uu|dat:double:1:WRITE:uu",
     .kernel = "root",
     .primal = &root_fast,
     .tangent = &root_tangent,
     .args = root_facts},
    {.file = "sentinel_test.cpp",
     .first_line = 1,
     .last_line = 100000,
     .name = "place",
     .signature = "2|dat:double:1:READ:uu|dat:double:1:WRITE:uu",
     .kernel = "place",
     .primal = &place_fast,
     .args = place_facts},
    {.file = "sentinel_test.cpp",
     .first_line = 1,
     .last_line = 100000,
     .name = "throws",
     .signature = "2|dat:double:1:RW:uu",
     .kernel = "throws",
     .primal = &never_fast,
     .not_differentiable = "it throws",
     .args = throws_facts},
};
const ops::Registration registration({.name = "test"}, true, implementations);

/// Records for derivatives, and changes nothing.
class Idle final : public ops::Redirector {
 public:
  void redirect(const ops::CallRef&, const ops::Operands&) override {}
};

struct SentinelTest : testing::Test {
  World world;
  Idle recorder;
  std::unique_ptr<ops::LoopProbe> sentinel = ops::make_sentinel();
  ops_block block = world.block(2);
  ops_stencil centre = world.centre(2), wide = world.stencil(2, {-1, 0, 0, 0, 1, 0}),
              tall = world.stencil(2, {0, -1, 0, 0, 0, 1});
  ops_dat u = world.dat<double>(block, {20, 12}, 1, "u"), v = world.dat<double>(block, {20, 12}, 1, "v");
  ops_reduction sum = world.reduction<double>();
  int range[4] = {0, 20, 0, 12};

  SentinelTest() {
    mistake = Mistake::none;
    negative = false;
    launches = 0;
    name_cells<double>(u);
    name_cells<double>(v);
    world.context.probe = sentinel.get();
  }
  void run_product() {
    ops_par_loop(product, "product", block, 2, range, ops_arg_dat(u, 1, wide, "double", OPS_READ),
                 ops_arg_dat(v, 1, centre, "double", OPS_WRITE), ops_arg_reduce(sum, 1, "double", OPS_INC));
  }
  void run_limited() {
    ops_par_loop(limited, "limited", block, 2, range, ops_arg_dat(u, 1, tall, "double", OPS_READ),
                 ops_arg_dat(v, 1, centre, "double", OPS_WRITE));
  }
};

TEST_F(SentinelTest, IsSilentWhereAllIsRightAndLooksEverMoreSeldom) {
  world.context.hooks.redirector = &recorder;
  for (int call = 0; call < 8; ++call) run_product();
  const int of_looks = launches - 8;
  for (int call = 8; call < 127; ++call) run_product();
  EXPECT_EQ(launches - 127, of_looks);
  run_product();
  EXPECT_GT(launches - 128, of_looks);
}

TEST_F(SentinelTest, LooksAtLoopsThatRunAgainOnlyWhereItHasNotSeenThem) {
  ops_arg args[] = {ops_arg_dat(u, 1, wide, "double", OPS_READ), ops_arg_dat(v, 1, centre, "double", OPS_WRITE),
                    ops_arg_reduce(sum, 1, "double", OPS_INC)};
  const auto recompute = [&] {
    const ops::LoopRequest request{"product", std::source_location::current(), block, 2, range,
                                   args,      ops::kernel_ref(product)};
    const auto variant = ops::make_variant(request);
    variant->again = true;
    launches = 0;
    ops::execute(variant->call({{0, 0, 0, 0, 0}, {20, 12, 1, 1, 1}}, false), *variant);
    return launches;
  };
  EXPECT_GT(recompute(), 1);
  EXPECT_EQ(recompute(), 1);
}

TEST_F(SentinelTest, ChangesNothingOfTheProgram) {
  run_product();
  for_points({{0, 0, 0, 0, 0}, {20, 12, 1, 1, 1}},
             [&](const Index& i) { EXPECT_EQ(at<double>(v, i), name_of(i) * name_of({i[0] - 1, i[1], 0, 0, 0})); });
  EXPECT_EQ(at<double>(v, {-1, 0, 0, 0, 0}), name_of({-1, 0, 0, 0, 0}));
  EXPECT_EQ(at<double>(u, {3, 0, 0, 0, 0}), name_of({3, 0, 0, 0, 0}));
}

TEST_F(SentinelTest, NamesTheCellAndBothValues) {
  mistake = Mistake::value;
  EXPECT_THAT([&] { run_product(); },
              ThrowsMessage<OPSException>(
                  AllOf(HasSubstr("argument 2 (dataset 'v')"), HasSubstr("component 0, the translated kernel computes"),
                        HasSubstr("has misread kernel 'product'"), HasSubstr("-OPS_SENTINEL=0"))));
}

TEST_F(SentinelTest, LooksInTheCorners) {
  mistake = Mistake::one_point;
  EXPECT_THAT([&] { run_product(); }, ThrowsMessage<OPSException>(HasSubstr("at index (0, 0)")));
}

TEST_F(SentinelTest, ComparesSums) {
  mistake = Mistake::sum;
  EXPECT_THAT([&] { run_product(); },
              ThrowsMessage<OPSException>(AllOf(HasSubstr("argument 3"), HasSubstr("contributes"))));
}

TEST_F(SentinelTest, SeesThatOldValuesAreReadWhereFactsSayThatTheyAreNot) {
  mistake = Mistake::reads_output;
  EXPECT_THAT([&] { run_product(); }, ThrowsMessage<OPSException>(HasSubstr("argument 2 (dataset 'v')")));
}

TEST_F(SentinelTest, LooksAgainOnceABranchMayHaveBeenTaken) {
  negative = true;
  for_points(u->layout.allocated, [&](const Index& i) { at<double>(u, i) = 1; });
  run_product();
  for_points(u->layout.allocated, [&](const Index& i) { at<double>(u, i) = 200 + i[0]; });
  EXPECT_THROW(run_product(), OPSException);
}

TEST_F(SentinelTest, ComparesTheTangentWithDifferencesOfTheKernelWhereDerivativesAreRecorded) {
  mistake = Mistake::tangent;
  for (int call = 0; call < 20; ++call) run_product();
  world.context.hooks.redirector = &recorder;
  EXPECT_THAT([&] { run_product(); },
              ThrowsMessage<OPSException>(
                  AllOf(HasSubstr("the translated directional derivative is"), HasSubstr("has misread"))));
}

TEST_F(SentinelTest, ComparesTheAdjointWithTheTangent) {
  mistake = Mistake::adjoint;
  world.context.hooks.redirector = &recorder;
  EXPECT_THAT([&] { run_product(); }, ThrowsMessage<OPSException>(HasSubstr("translated adjoint")));
}

/// Some directions are zero by chance, which the place of the loop and its calls decide: half of these see it.
TEST_F(SentinelTest, ComparesTheLowestCornerInTheFirstRecordedCallHoweverLateItIs) {
  mistake = Mistake::tangent_of_one_point;
  int seen = 0;
  for (int calls = 1000; calls < 1016; ++calls) {
    const ops_dat w = world.dat<double>(block, {20, 12}, 1, "w");
    const auto run = [&] {
      ops_par_loop(product, "product", block, 2, range, ops_arg_dat(u, 1, wide, "double", OPS_READ),
                   ops_arg_dat(w, 1, centre, "double", OPS_WRITE), ops_arg_reduce(sum, 1, "double", OPS_INC));
    };
    world.context.hooks.redirector = nullptr;
    for (int call = 0; call < calls; ++call) run();
    world.context.hooks.redirector = &recorder;
    try {
      run();
    } catch (const OPSException&) {
      ++seen;
    }
  }
  EXPECT_GE(seen, 4);
}

TEST_F(SentinelTest, ComparesTheAdjointOfALoopThatWritesNoDataset) {
  mistake = Mistake::adjoint;
  world.context.hooks.redirector = &recorder;
  EXPECT_THAT(
      [&] {
        ops_par_loop(squares, "squares", block, 2, range, ops_arg_dat(u, 1, centre, "double", OPS_READ),
                     ops_arg_reduce(sum, 1, "double", OPS_INC));
      },
      ThrowsMessage<OPSException>(HasSubstr("translated adjoint")));
}

TEST_F(SentinelTest, KinksAreNoMistakes) {
  world.context.hooks.redirector = &recorder;
  const double states[] = {0, 1, -3e-12};
  for (const double state : states) {
    for_points(u->layout.allocated,
               [&](const Index& i) { at<double>(u, i) = state * (1 + ((i[0] + i[1]) % 3) * 1e-13); });
    for (int call = 0; call < 8; ++call) EXPECT_NO_THROW(run_limited());
  }
}

/// As ahead of a wave. Between values of such different sizes kinks lie closer together than differences resolve.
TEST_F(SentinelTest, KinksBetweenTinyValuesAreNoMistakes) {
  world.context.hooks.redirector = &recorder;
  std::minstd_rand random;
  for (int k = 0; k < 400; ++k) {
    u = world.dat<double>(block, {20, 12}, 1, "another");  // so that its first calls are examined
    for_points(u->layout.allocated, [&](const Index& i) {
      const int size = static_cast<int>(random() % 5);
      at<double>(u, i) = size == 4 ? 0.0 : std::pow(10.0, -20 - 16 * size);
    });
    for (int call = 0; call < 8; ++call) EXPECT_NO_THROW(run_limited());
  }
}

TEST_F(SentinelTest, ValuesThatAreNotFiniteAreNoMistakes) {
  world.context.hooks.redirector = &recorder;
  for_points(u->layout.allocated, [&](const Index& i) { at<double>(u, i) = i[0] % 2 != 0 ? NAN : INFINITY; });
  EXPECT_NO_THROW(run_product());
}

TEST_F(SentinelTest, LeavesNoFlagsOfValuesThatTheProgramDoesNotHave) {
  world.context.hooks.redirector = &recorder;
  for_points(u->layout.allocated, [&](const Index& i) { at<double>(u, i) = i[0] % 2; });
  std::feclearexcept(FE_INVALID);
  ops_par_loop(root, "root", block, 2, range, ops_arg_dat(u, 1, centre, "double", OPS_READ),
               ops_arg_dat(v, 1, centre, "double", OPS_WRITE));
  EXPECT_EQ(std::fetestexcept(FE_INVALID), 0);  // programs may have it trapped
}

TEST_F(SentinelTest, KernelsWhoseValuesMayBePlacesInArraysRunWithThoseOfTheProgramOnly) {
  world.context.hooks.redirector = &recorder;
  for_points(u->layout.allocated, [&](const Index& i) { at<double>(u, i) = std::abs(i[0]) % 2; });
  outside = false;
  ops_par_loop(place, "place", block, 2, range, ops_arg_dat(u, 1, centre, "double", OPS_READ),
               ops_arg_dat(v, 1, centre, "double", OPS_WRITE));
  EXPECT_FALSE(outside);
}

TEST(SentinelBlocks, AProcessWithoutPointsExaminesNone) {
  EXPECT_TRUE(ops::sentinel::blocks_of(ops::Box::none(), 2, 1).empty());
}

TEST(SentinelBlocks, EightCallsSeeAlmostEveryPointOfASmallRange) {
  const ops::Box range{{-2, 1, 0, 0, 0}, {11, 10, 1, 1, 1}};
  std::set<Index> seen;
  for (const std::int64_t call : {1, 2, 4, 8})
    for (const ops::Box& block : ops::sentinel::blocks_of(range, 2, call))
      for_points(block, [&](const Index& i) { seen.insert(i); });
  EXPECT_TRUE(seen.contains({-2, 1, 0, 0, 0}) && seen.contains({10, 9, 0, 0, 0}));
  EXPECT_EQ(std::ssize(seen), range.volume());
}

TEST(SentinelBlocks, BlocksLieWithinAnyRange) {
  for (int x = 1; x < 40; ++x)
    for (int y = 1; y < 12; ++y)
      for (const std::int64_t call : {1, 2, 64, 1024}) {
        const ops::Box range{{3, -1, 0, 0, 0}, {3 + x, y - 1, 1, 1, 1}};
        const auto blocks = ops::sentinel::blocks_of(range, 2, call);
        EXPECT_FALSE(blocks.empty());
        for (const ops::Box& block : blocks) EXPECT_TRUE(!block.empty() && ops::intersection(block, range) == block);
      }
}

TEST_F(SentinelTest, KernelsThatThrowAreLeftToTheLoop) {
  EXPECT_NO_THROW(ops_par_loop(throws, "throws", block, 2, range, ops_arg_dat(v, 1, centre, "double", OPS_RW)));
}

}  // namespace
