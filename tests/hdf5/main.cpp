// tests/hdf5/main.cpp: runs one part of the program; an OPSException is printed, with exit status 3.
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>

#include <sys/resource.h>

#include "tests/hdf5/program.hpp"

namespace {

/// OPSGRAD_TEST_FULL=n: no file may get longer than n bytes, which looks like a full disk.
void limit_files() {
  const char* bytes = std::getenv("OPSGRAD_TEST_FULL");
  if (bytes == nullptr) return;
  const rlimit limit{std::strtoull(bytes, nullptr, 10), RLIM_INFINITY};
  setrlimit(RLIMIT_FSIZE, &limit);
}

}  // namespace

int main(int argc, char** argv) {
  const std::map<std::string, int (*)(const std::string&)> parts{{"write", write_everything},
                                                                 {"read", read_everything},
                                                                 {"parts", write_parts},
                                                                 {"dump", dump},
                                                                 {"restart", restart},
                                                                 {"recorded", read_of_recorded},
                                                                 {"derivative", derivative},
                                                                 {"read_one", read_one},
                                                                 {"add_one", add_one},
                                                                 {"misuse", misuse},
                                                                 {"steps", steps},
                                                                 {"lines", steps_on_lines},
                                                                 {"points", steps_on_points},
                                                                 {"odd_names", steps_of_odd_names},
                                                                 {"images", images},
                                                                 {"many", many_steps},
                                                                 {"another_grid", step_of_another_grid}};
  if (argc < 3 || !parts.contains(argv[1])) return 2;
  try {
    ops_init(argc, argv, 1);
    limit_files();
    const int status = parts.at(argv[1])(argv[2]);
    ops_exit();
    return status;
  } catch (const OPSException& error) {
    std::cout << "OPSException " << error.code << ": " << error.what() << "\n";
    return 3;
  }
}
