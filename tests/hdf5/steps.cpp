// tests/hdf5/steps.cpp: steps for ParaView: on an image, a rectilinear grid with values in its cells, and a curvilinear grid.
#include "tests/hdf5/program.hpp"

namespace {

ops_dat dataset(ops_block block, const char* name, int dim, int nx, int ny) {
  int size[] = {nx, ny}, base[] = {0, 0};
  return ops_decl_dat(block, dim, size, base, below, above, static_cast<double*>(nullptr), "double", name);
}

/// Cell (i, j), component c: i + 10 j + 100 c + 1000 step.
void fill(ops_dat dat, int nx, int ny, int step) {
  std::vector<double> values;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      for (int c = 0; c < dat->dim; ++c) values.push_back(i + 10 * j + 100 * c + 1000 * step);
  ops_dat_set_data(dat, 0, reinterpret_cast<char*>(values.data()));
}

void append(ops_dat p, ops_dat v, const std::vector<ops_dat>& coordinates, int nx, int ny, const std::string& file) {
  for (int step = 0; step < 3; ++step) {
    fill(p, nx, ny, step);
    fill(v, nx, ny, step);
    if (coordinates.empty()) ops_append_vtk_hdf5({p, v}, 0.5 * step, file.c_str());
    else ops_append_vtk_hdf5({p, v}, coordinates, 0.5 * step, file.c_str());
  }
}

}  // namespace

int steps(const std::string& file) {
  ops_block block = ops_decl_block(2, "grid");
  append(dataset(block, "p", 1, 5, 4), dataset(block, "v", 3, 5, 4), {}, 5, 4, file);
  return 0;
}

int steps_on_lines(const std::string& file) {
  ops_block block = ops_decl_block(2, "grid");
  ops_dat x = dataset(block, "x", 1, 6, 1), y = dataset(block, "y", 1, 1, 5);
  double along_x[] = {0, 1, 4, 9, 16, 25}, along_y[] = {0, 0.5, 2, 3, 8};
  ops_dat_set_data(x, 0, reinterpret_cast<char*>(along_x));
  ops_dat_set_data(y, 0, reinterpret_cast<char*>(along_y));
  append(dataset(block, "p", 1, 5, 4), dataset(block, "v", 3, 5, 4), {x, y}, 5, 4, file);
  return 0;
}

int steps_on_points(const std::string& file) {
  ops_block block = ops_decl_block(2, "grid");
  ops_dat x = dataset(block, "x", 1, 5, 4), y = dataset(block, "y", 1, 5, 4);
  fill(x, 5, 4, 0);
  fill(y, 5, 4, 1);
  append(dataset(block, "p", 1, 5, 4), dataset(block, "v", 3, 5, 4), {x, y}, 5, 4, file);
  return 0;
}

int steps_of_odd_names(const std::string& file) {
  ops_block block = ops_decl_block(2, "100%");
  append(dataset(block, "p%b", 1, 5, 4), dataset(block, "%", 3, 5, 4), {}, 5, 4, file);
  ops_dat x = dataset(block, "x%%", 1, 5, 4), y = dataset(block, "y%d", 1, 5, 4);
  fill(x, 5, 4, 0);
  fill(y, 5, 4, 1);
  append(dataset(block, "p%b", 1, 5, 4), dataset(block, "%", 3, 5, 4), {x, y}, 5, 4, file + ".points");
  return 0;
}
