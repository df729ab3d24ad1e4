// tests/ops/loops/launch/misuse_test.cpp: every way to get a loop wrong is an exception that names the loop, the place,
// the argument and the two things that disagree; and nothing has been changed by then.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ops/loops/launch/world.hpp"

namespace {

using namespace ops::test;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;
using A2 = ops::Accessor<double, 2>;

void copy(const A2& a, A2& b) { b(0, 0) = a(0, 0); }
void sum(const A2& a, double* s) { *s += a(0, 0); }
void left(const A2& a, A2& b) { b(0, 0) = a(-1, 0); }
void with_value(A2& a, const double* v) { a(0, 0) = v[0]; }
void with_index(A2& a, const int* idx) { a(0, 0) = idx[0]; }
void of_floats(const ops::Accessor<float, 2>& a, A2& b) { b(0, 0) = static_cast<double>(a(0, 0)); }
void of_lines(const ops::Accessor<double, 1>& a, A2& b) { b(0, 0) = a(0); }
void second_component(const A2& a, A2& b) { b(0, 0) = a(1, -1, 0); }

struct MisuseTest : testing::Test {
  World world;
  ops_block block = world.block(2, "grid"), other = world.block(2, "other");
  ops_stencil centre = world.centre(2), wide = world.stencil(2, {0, 0, -1, 0, 1, 0}, "wide"), line = world.centre(1);
  ops_dat u = world.dat<double>(block, {6, 4}, 1, "u"), v = world.dat<double>(block, {6, 4}, 1, "v");
  ops_dat abroad = world.dat<double>(other, {6, 4}, 1, "abroad"), pair = world.dat<double>(block, {6, 4}, 1, "pair", 2);
  ops_reduction r = world.reduction<double>("r");
  int range[4] = {0, 6, 0, 4};
  double value = 1;

  ops_arg in(ops_dat dat, ops_stencil s, const char* type = "double", ops_access access = OPS_READ, int dim = 1) {
    return ops_arg_dat(dat, dim, s, type, access);
  }
  ops_arg out() { return ops_arg_dat(v, 1, centre, "double", OPS_WRITE); }

