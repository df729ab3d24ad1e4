// tests/adjoint/declared_late.cpp: datasets that are declared and filled after the recording has begun, also inside an
// external function and on a new block, and then changed by recorded loops.
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#define OPS_1D
#include "ops.hpp"

void fill(ACC<double>& w, const int* i) { w(0) = 0.5 * i[0]; }
void grow(const ACC<double>& u, ACC<double>& w) { w(0) = w(0) * (1.0 + 0.1 * u(0)); }
void decay(ACC<double>& u) { u(0) = 0.9 * u(0) * u(0); }
void mix(ACC<double>& u, const ACC<double>& w) { u(0) = 0.9 * u(0) * u(0) + 0.01 * w(0); }
void grow_alone(ACC<double>& w) { w(0) = w(0) + 0.01 * w(0) * w(0); }
void add(const ACC<double>& u, double* sum) { *sum += u(0) * u(0); }

namespace {

constexpr int cells = 10, steps = 8, late = 2;

using Values = std::vector<std::complex<double>>;

/// @param alone  w is on another block
std::complex<double> oracle(const Values& start, const Values& first, bool alone) {
  std::complex<double> sum = 0;
  for (std::size_t i = 0; i < start.size(); ++i) {
    std::complex<double> u = start[i], w = first[i];
    for (int n = 0; n < steps; ++n) {
      u = 0.9 * u * u;
      if (n < late) continue;
      w = alone ? w + 0.01 * w * w : w * (1.0 + 0.1 * u);
      if (!alone) u = 0.9 * u * u + 0.01 * w;
    }
    sum += u * u + (alone ? w * w : 0.0);
  }
  return sum;
}

double derivative(Values start, Values first, bool alone, bool of_first, std::size_t cell) {
  (of_first ? first : start)[cell] += std::complex<double>(0, 1e-30);
  return oracle(start, first, alone).imag() / 1e-30;
}

struct World {
  int size[1] = {cells}, base[1] = {0}, none[1] = {0}, all[2] = {0, cells}, centre[1] = {0};
  ops_block line = ops_decl_block(1, "line");
  ops_dat start = ops_decl_dat<double>(line, "start", {cells}), u = ops_decl_dat<double>(line, "u", {cells});
  ops_stencil point = ops_decl_stencil(1, 1, centre, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  std::vector<double> initial, values;

  World() {
    ops_partition("");
    for (int i = 0; i < cells; ++i) initial.push_back(1.0 - 0.05 * i), values.push_back(0.5 * i);
  }
  ops_arg in(ops_dat dat) { return ops_arg_dat(dat, 1, point, "double", OPS_READ); }
  ops_arg inout(ops_dat dat) { return ops_arg_dat(dat, 1, point, "double", OPS_RW); }

  ops_dat declared(const std::string& how, ops_block block) {
    if (how == "data") return ops_decl_dat(block, 1, size, base, none, none, values.data(), "double", "w");
    ops_dat w = ops_decl_dat<double>(block, "w", {cells});
    if (how == "set") ops_dat_set_data(w, values);
    if (how == "loop")
      ops_par_loop(fill, "fill", block, 1, all, ops_arg_dat(w, 1, point, "double", OPS_WRITE), ops_arg_idx());
    if (how == "pointer") {
      int first[1], own[1];
      ops_memspace space = OPS_HOST;
      ops_dat_get_extents(w, 0, first, own);
      auto* data = reinterpret_cast<double*>(ops_dat_get_raw_pointer(w, 0, point, &space));
      for (int i = 0; i < own[0]; ++i) data[i] = values[static_cast<std::size_t>(first[0] + i)];
      ops_dat_release_raw_data(w, 0, OPS_WRITE);
    }
    return w;
  }

  /// @param inside  the dataset is declared in an external function
  /// @param states  checkpoints; 0: all steps are kept
  bool right(const std::string& how, bool inside, bool alone, int states) {
    ops_ad_reset();
    if (states > 0) ops_ad_set_checkpoint_count(states, steps);
    ops_dat_set_data(start, initial);
    ops_dat_deep_copy(u, start);
    ops_dat w = nullptr;
    for (int n = 0; n < steps; ++n) {
      if (states > 0) ops_ad_step();
      ops_par_loop(decay, "decay", line, 1, all, inout(u));
      const auto declare = [&] { w = declared(how, alone ? ops_decl_block(1, "extra") : line); };
      if (n == late && inside) ops_execute_external_function(declare, [] {}, in(u));
      if (n == late && !inside) declare();
      if (n < late) continue;
      if (alone) {
        ops_par_loop(grow_alone, "grow alone", w->block, 1, all, inout(w));
      } else {
        ops_par_loop(grow, "grow", line, 1, all, in(u), inout(w));
        ops_par_loop(mix, "mix", line, 1, all, inout(u), in(w));
      }
    }
    ops_par_loop(add, "add", line, 1, all, in(u), ops_arg_reduce(sum, 1, "double", OPS_INC));
    if (alone) ops_par_loop(add, "add", w->block, 1, all, in(w), ops_arg_reduce(sum, 1, "double", OPS_INC));
    ops_ad_objective(sum);
    ops_interpret_adjoints();
    double worst = differs(ops_dat_fetch_derivative<double>(start), alone, false);
    if (!inside && how != "loop") worst = std::fmax(worst, differs(ops_dat_fetch_derivative<double>(w), alone, true));
    if (!(worst < 1e-12))
      ops_printf("%s%s%s, %d states: FAILED, derivatives differ by %g\n", how.c_str(), inside ? " inside" : "",
                 alone ? " on a new block" : "", states, worst);
    return worst < 1e-12;
  }
  double differs(const std::vector<double>& gradient, bool alone, bool of_first) {
    double worst = 0;
    const Values x(initial.begin(), initial.end()), first(values.begin(), values.end());
    for (std::size_t i = 0; i < gradient.size(); ++i)
      worst = std::fmax(worst, std::fabs(gradient[i] - derivative(x, first, alone, of_first, i)));
    return worst;
  }
};

}  // namespace

int main(int argc, char** argv) {
  bool right = true;
  const int status = ops_main(argc, argv, [&] {
    World world;
    for (const int states : {0, 2, 3})
      for (const char* how : {"data", "set", "loop", "pointer"}) {
        for (const bool inside : {false, true}) right = world.right(how, inside, false, states) && right;
        right = world.right(how, false, true, states) && right;
      }
  });
  if (right) ops_printf("declared late: PASSED\n");
  return status != 0 ? status : right ? 0 : 1;
}
