// tests/ops/data/make_handles_test.cpp: what is declared can be read back; what is wrong is refused with names and
// numbers.
#include "ops/data/make_handles.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "ops/data/layout.hpp"

namespace {

using ops::Element;
using ops::Type;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr Element of_double{Type::f64, 8, false, true};

struct DeclareTest : testing::Test {
  ops::Context context;
  ops::Where here = ops::Where::current();
  ops_block block = ops::declare_block(context, 2, "grid", here);
  int size[2] = {6, 4}, base[2] = {0, 0}, d_m[2] = {-2, -1}, d_p[2] = {1, 3};

  ops::DatRequest request(const char* name = "u") {
    ops::DatRequest r;
    r.size = size;
    r.base = base;
    r.d_m = d_m;
    r.d_p = d_p;
    r.type = "double";
    r.name = name;
    r.element = of_double;
    return r;
  }
  ops_dat declare(const ops::DatRequest& r) { return ops::declare_dat(block, r, here); }
  double value(ops_dat dat, int i, int j, int c = 0) {
    return reinterpret_cast<double*>(
        dat->buffer->address)[ops::cell(dat->layout, {i, j, 0, 0, 0}) + c * dat->layout.component];
  }
  void refuse(const ops::DatRequest& r, const char* part) {
    EXPECT_THAT([&] { declare(r); },
                ThrowsMessage<OPSException>(testing::AllOf(HasSubstr("dataset 'u'"), HasSubstr(part))));
    EXPECT_TRUE(context.dats.empty());
  }
};

TEST_F(DeclareTest, PublishedFieldsDescribeTheMemory) {
  const ops_dat dat = declare(request());
  EXPECT_EQ(dat->size[0] + dat->d_m[0] - dat->d_p[0], 6);
  EXPECT_EQ(dat->size[1] + dat->d_m[1] - dat->d_p[1], 4);
  EXPECT_EQ(dat->size[0], dat->layout.pitch[1]);
  EXPECT_EQ(dat->elem_size, 8);
  EXPECT_STREQ(dat->name, "u");
  const auto* interior = reinterpret_cast<double*>(dat->data + dat->base_offset);
  EXPECT_EQ(interior, reinterpret_cast<double*>(dat->buffer->address) + ops::cell(dat->layout, {}));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(interior) % 64, 0u);
}

TEST_F(DeclareTest, NewDatasetsAreZeroAlsoInReusedMemory) {
  const ops_dat first = declare(request("dirty"));
  std::fill_n(reinterpret_cast<double*>(first->buffer->address), first->layout.bytes / 8, 3.0);
  ops::free_dat(context, first, here);
  const ops_dat second = declare(request());
  for (std::size_t k = 0; k < second->layout.bytes / 8; ++k)
    EXPECT_EQ(reinterpret_cast<double*>(second->buffer->address)[k], 0.0);
}

TEST_F(DeclareTest, TheUsersArrayIncludesHalosAndIsCopied) {
  for (const int soa : {0, 1}) {
    context.OPS_soa = soa;
    std::vector<double> data(9 * 8 * 2);
    std::iota(data.begin(), data.end(), 1.0);
    auto r = request();
    r.dim = 2;
    r.data = data.data();
    const ops_dat dat = declare(r);
    const std::vector<double> given = data;
    data.assign(data.size(), 0.0);
    for (int j = 0; j < 8; ++j)
      for (int i = 0; i < 9; ++i)
        for (int c = 0; c < 2; ++c) {
          const int at = soa != 0 ? (c * 8 + j) * 9 + i : (j * 9 + i) * 2 + c;
          EXPECT_EQ(value(dat, i - 2, j - 1, c), given[static_cast<std::size_t>(at)]);
        }
  }
}

TEST_F(DeclareTest, LowerDimensionalDatasetsHaveNoHaloThere) {
  size[0] = 1;
  const ops_dat dat = declare(request());
  EXPECT_EQ(dat->size[0], 1);
  EXPECT_EQ(dat->d_m[0], 0);
  EXPECT_EQ(dat->d_p[0], 0);
  EXPECT_EQ(dat->size[1], 8);
}

