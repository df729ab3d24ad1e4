// What the calls of ops/api refuse, and what they say.
#include "tests/ops/api/declared_world.hpp"

namespace {

struct Misuse {
  const char* name;
  void (*make)(World&);
  const char* said;  // after the place
};

void PrintTo(const Misuse& misuse, std::ostream* out) { *out << misuse.name; }

ops_scalar scalar(int dim) {
  static const double zeros[8] = {};
  return ops_decl_scalar("heard", zeros, dim);
}

const Misuse misuses[] = {
    {"FetchedAsAnotherType", [](World& w) { ops_dat_fetch_data<float>(w.u); },
     "ops_dat_fetch_data: dataset 'u': is of type \"double\", but the values are of type \"float\""},
    {"TooFewValues", [](World& w) { ops_dat_set_data(w.u, std::vector<double>(11)); },
     "ops_dat_set_data: dataset 'u': 11 values were given, but the interior of the dataset (cells [0, 4) x [0, 3), "
     "components per cell: 1) has 12 values"},
    {"ComponentsForgotten", [](World& w) { ops_dat_set_data(w.q, std::vector<float>(12)); },
     "ops_dat_set_data: dataset 'q': 12 values were given, but the interior of the dataset (cells [0, 4) x [0, 3), "
     "components per cell: 2) has 24 values"},
    {"SetToAnotherType", [](World& w) { ops_dat_set_data(w.u, std::vector<float>(12)); },
     "is of type \"double\", but the values are of type \"float\""},
    {"NullDataset", [](World&) { ops_dat_fetch_data<double>(nullptr); }, "ops_dat_fetch_data: the dataset is null"},
    {"ShortSeed", [](World& w) { ops_dat_set_derivative(w.u, std::vector<double>(3)); },
     "ops_dat_set_derivative: dataset 'u': 3 values were given"},
    {"ShortDirection", [](World& w) { ops_ad_along(w.u, std::vector<double>(3)); },
     "ops_ad_along: dataset 'u': 3 values were given"},
    {"ScalarWithTooMany", [](World&) { ops_scalar_set_data(scalar(2), std::vector<double>(3)); },
     "ops_scalar_set_data: 3 values were given, but scalar 'heard' has dimension 2"},
    {"ScalarOfAnotherType", [](World&) { ops_scalar_set_data(scalar(1), 1.0F); }, "scalar 'heard'"},
    {"ResultOfSeveralComponents",
     [](World&) { ops_reduction_result<double>(ops_decl_reduction_handle(16, "double", "pair")); },
     "ops_reduction_result: reduction 'pair' has 2 components, but this call supports only one"},
    {"ResultThatNoLoopMade", [](World& w) { ops_reduction_result<double>(w.sum); }, "'sum'"},
    {"SizesOfAnotherBlock", [](World& w) { ops_decl_dat<double>(w.block, "v", {4, 3, 2}); },
     "ops_decl_dat: dataset 'v': 3 sizes were given, but block 'block' has 2 dimensions"},
    {"NegativeHalo", [](World& w) { ops_decl_dat<double>(w.block, "v", {4, 3}, {.halo = -1}); },
     "dataset 'v': the halo depth is -1; it must not be negative"},
    {"PeriodicWithoutAHalo", [](World& w) { ops_decl_halo_periodic(0, {w.u, w.q}); },
     "ops_decl_halo_periodic: dataset 'q', axis 0: the dataset has no halo along this axis"},
    {"PeriodicAlongNoAxis", [](World& w) { ops_decl_halo_periodic(2, {w.u}); },
     "dataset 'u', axis 2: this axis does not exist; the axes of block 'block' are numbered 0 to 1"},
    {"PeriodicOfNothing", [](World&) { ops_decl_halo_periodic(0, {}); },
     "ops_decl_halo_periodic: no datasets were given"},
    {"HaloDeeperThanTheInterior",
     [](World& w) { ops_decl_halo_periodic(0, {ops_decl_dat<double>(w.block, "v", {2, 3}, {.halo = 3})}); },
     "dataset 'v', axis 0: the halo depths at the ends of this axis are 3 and 3 cells; a periodic halo must not be "
     "deeper than the interior (2 cells)"},
    {"PointOutside", [](World& w) { ops_sample(scalar(2), w.u, {{0, 0}, {5, 0}}); },
     "ops_sample: dataset 'u': point 1 refers to cell (5, 0), but the dataset covers only the cells [-1, 5) x [-1, 4), "
     "including halos"},
    {"MorePointsThanComponents", [](World& w) { ops_sample(scalar(1), w.u, {{0, 0}, {1, 0}}); },
     "2 points were given, but scalar 'heard' has dimension 1; the dimension must be equal to the number of points"},
    {"NoPoints", [](World& w) { ops_sum_points(w.sum, w.u, {}); }, "ops_sum_points: dataset 'u': no points were given"},
    {"FewerWeightsThanPoints", [](World& w) { ops_sum_points(w.sum, w.u, {{0, 0}, {1, 0}}, {1.0}); },
     "2 points and 1 weights were given, but there must be one weight for each point"},
    {"NoSuchComponent", [](World& w) { ops_sum_points(w.sum, w.q, {{0, 0}}, {}, 2); },
     "dataset 'q': component 2 was requested, but the dataset has only 2 components, numbered from 0"},
    {"PointsOfIntegers", [](World& w) { ops_sum_points(w.sum, ops_decl_dat<int>(w.block, "kind", {4, 3}), {{0, 0}}); },
     "dataset 'kind': the dataset is of type \"int\", but only double and float are supported"},
    {"SumsOfAnotherType",
     [](World& w) { ops_sum_points(ops_decl_reduction_handle(4, "float", "small"), w.u, {{0, 0}}); },
     "is of type \"double\", but 'small' is of type \"float\"; declare both with the same type, or declare "
     "'small' as double"},
    {"NoSuchFolder", [](World& w) { ops_write_npy("no/such/folder.npy", w.u); },
     "ops_write_npy: 'no/such/folder.npy': cannot be written: No such file"},
    {"NoSuchFile", [](World& w) { ops_read_npy("no/such.npy", w.u); },
     "ops_read_npy: 'no/such.npy': cannot be read: No such file"},
    {"ReadIntoNull", [](World&) { ops_read_npy("unused.npy", nullptr); }, "ops_read_npy: the dataset is null"},
    {"ShapeOfAnotherSize", [](World&) { ops_write_npy("unused.npy", std::vector<int>(5), {2, 3}); },
     "5 values were given, but an array of this shape has 6 values"},
};

class TypedMisuseTest : public testing::TestWithParam<Misuse> {};

TEST_P(TypedMisuseTest, IsNamedWithItsPlace) {
  World world;
  try {
    GetParam().make(world);
    ADD_FAILURE() << "no exception";
  } catch (const OPSException& error) {
    EXPECT_THAT(error.what(), testing::ContainsRegex("^[^ ]*misuse_test\\.cpp:[0-9]+: "));
    EXPECT_THAT(error.what(), testing::HasSubstr(GetParam().said));
  }
}

INSTANTIATE_TEST_SUITE_P(All, TypedMisuseTest, testing::ValuesIn(misuses),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
