// tests/ranks/inputs.cpp: an external function whose parts read their neighbours' cells, by pointers to values, to
// derivatives and, in its adjoint, to the values before it; and derivatives that are zero, fetched into memory of the
// size of a part.
#include <cstdio>
#include <vector>

#define OPS_1D
#include "ops.hpp"

constexpr int cells = 37;

void fill(ACC<double>& u, ACC<double>& z, const int* idx) {
  u(0) = 0.3 + 0.01 * idx[0] * idx[0];
  z(0) = idx[0];
}
void shift(const ACC<double>& u, ACC<double>& next) { next(0) = u(0) * u(0); }
void total(const ACC<double>& v, const ACC<double>& u, const int* idx, double* sum) {
  *sum += (1.0 + 0.1 * idx[0]) * v(0) * u(0);
}

/// The cells of this process, as pointers to its first one want them.
struct Part {
  explicit Part(ops_dat dat) { ops_dat_get_raw_metadata(dat, 0, &first, &count, nullptr, nullptr, nullptr); }
  int first = 0, count = 0;
  bool inside(int at) const { return first + at >= 1 && first + at < cells - 1; }
};

double* values(ops_dat dat, ops_stencil stencil) {
  ops_memspace host = OPS_HOST;
  return reinterpret_cast<double*>(ops_dat_get_raw_pointer(dat, 0, stencil, &host));
}
double* derivatives(ops_dat dat, ops_stencil stencil) {
  ops_memspace host = OPS_HOST;
  return reinterpret_cast<double*>(ops_dat_derivative_get_raw_pointer(dat, stencil, &host));
}

/// v(i) = u(i - 1) u(i + 1) inside, then u *= 2.
void product(ops_dat u, ops_dat v, ops_stencil around) {
  const Part part(u);
  double *x = values(u, around), *y = values(v, around);
  for (int i = 0; i < part.count; ++i)
    if (part.inside(i)) y[i] = x[i - 1] * x[i + 1];
  for (int i = 0; i < part.count; ++i) x[i] *= 2.0;
  ops_dat_release_raw_data(u, 0, OPS_RW);
  ops_dat_release_raw_data(v, 0, OPS_RW);
}
void product_adjoint(ops_dat u, ops_dat v, ops_stencil around) {
  const Part part(u);
  ops_memspace host = OPS_HOST;
  const auto* before = reinterpret_cast<const double*>(ops_dat_get_raw_ptr_as_input(u, 0, &host));
  double *dx = derivatives(u, around), *dy = derivatives(v, around);
  for (int i = 0; i < part.count; ++i) {
    dx[i] *= 2.0;
    if (part.inside(i - 1)) dx[i] += before[i - 2] * dy[i - 1];
    if (part.inside(i + 1)) dx[i] += before[i + 2] * dy[i + 1];
  }
  for (int i = 0; i < part.count; ++i)
    if (part.inside(i)) dy[i] = 0.0;
  ops_dat_release_raw_data(u, 0, OPS_READ);
  ops_dat_release_raw_derivative(u, OPS_RW);
  ops_dat_release_raw_derivative(v, OPS_RW);
}

/// Derivatives of a part, and what lies beyond them in memory.
struct Guarded {
  explicit Guarded(int count)
      : numbers(static_cast<std::size_t>(count) + cells, 7.0), size(static_cast<std::size_t>(count)) {}
  char* bytes() { return reinterpret_cast<char*>(numbers.data()); }
  bool zero_inside_only() const {
    bool right = true;
    for (std::size_t i = 0; i < numbers.size(); ++i) right = right && numbers[i] == (i < size ? 0.0 : 7.0);
    return right;
  }
  std::vector<double> numbers;
  std::size_t size;
};

void run() {
  int all[] = {0, cells}, offsets[] = {0, -1, 1, -2, 2};
  ops_block line = ops_decl_block(1, "line");
  ops_dat start = ops_decl_dat<double>(line, "start", {cells}, {.halo = 2}),
          u = ops_decl_dat<double>(line, "u", {cells}, {.halo = 2});
  ops_dat v = ops_decl_dat<double>(line, "v", {cells}, {.halo = 2}),
          z = ops_decl_dat<double>(line, "z", {cells}, {.halo = 2});
  ops_stencil here = ops_decl_stencil(1, 1, offsets, "here"), around = ops_decl_stencil(1, 5, offsets, "around");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");

  ops_par_loop(fill, "fill", line, 1, all, ops_arg_dat(start, 1, here, "double", OPS_WRITE),
               ops_arg_dat(z, 1, here, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(shift, "shift", line, 1, all, ops_arg_dat(start, 1, here, "double", OPS_READ),
               ops_arg_dat(u, 1, here, "double", OPS_WRITE));
  Guarded stored(Part(z).count), fetched(Part(z).count);
  ops_dat_store_derivative(z, stored.bytes());
  ops_execute_external_function([=] { product(u, v, around); }, [=] { product_adjoint(u, v, around); },
                                ops_arg_dat(u, 1, around, "double", OPS_RW),
                                ops_arg_dat(v, 1, around, "double", OPS_RW));
  ops_par_loop(total, "total", line, 1, all, ops_arg_dat(v, 1, here, "double", OPS_READ),
               ops_arg_dat(u, 1, here, "double", OPS_READ), ops_arg_idx(), ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_printf("value %a\n", ops_ad_objective(sum));
  ops_interpret_adjoints();
  for (const double slope : ops_dat_fetch_derivative<double>(start)) ops_printf("%a\n", slope);
  ops_dat_fetch_derivative(z, fetched.bytes());
  if (!stored.zero_inside_only() || !fetched.zero_inside_only())
    std::printf("FAILED: memory beyond a part's derivatives was written\n");
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