TEST_F(DeclareTest, FreedDatasetsAreRecognised) {
  const ops_dat dat = declare(request());
  ops::free_dat(context, dat, here);
  EXPECT_TRUE(ops::alive(dat));
  EXPECT_EQ(dat->buffer, nullptr);
  EXPECT_THAT([&] { ops::free_dat(context, dat, here); }, ThrowsMessage<OPSException>(HasSubstr("already been freed")));
}

TEST_F(DeclareTest, FreedDatasetsAndTheirPlacesDoNotAddUp) {
  const ops_dat first = declare(request());
  for (int k = 0; k < 3000; ++k) {
    const ops_dat dat = declare(request());
    EXPECT_EQ(dat->index, first->index + 1);
    ops::free_dat(context, dat, here);
    EXPECT_TRUE(ops::alive(dat));
  }
  EXPECT_EQ(context.dats.size(), 2u);
  EXPECT_LE(context.freed.size(), 1024u);
}

TEST_F(DeclareTest, LikeMeansSameShapeAndZero) {
  const ops_dat u = declare(request()), v = ops::declare_dat_like(u, "v");
  EXPECT_TRUE(std::equal(std::begin(u->size), std::end(u->size), v->size));
  EXPECT_EQ(u->base_offset, v->base_offset);
  EXPECT_STREQ(v->name, "v");
  EXPECT_NE(u->data, v->data);
}

TEST_F(DeclareTest, BadDatasetsAreRefusedByName) {
  auto r = request();
  size[1] = 0;
  refuse(r, "size is 0 on axis 1");
  size[1] = 4;
  d_m[0] = 1;
  refuse(r, "d_m is 1 on axis 0");
  d_m[0] = 0;
  d_p[1] = -1;
  refuse(r, "d_p is -1 on axis 1");
  d_p[1] = 0;
  r.dim = 0;
  refuse(r, "0 components");
  r.dim = 1;
  r.base = nullptr;
  refuse(r, "'base' is null");
  r.base = base;
  r.type = "float";
  refuse(r, "type string is \"float\", but the data are of type \"double\"");
  r.type = "duoble";
  refuse(r, "the type string \"duoble\" is unknown; the data are of type \"double\"");
  r.type = nullptr;
  refuse(r, "type string is null");
  r.type = "double";
  size[0] = size[1] = 2147483600;
  r.dim = 1000;
  refuse(r, "is too large");
  r.dim = 1;
  size[0] = size[1] = 100000000;
  refuse(r, "out of memory");
}

TEST_F(DeclareTest, StructsOfTheApplicationHaveAnyOtherName) {
  auto r = request();
  r.element = {Type::user, 24, false, true};
  r.type = "field_type";
  EXPECT_EQ(declare(r)->type_size, 24);
  r.type = "double";
  EXPECT_THROW(declare(r), OPSException);
  r.type = "field_type";
  r.element.refused = true;
  EXPECT_THROW(declare(r), OPSException);
}

TEST_F(DeclareTest, StencilsKeepTheirPointsAndKnowTheirReach) {
  const int points[] = {0, 0, 2, -1, -3, 0};
  const ops_stencil s = ops::declare_stencil(context, 2, 3, points, "S", nullptr, 0, here);
  EXPECT_EQ(s->offsets.size(), 3u);
  EXPECT_EQ(s->reach.lo, (ops::Index{-3, -1, 0, 0, 0}));
  EXPECT_EQ(s->reach.hi, (ops::Index{3, 1, 1, 1, 1}));
  EXPECT_TRUE(std::equal(std::begin(points), std::end(points), s->stencil));
  const int stride[] = {2, 2};
  const ops_stencil coarse = ops::declare_stencil(context, 2, 3, points, "P", stride, 1, here);
  EXPECT_EQ(coarse->mgrid_stride[0], 2);
  EXPECT_EQ(coarse->stride[0], 1);
}

TEST_F(DeclareTest, APointThatIsRepeatedCountsOnce) {
  const int twice[] = {0, 0, 1, 0, 0, 0};
  const ops_stencil s = ops::declare_stencil(context, 2, 3, twice, "S", nullptr, 0, here);
  EXPECT_EQ(s->offsets.size(), 2u);
  EXPECT_EQ(s->points, 3);  // as the program gave them
}

