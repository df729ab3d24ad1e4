// Three runs in one process: one computes and writes an HDF5 archive, one goes on from it, one runs without a break. The last two end alike.
#include <cmath>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#define OPS_3D
#define OPS_CPP_API
#include "ops_seq_v2.h"

#define FILE_NAME "archive_state.h5"
#define SLICES "archive_slices.h5"
double decay[3] = {0.9, 0.8, 0.7};

static void begin(ACC<double>& v, ACC<float>& t, ACC<int>& n, const int* idx) {
  for (int c = 0; c < 3; ++c) v(c, 0, 0, 0) = sin(0.3 * idx[0] + c) + 0.1 * idx[1] - 0.05 * idx[2] * c;
  t(0, 0, 0) = static_cast<float>(idx[0] * idx[1]) / 7.0f + static_cast<float>(idx[2]);
  n(0, 0, 0) = idx[0] - 10 * idx[1] + 100 * idx[2];
}

static void column_begin(ACC<double>& z, const int* idx) { z(0, 0, 0) = 0.1 * idx[2] * idx[2]; }

static void evolve(const ACC<double>& v, const ACC<float>& t, const ACC<double>& z, ACC<double>& v2, ACC<float>& t2, ACC<int>& n) {
  for (int c = 0; c < 3; ++c)
    v2(c, 0, 0, 0) = decay[c] * v(c, 0, 0, 0) + 0.01 * (v((c + 1) % 3, 1, 0, 0) - v((c + 2) % 3, 0, -1, 0)) + z(0, 0, 0);
  t2(0, 0, 0) = t(0, 0, 0) + 0.1f * (t(0, 0, 1) - 2.0f * t(0, 0, 0) + t(0, 0, -1));
  n(0, 0, 0) += v(0, 0, 0, 0) > 0.0 ? 1 : -1;
}

#include "agree.h"

namespace {
constexpr int nx = 9, ny = 8, nz = 6;
std::stringstream said;

struct Run {
  OPS_instance ops;
  ops_block block;
  ops_stencil point, star, column;
  ops_dat v[2], t[2], n, z;
  int step = 0;

  Run(int argc, const char** argv, bool from_file) : ops(argc, argv, 1, said) {
    int size[] = {nx, ny, nz}, base[] = {0, 0, 0}, d_m[] = {-1, -1, -1}, d_p[] = {1, 1, 1}, none[] = {0, 0, 0}, high[] = {1, 1, nz},
        up[] = {0, 0, 1};
    int points[] = {0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
    block = ops.decl_block(3, "tank");
    point = ops.decl_stencil(3, 1, points, "point");
    star = ops.decl_stencil(3, 5, points, "star");
    column = ops.decl_strided_stencil(3, 1, points, up, "column");
    if (from_file) {
      v[0] = ops_decl_dat_hdf5(block, 3, "double", "v", FILE_NAME);
      t[0] = ops_decl_dat_hdf5(block, 1, "float", "t", FILE_NAME);
      n = ops_decl_dat_hdf5(block, 1, "int", "n", FILE_NAME);
      z = ops_decl_dat_hdf5(block, 1, "double", "z", FILE_NAME);
    } else {
      v[0] = block->decl_dat(3, size, base, d_m, d_p, (double*)nullptr, "double", "v");
      t[0] = block->decl_dat(1, size, base, d_m, d_p, (float*)nullptr, "float", "t");
      n = block->decl_dat(1, size, base, none, none, (int*)nullptr, "int", "n");
      z = block->decl_dat(1, high, base, none, none, (double*)nullptr, "double", "z");
    }
    v[1] = block->decl_dat(3, size, base, d_m, d_p, (double*)nullptr, "double", "v2");
    t[1] = block->decl_dat(1, size, base, d_m, d_p, (float*)nullptr, "float", "t2");
    ops.decl_const("decay", 3, "double", decay);
    ops.partition("");
    if (from_file) return;
    int line[] = {0, 1, 0, 1, 0, nz};
    ops_par_loop(column_begin, "column_begin", block, 3, line, ops_arg_dat(z, 1, column, "double", OPS_WRITE), ops_arg_idx());
    int all[] = {0, nx, 0, ny, 0, nz};
    ops_par_loop(begin, "begin", block, 3, all, ops_arg_dat(v[0], 3, point, "double", OPS_WRITE),
                 ops_arg_dat(t[0], 1, point, "float", OPS_WRITE), ops_arg_dat(n, 1, point, "int", OPS_WRITE), ops_arg_idx());
  }

  void go(int steps) {
    int all[] = {0, nx, 0, ny, 0, nz};
    for (int s = 0; s < steps; ++s, ++step) {
      ops_par_loop(evolve, "evolve", block, 3, all, ops_arg_dat(v[0], 3, star, "double", OPS_READ),
                   ops_arg_dat(t[0], 1, star, "float", OPS_READ), ops_arg_dat(z, 1, column, "double", OPS_READ),
                   ops_arg_dat(v[1], 3, point, "double", OPS_WRITE), ops_arg_dat(t[1], 1, point, "float", OPS_WRITE),
                   ops_arg_dat(n, 1, point, "int", OPS_RW));
      std::swap(v[0], v[1]);
      std::swap(t[0], t[1]);
    }
  }
};

struct Plain {
  std::vector<double> v[3];
  std::vector<float> t;
  std::vector<int> n;
  static size_t at(int i, int j, int k) { return static_cast<size_t>(i + 1 + (nx + 2) * (j + 1 + (ny + 2) * (k + 1))); }
  template <class F>
  static void each(F f) {
    for (int k = 0; k < nz; ++k)
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) f(i, j, k, at(i, j, k));
  }
  Plain() : t((nx + 2) * (ny + 2) * (nz + 2)), n(t.size()) {
    for (auto& c : v) c.resize(t.size());
    each([&](int i, int j, int k, size_t p) {
      for (int c = 0; c < 3; ++c) v[c][p] = sin(0.3 * i + c) + 0.1 * j - 0.05 * k * c;
      t[p] = static_cast<float>(i * j) / 7.0f + static_cast<float>(k), n[p] = i - 10 * j + 100 * k;
    });
  }
  void step() {
    Plain old = *this;
    each([&](int i, int j, int k, size_t p) {
      for (int c = 0; c < 3; ++c)
        v[c][p] = decay[c] * old.v[c][p] + 0.01 * (old.v[(c + 1) % 3][at(i + 1, j, k)] - old.v[(c + 2) % 3][at(i, j - 1, k)]) + 0.1 * k * k;
      t[p] = old.t[p] + 0.1f * (old.t[at(i, j, k + 1)] - 2.0f * old.t[p] + old.t[at(i, j, k - 1)]);
      n[p] += old.v[0][p] > 0.0 ? 1 : -1;
    });
  }
};

void compare(const char* what, Run& run, Plain& plain) {
  std::vector<double> v, e;
  std::vector<float> t;
  std::vector<int> n;
  Plain::each([&](int, int, int, size_t p) {
    for (auto& c : plain.v) e.push_back(c[p]);
    t.push_back(plain.t[p]), n.push_back(plain.n[p]);
  });
  check::fields((std::string(what) + ": v").c_str(), ops_dat_fetch_data<double>(run.v[0]), e, 1e-14);
  check::fields((std::string(what) + ": t").c_str(), ops_dat_fetch_data<float>(run.t[0]), t);
  check::fields((std::string(what) + ": n").c_str(), ops_dat_fetch_data<int>(run.n), n);
}
}  // namespace

