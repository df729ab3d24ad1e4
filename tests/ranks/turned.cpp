// tests/ranks/turned.cpp: halos between two blocks that lie across each other, with flips, between double and float,
// onto the same block, and one whose sides meet; their values, tangents, gradients and second derivatives. Lines with
// the same words on any number of processes.
#include <string>
#include <vector>

#define OPS_2D
#include "ops.hpp"

constexpr int wide = 13, high = 7;

void fill(ACC<double>& u, const int* idx) { u(0, 0) = 0.4 + 0.03 * idx[0] + 0.011 * idx[1] * idx[0]; }
void fill_float(ACC<float>& v, const int* idx) {
  v(0, 0) = 0.25f * static_cast<float>(idx[1]) - 0.0625f * static_cast<float>(idx[0]);
}
void square(const ACC<double>& u, ACC<double>& next) {
  next(0, 0) = 0.6 * u(0, 0) + 0.1 * (u(1, 0) + u(-1, 0)) + 0.05 * u(0, 1) * u(0, -1);
}
void square_float(const ACC<float>& v, ACC<float>& next) {
  next(0, 0) = v(0, 0) * (0.5f - 0.0625f * (v(1, 0) - v(-1, 0))) + 0.125f * (v(0, 1) + v(0, -1));
}
void total(const ACC<double>& u, const int* idx, double* sum) {
  *sum += (1.0 + 0.1 * idx[0] - 0.2 * idx[1]) * u(0, 0) * u(0, 0);
}
void total_float(const ACC<float>& v, const int* idx, double* sum) {
  *sum += (0.5 + 0.01 * idx[0] * idx[1]) * static_cast<double>(v(0, 0));
}

struct Fields {
  ops_block flat = ops_decl_block(2, "flat"), upright = ops_decl_block(2, "upright");
  ops_dat first = ops_decl_dat<double>(flat, "first", {wide, high}, {.halo = 2}),
          u = ops_decl_dat<double>(flat, "u", {wide, high}, {.halo = 2});
  ops_dat second = ops_decl_dat<float>(upright, "second", {high, wide}, {.halo = 2}),
          v = ops_decl_dat<float>(upright, "v", {high, wide}, {.halo = 2});
};

ops_halo halo(ops_dat from, ops_dat to, std::vector<int> size, std::vector<int> from_base, std::vector<int> to_base,
              std::vector<int> from_dir, std::vector<int> to_dir) {
  return ops_decl_halo(from, to, size.data(), from_base.data(), to_base.data(), from_dir.data(), to_dir.data());
}

/// The right edge of `flat` is the top of `upright`, backwards; the left edge of `upright` is that of `flat`, two cells
/// deep; the last one's sides meet.
ops_halo_group joined(ops_dat u, ops_dat v) {
  std::vector<ops_halo> all = {
      halo(u, v, {1, high}, {wide - 1, 0}, {0, wide}, {1, 2}, {2, -1}),
      halo(v, u, {high, 1}, {0, wide - 1}, {wide, 0}, {1, 2}, {-2, 1}),
      halo(u, v, {2, high}, {0, 0}, {0, -2}, {1, 2}, {-2, 1}),
      halo(v, u, {high, 2}, {0, 0}, {-2, 0}, {1, 2}, {2, -1}),
      halo(u, u, {wide, 2}, {0, high - 2}, {0, -2}, {1, 2}, {1, 2}),
      halo(u, u, {wide, 2}, {0, 0}, {0, high}, {1, 2}, {-1, 2}),
      halo(v, v, {2, wide + 4}, {high - 2, -2}, {-2, -2}, {1, 2}, {1, 2}),
      halo(v, v, {1, wide}, {0, 0}, {high, 0}, {1, 2}, {1, -2}),
      halo(u, u, {wide - 3, high}, {0, 0}, {3, 0}, {1, 2}, {1, -2}),
  };
  return ops_decl_halo_group(static_cast<int>(all.size()), all.data());
}

template <class T>
void show(const char* what, const std::vector<T>& values) {
  for (const T value : values) ops_printf("%s %a\n", what, static_cast<double>(value));
}

void run() {
  Fields f;
  int flat[] = {0, wide, 0, high}, upright[] = {0, high, 0, wide}, offsets[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_stencil here = ops_decl_stencil(2, 1, offsets, "here"), star = ops_decl_stencil(2, 5, offsets, "star");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_halo_group edges[] = {joined(f.first, f.second), joined(f.u, f.v)};
  ops_partition("");

  ops_par_loop(fill, "fill", f.flat, 2, flat, ops_arg_dat(f.first, 1, here, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(fill_float, "fill_float", f.upright, 2, upright, ops_arg_dat(f.second, 1, here, "float", OPS_WRITE),
               ops_arg_idx());
  ops_dat u[] = {f.first, f.u}, v[] = {f.second, f.v};
  for (int step = 0; step < 4; ++step) {
    const int old = step % 2, next = 1 - old;
    ops_halo_transfer(edges[old]);
    ops_par_loop(square, "square", f.flat, 2, flat, ops_arg_dat(u[old], 1, star, "double", OPS_READ),
                 ops_arg_dat(u[next], 1, here, "double", OPS_WRITE));
    ops_par_loop(square_float, "square_float", f.upright, 2, upright, ops_arg_dat(v[old], 1, star, "float", OPS_READ),
                 ops_arg_dat(v[next], 1, here, "float", OPS_WRITE));
  }
  ops_par_loop(total, "total", f.flat, 2, flat, ops_arg_dat(f.first, 1, here, "double", OPS_READ), ops_arg_idx(),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_par_loop(total_float, "total_float", f.upright, 2, upright, ops_arg_dat(f.second, 1, here, "float", OPS_READ),
               ops_arg_idx(), ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_printf("value %a\n", ops_ad_objective(sum));
  show("u", ops_dat_fetch_data<double>(f.first));
  show("v", ops_dat_fetch_data<float>(f.second));
  ops_write_npy(ops_is_root() != 0 ? "first.npy" : "nowhere/first.npy", f.first);  // the others do not touch the file
  ops_interpret_adjoints();
  show("du", ops_dat_fetch_derivative<double>(f.first));
  show("dv", ops_dat_fetch_derivative<float>(f.second));
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