TEST_F(DeclareTest, BadStencilsAreRefusedByName) {
  const int twice[] = {0, 0, 1, 0, 0, 0}, negative[] = {-1, 1}, zero[] = {0, 2};
  const auto refused = [&](int dims, int points, const int* offsets, const char* name, const int* stride, int type,
                           const char* part) {
    EXPECT_THAT([&] { ops::declare_stencil(context, dims, points, offsets, name, stride, type, here); },
                ThrowsMessage<OPSException>(HasSubstr(part)));
  };
  refused(2, 0, twice, "S", nullptr, 0, "0 points");
  refused(6, 1, twice, "S", nullptr, 0, "6 dimensions");
  refused(2, 1, nullptr, "S", nullptr, 0, "offsets is null");
  refused(2, 1, twice, nullptr, nullptr, 0, "must not be null or empty");
  refused(2, 1, twice, "S", negative, 0, "stride -1 on axis 0");
  refused(2, 1, twice, "S", zero, 1, "ops_decl_prolong_stencil: stencil 'S': has stride 0");
  refused(2, 1, twice, "S", nullptr, 2, "strides is null");
}

TEST_F(DeclareTest, ReductionsCountTheirComponents) {
  EXPECT_EQ(ops::declare_reduction(context, 24, "double", "r", here)->dim, 3);
  EXPECT_THAT([&] { ops::declare_reduction(context, 12, "double", "r", here); },
              ThrowsMessage<OPSException>(HasSubstr("12 bytes")));
  EXPECT_THAT([&] { ops::declare_reduction(context, 8, "dubble", "r", here); },
              ThrowsMessage<OPSException>(HasSubstr("is unknown")));
  EXPECT_THAT([&] { ops::declare_reduction(context, 2, "half", "r", here); },
              ThrowsMessage<OPSException>(HasSubstr("reduce in float")));
}

TEST_F(DeclareTest, ConstantsKeepOldValuesForWhoeverHoldsThem) {
  double dt = 0.5;
  const auto& constant = ops::publish_constant(context, "dt", 1, "double", of_double, &dt, false, here);
  const auto old = constant.value;
  ops::publish_constant(context, "dt", 1, "double", of_double, &dt, true, here);
  EXPECT_EQ(constant.value, old) << "an equal value is no change";
  dt = 0.25;
  ops::publish_constant(context, "dt", 1, "double", of_double, &dt, true, here);
  EXPECT_EQ(*reinterpret_cast<const double*>(old->data()), 0.5);
  EXPECT_EQ(*reinterpret_cast<const double*>(constant.value->data()), 0.25);
}

TEST_F(DeclareTest, BadConstantsAreRefusedByName) {
  const double value[2] = {1, 2};
  const auto refused = [&](const char* name, int dim, const char* type, const void* data, bool update,
                           const char* part) {
    EXPECT_THAT([&] { ops::publish_constant(context, name, dim, type, of_double, data, update, here); },
                ThrowsMessage<OPSException>(HasSubstr(part)));
  };
  refused("dt", 1, "double", value, true, "'dt': was never declared");
  refused("dt", 1, "int", value, false, "\"int\", but the data are of type \"double\"");
  refused("dt", 0, "double", value, false, "0 values");
  refused("dt", 1, "double", nullptr, false, "value is null");
  refused("", 1, "double", value, false, "must not be null or empty");
  ops::publish_constant(context, "dt", 1, "double", of_double, value, false, here);
  refused("dt", 2, "double", value, true, "now given as 2 x \"double\"");
}

TEST_F(DeclareTest, BlocksHaveOneToFiveDimensions) {
  EXPECT_THAT([&] { ops::declare_block(context, 0, "b", here); },
              ThrowsMessage<OPSException>(HasSubstr("block 'b': has 0 dimensions")));
  EXPECT_THROW(ops::declare_block(context, 6, "b", here), OPSException);
  EXPECT_THROW(ops::declare_block(context, 1, nullptr, here), OPSException);
}

TEST_F(DeclareTest, ScalarsAreReal) {
  const double alpha[2] = {1, 2};
  const ops_scalar s = ops::declare_scalar(context, "alpha", alpha, 2, of_double, false, here);
  EXPECT_EQ(reinterpret_cast<double*>(s->data)[1], 2.0);
  EXPECT_THROW(ops::declare_scalar(context, "n", alpha, 1, {Type::i32, 4, false, true}, false, here), OPSException);
}

}  // namespace
