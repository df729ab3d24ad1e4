// tests/faults/limited.cpp: what needs a file or memory that the system does not give. limited <what> [option..]: the error is printed, and the program goes
// on (limited_test.py, which sets the limit of a file's size; that of memory is set here).
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

#define OPS_1D
#include "ops.hpp"

inline void fill(ACC<double> &u, const int *at) { u(0) = at[0]; }
inline void square(const ACC<double> &u, ACC<double> &v) { v(0) = u(0) * u(0); }
inline void total(const ACC<double> &v, double *sum) { *sum += v(0) * v(0); }

namespace {

/// Leaves so much memory to the process.
void leave(std::size_t bytes) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t most = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit limit{most, most};
  setrlimit(RLIMIT_AS, &limit);
}

template <class Call>
void caught(const Call &call) {
  try {
    call();
  } catch (const std::exception &error) {
    std::printf("error: %s\n", error.what());
  }
  std::fflush(stdout);
}

void run(const std::string &what) {
  const int n = what.starts_with("memory") ? 2000000 : 20000;
  int all[] = {0, n}, offsets[] = {0};
  ops_block line = ops_decl_block(1, "line");
  ops_dat u = ops_decl_dat<double>(line, "u", {n}), v = ops_decl_dat<double>(line, "v", {n});
  ops_stencil point = ops_decl_stencil(1, 1, offsets, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  if (what == "checkpoint") ops_checkpointing_init("state", 0.0, 0);
  const auto step = [&](ops_dat from, ops_dat to) {
    ops_par_loop(square, "square", line, 1, all, ops_arg_dat(from, 1, point, "double", OPS_READ), ops_arg_dat(to, 1, point, "double", OPS_WRITE));
  };
  const auto first = [&] { ops_par_loop(fill, "fill", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx()); };
  if (what == "memory-check") {  // before there is memory that can be used again
    leave(8 << 20);
    return caught(first);
  }
  first();
  step(u, v);
  for (int k = 0; what == "checkpoint" && k < 5; ++k) step(v, u), step(u, v);
  if (what.starts_with("memory")) leave(8 << 20);
  if (what == "npy" || what == "memory-npy") caught([&] { ops_write_npy("u.npy", u); });
  if (what == "text") caught([&] { ops_print_dat_to_txtfile(u, "u.txt"); });
  if (what == "memory-loop") caught([&] {
    for (int k = 0; k < 10; ++k) step(v, u), step(u, v);
  });
  ops_par_loop(total, "total", line, 1, all, ops_arg_dat(v, 1, point, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_ad_objective(sum);
  if (what == "trace" || what == "memory-gradient") caught([&] { ops_interpret_adjoints(); });
}

}  // namespace

int main(int argc, char **argv) {
  return ops_main(argc, argv, [&] {
    run(argc > 1 ? argv[1] : "");
    std::puts("went on");
  });
}
