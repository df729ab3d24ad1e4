// Mirrors ops/api/output.hpp.
#include "tests/ops/api/world.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "ops/loops/engine/engine.hpp"

namespace {

void touch(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) + 1.0; }

void run_touch(World& world) {
  int range[] = {0, 6, 0, 5};
  ops_par_loop(touch, "touch the field", world.block, 2, range,
               ops_arg_dat(world.u, 1, world.centre, "double", OPS_READ),
               ops_arg_dat(world.v, 1, world.centre, "double", OPS_WRITE));
}

TEST(OutputTest, PrintfGoesToTheInstance) {
  World world;
  std::ostringstream out;
  OPS_instance::getOPSInstance()->set_ostream(out);
  ops_printf("%d cells, %.2f %s\n", 12, 0.5, "done");
  ops_printf("");
  EXPECT_EQ(out.str(), "12 cells, 0.50 done\n");
}

TEST(OutputTest, LongTextIsWhole) {
  World world;
  std::ostringstream out;
  OPS_instance::getOPSInstance()->set_ostream(out);
  const std::string text(100000, 'x');
  ops_printf("%s", text.c_str());
  EXPECT_EQ(out.str(), text);
}

TEST(OutputTest, PrintfWorksWithoutAnInstance) {
  testing::internal::CaptureStdout();
  ops_printf("%s\n", "early");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "early\n");
}

TEST(OutputTest, FprintfGoesToTheFile) {
  const std::string path = testing::TempDir() + "ops_fprintf.txt";
  FILE* file = std::fopen(path.c_str(), "w");
  ops_fprintf(file, "%d", 7);
  std::fclose(file);
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  EXPECT_EQ(text.str(), "7");
  std::filesystem::remove(path);
}

TEST(OutputTest, NullFormatsAreRefused) {
  const char* volatile none = nullptr;
  EXPECT_THROW(ops_printf(none), OPSException);
  EXPECT_THROW(ops_fprintf(nullptr, "x"), OPSException);
}

TEST(OutputTest, TimersRun) {
  double cpu0, wall0, cpu1, wall1;
  ops_timers(&cpu0, &wall0);
  ops_timers_core(&cpu1, &wall1);
  EXPECT_GE(cpu1, cpu0);
  EXPECT_GE(wall1, wall0);
  ops_timers(nullptr, nullptr);
}

TEST(OutputTest, OneRank) {
  EXPECT_EQ(ops_is_root(), 1);
  EXPECT_EQ(ops_get_proc(), 0);
  EXPECT_EQ(ops_num_procs(), 1);
}

TEST(OutputTest, TimingTableFromLevelTwo) {
  World world;
  std::ostringstream out;
  run_touch(world);
  ops_timing_output(out);
  EXPECT_EQ(out.str(), "");
  OPS_instance::getOPSInstance()->OPS_diags = 2;
  run_touch(world);
  ops_timing_output(out);
  EXPECT_THAT(out.str(), testing::AllOf(testing::ContainsRegex("touch the field +2 "),
                                        testing::HasSubstr("output_test.cpp"), testing::HasSubstr("GB/s")));
  std::FILE* file = std::tmpfile();
  ops_timing_output(file);
  EXPECT_EQ(static_cast<std::size_t>(std::ftell(file)), out.str().size());
  std::fclose(file);
  EXPECT_THROW(ops_timing_output(static_cast<std::FILE*>(nullptr)), OPSException);
}

TEST(OutputTest, TimingsAreValuesToo) {
  World world;
  EXPECT_TRUE(OPS_instance::getOPSInstance()->loop_timings().empty());
  run_touch(world);
  const auto timings = OPS_instance::getOPSInstance()->loop_timings();
  ASSERT_FALSE(timings.empty());
  EXPECT_EQ(timings[0].name, "touch the field");
  EXPECT_EQ(timings[0].calls, 1);
  EXPECT_THAT(timings[0].place, testing::HasSubstr("output_test.cpp"));
}

TEST(OutputTest, TimingTableHoldsEveryPassAndBeginsWithWhatTookLongest) {
  World world;
  std::ostringstream out;
  OPS_instance::getOPSInstance()->OPS_diags = 2;
  run_touch(world);
  ops::LoopEngine& loops = *OPS_instance::getOPSInstance()->loops;
  const auto here = std::source_location::current();
  const auto took = [](ops::LoopTiming& row, double seconds, double bytes) {
    row.ran(bytes);
    row.add(seconds);
  };
  took(loops.row(ops::Pass::reversed, "touch the field", here), 60.0, 4e9);
  took(loops.row(ops::Pass::again, "touch the field", here), 10.0, 0.0);
  took(loops.row(ops::Pass::reversed, "touch the field", here), 40.0, 4e9);
  took(loops.row(ops::Pass::reversed, "(halos)"), 0.5, 0.0);
  ops_timing_output(out);
  const std::string table = out.str();
  EXPECT_THAT(table,
              testing::ContainsRegex(
                  "touch the field, reversed +2 +100.000000 .* 8.0000 +0.080 +[0-9]+%  .*output_test.cpp:[0-9]+"));
  EXPECT_LT(table.find("touch the field, reversed"), table.find("touch the field  "));
  EXPECT_THAT(table, testing::AllOf(testing::ContainsRegex("touch the field, recomputed +1 +10.000000"),
                                    testing::ContainsRegex("\\(halos\\), reversed +1 +0.500000")));
  EXPECT_THAT(table, testing::AllOf(testing::ContainsRegex("loops, recomputed +10.000000"),
                                    testing::ContainsRegex("loops, reversed +100.500000"),
                                    testing::HasSubstr("since ops_partition; triad")));
}

TEST(OutputTest, DiagnosticTablesFromLevelThree) {
  World world;
  std::ostringstream out;
  OPS_instance::getOPSInstance()->set_ostream(out);
  ops_diagnostic_output();
  EXPECT_EQ(out.str(), "");
  OPS_instance::getOPSInstance()->OPS_diags = 3;
  ops_free_dat(world.v);
  ops_diagnostic_output();
  EXPECT_THAT(out.str(),
              testing::AllOf(testing::HasSubstr("other"), testing::HasSubstr("[0, 6) x [0, 5) in [-1, 7) x [-1, 6)")));
}

}  // namespace
