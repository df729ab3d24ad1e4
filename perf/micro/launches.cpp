// perf/micro/launches.cpp: what a loop costs beside its work: boundary loops of a 960² grid through OPS and written by
// hand. Prints one line of JSON: microseconds a loop, the least of several rounds. No threads are woken for such loops.
#define OPS_2D
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>

#include "ops.hpp"

void mirror_x(ACC<double>& a, ACC<double>& b, ACC<double>& c, const int* asked) {
  if (asked[0] == 1) a(0, 0) = a(1, 0);
  if (asked[1] == 1) b(0, 0) = b(1, 0);
  if (asked[2] == 1) c(0, 0) = c(1, 0);
}
void mirror_y(ACC<double>& a, ACC<double>& b, ACC<double>& c, const int* asked) {
  if (asked[0] == 1) a(0, 0) = a(0, 1);
  if (asked[1] == 1) b(0, 0) = b(0, 1);
  if (asked[2] == 1) c(0, 0) = c(0, 1);
}

namespace {

constexpr int cells = 960, loops = 2000, rounds = 15;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// Microseconds of one call.
template <class Fn>
double least(const Fn& fn) {
  double best = std::numeric_limits<double>::max();
  for (int round = 0; round < rounds; ++round) {
    const double start = now();
    for (int k = 0; k < loops; ++k) fn();
    best = std::min(best, now() - start);
  }
  return 1e6 * best / loops;
}

/// The same work, as one would write it. Inlined it could be left out.
[[gnu::noinline]] void mirror(double* to, const double* from, int count, std::ptrdiff_t stride) {
  for (int k = 0; k < count; ++k) to[k * stride] = from[k * stride];
}

}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int size[] = {cells, cells}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1}, asked[] = {1, 0, 0};
  int one[] = {-1, 0, 5, 6}, row[] = {0, cells, -1, 0}, column[] = {-1, 0, 0, cells}, right[] = {0, 0, 1, 0},
      up[] = {0, 0, 0, 1};
  double* zeros = nullptr;
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat a = ops_decl_dat(grid, 1, size, base, below, above, zeros, "double", "a");
  ops_dat b = ops_decl_dat(grid, 1, size, base, below, above, zeros, "double", "b");
  ops_dat c = ops_decl_dat(grid, 1, size, base, below, above, zeros, "double", "c");
  ops_stencil along_x = ops_decl_stencil(2, 2, right, "along x"), along_y = ops_decl_stencil(2, 2, up, "along y");
  ops_partition("");

  const auto along = [&](int* range) {
    return least([&] {
      ops_par_loop(mirror_x, "mirror_x", grid, 2, range, ops_arg_dat_opt(a, 1, along_x, "double", OPS_RW, asked[0]),
                   ops_arg_dat_opt(b, 1, along_x, "double", OPS_RW, asked[1]),
                   ops_arg_dat_opt(c, 1, along_x, "double", OPS_RW, asked[2]), ops_arg_gbl(asked, 3, "int", OPS_READ));
    });
  };
  const double cell_us = along(one), column_us = along(column);
  const double row_us = least([&] {
    ops_par_loop(mirror_y, "mirror_y", grid, 2, row, ops_arg_dat_opt(a, 1, along_y, "double", OPS_RW, asked[0]),
                 ops_arg_dat_opt(b, 1, along_y, "double", OPS_RW, asked[1]),
                 ops_arg_dat_opt(c, 1, along_y, "double", OPS_RW, asked[2]), ops_arg_gbl(asked, 3, "int", OPS_READ));
  });
  std::printf("{\"one_cell\": %.3f, \"row\": %.3f, \"column\": %.3f", cell_us, row_us, column_us);

  ops_memspace host = OPS_HOST;
  auto* corner = reinterpret_cast<double*>(ops_dat_get_raw_pointer(a, 0, along_x, &host));
  int start[2], sizes[2], strides[2], less[2], more[2];
  ops_dat_get_raw_metadata(a, 0, start, sizes, strides, less, more);
  const std::ptrdiff_t pitch = strides[0];
  std::printf(", \"row_by_hand\": %.3f, \"column_by_hand\": %.3f}\n",
              least([&] { mirror(corner - pitch, corner, cells, 1); }),
              least([&] { mirror(corner - 1, corner, cells, pitch); }));
  ops_dat_release_raw_data(a, 0, OPS_RW);
  ops_exit();
}
