// tests/hdf5/steps.cpp: steps for ParaView: on an image, a rectilinear grid with values in its cells, and a curvilinear
// grid.
#include <cstdlib>

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

namespace {

/// Cell (i, j, k), component c: i + 10 j + 100 k + 1000 step + 10000 c.
template <class T>
void fill_image(ops_dat dat, int step) {
  std::vector<T> values;
  const ops::Box& cells = dat->layout.interior;
  for (int k = 0; k < cells.extent(2); ++k)
    for (int j = 0; j < cells.extent(1); ++j)
      for (int i = 0; i < cells.extent(0); ++i)
        for (int c = 0; c < dat->dim; ++c)
          values.push_back(static_cast<T>(i + 10 * j + 100 * k + 1000 * step + 10000 * c));
  ops_dat_set_data(dat, 0, reinterpret_cast<char*>(values.data()));
}

template <class T>
void image(const std::string& folder, int dims, const std::string& type) {
  for (const char* name : {"left", "right"}) {
    ops_block block = ops_decl_block(dims, (name + std::to_string(dims) + type).c_str());
    const std::vector<int> size = dims == 2 ? std::vector{5, 4} : std::vector{5, 4, 3};
    ops_dat p = ops_decl_dat<T>(block, "p", size, {.halo = 1}),
            v = ops_decl_dat<T>(block, "v", size, {.dim = 3, .halo = 2});
    for (int steps = 1; steps <= 3; ++steps)
      for (int step = 0; step < steps; ++step) {
        fill_image<T>(p, step);
        fill_image<T>(v, step);
        ops_append_vtk_hdf5(
            {p, v}, 0.5 * step,
            (folder + "/" + name + "." + std::to_string(dims) + "d." + type + "." + std::to_string(steps) + ".h5")
                .c_str());
      }
  }
}

}  // namespace

int images(const std::string& folder) {
  for (const int dims : {2, 3}) {
    image<double>(folder, dims, "double");
    image<float>(folder, dims, "float");
  }
  return 0;
}

int many_steps(const std::string& file) {
  ops_block block = ops_decl_block(2, "grid");
  ops_dat p = dataset(block, "p", 1, 5, 4), v = dataset(block, "v", 3, 5, 4);
  const char* const first = std::getenv("OPSGRAD_TEST_FIRST");
  const char* const steps = std::getenv("OPSGRAD_TEST_STEPS");
  const int begin = first == nullptr ? 0 : std::atoi(first), end = begin + (steps == nullptr ? 1 : std::atoi(steps));
  for (int step = begin; step < end; ++step) {
    fill(p, 5, 4, step);
    fill(v, 5, 4, step);
    ops_append_vtk_hdf5({p, v}, 0.5 * step, file.c_str());
  }
  return 0;
}

int step_of_another_grid(const std::string& file) {
  ops_block block = ops_decl_block(2, "grid");
  ops_dat p = dataset(block, "p", 1, 6, 4), v = dataset(block, "v", 3, 6, 4);
  ops_append_vtk_hdf5({p, v}, 100.0, file.c_str());
  return 0;
}
