// tests/ops/derivatives/tape/hessian_test.cpp: products with second derivatives: what is refused, and by which words.
// Their values: tests/adjoint/mixture.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/gradients/hessian.hpp"
#include "tests/ops/derivatives/tape/fixture.hpp"

namespace {

using fixture::error_of;
using fixture::TapeTest;
using testing::HasSubstr;

class HessianTest : public TapeTest {
 protected:
  void program() {
    run(jacobi, {u, f, v}, all);
    run(square, {v, u}, all);
    objective(u);
  }
  std::string product(const std::vector<ops_ad_direction>& directions) {
    return error_of([&] { ops_hessian_vector(&context, directions); });
  }
  std::string fetch(ops_dat dat) {
    return error_of([&] { ops_dat_fetch_hessian_vector(dat, reinterpret_cast<char*>(room.data())); });
  }
  ops_dat direction = declare("direction", true);
  std::vector<double> room = std::vector<double>(48, -1.0);
};

TEST_F(HessianTest, ErrorsSayWhatIsMissing) {
  EXPECT_THAT(product({{f, direction}}), HasSubstr("ops_hessian_vector: the tape is empty"));
  program();
  EXPECT_THAT(fetch(f), HasSubstr("no Hessian-vector product has been computed yet: call ops_hessian_vector first"));
  EXPECT_THAT(product({}), HasSubstr("no directions were given"));
  EXPECT_THAT(product({{f, direction}, {f, u}}), HasSubstr("two directions were given for dataset 'f'"));
  EXPECT_THAT(product({{direction, u}}), HasSubstr("dataset 'direction' is passive: it has no derivative"));
  EXPECT_THAT(fetch(direction), HasSubstr("dataset 'direction' is passive: it has no derivative"));
  EXPECT_THAT(fetch(nullptr), HasSubstr("the dataset is null or has been freed"));
}

TEST_F(HessianTest, AnUnseededObjectiveIsRefused) {
  program();
  *ops_reduction_get_derivative(sum) = 0.0;
  EXPECT_THAT(product({{f, direction}}), HasSubstr("no seed was set"));
}

TEST_F(HessianTest, ALoopTranslatedWithoutSecondDerivativesIsNamed) {
  program();
  EXPECT_THAT(product({{f, direction}}),
              HasSubstr("ops_hessian_vector: the objective depends on loop 'loop', which has no adjoint: the program "
                        "was translated without second derivatives"));
  EXPECT_THAT(fetch(f), HasSubstr("no Hessian-vector product has been computed yet"));
}

TEST_F(HessianTest, DerivativesOfScalarsStayAsTheyAre) {
  const double value = 0.5;
  const ops_scalar scalar =
      ops::declare_scalar(context, "scalar", &value, 1, {ops::Type::f64, sizeof value, false, true}, false, {});
  program();
  ops_interpret_adjoints(&context);
  *ops_scalar_get_derivative(scalar) = 3.0;
  EXPECT_NE(product({{f, direction}}), "");
  EXPECT_EQ(*ops_scalar_get_derivative(scalar), 3.0);
}

TEST_F(HessianTest, AFailedProductLeavesTheGradientAlone) {
  program();
  ops_interpret_adjoints(&context);
  const double gradient = derivative(f, {2, 2});
  EXPECT_NE(product({{f, direction}}), "");
  EXPECT_EQ(derivative(f, {2, 2}), gradient);
  ops_interpret_adjoints(&context);
  EXPECT_EQ(derivative(f, {2, 2}), gradient);
}

}  // namespace
