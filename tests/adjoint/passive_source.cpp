// tests/adjoint/passive_source.cpp: loops that add a given, passive source to what has a derivative. No derivative
// flows through them, but whoever runs the program again with other inputs has to add the source again: the test on the
// command line once took their results for constants.
#include <cmath>
#include <utility>
#include <vector>

#define OPS_1D
#include "ops.hpp"

constexpr int cells = 8;

void grow(const ACC<double>& u, ACC<double>& next, const double* speed) { next(0) = u(0) * *speed; }
void emit(const ACC<double>& source, ACC<double>& next) { next(0) += source(0); }
void emit_in_place(const ACC<double>& source, ACC<double>& next) { next(0) = next(0) + source(0); }
void square(const ACC<double>& u, double* sum) { *sum += u(0) * u(0); }

double program(bool in_place) {
  int all[] = {0, cells}, here[] = {0};
  const double growth = 1.1;
  ops_block line = ops_decl_block(1, "line");
  ops_dat start = ops_decl_dat<double>(line, "start", {cells}), u = ops_decl_dat<double>(line, "u", {cells});
  ops_dat next = ops_decl_dat<double>(line, "next", {cells}),
          source = ops_decl_dat<double>(line, "source", {cells}, {.passive = true});
  ops_scalar speed = ops_decl_scalar("speed", &growth, 1);
  ops_stencil point = ops_decl_stencil(1, 1, here, "point");
  ops_reduction energy = ops_decl_reduction_handle(sizeof(double), "double", "energy");
  ops_partition("");
  ops_dat_set_data(source, std::vector<double>(cells, 0.5));
  ops_dat_deep_copy(u, start);
  for (int step = 0; step < 4; ++step, std::swap(u, next)) {
    ops_par_loop(grow, "grow", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(next, 1, point, "double", OPS_WRITE), ops_arg_scalar(speed, 1, "double", OPS_READ));
    if (in_place)
      ops_par_loop(emit_in_place, "emit_in_place", line, 1, all, ops_arg_dat(source, 1, point, "double", OPS_READ),
                   ops_arg_dat(next, 1, point, "double", OPS_RW));
    else
      ops_par_loop(emit, "emit", line, 1, all, ops_arg_dat(source, 1, point, "double", OPS_READ),
                   ops_arg_dat(next, 1, point, "double", OPS_INC));
  }
  ops_par_loop(square, "square", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(energy, 1, "double", OPS_INC));
  ops_ad_objective(energy);
  ops_interpret_adjoints();
  return ops_scalar_fetch_derivative<double>(speed)[0];
}

/// u = 0.5 (1 + s + s^2 + s^3) in every cell: its derivative by s, times 2 u and the number of cells.
void run(bool in_place) {
  const double s = 1.1, u = 0.5 * (1 + s + s * s + s * s * s), expected = cells * 2 * u * 0.5 * (1 + 2 * s + 3 * s * s);
  const double found = program(in_place);
  if (std::abs(found / expected - 1) > 1e-14)
    throw OPSException(OPS_RUNTIME_ERROR) << "derivative " << found << ", expected " << expected;
}

int main(int argc, char** argv) {
  for (const bool in_place : {false, true})
    if (ops_main(argc, argv, [in_place] { run(in_place); }) != 0) return 1;
  return 0;
}
