// Mistakes in access to values and results: each must end in an OPSException that names call, dataset and what
// disagrees.
#include "tests/ops/api/world.hpp"

namespace {

double buffer[100];
char* const bytes_of_values = reinterpret_cast<char*>(buffer);

const Misuse data_mistakes[] = {
    {"FetchFromNull",
     [](World&) { ops_dat_fetch_data(nullptr, 0, bytes_of_values); },
     {"misuse_data_test.cpp", "ops_dat_fetch_data", "dataset is null"}},
    {"FetchFromFreed",
     [](World& w) {
       ops_free_dat(w.u);
       ops_dat_fetch_data(w.u, 0, bytes_of_values);
     },
     {"ops_dat_fetch_data", "'u'", "was freed"}},
    {"FetchAfterExit",
     [](World& w) {
       ops_exit();
       ops_dat_fetch_data(w.u, 0, bytes_of_values);
     },
     {"ops_dat_fetch_data", "ops_exit"}},
    {"FetchFromSomethingElse",
     [](World&) { ops_dat_fetch_data(reinterpret_cast<ops_dat>(buffer), 0, bytes_of_values); },
     {"ops_dat_fetch_data", "does not belong to any existing instance"}},
    {"FetchToNull", [](World& w) { ops_dat_fetch_data(w.u, 0, nullptr); }, {"ops_dat_fetch_data", "'u'", "null"}},
    {"FetchOfPartOne",
     [](World& w) { ops_dat_fetch_data(w.u, 1, bytes_of_values); },
     {"ops_dat_fetch_data", "'u'", "argument 'part' is 1", "it must be 0"}},
    {"FetchToDevice",
     [](World& w) { ops_dat_fetch_data_memspace(w.u, 0, bytes_of_values, OPS_DEVICE); },
     {"ops_dat_fetch_data", "'u'", "OPS_DEVICE", "OPS_HOST"}},
    {"FetchSlabOutside",
     [](World& w) {
       int r[] = {0, 8, 0, 5};
       ops_dat_fetch_data_slab_memspace(w.u, 0, bytes_of_values, r, OPS_HOST);
     },
     {"ops_dat_fetch_data_slab_memspace", "'u'", "[0, 8) x [0, 5)", "[-1, 7) x [-1, 6)"}},
    {"FetchSlabBackwards",
     [](World& w) {
       int r[] = {4, 2, 0, 5};
       ops_dat_fetch_data_slab_memspace(w.u, 0, bytes_of_values, r, OPS_HOST);
     },
     {"'u'", "axis 0", "[4, 2)"}},
    {"FetchSlabOfNullRange",
     [](World& w) { ops_dat_fetch_data_slab_memspace(w.u, 0, bytes_of_values, nullptr, OPS_HOST); },
     {"'u'", "range is null"}},
    {"SetFromNull", [](World& w) { ops_dat_set_data(w.u, 0, nullptr); }, {"ops_dat_set_data", "'u'", "null"}},
    {"SetPartMinusOne",
     [](World& w) { ops_dat_set_data(w.u, -1, bytes_of_values); },
     {"ops_dat_set_data", "'u'", "argument 'part' is -1"}},
    {"SetSlabOutside",
     [](World& w) {
       int r[] = {-2, 1, 0, 1};
       ops_dat_set_data_slab_memspace(w.u, 0, bytes_of_values, r, OPS_HOST);
     },
     {"ops_dat_set_data_slab_memspace", "'u'", "[-2, 1)"}},
    {"SetInUnknownMemory",
     [](World& w) { ops_dat_set_data_memspace(w.u, 0, bytes_of_values, 7); },
     {"ops_dat_set_data", "memory space 7"}},
    {"SetWhileRawPointerIsOut",
     [](World& w) {
       ops_dat_get_raw_pointer(w.u, 0, w.centre, nullptr);
       ops_dat_set_data(w.u, 0, bytes_of_values);
     },
     {"ops_dat_set_data", "'u'", "raw pointer", "ops_dat_release_raw_data"}},
    {"RawPointerInDeviceMemory",
     [](World& w) {
       ops_memspace m = OPS_DEVICE;
       ops_dat_get_raw_pointer(w.u, 0, w.centre, &m);
     },
     {"ops_dat_get_raw_pointer", "'u'", "OPS_DEVICE"}},
    {"RawPointerOfNull",
     [](World& w) { ops_dat_get_raw_pointer(nullptr, 0, w.centre, nullptr); },
     {"ops_dat_get_raw_pointer", "null"}},
    {"ReleaseWithoutGet",
     [](World& w) { ops_dat_release_raw_data(w.u, 0, OPS_READ); },
     {"ops_dat_release_raw_data", "'u'", "no raw pointer"}},
    {"ReleaseTwice",
     [](World& w) {
       ops_dat_get_raw_pointer(w.u, 0, w.centre, nullptr);
       ops_dat_release_raw_data(w.u, 0, OPS_RW);
       ops_dat_release_raw_data(w.u, 0, OPS_RW);
     },
     {"ops_dat_release_raw_data", "'u'", "no raw pointer"}},
    {"ReleaseOfAnother",
     [](World& w) {
       ops_dat_get_raw_pointer(w.u, 0, w.centre, nullptr);
       ops_dat_release_raw_data(w.v, 0, OPS_RW);
     },
     {"ops_dat_release_raw_data", "'v'", "no raw pointer"}},
    {"ReleaseWithUnknownAccess",
     [](World& w) {
       ops_dat_get_raw_pointer(w.u, 0, w.centre, nullptr);
       ops_dat_release_raw_data(w.u, 0, 17);
     },
     {"ops_dat_release_raw_data", "'u'", "17"}},
    {"ExtentsOfNull",
     [](World&) { ops_dat_get_extents(nullptr, 0, nullptr, nullptr); },
     {"ops_dat_get_extents", "null"}},
    {"ExtentsOfPartTwo",
     [](World& w) {
       int d[2], s[2];
       ops_dat_get_extents(w.u, 2, d, s);
     },
     {"ops_dat_get_extents", "'u'", "argument 'part' is 2"}},
    {"SlabExtentsOfNullSlab",
     [](World& w) {
       int d[2], s[2];
       ops_dat_get_slab_extents(w.u, 0, d, s, nullptr);
     },
     {"ops_dat_get_slab_extents", "'u'", "slab is null"}},
    {"MetadataOfFreed",
     [](World& w) {
       ops_free_dat(w.u);
       ops_dat_get_raw_metadata(w.u, 0, nullptr, nullptr, nullptr, nullptr, nullptr);
     },
     {"ops_dat_get_raw_metadata", "'u'", "was freed"}},
    {"PartitionsOfNull",
     [](World&) { ops_dat_get_local_npartitions(nullptr); },
     {"ops_dat_get_local_npartitions", "null"}},
    {"GetDataOfNull", [](World&) { ops_get_data(nullptr); }, {"ops_get_data", "null"}},
    {"NanCheckOfFreed",
     [](World& w) {
       ops_free_dat(w.u);
       ops_NaNcheck(w.u);
     },
     {"ops_NaNcheck", "'u'"}},
    {"RandomWithoutSeed",
     [](World& w) { ops_fill_random_uniform(w.u); },
     {"ops_fill_random_uniform", "'u'", "ops_randomgen_init"}},
    {"RandomAfterExitOfGenerator",
     [](World& w) {
       ops_randomgen_init(1, 0);
       ops_randomgen_exit();
       ops_fill_random_normal(w.u);
     },
     {"ops_fill_random_normal", "'u'", "ops_randomgen_init"}},
    {"RandomNormalInts",
     [](World& w) {
       ops_randomgen_init(1, 0);
       ops_fill_random_normal(
           ops_decl_dat(w.block, 1, World::size, World::base, World::d_m, World::d_p, nullptr, "int", "cells"));
     },
     {"ops_fill_random_normal", "'cells'", "int"}},
    {"RandomSeedBeforeInit",
     [](World&) {
       ops_exit();
       ops_randomgen_init(1, 0);
     },
     {"ops_randomgen_init", "call ops_init first"}},
    {"PrintToUnwritableFile",
     [](World& w) { ops_print_dat_to_txtfile(w.u, "/nonexistent/u.txt"); },
     {"ops_print_dat_to_txtfile", "'u'", "/nonexistent/u.txt", "No such file"}},
    {"PrintToNullFile",
     [](World& w) { ops_print_dat_to_txtfile(w.u, nullptr); },
     {"ops_print_dat_to_txtfile", "'u'", "null"}},
    {"PrintOfNull", [](World&) { ops_print_dat_to_txtfile(nullptr, "u.txt"); }, {"ops_print_dat_to_txtfile", "null"}},
    {"TimingBeforeInit",
     [](World&) {
       ops_exit();
       ops_timing_output_stdout();
     },
     {"ops_timing_output_stdout", "call ops_init first"}},

    {"ResultBeforeUse",
     [](World& w) {
       double r;
       ops_reduction_result(w.sum, &r);
     },
     {"ops_reduction_result", "'sum'", "the result is read too early"}},
    {"ResultOfOtherType",
     [](World& w) {
       float r;
       ops_reduction_result(w.sum, &r);
     },
     {"ops_reduction_result", "'sum'", "double", "float"}},
    {"ResultToNull",
     [](World& w) { ops_reduction_result(w.sum, static_cast<double*>(nullptr)); },
     {"ops_reduction_result", "'sum'", "null"}},
    {"ResultOfNull",
     [](World&) {
       double r;
       ops_reduction_result(nullptr, &r);
     },
     {"ops_reduction_result", "null"}},
    {"ResultAfterExit",
     [](World& w) {
       ops_exit();
       double r;
       ops_reduction_result(w.sum, &r);
     },
     {"ops_reduction_result", "ops_exit"}},
};

class DataMisuseTest : public MisuseTest {};
TEST_P(DataMisuseTest, IsRefusedInWords) {
  World world;
  expect_refused(GetParam(), world);
}
INSTANTIATE_TEST_SUITE_P(Mistake, DataMisuseTest, testing::ValuesIn(data_mistakes), misuse_name);

}  // namespace