  template <class K>
  void refuse(K kernel, const ops_arg& a, const ops_arg& b, const char* part) {
    const auto line = std::source_location::current().line() + 1;
    const auto loop = [&] { ops_par_loop(kernel, "bad", block, 2, range, a, b); };
    const std::string where = "misuse_test.cpp:" + std::to_string(line);
    EXPECT_THAT(loop,
                ThrowsMessage<OPSException>(AllOf(HasSubstr("ops_par_loop 'bad'"), HasSubstr(where), HasSubstr(part))));
  }
};

TEST_F(MisuseTest, Handles) {
  refuse(copy, in(nullptr, centre), out(), "argument 1 (ops_arg_dat): the dataset is null");
  refuse(copy, in(u, nullptr), out(), "argument 1 (dataset 'u'): the stencil is null");
  refuse(copy, in(abroad, centre), out(), "is on block 'other', but the loop runs on block 'grid'");
  refuse(sum, in(u, centre), ops_arg_reduce(nullptr, 1, "double", OPS_INC),
         "argument 2 (ops_arg_reduce): the reduction handle is null");
  refuse(with_value, out(), ops_arg_scalar(nullptr, 1, "double", OPS_READ), "the scalar is null");
  refuse(with_value, out(), ops_arg_gbl(static_cast<double*>(nullptr), 1, "double", OPS_READ),
         "argument 2 (ops_arg_gbl): the data are null");
  World elsewhere;
  refuse(sum, in(u, centre), ops_arg_reduce(elsewhere.reduction<double>(), 1, "double", OPS_INC),
         "another OPS_instance");
}

TEST_F(MisuseTest, FreedAndForgottenHandles) {
  ops_par_loop(copy, "good", block, 2, range, in(u, centre), out());
  ops::free_dat(world.context, u, world.here);
  refuse(copy, in(u, centre), out(), "dataset 'u'): the dataset has been freed");
  ops_block gone = nullptr;
  {
    World short_lived;
    gone = short_lived.block(2);
  }
  EXPECT_THAT([&] { ops_par_loop(copy, "bad", gone, 2, range, in(v, centre), out()); },
              ThrowsMessage<OPSException>(HasSubstr("the block no longer exists")));
  EXPECT_THAT([&] { ops_par_loop(copy, "bad", nullptr, 2, range, in(v, centre), out()); },
              ThrowsMessage<OPSException>(HasSubstr("the block is null")));
  EXPECT_THAT([&] { ops_par_loop(copy, nullptr, block, 2, range, in(v, centre), out()); },
              ThrowsMessage<OPSException>(HasSubstr("name is null")));
}

TEST_F(MisuseTest, DimensionsAndComponents) {
  refuse(copy, in(u, centre, "double", OPS_READ, 2), out(), "has dim 2, but the dataset has dim 1");
  refuse(copy, in(u, line), out(), "stencil 'centre' has 1 dimensions, but the loop has 2");
  refuse(of_lines, in(u, centre), out(),
         "the ACC parameter of the kernel has 1 dimensions (OPS_1D), but the loop has 2");
  refuse(sum, in(u, centre), ops_arg_reduce(r, 2, "double", OPS_INC), "has dim 2, but the reduction has dim 1");
  refuse(with_value, out(), ops_arg_gbl(&value, 0, "double", OPS_READ), "has dim 0");
  EXPECT_THAT([&] { ops_par_loop(copy, "bad", block, 6, range, in(u, centre), out()); },
              ThrowsMessage<OPSException>(HasSubstr("runs over 6 dimensions, but block 'grid' has 2")));
}

TEST_F(MisuseTest, Types) {
  refuse(copy, in(u, centre, "float"), out(), "type string is \"float\", but the dataset is of type \"double\"");
  refuse(copy, in(u, centre, "dubble"), out(), "type string is \"dubble\"");
  refuse(copy, in(u, centre, nullptr), out(), "type string is null");
  refuse(of_floats, in(u, centre), out(),
         "elements of type \"float\" (4 bytes), but the dataset is of type \"double\" (8 bytes)");
  refuse(with_value, out(), ops_arg_gbl(&value, 1, "int", OPS_READ),
         "type string is \"int\" (int), but the data are of type \"double\"");
  refuse(with_value, out(), ops_arg_gbl(range, 1, "int", OPS_READ),
         "elements of type \"double\" (8 bytes), but the data is of type \"int\"");
  refuse(sum, in(u, centre), ops_arg_reduce(r, 1, "float", OPS_INC),
         "type string is \"float\", but the reduction is of type \"double\"");
  refuse(sum, in(u, centre), ops_arg_reduce(world.reduction<float>(), 1, "float", OPS_INC),
         "but the reduction is of type \"float\"");
  refuse(with_value, out(), ops_arg_idx(), "but the index is of type \"int\"");
  refuse(copy, in(u, centre), ops_arg_gbl(&value, 1, "double", OPS_READ), "which only ops_arg_dat provides");
}

TEST_F(MisuseTest, AnotherOrderOfArgumentsIsNamedWhereItIsTheMistake) {
  refuse(sum, ops_arg_reduce(r, 1, "double", OPS_INC), in(u, centre),
         "a different order from the kernel's parameters, which are: const ACC<double>&, double*");
  EXPECT_THAT([&] { ops_par_loop(copy, "bad", block, 2, range, in(nullptr, centre), out()); },
              ThrowsMessage<OPSException>(Not(HasSubstr("order"))));
}

TEST_F(MisuseTest, Accesses) {
  refuse(copy, in(u, centre, "double", 17), out(), "unknown access 17");
  refuse(copy, in(u, centre), in(v, centre, "double", OPS_MIN),
         "OPS_MIN is allowed only with a stencil that has stride 0");
  refuse(with_value, out(), ops_arg_gbl(&value, 1, "double", OPS_INC), "use ops_arg_reduce for results");
  refuse(sum, in(u, centre), ops_arg_reduce(r, 1, "double", OPS_READ), "use OPS_INC, OPS_MIN or OPS_MAX");
  const ops_stencil coarse = world.strided(2, {0, 0}, {2, 2}, 1), fine = world.strided(2, {0, 0}, {2, 2}, 2);
  refuse(copy, in(u, centre), in(v, coarse, "double", OPS_WRITE), "OPS_WRITE through a prolong stencil");
  refuse(copy, in(u, centre), in(v, fine, "double", OPS_INC), "OPS_INC through a restrict stencil");
  ops_par_loop(sum, "first", block, 2, range, in(u, centre), ops_arg_reduce(r, 1, "double", OPS_INC));
  refuse(sum, in(u, centre), ops_arg_reduce(r, 1, "double", OPS_MAX),
         "the access mode is OPS_MAX, but earlier loops used OPS_INC for this reduction; read the result before you "
         "change the access mode");
  const ops_reduction c = world.reduction<complexd>("c");
  refuse(sum, in(u, centre), ops_arg_reduce(c, 1, "complexd", OPS_MIN),
         "OPS_MIN is not supported for type \"complexd\"");
}

TEST_F(MisuseTest, Ranges) {
  EXPECT_THAT([&] { ops_par_loop(copy, "bad", block, 2, nullptr, in(u, centre), out()); },
              ThrowsMessage<OPSException>(HasSubstr("the range is null")));
  std::copy_n(std::array{4, 2, 0, 4}.begin(), 4, range);
  refuse(copy, in(u, centre), out(), "range on axis 0 is [4, 2), which ends before it begins");
  std::copy_n(std::array{0, 6, -2, 4}.begin(), 4, range);
  refuse(copy, in(u, centre), out(),
         "range [-2, 4) on axis 1 and accesses the cells [-2, 4) (reads), but some of these cells are outside the halo "
         "(axis 1: "
         "allocated [-1, 5), "
         "interior [0, 4)");
  refuse(
      with_index, out(), ops_arg_idx(),
      "range [-2, 4) on axis 1 and accesses the cells [-2, 4) (writes), but some of these cells are outside the halo");
  std::copy_n(std::array{-2147483647, 2147483647, 0, 4}.begin(), 4, range);
  refuse(with_index, out(), ops_arg_idx(), "more than 2^31 indices");
  std::copy_n(std::array{2147483640, 2147483647, 0, 4}.begin(), 4, range);
  refuse(copy, in(u, wide), out(), "outside the halo");
}

TEST_F(MisuseTest, StencilDeeperThanTheHalo) {
  std::copy_n(std::array{-1, 6, 0, 4}.begin(), 4, range);
  refuse(left, in(u, wide), out(),
         "argument 1 (dataset 'u'): at point (-1, 0), the kernel accesses cell (-2, 0) at offset (-1, 0), "
         "which is outside the halo "
         "(axis 0: allocated [-1, 7), "
         "interior [0, 6), halo 1 below and 1 above)");
  refuse(second_component, in(pair, wide, "double", OPS_READ, 2), out(),
         "cell (-2, 0) at offset (-1, 0), which is outside the halo");
  ops_par_loop(copy, "no harm", block, 2, range, in(u, wide), out());  // declares more than it reads
}

TEST_F(MisuseTest, Order) {
  v->raw_out = 1;
  refuse(copy, in(u, centre), out(),
         "argument 2 (dataset 'v'): a raw pointer to the dataset's values has not been released");
  v->raw_out = 0;
}

void touches_both(A2& a, A2& b) { a(0, 0) = b(0, 0); }

TEST_F(MisuseTest, TouchingASwitchedOffArgumentOutsideOfItsCells) {
  const ops_dat bare = world.dat<double>(block, {6, 4}, 0, "bare");
  range[0] = -1;
  refuse(touches_both, out(), ops_arg_dat_opt(bare, 1, centre, "double", OPS_READ, 0),
         "argument 2 (dataset 'bare'): the argument is switched off");
}

struct Small {
  int a;
};
struct Large {
  double a[3];
};
void of_small(ops::Accessor<Small, 2>& s, const double*) { s(0, 0).a = 1; }

TEST_F(MisuseTest, StructsOfTheApplication) {
  const ops_dat s = world.dat<Large>(block, {6, 4}, 0, "s");
  refuse(of_small, ops_arg_dat(s, 1, centre, "thing", OPS_WRITE), ops_arg_gbl(&value, 1, "double", OPS_READ),
         "(4 bytes), but the dataset is of type \"user\" (24 bytes)");
  refuse(of_small, ops_arg_dat(s, 1, centre, "other_thing", OPS_WRITE), ops_arg_gbl(&value, 1, "double", OPS_READ),
         "type string is \"other_thing\", but the dataset is of type \"thing\"");
}

TEST_F(MisuseTest, RefusedLoopsChangeNothing) {
  name_cells<double>(v);
  std::copy_n(std::array{0, 6, 0, 40}.begin(), 4, range);
  refuse(copy, in(u, centre), out(), "outside the halo");
  for_points(v->layout.allocated, [&](const ops::Index& i) { EXPECT_EQ(at<double>(v, i), name_of(i)); });
}

TEST_F(MisuseTest, EmptyRangesAreFineAndDoNothing) {
  name_cells<double>(v);
  std::copy_n(std::array{3, 3, 100, 200}.begin(), 4, range);
  ops_par_loop(copy, "empty", block, 2, range, in(u, centre), out());
  for_points(v->layout.allocated, [&](const ops::Index& i) { EXPECT_EQ(at<double>(v, i), name_of(i)); });
}

}  // namespace
