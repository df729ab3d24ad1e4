// tests/ops/derivatives/events/program.cpp: nonlinear steps that multiply a dataset by a number: by a new kind of
// event, or by a loop. Prints the bits of its gradient, of a tangent and of a product with second derivatives.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define OPS_2D
#include "ops.hpp"
#include "tests/ops/derivatives/events/scale.hpp"

void start(ACC<double>& u, ACC<double>& way, const int* at) {
  u(0, 0) = 0.5 + 0.03 * at[0] - 0.02 * at[1];
  way(0, 0) = 0.1 * (at[0] + 1) - 0.05 * at[1];
}
void bend(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) + 0.1 * u(1, 0) * u(0, -1); }
void times(ACC<double>& v, const double* factor) { v(0, 0) *= *factor; }
void back(const ACC<double>& v, ACC<double>& u) { u(0, 0) = v(0, 0) + 0.05 * v(0, 0) * v(0, 0); }
void total(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }

namespace {

struct Options {
  std::string file;
  bool event = false, external = false;
  int steps = 12, slots = 0, die = -1;
};

Options parse(int argc, char** argv) {
  Options o;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k], value = word.substr(word.find('=') + 1);
    if (word == "-event") o.event = true;
    if (word == "-external") o.external = true;
    if (word.starts_with("-file=")) o.file = value;
    if (word.starts_with("-slots=")) o.slots = std::atoi(value.c_str());
    if (word.starts_with("-die=")) o.die = std::atoi(value.c_str());
  }
  return o;
}

void print(const char* what, const std::vector<double>& values) {
  unsigned long long hash = 1469598103934665603u;
  for (const double value : values) {
    unsigned long long bits;
    std::memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 1099511628211u;
  }
  std::printf("%s %016llx %.17g\n", what, hash, values[values.size() / 2]);
}

}  // namespace

int main(int argc, char** argv) try {
  const Options o = parse(argc, argv);
  ops_init(argc, argv, 1);
  int size[2] = {8, 6}, base[2] = {0, 0}, below[2] = {-1, -1}, above[2] = {1, 1};
  int all[4] = {0, 8, 0, 6}, rim[4] = {-1, 9, -1, 7};
  int offsets[6] = {0, 0, 1, 0, 0, -1};
  double* zeros = nullptr;
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat(grid, 1, size, base, below, above, zeros, "double", "u");
  ops_dat v = ops_decl_dat(grid, 1, size, base, below, above, zeros, "double", "v");
  ops_dat way = ops_decl_dat_passive(grid, 1, size, base, below, above, zeros, "double", "way");
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), corner = ops_decl_stencil(2, 3, offsets, "corner");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  OPS_instance* instance = OPS_instance::getOPSInstance();
  if (o.slots > 0) ops_ad_set_checkpoint_count(instance, o.slots, o.steps);
  if (!o.file.empty() && ops_checkpointing_init(o.file.c_str(), 0.0, 0)) std::fprintf(stderr, "goes back\n");
  ops_par_loop(start, "start", grid, 2, rim, ops_arg_dat(u, 1, point, "double", OPS_WRITE),
               ops_arg_dat(way, 1, point, "double", OPS_WRITE), ops_arg_idx());
  const double factor = 0.9;
  const auto scaled = [&] { scale(v, factor); };
  const auto scaled_adjoint = [&] {
    ops_ad_tape* tape = ops_create_tape(instance);
    scale(v, factor);  // recorded
    tape->interpret_adjoints(instance);
    ops_remove_tape(instance, tape);
  };
  for (int step = 0; step < o.steps; ++step) {
    if (step == o.die) std::_Exit(9);
    if (o.slots > 0) ops_ad_step(instance);
    ops_par_loop(bend, "bend", grid, 2, all, ops_arg_dat(u, 1, corner, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_WRITE));
    if (o.external) ops_execute_external_function(scaled, scaled_adjoint, ops_arg_dat(v, 1, point, "double", OPS_RW));
    else if (o.event) scale(v, factor);
    else
      ops_par_loop(times, "times", grid, 2, rim, ops_arg_dat(v, 1, point, "double", OPS_RW),
                   ops_arg_gbl(&factor, 1, "double", OPS_READ));
    ops_par_loop(back, "back", grid, 2, all, ops_arg_dat(v, 1, point, "double", OPS_READ),
                 ops_arg_dat(u, 1, point, "double", OPS_WRITE));
  }
  ops_par_loop(total, "total", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  const double value = ops_ad_objective(sum);
  ops_interpret_adjoints(instance);
  std::vector<double> gradient(48), product(48);
  ops_dat_fetch_derivative(u, reinterpret_cast<char*>(gradient.data()));
  print("value", {value});
  print("gradient", gradient);
  ops_interpret_adjoints(instance);
  ops_dat_fetch_derivative(u, reinterpret_cast<char*>(gradient.data()));
  print("again", gradient);
  if (o.external) return ops_exit(), 0;
  ops_tangent(instance, {{u, way}});
  print("tangent", {*ops_reduction_get_tangent<double>(sum)});
  ops_hessian_vector(instance, {{u, way}});
  ops_dat_fetch_hessian_vector(u, reinterpret_cast<char*>(product.data()));
  print("product", product);
  ops_exit();
} catch (const OPSException& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
