// Mirrors ops/api/npy.hpp; tests/apps/shallow_water_test.py lets NumPy read what a program writes.
#include "tests/ops/api/declared_world.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <tuple>

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

/// As numpy.save writes it, in a version of the format.
std::string written(const std::string& name, const std::string& header, std::size_t bytes, char version = 1) {
  const std::string path = testing::TempDir() + "typed_" + name + ".npy";
  std::ofstream file(path, std::ios::binary);
  file << "\x93NUMPY" << version << '\0' << static_cast<char>(header.size()) << '\0'
       << (version > 1 ? std::string(2, '\0') : "") << header;
  for (std::size_t i = 0; i < bytes / sizeof(double); ++i) {
    const double value = 0.5 * static_cast<double>(i);
    file.write(reinterpret_cast<const char*>(&value), sizeof value);
  }
  file << std::string(bytes % sizeof(double), ' ');
  return path;
}
const std::string right = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }     \n";

TEST(NpyTest, WhatWasWrittenIsReadAgain) {
  World world;
  const std::string path = testing::TempDir() + "typed_again.npy";
  ops_write_npy(path, world.u);
  ops_dat_set_data(world.u, std::vector<double>(12));
  ops_read_npy(path, world.u);
  EXPECT_EQ(ops_dat_fetch_data<double>(world.u), world.numbers);
  const std::vector<float> pairs{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23};
  ops_dat_set_data(world.q, pairs);
  ops_write_npy(path, world.q);
  ops_dat_set_data(world.q, std::vector<float>(24));
  ops_read_npy(path, world.q);
  EXPECT_EQ(ops_dat_fetch_data<float>(world.q), pairs);
}

TEST(NpyTest, EveryVersionOfTheFormatIsRead) {
  for (const char version : {1, 2, 3}) {
    World world;
    ops_read_npy(written("version", right, 96, version), world.u);
    EXPECT_EQ(ops_dat_fetch_data<double>(world.u)[11], 5.5) << int(version);
  }
}

TEST(NpyTest, AFileThatDoesNotFitIsRefusedAndTheDatasetStays) {
  const std::tuple<const char*, std::string, std::size_t, const char*> files[] = {
      {"type", "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }\n", 48,
       "': its numbers are of type '<f4', but dataset 'u' of type \"double\" needs '<f8'"},
      {"bytes", "{'descr': '>f8', 'fortran_order': False, 'shape': (3, 4), }\n", 96, "of type '>f8'"},
      {"record", "{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3, 4), }\n", 96, "of type [('a'"},
      {"order", "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4), }\n", 96,
       "': its first axis varies fastest (fortran_order); save numpy.ascontiguousarray(a) instead"},
      {"shape", "{'descr': '<f8', 'fortran_order': False, 'shape': (4, 3), }\n", 96,
       "': its shape is (4,3), but dataset 'u' needs (3,4)"},
      {"flat", "{'descr': '<f8', 'fortran_order': False, 'shape': (12,), }\n", 96,
       "': its shape is (12,), but dataset 'u' needs (3,4)"},
      {"short", right, 95, "': the file has 95 bytes after the header, but the 12 values of the dataset need 96"},
      {"long", right, 104, "': the file has 104 bytes after the header, but the 12 values of the dataset need 96"},
      {"key", "{'descr': '<f8', 'shape': (3, 4), }\n", 96, "': this is not a .npy file, or its header is incomplete"},
  };
  for (const auto& [name, header, bytes, said] : files) {
    World world;
    const std::string path = written(name, header, bytes);
    EXPECT_THAT([&] { ops_read_npy(path, world.u); }, testing::ThrowsMessage<OPSException>(testing::HasSubstr(said)))
        << name;
    EXPECT_EQ(ops_dat_fetch_data<double>(world.u), world.numbers) << name;
  }
}

TEST(NpyTest, AHeaderThatIsCutOrNoneIsRefused) {
  World world;
  const std::string path = written("cut", right, 96), whole = contents(path);
  for (const std::size_t bytes : {0, 5, 9, 10, 40, 74}) {
    std::ofstream(path, std::ios::binary) << whole.substr(0, bytes);
    EXPECT_THAT(
        [&] { ops_read_npy(path, world.u); },
        testing::ThrowsMessage<OPSException>(testing::HasSubstr("is not a .npy file, or its header is incomplete")))
        << bytes;
  }
  std::ofstream(path, std::ios::binary) << "x y\n" << std::string(200, '1');
  EXPECT_THAT([&] { ops_read_npy(path, world.u); },
              testing::ThrowsMessage<OPSException>(testing::HasSubstr("is not a .npy file")));
}

}  // namespace
