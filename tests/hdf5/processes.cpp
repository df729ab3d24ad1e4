// tests/hdf5/processes.cpp: a program that writes files, and one that goes on from them, on any number of processes.
// @param argv  "write" or "restart", and the file
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#define OPS_2D
#include "ops.hpp"

namespace {

int inside[] = {-1, 22, 0, 17}, coarse_cells[] = {0, 11, 0, 8}, column_cells[] = {-1, 22, 0, 1};
int centre[] = {0, 0}, star[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -2}, along[] = {1, 0};
double viscosity = 0.125;

void start(ACC<double>& u, ACC<float>& pair, ACC<int>& count, const int* at) {
  u(0, 0) = 1.0 + 0.01 * at[0] - 0.02 * (at[1] * at[0] % 7);
  pair(0, 0, 0) = static_cast<float>(at[0]);
  pair(1, 0, 0) = static_cast<float>(at[1]);
  count(0, 0) = at[0] + 100 * at[1];
}
void rest(ACC<double>& coarse, const int* at) { coarse(0, 0) = 3.0 * at[0] - at[1]; }
void line(ACC<double>& column, const int* at) { column(0, 0) = 0.5 * at[0]; }
void diffuse(const ACC<double>& u, ACC<double>& v) {
  v(0, 0) = u(0, 0) + 0.125 * (u(1, 0) - 3 * u(0, 0) + u(-1, 0) + u(0, 1) * u(0, -2));
}
void copy(const ACC<double>& v, ACC<double>& u) { u(0, 0) = v(0, 0); }
void squares(const ACC<double>& u, double* sum) { *sum += 0.5 * u(0, 0) * u(0, 0); }

struct Data {
  ops_block block;
  ops_dat u, v;
};

void advance(const Data& data, int times) {
  ops_stencil wide = ops_decl_stencil(2, 5, star, "wide"), point = ops_decl_stencil(2, 1, centre, "point");
  for (int t = 0; t < times; ++t) {
    ops_par_loop(diffuse, "diffuse", data.block, 2, inside, ops_arg_dat(data.u, 1, wide, "double", OPS_READ),
                 ops_arg_dat(data.v, 1, point, "double", OPS_WRITE));
    ops_par_loop(copy, "copy", data.block, 2, inside, ops_arg_dat(data.v, 1, point, "double", OPS_READ),
                 ops_arg_dat(data.u, 1, point, "double", OPS_WRITE));
  }
}

void print_sum(const Data& data) {
  ops_stencil point = ops_decl_stencil(2, 1, centre, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_par_loop(squares, "squares", data.block, 2, inside, ops_arg_dat(data.u, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_printf("sum %a\n", ops_ad_objective(sum));
}

int size[] = {23, 17}, base[] = {-1, 0}, below[] = {-1, -2}, above[] = {2, 1};

ops_dat field(ops_block block, const char* name) {
  return ops_decl_dat(block, 1, size, base, below, above, static_cast<double*>(nullptr), "double", name);
}

void write(const char* file) {
  const ops_block block = ops_decl_block(2, "grid");
  const Data data{block, field(block, "u"), field(block, "v")};
  const ops_dat pair =
      ops_decl_dat(block, 2, size, base, below, above, static_cast<float*>(nullptr), "float:soa", "pair");
  const ops_dat count = ops_decl_dat(block, 1, size, base, below, above, static_cast<int*>(nullptr), "int", "count");
  int half[] = {11, 8}, none[] = {0, 0}, stride[] = {2, 2}, line_size[] = {23, 1};
  const ops_dat coarse =
      block->decl_dat(1, half, none, none, none, stride, static_cast<double*>(nullptr), "double", "coarse");
  const ops_dat column =
      ops_decl_dat(block, 1, line_size, base, none, none, static_cast<double*>(nullptr), "double", "column");
  ops_stencil point = ops_decl_stencil(2, 1, centre, "point"),
              on_line = ops_decl_strided_stencil(2, 1, centre, along, "on_line");
  ops_decl_stencil(2, 5, star, "wide");
  ops_partition("");
  ops_par_loop(start, "start", block, 2, inside, ops_arg_dat(data.u, 1, point, "double", OPS_WRITE),
               ops_arg_dat(pair, 2, point, "float:soa", OPS_WRITE), ops_arg_dat(count, 1, point, "int", OPS_WRITE),
               ops_arg_idx());
  ops_par_loop(line, "line", block, 2, column_cells, ops_arg_dat(column, 1, on_line, "double", OPS_WRITE),
               ops_arg_idx());
  advance(data, 3);
  ops_dump_to_hdf5(file);
  const std::string other = std::string(file) + ".parts";
  for (const ops_dat dat : {data.u, pair, count, coarse, column}) ops_fetch_dat_hdf5_file(dat, other.c_str());
  int slab[] = {-2, 20, 3, 18};
  ops_write_data_slab_hdf5(pair, slab, other.c_str(), "slab");
  ops_write_plane_hdf5(data.u, 0, 22, other.c_str(), "plane");
  ops_write_const_hdf5("viscosity", 1, "double", reinterpret_cast<char*>(&viscosity), other.c_str());
  const std::string steps = std::string(file) + ".steps";
  for (int step = 0; step < 3; ++step) ops_append_vtk_hdf5({data.u, count}, 0.5 * step, steps.c_str());
  advance(data, 4);
  print_sum(data);
  ops_interpret_adjoints();
  ops_fetch_dat_and_derivative_hdf5_file(data.u, other.c_str());
}

void restart(const char* file) {
  ops_block block = ops_decl_block_hdf5(2, "grid", file);
  const Data data{block, ops_decl_dat_hdf5(block, 1, "double", "u", file),
                  ops_decl_dat_hdf5(block, 1, "double", "v", file)};
  ops_dat pair = ops_decl_dat_hdf5(block, 2, "float:soa", "pair", file);
  ops_stencil point = ops_decl_stencil(2, 1, centre, "point");
  ops_decl_stencil(2, 5, star, "wide");
  ops_partition("");
  advance(data, 4);
  print_sum(data);
  const std::string again = std::string(file) + ".again";
  ops_fetch_dat_hdf5_file(pair, again.c_str());
  static_cast<void>(point);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  try {
    ops_init(argc, argv, 1);
    if (std::strcmp(argv[1], "write") == 0) write(argv[2]);
    else restart(argv[2]);
    ops_exit();
  } catch (const OPSException& error) {
    std::printf("OPSException %d: %s\n", error.code, error.what());
    return 3;
  }
  return 0;
}
