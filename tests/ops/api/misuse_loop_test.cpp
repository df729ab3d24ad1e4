// Mistakes in loops: each must end in an OPSException that names the loop, its place, the argument and what disagrees.
#include "tests/ops/api/world.hpp"

#include <climits>

namespace {

void one(ACC<double>& a) { a(0, 0) = 1.0; }
void two(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(1, 0); }
void with_value(ACC<double>& a, const double* x) { a(0, 0) = x[0]; }
void with_sum(const ACC<double>& a, double* s) { *s += a(0, 0); }
void with_index(ACC<double>& a, const int* i) { a(0, 0) = i[0]; }
void of_floats(ACC<float>& a) { a(0, 0) = 1.0f; }
void with_scalar(ACC<double>& a, const double* s) { a(0, 0) = s[0]; }

void doubled(const double* a, double* b) { *b = *a + *a; }
void failing(const double* a, double* b) {
  *b = *a;
  throw 1;
}
void split(const double* a, double* b, double* c) { *b = *a / 3.0, *c = *a - *b; }

int inner[] = {0, 6, 0, 5};
double three = 3.0;
float narrow = 2.0f;

ops_arg written(World& w) { return ops_arg_dat(w.u, 1, w.centre, "double", OPS_WRITE); }
ops_arg reads(const char* name) { return ops_arg_scalar(ops_decl_scalar(name, &three, 1), 1, "double", OPS_READ); }
ops_arg writes(const char* name) { return ops_arg_scalar(ops_decl_scalar(name, &three, 1), 1, "double", OPS_WRITE); }
void loop_one(World& w, int* range, const ops_arg& arg) { ops_par_loop(one, "fill", w.block, 2, range, arg); }
void loop_sum(World& w, const ops_arg& arg) {
  ops_par_loop(with_sum, "sum up", w.block, 2, inner, ops_arg_dat(w.u, 1, w.centre, "double", OPS_READ), arg);
}

const Misuse loop_mistakes[] = {
    {"OnNullBlock",
     [](World& w) { ops_par_loop(one, "fill", nullptr, 2, inner, written(w)); },
     {"misuse_loop_test.cpp", "ops_par_loop 'fill'", "block is null"}},
    {"AfterExit",
     [](World& w) {
       const ops_arg arg = written(w);
       ops_exit();
       ops_par_loop(one, "fill", w.block, 2, inner, arg);
     },
     {"ops_par_loop 'fill'", "block"}},
    {"WithNullName",
     [](World& w) { ops_par_loop(one, nullptr, w.block, 2, inner, written(w)); },
     {"ops_par_loop", "name is null"}},
    {"WithNullRange",
     [](World& w) { ops_par_loop(one, "fill", w.block, 2, nullptr, written(w)); },
     {"ops_par_loop 'fill'", "range is null"}},
    {"BeyondTheDimensionsOfItsBlock",
     [](World& w) {
       int r[] = {0, 1, 0, 1, 0, 2};
       ops_par_loop(one, "fill", w.block, 3, r, written(w));
     },
     {"ops_par_loop 'fill'", "axis 2", "outside the halo"}},
    {"RangeBeyondHalo",
     [](World& w) {
       int r[] = {0, 8, 0, 5};
       loop_one(w, r, written(w));
     },
     {"ops_par_loop 'fill'", "argument 1", "'u'", "[0, 8) on axis 0", "[-1, 7)"}},
    {"RangeBelowHalo",
     [](World& w) {
       int r[] = {0, 6, -2, 5};
       loop_one(w, r, written(w));
     },
     {"ops_par_loop 'fill'", "'u'", "[-2, 5) on axis 1"}},
    {"RangeBackwards",
     [](World& w) {
       int r[] = {5, 2, 0, 5};
       loop_one(w, r, written(w));
     },
     {"ops_par_loop 'fill'", "axis 0", "[5, 2)"}},
    {"RangeOfHugeExtent",
     [](World& w) {
       int r[] = {INT_MIN, INT_MAX, 0, 5};
       loop_one(w, r, written(w));
     },
     {"ops_par_loop 'fill'", "axis 0"}},
    {"StencilDeeperThanHalo",
     [](World& w) {
       int r[] = {0, 7, 0, 5};
       ops_par_loop(two, "copy", w.block, 2, r, ops_arg_dat(w.u, 1, w.wide, "double", OPS_READ),
                    ops_arg_dat(w.v, 1, w.centre, "double", OPS_WRITE));
     },
     {"ops_par_loop 'copy'", "'u'"}},
    {"DatOfAnotherBlock",
     [](World& w) { loop_one(w, inner, ops_arg_dat(w.w, 1, w.centre, "double", OPS_WRITE)); },
     {"ops_par_loop 'fill'", "argument 1", "'w'", "'other'", "'block'"}},
    {"NullDat",
     [](World& w) { loop_one(w, inner, ops_arg_dat(nullptr, 1, w.centre, "double", OPS_WRITE)); },
     {"ops_par_loop 'fill'", "argument 1", "null"}},
    {"FreedDat",
     [](World& w) {
       ops_free_dat(w.u);
       loop_one(w, inner, written(w));
     },
     {"ops_par_loop 'fill'", "'u'", "freed"}},
    {"FreedAfterAFirstRun",
     [](World& w) {
       for (int n = 0; n < 2; ++n) {
         loop_one(w, inner, written(w));
         if (n == 0) ops_free_dat(w.u);
       }
     },
     {"ops_par_loop 'fill'", "'u'", "freed"}},
    {"NullStencil",
     [](World& w) { loop_one(w, inner, ops_arg_dat(w.u, 1, nullptr, "double", OPS_WRITE)); },
     {"ops_par_loop 'fill'", "'u'", "stencil is null"}},
    {"StencilOfOtherDimensions",
     [](World& w) {
       int o[] = {0, 0, 0};
       loop_one(w, inner, ops_arg_dat(w.u, 1, ops_decl_stencil(3, 1, o, "cube"), "double", OPS_WRITE));
     },
     {"ops_par_loop 'fill'", "'cube'", "3 dimensions"}},
    {"WrongDim",
     [](World& w) { loop_one(w, inner, ops_arg_dat(w.u, 3, w.centre, "double", OPS_WRITE)); },
     {"ops_par_loop 'fill'", "'u'", "dim 3", "has dim 1"}},
    {"WrongTypeString",
     [](World& w) { loop_one(w, inner, ops_arg_dat(w.u, 1, w.centre, "float", OPS_WRITE)); },
     {"ops_par_loop 'fill'", "'u'", "\"float\"", "\"double\""}},
    {"UnknownTypeString",
     [](World& w) { loop_one(w, inner, ops_arg_dat(w.u, 1, w.centre, "duoble", OPS_WRITE)); },
     {"ops_par_loop 'fill'", "'u'", "duoble"}},
    {"NullTypeString",
     [](World& w) { loop_one(w, inner, ops_arg_dat(w.u, 1, w.centre, nullptr, OPS_WRITE)); },
     {"ops_par_loop 'fill'", "'u'", "null"}},
    {"KernelOfOtherType",
     [](World& w) { ops_par_loop(of_floats, "fill", w.block, 2, inner, written(w)); },
     {"ops_par_loop 'fill'", "'u'", "\"float\"", "\"double\""}},
    {"UnknownAccess",
     [](World& w) { loop_one(w, inner, ops_arg_dat(w.u, 1, w.centre, "double", 42)); },
     {"ops_par_loop 'fill'", "'u'", "access 42"}},
    {"MinimumIntoAFullDataset",
     [](World& w) { loop_one(w, inner, ops_arg_dat(w.u, 1, w.centre, "double", OPS_MIN)); },
     {"ops_par_loop 'fill'", "'u'", "OPS_MIN"}},
    {"ManyPointsChangeOneCell",
     [](World& w) {
       int o[] = {0, 0}, s[] = {1, 0};
       loop_one(w, inner, ops_arg_dat(w.u, 1, ops_decl_strided_stencil(2, 1, o, s, "row"), "double", OPS_RW));
     },
     {"ops_par_loop 'fill'", "'u'", "stride 0"}},
    {"RestrictThroughPlainStencil",
     [](World& w) { ops_arg_restrict(w.u, 1, w.centre, "double", OPS_READ); },
     {"ops_arg_restrict", "'centre'", "ops_decl_restrict_stencil"}},
    {"RawPointerIsOut",
     [](World& w) {
       ops_dat_get_raw_pointer(w.u, 0, w.centre, nullptr);
       loop_one(w, inner, written(w));
     },
     {"ops_par_loop 'fill'", "'u'", "raw pointer"}},
    {"ValueWritten",
     [](World& w) {
       ops_par_loop(with_value, "set", w.block, 2, inner, written(w), ops_arg_gbl(&three, 1, "double", OPS_INC));
     },
     {"ops_par_loop 'set'", "argument 2", "OPS_INC", "OPS_READ"}},
    {"ValueOfOtherType",
     [](World& w) {
       ops_par_loop(with_value, "set", w.block, 2, inner, written(w), ops_arg_gbl(&three, 1, "int", OPS_READ));
     },
     {"ops_par_loop 'set'", "argument 2", "\"int\"", "\"double\""}},
    {"ValueIsNull",
     [](World& w) {
       ops_par_loop(with_value, "set", w.block, 2, inner, written(w),
                    ops_arg_gbl(static_cast<double*>(nullptr), 1, "double", OPS_READ));
     },
     {"ops_par_loop 'set'", "argument 2", "null"}},
    {"ValueOfNoValues",
     [](World& w) {
       ops_par_loop(with_value, "set", w.block, 2, inner, written(w), ops_arg_gbl(&three, 0, "double", OPS_READ));
     },
     {"ops_par_loop 'set'", "argument 2", "dim 0"}},
    {"IndexForAnAccessor",
     [](World& w) { loop_one(w, inner, ops_arg_idx()); },
     {"ops_par_loop 'fill'", "argument 1", "ACC"}},
    {"IndexOfDoubles",
     [](World& w) { ops_par_loop(with_value, "set", w.block, 2, inner, written(w), ops_arg_idx()); },
     {"ops_par_loop 'set'", "argument 2"}},
    {"SumIntoNull",
     [](World& w) { loop_sum(w, ops_arg_reduce(nullptr, 1, "double", OPS_INC)); },
     {"ops_par_loop 'sum up'", "argument 2", "null"}},
    {"SumOfOtherDim",
     [](World& w) { loop_sum(w, ops_arg_reduce(w.sum, 2, "double", OPS_INC)); },
     {"ops_par_loop 'sum up'", "'sum'", "dim 2", "has dim 1"}},
    {"SumOfOtherType",
     [](World& w) { loop_sum(w, ops_arg_reduce(w.sum, 1, "float", OPS_INC)); },
     {"ops_par_loop 'sum up'", "'sum'", "\"float\"", "\"double\""}},
    {"SumThatReads",
     [](World& w) { loop_sum(w, ops_arg_reduce(w.sum, 1, "double", OPS_READ)); },
     {"ops_par_loop 'sum up'", "'sum'", "OPS_READ"}},
    {"SumThenMinimum",
     [](World& w) {
       loop_sum(w, ops_arg_reduce(w.sum, 1, "double", OPS_INC));
       loop_sum(w, ops_arg_reduce(w.sum, 1, "double", OPS_MIN));
     },
     {"ops_par_loop 'sum up'", "'sum'", "OPS_MIN", "OPS_INC"}},
    {"ScalarIsNull",
     [](World& w) {
       ops_par_loop(with_scalar, "set", w.block, 2, inner, written(w), ops_arg_scalar(nullptr, 1, "double", OPS_READ));
     },
     {"ops_par_loop 'set'", "argument 2", "null"}},
    {"ScalarWritten",
     [](World& w) {
       ops_par_loop(with_scalar, "set", w.block, 2, inner, written(w),
                    ops_arg_scalar(ops_decl_scalar("s", &three, 1), 1, "double", OPS_RW));
     },
     {"ops_par_loop 'set'", "'s'", "OPS_RW"}},
    {"OfScalarsThatWritesNothing",
     [](World&) { ops_scalar_loop(doubled, "twice", reads("a"), reads("b")); },
     {"misuse_loop_test.cpp", "ops_scalar_loop 'twice'", "writes no scalar"}},
    {"OfScalarsOfOtherType",
     [](World&) {
       ops_scalar_loop(doubled, "twice", reads("a"),
                       ops_arg_scalar(ops_decl_scalar("f", &narrow, 1), 1, "float", OPS_WRITE));
     },
     {"ops_scalar_loop 'twice'", "argument 2", "'f'", "\"double\"", "\"float\""}},
    {"OfScalarsOfOtherTypeString",
     [](World&) {
       ops_scalar_loop(doubled, "twice", reads("a"),
                       ops_arg_scalar(ops_decl_scalar("b", &three, 1), 1, "float", OPS_WRITE));
     },
     {"ops_scalar_loop 'twice'", "'b'", "\"float\"", "\"double\""}},
    {"OfScalarsReadAndWritten",
     [](World&) {
       ops_scalar_loop(doubled, "twice", reads("a"),
                       ops_arg_scalar(ops_decl_scalar("b", &three, 1), 1, "double", OPS_RW));
     },
     {"ops_scalar_loop 'twice'", "'b'", "OPS_RW", "twice"}},
    {"OfScalarsWrittenThroughConst",
     [](World&) { ops_scalar_loop(doubled, "twice", writes("a"), writes("b")); },
     {"ops_scalar_loop 'twice'", "argument 1", "'a'", "const"}},
    {"OfScalarsWrittenTwice",
     [](World&) {
       const ops_arg b = writes("b");
       ops_scalar_loop(split, "split", reads("a"), b, b);
     },
     {"ops_scalar_loop 'split'", "argument 3", "'b'", "argument 2"}},
    {"OfScalarsWithASum",
     [](World& w) { ops_scalar_loop(doubled, "twice", reads("a"), ops_arg_reduce(w.sum, 1, "double", OPS_INC)); },
     {"ops_scalar_loop 'twice'", "'sum'", "ops_scalar_from_reduction"}},
    {"OfScalarsOfTwoInstances",
     [](World&) {
       OPS_instance another(0, nullptr, 1);
       ops_scalar_loop(split, "split", reads("a"), writes("b"),
                       ops_arg_scalar(another.decl_scalar("theirs", &three, 1), 1, "double", OPS_WRITE));
     },
     {"ops_scalar_loop 'split'", "'theirs'", "another OPS_instance"}},
    {"HandleOfAnotherInstance",
     [](World& w) {
       OPS_instance another(0, nullptr, 1);
       loop_sum(w, ops_arg_reduce(another.decl_reduction_handle(8, "double", "theirs"), 1, "double", OPS_INC));
     },
     {"ops_par_loop 'sum up'", "'theirs'", "another OPS_instance"}},
};

class LoopMisuseTest : public MisuseTest {};
TEST_P(LoopMisuseTest, IsRefusedInWords) {
  World world;
  expect_refused(GetParam(), world);
}
INSTANTIATE_TEST_SUITE_P(Mistake, LoopMisuseTest, testing::ValuesIn(loop_mistakes), misuse_name);

// The reference computes what the kernel says, and what was wrong before leaves no trace.
TEST(LoopOfScalars, HasItsValuesAtOnce) {
  World world;
  const ops_scalar a = ops_decl_scalar("a", &three, 1), b = ops_decl_scalar("b", &three, 1);
  const auto arg = [](ops_scalar scalar, ops_access access) { return ops_arg_scalar(scalar, 1, "double", access); };
  for (int n = 0; n < 2; ++n) ops_scalar_loop(split, "split", arg(a, OPS_READ), arg(a, OPS_WRITE), arg(b, OPS_WRITE));
  EXPECT_EQ(*a->get_data<double>(), 3.0 / 3.0 / 3.0);
  EXPECT_EQ(*b->get_data<double>(), 3.0 / 3.0 - *a->get_data<double>());
  EXPECT_THROW(ops_scalar_loop(failing, "failing", arg(a, OPS_READ), arg(b, OPS_WRITE)), int);
  ops_scalar_loop(doubled, "twice", arg(a, OPS_READ), arg(b, OPS_WRITE));
  EXPECT_EQ(*b->get_data<double>(), 2.0 * *a->get_data<double>());
}

// Nothing already computed is lost: after a refused loop everything goes on.
TEST(LoopMisuseOrder, ProgramGoesOnAfterARefusal) {
  World world;
  loop_one(world, inner, written(world));
  int outside[] = {0, 60, 0, 5};
  EXPECT_THROW(loop_one(world, outside, written(world)), OPSException);
  loop_sum(world, ops_arg_reduce(world.sum, 1, "double", OPS_INC));
  EXPECT_THROW(loop_sum(world, ops_arg_reduce(world.sum, 1, "double", OPS_MAX)), OPSException);
  double total;
  ops_reduction_result(world.sum, &total);
  EXPECT_EQ(total, 30.0);
  ops_par_loop(with_index, "index", world.block, 2, inner, written(world), ops_arg_idx());
}

}  // namespace
