// tests/hdf5/reading.cpp: parts of datasets into files, dumps, restarts, and files amid a recording.
#include <iostream>
#include <numeric>

#include "tests/hdf5/program.hpp"

namespace {

ops_dat numbers(ops_block block, const char* name, int dim, const char* type = "double") {
  std::vector<double> values(static_cast<std::size_t>(columns * rows * dim));
  std::iota(values.begin(), values.end(), 1.0);
  ops_dat dat = ops_decl_dat(block, dim, sizes, bases, below, above, static_cast<double*>(nullptr), type, name);
  int all[] = {-2, 6, -2, 4};
  ops_dat_set_data_slab_memspace(dat, 0, reinterpret_cast<char*>(values.data()), all, OPS_HOST);
  return dat;
}

void diffuse(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) + 0.25 * (u(1, 0) - 2 * u(0, 0) + u(0, -1)); }
void copy(const ACC<double>& v, ACC<double>& u) { u(0, 0) = v(0, 0); }
void squares(const ACC<double>& u, double* sum) { *sum += 0.5 * u(0, 0) * u(0, 0); }

int inside[] = {-1, 4, 0, 4}, three[] = {0, 0, 1, 0, 0, -1}, centre[] = {0, 0};

void advance(ops_dat u, ops_dat v, int times) {
  static ops_stencil wide, point;
  wide = ops_decl_stencil(2, 3, three, "wide");
  point = ops_decl_stencil(2, 1, centre, "point");
  for (int t = 0; t < times; ++t) {
    ops_par_loop(diffuse, "diffuse", u->block, 2, inside, ops_arg_dat(u, 1, wide, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_WRITE));
    ops_par_loop(copy, "copy", u->block, 2, inside, ops_arg_dat(v, 1, point, "double", OPS_READ),
                 ops_arg_dat(u, 1, point, "double", OPS_WRITE));
  }
}

void print(ops_dat u) {
  std::vector<double> values(20);
  ops_dat_fetch_data(u, 0, reinterpret_cast<char*>(values.data()));
  std::cout.precision(17);
  for (const double value : values) std::cout << value << "\n";
}

}  // namespace

int write_parts(const std::string& file) {
  ops_block block = ops_decl_block(2, "grid");
  ops_dat u = numbers(block, "u", 1), w = numbers(block, "w", 2), s = numbers(block, "s", 3, "double:soa");
  int slab[] = {-2, 1, 1, 4};
  ops_write_data_slab_hdf5(u, slab, file.c_str(), "slabs/u");
  ops_write_data_slab_hdf5(w, slab, file.c_str(), "slabs/w");
  ops_write_data_slab_hdf5(s, slab, file.c_str(), "s", REAL_PRECISION::Single);
  ops_write_data_slab_hdf5(u, slab, file.c_str(), "halves", REAL_PRECISION::Half);
  ops_write_plane_hdf5(u, 0, 2, file.c_str(), "planes/x");
  ops_write_plane_hdf5(w, 1, -2, file.c_str(), "planes/y", REAL_PRECISION::Double);
  ops_write_plane_group_hdf5({{0, 2}, {1, 3}}, "7", {{u, w}, {u}});
  std::vector<std::string> names{"named"};
  ops_write_plane_group_hdf5({{0, 2}, {1, 3}}, names, "8", {{u}, {u}}, REAL_PRECISION::Single);
  return names[1] == "J3" ? 0 : 1;
}

int dump(const std::string& file) {
  ops_block block = ops_decl_block(2, "grid");
  ops_dat u = numbers(block, "u", 1), v = numbers(block, "v", 1);
  int size[] = {2, 4}, from[] = {0, 0}, to[] = {-2, 0}, along[] = {1, 2};
  ops_decl_halo(u, v, size, from, to, along, along);
  ops_partition("");
  advance(u, v, 3);
  ops_dump_to_hdf5(file.c_str());
  advance(u, v, 4);
  print(u);
  return 0;
}

int restart(const std::string& file) {
  ops_block block = ops_decl_block_hdf5(2, "grid", file.c_str());
  ops_dat u = ops_decl_dat_hdf5(block, 1, "double", "u", file.c_str()),
          v = ops_decl_dat_hdf5(block, 1, "double", "v", file.c_str());
  ops_decl_halo_hdf5(u, v, file.c_str());
  ops_partition("");
  advance(u, v, 4);
  print(u);
  return 0;
}

/// Values read while recording are inputs from outside: derivatives do not go past them to what was there before.
int read_of_recorded(const std::string& file) {
  ops_block block = ops_decl_block_hdf5(2, "grid", file.c_str());
  ops_dat u = ops_decl_dat_hdf5(block, 1, "double", "u", file.c_str()), v = numbers(block, "v", 1);
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  ops_stencil point = ops_decl_stencil(2, 1, centre, "point");
  ops_par_loop(copy, "copy", block, 2, inside, ops_arg_dat(v, 1, point, "double", OPS_READ),
               ops_arg_dat(u, 1, point, "double", OPS_WRITE));
  ops_fetch_dat_hdf5_file(v, file.c_str());
  ops_read_dat_hdf5(u);
  ops_par_loop(squares, "squares", block, 2, inside, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double result = 0, one = 1, before[20], gradient[20];
  sum->get_result(&result, &one);
  ops_interpret_adjoints();
  ops_dat_fetch_data(v, 0, reinterpret_cast<char*>(before));
  ops_dat_fetch_derivative(v, reinterpret_cast<char*>(gradient));
  for (const double g : gradient)
    if (g != 0) return 1;
  return 0;
}

int derivative(const std::string& file) {
  ops_block block = ops_decl_block(2, "grid");
  ops_dat u = numbers(block, "u", 1);
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  ops_stencil point = ops_decl_stencil(2, 1, centre, "point");
  ops_par_loop(squares, "squares", block, 2, inside, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double result = 0, one = 1;
  sum->get_result(&result, &one);
  ops_interpret_adjoints();
  ops_fetch_dat_and_derivative_hdf5_file(u, file.c_str());
  ops_dat gradient = ops_decl_dat_hdf5(block, 1, "double", "u_derivative", file.c_str());
  print(gradient);
  return 0;
}

int read_one(const std::string& file) {
  ops_block block = ops_decl_block_hdf5(2, "grid", file.c_str());
  ops_dat u = ops_decl_dat_hdf5(block, 1, "double", "u", file.c_str());
  ops_stencil stencil = ops_decl_stencil_hdf5(2, 3, "wide", file.c_str());
  ops_decl_halo_hdf5(u, u, file.c_str());
  double pi = 0;
  ops_get_const_hdf5("pi", 1, "double", reinterpret_cast<char*>(&pi), file.c_str());
  std::cout << "read " << stencil->points << " " << pi << "\n";
  return 0;
}

int add_one(const std::string& file) {
  ops_block block = ops_decl_block(2, "grid");
  ops_dat u = numbers(block, "u", 1);
  double pi = 3.25;
  int size[] = {2, 4}, from[] = {0, 0}, to[] = {-2, 0}, along[] = {1, 2};
  ops_fetch_block_hdf5_file(block, file.c_str());
  ops_fetch_dat_hdf5_file(u, file.c_str());
  ops_fetch_stencil_hdf5_file(ops_decl_stencil(2, 3, three, "wide"), file.c_str());
  ops_fetch_halo_hdf5_file(ops_decl_halo(u, u, size, from, to, along, along), file.c_str());
  ops_write_const_hdf5("pi", 1, "double", reinterpret_cast<char*>(&pi), file.c_str());
  return 0;
}
