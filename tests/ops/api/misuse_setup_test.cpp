// Mistakes in set-up calls: each must end in an OPSException that names call, subject and what disagrees.
#include "tests/ops/api/world.hpp"

#include <climits>

namespace {

double* const none = nullptr;

ops_dat declare(ops_block on, std::vector<int> size, std::vector<int> d_m, std::vector<int> d_p, int dim = 1,
                const char* type = "double", const char* name = "x") {
  const std::vector<int> base(size.size(), 0);
  return ops_decl_dat(on, dim, size.data(), base.data(), d_m.data(), d_p.data(), none, type, name);
}

const int five = 5;

const Misuse setup_mistakes[] = {
    {"InitTwice",
     [](World&) { ops_init(0, nullptr, 1); },
     {"misuse_setup_test.cpp", "ops_init", "has already called ops_init"}},
    {"ExitTwice",
     [](World&) {
       ops_exit();
       ops_exit();
     },
     {"ops_exit", "call ops_init first"}},
    {"BlockBeforeInit",
     [](World&) {
       ops_exit();
       ops_decl_block(2, "b");
     },
     {"ops_decl_block", "call ops_init first"}},
    {"StencilBeforeInit",
     [](World&) {
       ops_exit();
       int o[] = {0};
       ops_decl_stencil(1, 1, o, "s");
     },
     {"ops_decl_stencil", "call ops_init first"}},
    {"ConstBeforeInit",
     [](World&) {
       ops_exit();
       ops_decl_const("five", 1, "int", &five);
     },
     {"ops_decl_const", "call ops_init first"}},
    {"PartitionBeforeInit",
     [](World&) {
       ops_exit();
       ops_partition("");
     },
     {"ops_partition", "call ops_init first"}},
    {"PartitionUnknownKey",
     [](World&) {
       std::map<std::string, void*> o{{"processes", nullptr}};
       ops_partition_opts("", o);
     },
     {"ops_partition_opts", "'processes'", "force_decomp"}},
    {"PartitionNullArray",
     [](World&) {
       std::map<std::string, void*> o{{"force_decomp", nullptr}};
       ops_partition_opts("", o);
     },
     {"ops_partition_opts", "'force_decomp'", "null"}},
    {"CheckpointsWithoutName",
     [](World&) { ops_checkpointing_init("", 1.0, 0); },
     {"ops_checkpointing_init", "no file name"}},
    {"CheckpointsInThePast", [](World&) { ops_checkpointing_init("c", -1.0, 0); }, {"ops_checkpointing_init", "-1 s"}},
    {"CheckpointsOfNoKind", [](World&) { ops_checkpointing_init("c", 1.0, 16); }, {"ops_checkpointing_init", "16"}},
    {"CheckpointsListNull",
     [](World&) { ops_checkpointing_manual_datlist(1, nullptr); },
     {"ops_checkpointing_manual_datlist", "the list is null"}},
    {"CheckpointsPayloadNull",
     [](World&) { ops_checkpointing_fastfw(8, nullptr); },
     {"ops_checkpointing_fastfw", "8 bytes", "null"}},

    {"BlockOfNoDimensions", [](World&) { ops_decl_block(0, "flat"); }, {"ops_decl_block", "'flat'", "0 dimensions"}},
    {"BlockOfSixDimensions", [](World&) { ops_decl_block(6, "six"); }, {"ops_decl_block", "'six'", "6 dimensions"}},
    {"BlockWithoutName", [](World&) { ops_decl_block(2, nullptr); }, {"ops_decl_block", "null"}},

    {"DatOnNullBlock",
     [](World&) { declare(nullptr, {6, 5}, {0, 0}, {0, 0}); },
     {"ops_decl_dat", "'x'", "block is null"}},
    {"DatOnDeadBlock",
     [](World& w) {
       ops_exit();
       declare(w.block, {6, 5}, {0, 0}, {0, 0});
     },
     {"ops_decl_dat", "block"}},
    {"DatWithoutName",
     [](World& w) { declare(w.block, {6, 5}, {0, 0}, {0, 0}, 1, "double", nullptr); },
     {"ops_decl_dat", "name"}},
    {"DatOfUnknownType",
     [](World& w) { declare(w.block, {6, 5}, {0, 0}, {0, 0}, 1, "duoble"); },
     {"ops_decl_dat", "'x'", "duoble", "double"}},
    {"DatOfOtherType",
     [](World& w) { declare(w.block, {6, 5}, {0, 0}, {0, 0}, 1, "float"); },
     {"ops_decl_dat", "'x'", "\"float\"", "\"double\""}},
    {"DatWithNullType",
     [](World& w) { declare(w.block, {6, 5}, {0, 0}, {0, 0}, 1, nullptr); },
     {"ops_decl_dat", "'x'", "null"}},
    {"DatOfNegativeSize",
     [](World& w) { declare(w.block, {6, -5}, {0, 0}, {0, 0}); },
     {"ops_decl_dat", "'x'", "size is -5", "axis 1"}},
    {"DatOfNoComponents",
     [](World& w) { declare(w.block, {6, 5}, {0, 0}, {0, 0}, 0); },
     {"ops_decl_dat", "'x'", "0 components"}},
    {"DatWithPositiveLowerHalo",
     [](World& w) { declare(w.block, {6, 5}, {1, 0}, {0, 0}); },
     {"ops_decl_dat", "'x'", "d_m is 1", "must not be positive"}},
    {"DatWithNegativeUpperHalo",
     [](World& w) { declare(w.block, {6, 5}, {0, 0}, {0, -2}); },
     {"ops_decl_dat", "'x'", "d_p is -2", "must not be negative"}},
    {"DatWithNullSize",
     [](World& w) { ops_decl_dat(w.block, 1, nullptr, World::base, World::d_m, World::d_p, none, "double", "x"); },
     {"ops_decl_dat", "'x'", "'size' is null"}},
    {"DatWithStrideZero",
     [](World& w) {
       int s[] = {0, 1};
       ops_decl_dat(w.block, 1, World::size, World::base, World::d_m, World::d_p, s, none, "double", "x");
     },
     {"ops_decl_dat", "'x'", "stride 0"}},
    {"DatTooLargeForMemory", [](World& w) { declare(w.block, {1000000, 1000000}, {0, 0}, {0, 0}); }, {"'x'", "memory"}},
    {"DatThatOverflows",
     [](World& w) { declare(w.block, {INT_MAX, INT_MAX}, {-9, -9}, {9, 9}); },
     {"ops_decl_dat", "'x'"}},
    {"DatThatOverflowsInFiveDimensions",
     [](World&) {
       declare(ops_decl_block(5, "b"), std::vector<int>(5, INT_MAX - 100), std::vector<int>(5, 0),
               std::vector<int>(5, 0));
     },
     {"ops_decl_dat", "'x'"}},
    {"DatOfTooManyComponents",
     [](World& w) { declare(w.block, {6, 5}, {0, 0}, {0, 0}, INT_MAX); },
     {"ops_decl_dat", "'x'"}},
    {"DatWithHalosThatOverflow",
     [](World& w) { declare(w.block, {6, 5}, {INT_MIN, 0}, {INT_MAX, 0}); },
     {"ops_decl_dat", "'x'"}},

    {"FreeNull", [](World&) { ops_free_dat(nullptr); }, {"ops_free_dat", "null"}},
    {"FreeTwice",
     [](World& w) {
       ops_free_dat(w.u);
       ops_free_dat(w.u);
     },
     {"ops_free_dat", "'u'", "was freed"}},
    {"FreeAfterExit",
     [](World& w) {
       ops_exit();
       ops_free_dat(w.u);
     },
     {"ops_free_dat", "ops_exit"}},
    {"FreeWhileRawPointerIsOut",
     [](World& w) {
       ops_dat_get_raw_pointer(w.u, 0, w.centre, nullptr);
       ops_free_dat(w.u);
     },
     {"ops_free_dat", "'u'", "raw pointer"}},
    {"CopyOfFreed",
     [](World& w) {
       ops_free_dat(w.u);
       ops_dat_copy(w.u);
     },
     {"ops_dat_copy", "'u'", "was freed"}},
    {"DeepCopyOfOtherSize",
     [](World& w) { ops_dat_deep_copy(w.u, declare(w.block, {6, 4}, {-1, -1}, {1, 1})); },
     {"ops_dat_deep_copy", "'u'", "'x'", "[-1, 5)"}},
    {"DeepCopyOfOtherComponents",
     [](World& w) { ops_dat_deep_copy(w.u, World::dat(w.block, "x", 2)); },
     {"ops_dat_deep_copy", "components 1", "has 2"}},
    {"DeepCopyOfOtherType",
     [](World& w) {
       ops_dat_deep_copy(
           w.u, ops_decl_dat(w.block, 1, World::size, World::base, World::d_m, World::d_p, nullptr, "float", "x"));
     },
     {"ops_dat_deep_copy", "type double", "float"}},
    {"DeepCopyOfLentValues",
     [](World& w) {
       ops_dat_get_raw_pointer(w.u, 0, w.centre, nullptr);
       ops_dat_deep_copy(w.v, w.u);
     },
     {"ops_dat_deep_copy", "'u'", "raw pointer to this dataset has not been released"}},
    {"DeepCopyToNull", [](World& w) { ops_dat_deep_copy(nullptr, w.u); }, {"ops_dat_deep_copy", "null"}},

    {"StencilOfNoPoints",
     [](World&) {
       int o[] = {0, 0};
       ops_decl_stencil(2, 0, o, "s");
     },
     {"ops_decl_stencil", "'s'", "0 points"}},
    {"StencilWithNullOffsets",
     [](World&) { ops_decl_stencil(2, 1, nullptr, "s"); },
     {"ops_decl_stencil", "'s'", "null"}},
    {"StencilOfTenDimensions",
     [](World&) {
       int o[10] = {};
       ops_decl_stencil(10, 1, o, "s");
     },
     {"ops_decl_stencil", "'s'", "10 dimensions"}},
    {"StridedStencilWithoutStrides",
     [](World&) {
       int o[] = {0, 0};
       ops_decl_strided_stencil(2, 1, o, nullptr, "s");
     },
     {"ops_decl_strided_stencil", "'s'", "stride is null"}},
    {"StridedStencilWithNegativeStride",
     [](World&) {
       int o[] = {0, 0}, s[] = {1, -1};
       ops_decl_strided_stencil(2, 1, o, s, "s");
     },
     {"ops_decl_strided_stencil", "'s'", "stride -1"}},
    {"ProlongByZero",
     [](World&) {
       int o[] = {0, 0}, s[] = {2, 0};
       ops_decl_prolong_stencil(2, 1, o, s, "s");
     },
     {"ops_decl_prolong_stencil", "'s'", "stride 0"}},

    {"ReductionOfUnknownType",
     [](World&) { ops_decl_reduction_handle(8, "duoble", "r"); },
     {"ops_decl_reduction_handle", "'r'", "duoble"}},
    {"ReductionOfWrongSize",
     [](World&) { ops_decl_reduction_handle(12, "double", "r"); },
     {"ops_decl_reduction_handle", "'r'", "12 bytes", "8 bytes"}},
    {"ReductionOfNoSize",
     [](World&) { ops_decl_reduction_handle(-8, "double", "r"); },
     {"ops_decl_reduction_handle", "'r'", "-8 bytes"}},

    {"ConstOfOtherType",
     [](World&) { ops_decl_const("five", 1, "double", &five); },
     {"ops_decl_const", "'five'", "\"double\"", "\"int\""}},
    {"ConstWithNullValue",
     [](World&) { ops_decl_const("five", 1, "int", static_cast<int*>(nullptr)); },
     {"ops_decl_const", "'five'", "null"}},
    {"ConstOfNoValues",
     [](World&) { ops_decl_const("five", 0, "int", &five); },
     {"ops_decl_const", "'five'", "0 values"}},
    {"ConstDeclaredAgainOtherwise",
     [](World&) {
       ops_decl_const("five", 1, "int", &five);
       const int two[] = {1, 2};
       ops_decl_const("five", 2, "int", two);
     },
     {"ops_decl_const", "'five'", "1 x \"int\"", "2 x \"int\""}},
    {"UpdateOfUndeclaredConst",
     [](World&) { ops_update_const("five", 1, "int", &five); },
     {"ops_update_const", "'five'", "never declared"}},
    {"ScalarOfInts", [](World&) { ops_decl_scalar("s", &five, 1); }, {"ops_decl_scalar", "'s'", "int"}},
    {"PassiveScalarOfNull",
     [](World&) { ops_decl_scalar_passive("s", static_cast<double*>(nullptr), 1); },
     {"ops_decl_scalar_passive", "'s'", "null"}},

    {"HaloOfNull",
     [](World& w) {
       int one[] = {1, 1}, at[] = {0, 0}, dir[] = {1, 2};
       ops_decl_halo(w.u, nullptr, one, at, at, dir, dir);
     },
     {"ops_decl_halo", "'to'", "null"}},
    {"HaloOutside",
     [](World& w) {
       int one[] = {1, 5}, at[] = {7, 0}, to[] = {-1, 0}, dir[] = {1, 2};
       ops_decl_halo(w.u, w.w, one, at, to, dir, dir);
     },
     {"ops_decl_halo", "'u' -> 'w'", "[7, 8) x [0, 5)", "[-1, 7) x [-1, 6)"}},
    {"HaloGroupOfStranger",
     [](World&) {
       ops_halo h[] = {nullptr};
       ops_decl_halo_group(1, h);
     },
     {"ops_decl_halo_group", "element 0"}},
    {"TransferOfNull", [](World&) { ops_halo_transfer(nullptr); }, {"ops_halo_transfer", "null"}},
    {"TransferAfterExit",
     [](World&) {
       const ops_halo_group g = ops_decl_halo_group(0, nullptr);
       ops_exit();
       ops_halo_transfer(g);
     },
     {"ops_halo_transfer", "ops_exit"}},
    {"TransferOfFreed",
     [](World& w) {
       int one[] = {1, 1}, at[] = {0, 0}, dir[] = {1, 2};
       ops_halo h[] = {ops_decl_halo(w.u, w.w, one, at, at, dir, dir)};
       const ops_halo_group g = ops_decl_halo_group(1, h);
       ops_free_dat(w.w);
       ops_halo_transfer(g);
     },
     {"ops_halo_transfer", "'w'", "was freed"}},
    {"TransferWhileRawPointerIsOut",
     [](World& w) {
       int one[] = {1, 1}, at[] = {0, 0}, dir[] = {1, 2};
       ops_halo h[] = {ops_decl_halo(w.u, w.w, one, at, at, dir, dir)};
       const ops_halo_group g = ops_decl_halo_group(1, h);
       ops_dat_get_raw_pointer(w.u, 0, w.centre, nullptr);
       ops_halo_transfer(g);
     },
     {"ops_halo_transfer", "'u'", "raw pointer"}},
    {"SubDatOfUnknownIndex", [](World& w) { w.u = OPS_sub_dat_list[17]->dat; }, {"OPS_sub_dat_list", "index 17"}},
};

class SetupMisuseTest : public MisuseTest {};
TEST_P(SetupMisuseTest, IsRefusedInWords) {
  World world;
  expect_refused(GetParam(), world);
}
INSTANTIATE_TEST_SUITE_P(Mistake, SetupMisuseTest, testing::ValuesIn(setup_mistakes), misuse_name);

}  // namespace
