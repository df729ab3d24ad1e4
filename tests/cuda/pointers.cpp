// tests/cuda/pointers.cpp: raw pointers to values and derivatives in the memory of a device, which only work of the
// device may touch: here it is whoever has a Touching. Exit status 0 if right.
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#define OPS_2D
#include "ops.hpp"

#include "backends/cuda/device.hpp"
#include "backends/cuda_host/touching.hpp"

constexpr int nx = 7, ny = 5;
int size[] = {nx, ny}, base[] = {0, 0}, d_m[] = {-1, -2}, d_p[] = {3, 1}, inside[] = {0, nx, 0, ny};

void fill(ACC<double>& u, const int* index) { u(0, 0) = 1.0 + index[0] + 10.0 * index[1]; }
void square(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) * u(0, 0); }

struct World {
  ops_block block = ops_decl_block(2, "block");
  ops_dat u = ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<double*>(nullptr), "double", "u");
  ops_dat v = ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<double*>(nullptr), "double", "v");
  int origin[2] = {0, 0};
  ops_stencil point = ops_decl_stencil(2, 1, origin, "point");
  bool passed = true;

  void expect(bool right, const char* what) {
    if (!right) ops_printf("wrong: %s\n", what);
    passed = passed && right;
  }
  void expect_error(const char* text, const char* what, const std::function<void()>& act) {
    std::string said;
    try {
      act();
    } catch (const OPSException& error) {
      said = error.what();
    }
    expect(said.find(text) != std::string::npos, (std::string(what) + ": " + said).c_str());
  }
  void squares() {
    ops_par_loop(square, "square", block, 2, inside, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_WRITE));
  }

  /// Calls act(value, cell) for cells without halos, as a kernel of the program.
  void on_device(char* pointer, const std::function<void(double&, std::size_t)>& act) {
    ops::cuda::Device& device = ops::cuda::device();
    const auto* const first = reinterpret_cast<std::byte*>(pointer);
    expect(first >= device.memory() && first < device.memory() + device.bytes(),
           "the address is of the device's memory");
    int disp[2], extents[2], stride[2], low[2], high[2];
    ops_dat_get_raw_metadata(u, 0, disp, extents, stride, low, high);
    const ops::cuda::Touching now;
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        act(reinterpret_cast<double*>(pointer)[j * stride[0] + i], static_cast<std::size_t>(j * nx + i));
  }

  void values() {
    ops_memspace space = OPS_DEVICE;
    char* const pointer = ops_dat_get_raw_pointer(u, 0, point, &space);
    expect(space == OPS_DEVICE, "the space that was asked for");
    on_device(pointer, [this](double& value, std::size_t cell) {
      expect(value == 1.0 + static_cast<double>(cell % nx) + 10.0 * static_cast<double>(cell / nx),
             "values are those of the loop");
      value += 0.5;
    });
    expect_error("a raw pointer to OPS_DEVICE memory has not been released", "both spaces",
                 [this] { ops_dat_get_raw_pointer(u, 0, point, nullptr); });
    expect_error("points to OPS_DEVICE memory, but this call releases a pointer to OPS_HOST memory",
                 "release from the other space", [this] {
                   ops_memspace host = OPS_HOST;
                   ops_dat_release_raw_data_memspace(u, 0, OPS_RW, &host);
                 });
    expect_error("use OPS_HOST (1) or OPS_DEVICE (2)", "no such space", [this] {
      ops_memspace none = 7;
      ops_dat_get_raw_pointer(v, 0, point, &none);
    });
    ops_dat_release_raw_data_memspace(u, 0, OPS_RW, &space);
    ops_memspace any = 0;
    expect(*reinterpret_cast<double*>(ops_dat_get_raw_pointer(u, 0, point, &any)) == 1.5 && any == OPS_HOST,
           "the host sees what was written there");
    ops_dat_release_raw_data(u, 0, OPS_READ);
  }

  void derivatives() {
    ops_ad_reset(block->context);
    squares();
    const std::vector<double> values = ops_dat_fetch_data<double>(u);
    ops_memspace space = OPS_DEVICE;
    on_device(ops_dat_derivative_get_raw_pointer(v, point, &space),
              [](double& value, std::size_t cell) { value = static_cast<double>(cell); });
    ops_dat_release_raw_derivative(v, OPS_WRITE, space);
    ops_interpret_adjoints(block->context);
    space = OPS_DEVICE;
    on_device(ops_dat_derivative_get_raw_pointer(u, point, &space), [&](double& value, std::size_t cell) {
      expect(value == 2.0 * values[cell] * static_cast<double>(cell),
             "the seed was taken from the device, and the derivative is there");
    });
    ops_dat_release_raw_derivative(u, OPS_READ);
  }
};

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  World w;
  ops_partition("");
  ops_par_loop(fill, "fill", w.block, 2, inside, ops_arg_dat(w.u, 1, w.point, "double", OPS_WRITE), ops_arg_idx());
  w.values();
  w.squares();
  w.expect(ops_dat_fetch_data<double>(w.v)[nx + 1] == 12.5 * 12.5, "loops see what was written there");
  w.derivatives();
  ops_device_sync(nullptr);
  ops_printf("%s\n", w.passed ? "PASSED" : "FAILED");
  ops_exit();
  return w.passed ? 0 : 1;
}