int main(int argc, const char** argv) {
  try {
    Plain plain;
    for (int s = 0; s < 4; ++s) plain.step();
    double time = 0.0, sizes[] = {0.5, 1.5, -2.5};
    {
      Run first(argc, argv, false);
      if (first.ops.is_root()) remove(FILE_NAME), remove(SLICES);
      first.go(4);  // an even number: handles have their names again
      compare("first", first, plain);
      ops_fetch_block_hdf5_file(first.block, FILE_NAME);
      for (ops_dat d : {first.v[0], first.t[0], first.n, first.z}) ops_fetch_dat_hdf5_file(d, FILE_NAME);
      ops_fetch_stencil_hdf5_file(first.star, FILE_NAME);
      time = 0.25 * first.step;
      char label[8] = "label 4";
      ops_write_const_hdf5("time", 1, "double", reinterpret_cast<char*>(&time), FILE_NAME);
      ops_write_const_hdf5("sizes", 3, "double", reinterpret_cast<char*>(sizes), FILE_NAME);
      ops_write_const_hdf5("label", 8, "char", label, FILE_NAME);
      const int slab[] = {2, 7, 0, 3, 1, 2};
      ops_write_data_slab_hdf5(first.v[0], slab, SLICES, "parts/v");
      ops_write_plane_hdf5(first.t[0], 2, 3, SLICES, "t at 3");
      ops_write_plane_group_hdf5({{0, 4}, {2, 1}}, "4", {{first.v[0], first.t[0]}, {first.n}});
      // what comes after does not reach the file
      int all[] = {0, nx, 0, ny, 0, nz};
      ops_par_loop(begin, "begin", first.block, 3, all, ops_arg_dat(first.v[0], 3, first.point, "double", OPS_WRITE),
                   ops_arg_dat(first.t[0], 1, first.point, "float", OPS_WRITE), ops_arg_dat(first.n, 1, first.point, "int", OPS_WRITE),
                   ops_arg_idx());
      first.ops.exit();
    }
    std::string line;
    {
      Run second(argc, argv, true);
      compare("from the file", second, plain);
      double again = 0.0, three[3] = {};
      char label[8] = {};
      ops_get_const_hdf5("time", 1, "double", reinterpret_cast<char*>(&again), FILE_NAME);
      ops_get_const_hdf5("sizes", 3, "double", reinterpret_cast<char*>(three), FILE_NAME);
      ops_get_const_hdf5("label", 8, "char", label, FILE_NAME);
      check::number("time", again, 1.0);
      for (int k = 0; k < 3; ++k) check::number("sizes", three[k], sizes[k]);
      if (std::string(label) != "label 4") ops_printf("label: '%s'\n", label), ++check::wrong;
      for (int s = 0; s < 2; ++s) plain.step();
      second.go(2);
      compare("gone on", second, plain);
      // back to the state of the file
      ops_read_dat_hdf5(second.n);
      Plain earlier;
      for (int s = 0; s < 4; ++s) earlier.step();
      std::vector<int> n;
      Plain::each([&](int, int, int, size_t p) { n.push_back(earlier.n[p]); });
      check::fields("read again", ops_dat_fetch_data<int>(second.n), n);
      second.ops.exit();
    }
    {
      Run whole(argc, argv, false);
      whole.go(6);
      compare("without a break", whole, plain);
      char text[64];
      snprintf(text, sizeof text, "v %.12f", ops_dat_fetch_data<double>(whole.v[0]).back());
      if (whole.ops.is_root()) std::cout << text << "\n" << (check::wrong ? "failed" : "passed") << std::endl;
      whole.ops.exit();
    }
  } catch (OPSException& e) {
    std::cout << e.what() << "\nfailed" << std::endl;
    return 1;
  }
  return check::wrong != 0;
}
