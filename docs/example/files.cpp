// docs/example/files.cpp: ten steps of heat, or ten more from where the run before ended; ParaView opens the file.
#define OPS_2D
#include <filesystem>

#include "ops.hpp"

void bump(ACC<double>& u, const int* idx) { u(0, 0) = idx[0] == 20 && idx[1] == 30 ? 1.0 : 0.0; }
void heat(const ACC<double>& u, ACC<double>& next) {
  next(0, 0) = u(0, 0) + 0.2 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0));
}
void copy(const ACC<double>& next, ACC<double>& u) { u(0, 0) = next(0, 0); }
void sum(const ACC<double>& u, double* total) { *total += u(0, 0) * u(0, 0); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  const char* file = "heat.h5";
  const bool again = std::filesystem::exists(file);
  int size[] = {64, 64}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1}, all[] = {0, 64, 0, 64};
  int offsets[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
  double *zeros = nullptr, time = 0.0, energy = 0.0;
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = again ? ops_decl_dat_hdf5(grid, 1, "double", "u", file)
                    : ops_decl_dat(grid, 1, size, base, below, above, zeros, "double", "u");
  ops_dat next = ops_decl_dat(grid, 1, size, base, below, above, zeros, "double", "next");
  if (again) ops_get_const_hdf5("time", 1, "double", reinterpret_cast<char*>(&time), file);
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), star = ops_decl_stencil(2, 5, offsets, "star");
  ops_reduction total = ops_decl_reduction_handle(sizeof(double), "double", "total");
  ops_partition("");

  if (!again) ops_par_loop(bump, "bump", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  for (int step = 0; step < 10; ++step) {
    ops_par_loop(heat, "heat", grid, 2, all, ops_arg_dat(u, 1, star, "double", OPS_READ),
                 ops_arg_dat(next, 1, point, "double", OPS_WRITE));
    ops_par_loop(copy, "copy", grid, 2, all, ops_arg_dat(next, 1, point, "double", OPS_READ),
                 ops_arg_dat(u, 1, point, "double", OPS_WRITE));
    time += 1.0;
  }
  ops_append_vtk_hdf5({u}, time, file);
  ops_write_const_hdf5("time", 1, "double", reinterpret_cast<char*>(&time), file);
  ops_par_loop(sum, "sum", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(total, 1, "double", OPS_INC));
  ops_reduction_result(total, &energy);
  ops_printf("time %g: %.12f\n", time, energy);
  ops_exit();
}
