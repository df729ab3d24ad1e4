// Stencils declared by helpers that get the points, in tables, by pointers that move, and out of the translator's sight; kernels choose their donors by data.
#define OPS_2D
#include <algorithm>
#include <map>
#include <string>
#include "slope.h"

enum { NX = 7, NY = 6, N = NX * NY };

namespace {
ops_block grid;
int all[] = {0, NX, 0, NY};
std::map<std::string, ops_dat> fields;
std::vector<ops_stencil> stencils;

inline void carry(const ACC<double>& q, const ACC<double>& speed, ACC<double>& out) {
  const int up = speed(0, 0) > 1.2 ? -1 : 1;
  out(0, 0) = q(0, 0) + 0.3 * speed(0, 0) * (q(up, 0) - q(0, 0));
}
inline void lift(const ACC<double>& q, const ACC<double>& speed, ACC<double>& out) {
  const int up = speed(0, 0) > 1.1 ? -1 : 1, side = q(0, 0) > 1.3 ? up : 0;
  out(0, 0) = q(0, 0) + 0.2 * q(0, 0) * q(side, up);
}
inline void gather(const ACC<double>& q, const ACC<int>& from, ACC<double>& out) { out(0, 0) = q(0, 0) * q(from(0, 0, 0), from(1, 0, 0)); }
inline void norm(const ACC<double>& q, double* sum) { *sum += q(0, 0) * q(0, 0); }

ops_stencil& declare(const char* name, int n, int* points) {
  stencils.push_back(ops_decl_stencil(2, n, points, name));
  return stencils.back();
}
ops_dat field(const std::string& name, int dim = 1, const char* type = "double") {
  int size[] = {NX, NY}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1};
  return type == std::string("int") ? ops_decl_dat(grid, dim, size, base, below, above, static_cast<int*>(nullptr), "int", name.c_str())
                                    : ops_decl_dat(grid, dim, size, base, below, above, static_cast<double*>(nullptr), "double", name.c_str());
}
}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  grid = ops_decl_block(2, "grid");
  for (const auto* name : {"start", "speed", "a", "b"}) fields[name] = field(name);
  const auto from = field("from", 2, "int");
  int zero[2] = {}, row[6], nine[18], *at = row, n = 0;
  for (int i = -1; i <= 1; ++i) *at++ = i, *at++ = 0;
  std::generate(nine, nine + 18, [&n] { const int k = n++; return k % 2 ? k / 6 - 1 : k / 2 % 3 - 1; });
  stencils.reserve(4);
  const auto& centre = declare("centre", 1, zero);
  const auto& line = declare("line", 3, row);
  const auto& box = declare("box", 9, nine);
  const auto sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  std::vector<int> offsets(2 * N);
  for (int k = 0; k < 2 * N; ++k) offsets[k] = (k * k / 3) % 3 - 1;
  std::vector<double> speeds(N);
  for (int k = 0; k < N; ++k) speeds[k] = 1.2 + 0.5 * std::cos(2.1 * k);

  const auto run = [&](const std::vector<double>& start) {
    ops_dat_set_data(fields["start"], start);
    ops_dat_set_data(fields["speed"], speeds);
    ops_dat_set_data(from, offsets);
    auto &a = fields["a"], &b = fields["b"];
    ops_par_loop(carry, "carry", grid, 2, all, ops_arg_dat(fields["start"], 1, line, "double", OPS_READ), ops_arg_dat(fields["speed"], 1, centre, "double", OPS_READ),
                 ops_arg_dat(a, 1, centre, "double", OPS_WRITE));
    for (int step = 0; step < 2; ++step) {
      ops_par_loop(lift, "lift", grid, 2, all, ops_arg_dat(a, 1, box, "double", OPS_READ), ops_arg_dat(fields["speed"], 1, centre, "double", OPS_READ),
                   ops_arg_dat(b, 1, centre, "double", OPS_WRITE));
      ops_par_loop(gather, "gather", grid, 2, all, ops_arg_dat(b, 1, box, "double", OPS_READ), ops_arg_dat(from, 2, centre, "int", OPS_READ),
                   ops_arg_dat(a, 1, centre, "double", OPS_WRITE));
    }
    ops_par_loop(norm, "norm", grid, 2, all, ops_arg_dat(a, 1, centre, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
    double value, one = 1.0;
    sum->get_result(&value, &one);
    return value;
  };
  const bool right = slopes_fit("donors", fields["start"], waves(N), run);
  ops_exit();
  return right ? 0 : 1;
}
