// tests/hostile/planted.cpp: touches values where only the machine may: what the hostile machine is for.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "ops.hpp"

extern "C" [[gnu::noinline]] double decide_by_values(ops_dat dat) {  // with a name that frames show
  double first;
  std::memcpy(&first, dat->buffer->address, sizeof first);
  return first;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(1, "line");
  int size[] = {8}, base[] = {0}, none[] = {0};
  double* given = nullptr;
  ops_dat u = ops_decl_dat(block, 1, size, base, none, none, given, "double", "u");
  ops_memspace host = OPS_HOST;
  char* const values = ops_dat_get_raw_pointer(u, 0, nullptr, &host);  // is allowed
  std::memset(values, 0, sizeof(double));
  ops_dat_release_raw_data(u, 0, OPS_RW);
  std::puts("allowed");
  std::fflush(stdout);
  const double decided = argc > 1 && std::strcmp(argv[1], "decide") == 0 ? decide_by_values(u) : 0.0;
  if (argc > 1 && std::strcmp(argv[1], "late") == 0) std::memset(values, 0, sizeof(double));
  std::printf("done %g\n", decided);
  ops_exit();
}
