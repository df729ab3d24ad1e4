// tests/ops/derivatives/tape/access_test.cpp: seeding and reading derivatives of datasets in every way the API has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::TapeTest;
using testing::HasSubstr;

class AccessTest : public TapeTest {
 protected:
  std::vector<double> fetch(ops_dat dat) {
    std::vector<double> values(48, -7.0);
    ops_dat_fetch_derivative(dat, reinterpret_cast<char*>(values.data()));
    return values;
  }
  static char* bytes(std::vector<double>& values) { return reinterpret_cast<char*>(values.data()); }
};

TEST_F(AccessTest, PackedSeedsGoInAndGradientsComeOut) {
  std::vector<double> seed(48);
  for (std::size_t k = 0; k < 48; ++k) seed[k] = 1.0 + static_cast<double>(k);
  run(copy, {u, v}, all);
  ops_dat_set_derivative(v, bytes(seed));
  EXPECT_EQ(fetch(v), seed);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(fetch(u), seed);
  EXPECT_EQ(fetch(v), std::vector<double>(48, 0.0));
  ops_interpret_adjoints(&context);
  EXPECT_EQ(fetch(u), seed);
}

TEST_F(AccessTest, PaddingReadsAsZero) {
  std::vector<ops::BufferRef> taken;
  for (int k = 0; k < 8; ++k) {
    taken.push_back(context.pool.take(u->layout.bytes, "rubbish"));
    std::memset(taken.back()->address, 0xff, u->layout.bytes);
  }
  taken.clear();
  ASSERT_GT(u->x_pad, 0);
  const auto padding = [](ops_dat dat, const char* first_cell) {
    const auto* values = reinterpret_cast<const double*>(first_cell);
    double most = 0;
    for (int j = 0; j < dat->size[1]; ++j)
      for (int i = dat->size[0] - dat->x_pad; i < dat->size[0]; ++i) most += std::abs(values[i + j * dat->size[0]]);
    return most;
  };
  const auto lent = [&](ops_dat dat) {
    const char* interior = ops_dat_derivative_get_raw_pointer(dat, nullptr, nullptr);
    const double most = padding(dat, interior - dat->base_offset);
    ops_dat_release_raw_derivative(dat, OPS_RW, OPS_HOST);
    return most;
  };
  EXPECT_EQ(lent(v), 0.0);
  run(square, {u, v}, all);
  objective(v);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(lent(f), 0.0);
  for (const ops_dat dat : {u, v}) {
    EXPECT_EQ(padding(dat, dat->derivative), 0.0);
    EXPECT_EQ(lent(dat), 0.0);
    EXPECT_EQ(padding(dat, ops_get_derivative_as_ops_dat(dat)->data), 0.0);
  }
}

TEST_F(AccessTest, RawPointersSeedAndRead) {
  run(square, {u, v}, all);
  ops_memspace space = 0;
  auto* seed = reinterpret_cast<double*>(v->derivative_get_raw_pointer(nullptr, &space));
  EXPECT_EQ(space, OPS_HOST);
  seed[2 + 3 * v->size[0]] = 1.0;
  v->release_raw_derivative(OPS_WRITE, &space);
  EXPECT_NE(v->derivative_get_raw_pointer(nullptr, &space), nullptr);
  v->release_raw_derivative(OPS_READ, OPS_HOST);
  EXPECT_NE(v->derivative_get_raw_pointer(nullptr, nullptr), nullptr);
  v->release_raw_derivative(OPS_READ);
  ops_interpret_adjoints(&context);
  const auto* gradient = reinterpret_cast<double*>(ops_dat_derivative_get_raw_pointer(u, nullptr, &space));
  EXPECT_EQ(gradient[2 + 3 * u->size[0]], 2 * at(u, {2, 3}));
  EXPECT_EQ(gradient[3 + 3 * u->size[0]], 0.0);
  ops_dat_release_raw_derivative(u, OPS_READ);
}

TEST_F(AccessTest, DerivativeMemberCoversEveryAllocatedCell) {
  run(copy, {u, v}, all);
  objective(v);
  ops_interpret_adjoints(&context);
  const auto* g = reinterpret_cast<const double*>(u->derivative);
  ASSERT_NE(g, nullptr);
  EXPECT_EQ(g[0], 0.0);  // a corner of the halo
  EXPECT_EQ(g[1 + 3 + (1 + 2) * u->size[0]], 2 * at(v, {3, 2}));
  const auto* none = reinterpret_cast<const double*>(f->derivative);
  for (std::size_t k = 0; k < f->mem / sizeof(double) && none; ++k) ASSERT_EQ(none[k], 0.0);
  ops_ad_reset(&context);
  EXPECT_EQ(u->derivative, nullptr);
}

TEST_F(AccessTest, DatasetThatNothingDependsOnIsZeroWithAWarning) {
  run(copy, {u, v}, all);
  objective(v);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(fetch(f), std::vector<double>(48, 0.0));
  EXPECT_THAT(said.str(), HasSubstr("the objective does not depend on dataset 'f'"));
}

TEST_F(AccessTest, DerivativeAsDatasetReadsSeedsAndFollows) {
  run(square, {u, v}, all);
  const ops_dat v_seed = ops_get_derivative_as_ops_dat(v), u_gradient = u->get_derivative_as_ops_dat();
  EXPECT_EQ(ops_get_derivative_as_ops_dat(v), v_seed);
  EXPECT_TRUE(v_seed->passive);
  run(copy, {f, v_seed}, all, true);  // seeds v with f
  ops_interpret_adjoints(&context);
  EXPECT_EQ(at(u_gradient, {2, 3}), 2 * at(u, {2, 3}) * at(f, {2, 3}));
  EXPECT_EQ(at(v_seed, {2, 3}), 0.0);
  const ops_dat out = declare("out", true);
  run(copy, {u_gradient, out}, all, true);
  EXPECT_EQ(at(out, {2, 3}), at(u_gradient, {2, 3}));
}

TEST_F(AccessTest, StoreCopiesTheDerivativeAtThatPoint) {
  std::vector<double> stored(48, -1.0);
  run(copy, {u, v}, all);
  ops_dat_store_derivative(v, bytes(stored));
  run(square_in_place, {v}, all);
  objective(v);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(stored, fetch(u));
  EXPECT_EQ(fetch(v), std::vector<double>(48, 0.0));
}

TEST_F(AccessTest, PointersHandedOutDoNotTouchTheRecordedPast) {
  run(square, {u, v}, all);
  const double x = at(u, {2, 3});
  tape.recorder.raw_access(u, {});
  at(u, {2, 3}) = 100.0;
  tape.recorder.raw_write(u, {});
  objective(v);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(at(u, {2, 3}), 100.0);
  EXPECT_DOUBLE_EQ(derivative(u, {2, 3}), 4 * x * x * x);
}

}  // namespace
