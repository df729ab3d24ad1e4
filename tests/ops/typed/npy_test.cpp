// Mirrors ops/typed/npy.hpp; tests/apps/shallow_water_test.py lets NumPy read what a program writes.
#include "tests/ops/typed/world.hpp"

#include <cstring>
#include <fstream>
#include <iterator>

namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(NpyTest, TheInteriorWithRowsLast) {
  World world;
  const std::string path = testing::TempDir() + "typed_u.npy";
  ops_write_npy(path, world.u);
  const std::string text = contents(path);
  EXPECT_EQ(text.substr(0, 8), std::string("\x93NUMPY\x01\0", 8));
  EXPECT_THAT(text, testing::HasSubstr("{'descr': '<f8', 'fortran_order': False, 'shape': (3,4,), }"));
  ASSERT_EQ(text.size() % 64, 12 * sizeof(double) % 64);  // the header is a multiple of 64
  std::vector<double> values(12);
  std::memcpy(values.data(), text.data() + text.size() - 96, 96);
  EXPECT_EQ(values, world.numbers);
}

TEST(NpyTest, ComponentsComeLast) {
  World world;
  const std::string path = testing::TempDir() + "typed_q.npy";
  ops_write_npy(path, world.q);
  EXPECT_THAT(contents(path), testing::HasSubstr("{'descr': '<f4', 'fortran_order': False, 'shape': (3,4,2,), }"));
}

TEST(NpyTest, NumbersOfTheProgram) {
  World world;
  const std::string path = testing::TempDir() + "typed_n.npy";
  ops_write_npy(path, std::vector<int>{1, 2, 3, 4, 5, 6}, {2, 3});
  EXPECT_THAT(contents(path), testing::HasSubstr("{'descr': '<i4', 'fortran_order': False, 'shape': (2,3,), }"));
}

}  // namespace
