// Mirrors ops/files/formats/text.hpp.
#include "ops/files/formats/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/ops/data/world.hpp"

namespace {

class TextTest : public testing::Test {
 protected:
  void SetUp() override {
    path = testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() + ".txt";
    std::filesystem::remove(path);
  }
  void TearDown() override { std::filesystem::remove(path); }
  std::string written() {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  World world;
  std::string path;
};

TEST_F(TextTest, RealsWithTheirHalos) {
  const ops_dat u = world.dat<double>(world.block(2), "u", "double", {2, 1}, 0);
  const ops_dat v = world.dat<double>(world.block(2), "v", "double", {2, 2}, 1);
  static_cast<void>(u);
  for_each_cell(v, [&](const ops::Index& i) { at<double>(v, i) = i[0] + 0.5 * i[1]; });
  ops::append_text(v, path.c_str(), ops::Where::current());
  EXPECT_EQ(written(),
            "ops_dat:  v \nops_dat dim:  1 \nblock Dims : 2 [4][4]\nelem size 8 \n\n"
            " -1.5000000000 -0.5000000000 0.5000000000 1.5000000000\n"
            " -1.0000000000 0.0000000000 1.0000000000 2.0000000000\n"
            " -0.5000000000 0.5000000000 1.5000000000 2.5000000000\n"
            " 0.0000000000 1.0000000000 2.0000000000 3.0000000000\n\n\n");
}

TEST_F(TextTest, LayoutDoesNotShow) {
  const ops_block b = world.block(1);
  const auto text = [&](int soa) {
    world.context.OPS_soa = soa;
    const ops_dat u = world.dat<int>(b, "u", "int", {3}, 0, 2);
    for_each_cell(u, [&](const ops::Index& i) {
      for (int c = 0; c < 2; ++c) at<int>(u, i, c) = 10 * i[0] + c;
    });
    std::filesystem::remove(path);
    ops::append_text(u, path.c_str(), ops::Where::current());
    return written();
  };
  const std::string aos = text(0);
  EXPECT_THAT(aos, testing::HasSubstr(" 0 1 10 11 20 21\n"));
  EXPECT_EQ(aos, text(1));
}

TEST_F(TextTest, Appends) {
  const ops_dat u = world.dat<int>(world.block(1), "u", "int", {1}, 0);
  ops::append_text(u, path.c_str(), ops::Where::current());
  const std::string once = written();
  ops::append_text(u, path.c_str(), ops::Where::current());
  EXPECT_EQ(written(), once + once);
}

TEST_F(TextTest, FileErrorsNamePathAndReason) {
  const ops_dat u = world.dat<int>(world.block(1), "u", "int", {1}, 0);
  EXPECT_THAT(
      [&] { ops::append_text(u, "/nonexistent/u.txt", ops::Where::current()); },
      testing::ThrowsMessage<OPSException>(testing::AllOf(
          testing::HasSubstr("dataset 'u'"), testing::HasSubstr("cannot open '/nonexistent/u.txt': No such file"))));
  EXPECT_THAT([&] { ops::append_text(u, nullptr, ops::Where::current()); },
              testing::ThrowsMessage<OPSException>(testing::HasSubstr("the file name is null")));
  if (std::filesystem::exists("/dev/full"))
    EXPECT_THAT([&] { ops::append_text(u, "/dev/full", ops::Where::current()); },
                testing::ThrowsMessage<OPSException>(testing::HasSubstr("No space left")));
}

}  // namespace
