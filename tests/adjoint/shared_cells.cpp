// tests/adjoint/shared_cells.cpp: loops that sum onto a lower-dimensional dataset, with others in place beside it
// (values and derivatives), and loops with one dataset in two arguments (values), by hand. Exit status 0 if they agree.
#include <cmath>
#include <cstdio>
#include <vector>

#define OPS_2D
#include "ops.hpp"

void square(ACC<double>& u, ACC<double>& row) {
  u(0, 0) = 0.9 * u(0, 0) * u(0, 0);
  row(0, 0) += u(0, 0);
}
void bend(ACC<double>& u, const int* index, ACC<double>& row) {
  if (index[0] % 2 == 0) u(0, 0) = std::sin(u(0, 0));
  row(0, 0) += 2.0 * u(0, 0) * u(0, 0);
}
void add_twice(const ACC<double>& u, ACC<double>& a, ACC<double>& b) {
  a(0, 0) += u(0, 0);
  b(0, 0) += 2.0 * u(0, 0);
}
void copy_sum(const ACC<double>& u, ACC<double>& a, const ACC<double>& b, ACC<double>& seen) {
  a(0, 0) += u(0, 0);
  seen(0, 0) = b(0, 0);
}
void total(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }

constexpr int nx = 37, ny = 5;
int size[] = {nx, ny}, column[] = {1, ny}, base[] = {0, 0}, none[] = {0, 0}, all[] = {0, nx, 0, ny},
    in_column[] = {0, 1, 0, ny};
int here[] = {0, 0}, along_y[] = {0, 1};
bool passed = true;

void expect(double got, double wanted, const char* what, int i, int j) {
  if (std::fabs(got - wanted) <= 1e-12 * std::fabs(wanted)) return;
  std::printf("FAILED: %s at (%d, %d): %.17g, expected %.17g\n", what, i, j, got, wanted);
  passed = false;
}

std::vector<double> start(nx* ny), more(nx* ny);
ops_block block;
ops_dat u, w, row, copied;
ops_stencil point, line;
ops_reduction sum;

void declare() {
  block = ops_decl_block(2, "block");
  for (std::size_t k = 0; k < start.size(); ++k) {
    start[k] = 0.7 + 0.1 * std::sin(1.3 * static_cast<double>(k));
    more[k] = 0.01 * static_cast<double>(k);
  }
  double* zeros = nullptr;
  u = ops_decl_dat(block, 1, size, base, none, none, start.data(), "double", "u");
  w = ops_decl_dat(block, 1, size, base, none, none, more.data(), "double", "w");
  row = ops_decl_dat(block, 1, column, base, none, none, zeros, "double", "row");
  copied = ops_decl_dat(block, 1, size, base, none, none, zeros, "double", "copied");
  point = ops_decl_stencil(2, 1, here, "point");
  line = ops_decl_strided_stencil(2, 1, here, along_y, "line");
  sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
}

void check_derivatives() {
  std::vector<double> by_u(nx * ny), of_row(ny), sums(ny);
  ops_par_loop(square, "square", block, 2, all, ops_arg_dat(u, 1, point, "double", OPS_RW),
               ops_arg_dat(row, 1, line, "double", OPS_INC));
  ops_par_loop(bend, "bend", block, 2, all, ops_arg_dat(u, 1, point, "double", OPS_RW), ops_arg_idx(),
               ops_arg_dat(row, 1, line, "double", OPS_INC));
  ops_par_loop(total, "total", block, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_par_loop(total, "total of rows", block, 2, in_column, ops_arg_dat(row, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double value = 0.0, one = 1.0;
  sum->get_result(&value, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  ops_dat_fetch_derivative(u, reinterpret_cast<char*>(by_u.data()));
  ops_dat_fetch_data(row, 0, reinterpret_cast<char*>(of_row.data()));

  double expected = 0;
  for (int j = 0; j < ny; ++j) {
    double values[nx][2];
    for (int i = 0; i < nx; ++i) {
      double* v = values[i];
      v[0] = 0.9 * start[i + nx * j] * start[i + nx * j];
      v[1] = i % 2 == 0 ? std::sin(v[0]) : v[0];
      sums[j] += v[0] + 2 * v[1] * v[1];
      expected += v[1] * v[1];
    }
    expect(of_row[j], sums[j], "the sum of row", 0, j);
    expected += sums[j] * sums[j];
    for (int i = 0; i < nx; ++i) {
      const double* v = values[i];
      const double by_bent = 2 * v[1] + 8 * sums[j] * v[1],
                   by_squared = by_bent * (i % 2 == 0 ? std::cos(v[0]) : 1.0) + 2 * sums[j];
      expect(by_u[i + nx * j], 1.8 * start[i + nx * j] * by_squared, "by u", i, j);
    }
  }
  expect(value, expected, "the objective", 0, 0);
}

/// A loop with one dataset in two arguments has no adjoint.
void check_values() {
  ops_par_loop(copy_sum, "copy sum", block, 2, all, ops_arg_dat(w, 1, point, "double", OPS_READ),
               ops_arg_dat(row, 1, line, "double", OPS_INC), ops_arg_dat(row, 1, line, "double", OPS_READ),
               ops_arg_dat(copied, 1, point, "double", OPS_WRITE));
  ops_par_loop(add_twice, "add twice", block, 2, all, ops_arg_dat(w, 1, point, "double", OPS_READ),
               ops_arg_dat(row, 1, line, "double", OPS_INC), ops_arg_dat(row, 1, line, "double", OPS_INC));
  ops_par_loop(add_twice, "add twice to u", block, 2, all, ops_arg_dat(w, 1, point, "double", OPS_READ),
               ops_arg_dat(u, 1, point, "double", OPS_INC), ops_arg_dat(u, 1, point, "double", OPS_INC));
  std::vector<double> seen(nx * ny), of_u(nx * ny), of_row(ny);
  ops_dat_fetch_data(copied, 0, reinterpret_cast<char*>(seen.data()));
  ops_dat_fetch_data(u, 0, reinterpret_cast<char*>(of_u.data()));
  ops_dat_fetch_data(row, 0, reinterpret_cast<char*>(of_row.data()));
  for (int j = 0; j < ny; ++j) {
    double so_far = 0;
    for (int i = 0; i < nx; ++i) {
      expect(seen[i + nx * j], so_far += more[i + nx * j], "the sum so far", i, j);
      expect(of_u[i + nx * j], start[i + nx * j] + 3 * more[i + nx * j], "u", i, j);
    }
    expect(of_row[j], 3 * so_far, "three times the sum", 0, j);  // which begins anew after a loop that reads
  }
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  declare();
  if (argc > 1) check_values();  // -OPS_AD=0
  else check_derivatives();
  std::printf("shared cells: %s\n", passed ? "PASSED" : "FAILED");
  ops_exit();
  return passed ? 0 : 1;
}
