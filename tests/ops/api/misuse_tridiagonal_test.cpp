// Mistakes in calls of the tridiagonal solver: each must end in an OPSException that names call, dataset and what
// disagrees.
#include "tests/ops/api/world.hpp"

#include <limits>

namespace {

/// A matrix and a right-hand side beside the world's datasets.
struct System {
  World& w;
  ops_dat a = World::dat(w.block, "a"), b = World::dat(w.block, "b"), c = World::dat(w.block, "c"),
          d = World::dat(w.block, "d");
  ops_tridsolver_params params{w.block};

  void solve(int axis = 0, std::vector<int> range = {0, 6, 0, 5}, int ndim = 2) {
    ops_tridMultiDimBatch(ndim, axis, range.empty() ? nullptr : range.data(), a, b, c, d, &params);
  }
  void add_to(ops_dat u) {
    int range[] = {0, 6, 0, 5};
    ops_tridMultiDimBatch_Inc(2, 1, range, a, b, c, d, u, &params);
  }
};

ops_dat declare(ops_block block, int dim, const char* type, const char* name, const int* size = World::size) {
  return ops_decl_dat(block, dim, size, World::base, World::d_m, World::d_p, static_cast<float*>(nullptr), type, name);
}

const Misuse tridiagonal_mistakes[] = {
    {"NoDataset",
     [](World& w) {
       System s{w};
       s.b = nullptr;
       s.solve();
     },
     {"ops_tridMultiDimBatch: b: ", "null"}},
    {"FreedDataset",
     [](World& w) {
       System s{w};
       ops_free_dat(s.c);
       s.solve();
     },
     {"ops_tridMultiDimBatch: c"}},
    {"TwoComponents",
     [](World& w) {
       System s{w};
       s.d = World::dat(w.block, "pair", 2);
       s.solve();
     },
     {"d (dataset 'pair')", "2 components"}},
    {"Integers",
     [](World& w) {
       System s{w};
       s.a = ops_decl_dat(w.block, 1, World::size, World::base, World::d_m, World::d_p, static_cast<int*>(nullptr),
                          "int", "n");
       s.solve();
     },
     {"a (dataset 'n')", "\"int\"", "double and float"}},
    {"MixedTypes",
     [](World& w) {
       System s{w};
       s.d = declare(w.block, 1, "float", "single");
       s.solve();
     },
     {"d (dataset 'single')", "\"float\"", "a (dataset 'a') is of type \"double\""}},
    {"OtherBlock",
     [](World& w) {
       System s{w};
       s.c = w.w;
       s.solve();
     },
     {"c (dataset 'w')", "block 'other'", "on block 'block'"}},
    {"ParametersOfAnotherBlock",
     [](World& w) {
       System s{w};
       s.params.block = w.other;
       s.solve();
     },
     {"parameters", "'other'", "'block'"}},
    {"GivenTwice",
     [](World& w) {
       System s{w};
       s.c = s.a;
       s.solve();
     },
     {"c (dataset 'a')", "also passed as a"}},
    {"SolutionIsRightHandSide",
     [](World& w) {
       System s{w};
       s.add_to(s.d);
     },
     {"ops_tridMultiDimBatch_Inc", "u (dataset 'd')", "also passed as d"}},
    {"NoSolution",
     [](World& w) {
       System s{w};
       s.add_to(nullptr);
     },
     {"ops_tridMultiDimBatch_Inc: u: ", "null"}},
    {"NoSuchAxis",
     [](World& w) {
       System s{w};
       s.solve(2);
     },
     {"axis is 2", "0 to 1"}},
    {"NegativeAxis",
     [](World& w) {
       System s{w};
       s.solve(-1);
     },
     {"axis is -1"}},
    {"OtherDimensions",
     [](World& w) {
       System s{w};
       s.solve(0, {0, 6}, 1);
     },
     {"1 dimensions", "block 'block' has 2"}},
    {"NoRange",
     [](World& w) {
       System s{w};
       s.solve(0, {});
     },
     {"range is null"}},
    {"RangeBackwards",
     [](World& w) {
       System s{w};
       s.solve(0, {4, 2, 0, 5});
     },
     {"axis 0", "[4, 2)", "ends before it begins"}},
    {"RangeBeyondTheHalo",
     [](World& w) {
       System s{w};
       s.solve(0, {0, 6, 0, 7});
     },
     {"a (dataset 'a')", "[0, 7) on axis 1", "halo"}},
    {"SmallerDataset",
     [](World& w) {
       static constexpr int size[] = {3, 5};
       System s{w};
       s.b = ops_decl_dat(w.block, 1, size, World::base, World::d_m, World::d_p, static_cast<double*>(nullptr),
                          "double", "small");
       s.solve();
     },
     {"b (dataset 'small')", "[0, 6) on axis 0"}},
    {"PointerOut",
     [](World& w) {
       System s{w};
       ops_dat_get_raw_pointer(s.d, 0, w.centre, nullptr);
       s.solve();
     },
     {"'d'", "raw pointer"}},
};

class TridiagonalMisuseTest : public MisuseTest {};
TEST_P(TridiagonalMisuseTest, IsRefusedInWords) {
  World world;
  expect_refused(GetParam(), world);
}
INSTANTIATE_TEST_SUITE_P(Mistake, TridiagonalMisuseTest, testing::ValuesIn(tridiagonal_mistakes), misuse_name);

}  // namespace
