// tests/faults/adjoints.cpp: loops with adjoints written by hand; those named on the command line are wrong in one place each.
// adjoints <kernel>.. -OPS_AD_CHECK=loops runs the program once per kernel, each after a line "== <kernel>"; "right" is no fault.
// What is reported must name the kernel and the line that bears "here: <kernel>" (faults_test.py).
#include <vector>

double dt = 0.4;

#define OPS_2D
#include "ops.hpp"

#include "adjoints_kernels.h"
#include "run.hpp"

namespace {

constexpr int N = 7;
using faults::is;

struct World {
  int size[2] = {N, N}, base[2] = {0, 0}, d_m[2] = {-1, -1}, d_p[2] = {1, 1}, all[4] = {0, N, 0, N};
  int point[2] = {0, 0}, three[6] = {0, 0, 1, 0, -1, 0}, up[4] = {0, 0, 0, 1};
  double one = 1.0, value = 0.0;
  std::vector<double> data = std::vector<double>(2 * (N + 2) * (N + 2));
  OPS_instance *instance = OPS_instance::getOPSInstance();
  ops_block block = ops_decl_block(2, "block");
  ops_stencil S00 = ops_decl_stencil(2, 1, point, "00"), S3 = ops_decl_stencil(2, 3, three, "3"), SU = ops_decl_stencil(2, 2, up, "up");
  ops_dat u = declare("u", 1), v = declare("v", 1), w = declare("w", 1), q = declare("q", 2);
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");

  World() {
    ops_decl_const("dt", 1, "double", &dt);
    ops_partition("");
  }
  ops_dat declare(const char *name, int dim) {
    for (std::size_t k = 0; k < data.size(); ++k) data[k] = 0.3 + 0.07 * static_cast<double>((7 * k + name[0]) % 13);
    return ops_decl_dat(block, dim, size, base, d_m, d_p, data.data(), "double", name);
  }
  void donor();
  void products();
  void rest();
  void run();
};

#define DONOR_LOOP(name)                                                                                                       \
  ops_par_loop(name, #name, block, 2, all, ops_arg_dat(u, 1, S3, "double", OPS_READ), ops_arg_dat(w, 1, SU, "double", OPS_READ), \
               ops_arg_dat(v, 1, S00, "double", OPS_WRITE))
#define PRODUCTS_LOOP(name)                                                                                                     \
  ops_par_loop(name, #name, block, 2, all, ops_arg_dat(v, 1, S00, "double", OPS_READ), ops_arg_dat(w, 1, S00, "double", OPS_READ), \
               ops_arg_dat(q, 2, S00, "double", OPS_WRITE))
#define GROW_LOOP(name) \
  ops_par_loop(name, #name, block, 2, all, ops_arg_dat(w, 1, S00, "double", OPS_READ), ops_arg_dat(u, 1, S00, "double", OPS_RW))
#define GAIN_LOOP(name) \
  ops_par_loop(name, #name, block, 2, all, ops_arg_dat(u, 1, S00, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_INC))
#define WORK_LOOP(name)                                                                                                          \
  ops_par_loop(name, #name, block, 2, all, ops_arg_dat(v, 1, S00, "double", OPS_READ), ops_arg_dat(w, 1, S00, "double", OPS_READ), \
               ops_arg_reduce(sum, 1, "double", OPS_INC))

// clang-format off
void World::donor() {
  if (is("constant_missing")) return DONOR_LOOP(constant_missing);  // here: constant_missing
  if (is("factor_missing")) return DONOR_LOOP(factor_missing);  // here: factor_missing
  if (is("wrong_neighbour_read")) return DONOR_LOOP(wrong_neighbour_read);  // here: wrong_neighbour_read
  if (is("wrong_condition")) return DONOR_LOOP(wrong_condition);  // here: wrong_condition
  if (is("power_missing")) return DONOR_LOOP(power_missing);  // here: power_missing
  if (is("weight_missing_in_branch")) return DONOR_LOOP(weight_missing_in_branch);  // here: weight_missing_in_branch
  if (is("wrong_accumulator")) return DONOR_LOOP(wrong_accumulator);  // here: wrong_accumulator
  if (is("term_missing_in_branch")) return DONOR_LOOP(term_missing_in_branch);  // here: term_missing_in_branch
  if (is("stale_temporary")) return DONOR_LOOP(stale_temporary);  // here: stale_temporary
  if (is("neighbour_missing")) return DONOR_LOOP(neighbour_missing);  // here: neighbour_missing
  if (is("wrong_sign")) return DONOR_LOOP(wrong_sign);  // here: wrong_sign
  if (is("wrong_offset")) return DONOR_LOOP(wrong_offset);  // here: wrong_offset
  DONOR_LOOP(donor_right);
}

void World::products() {
  if (is("wrong_component")) return PRODUCTS_LOOP(wrong_component);  // here: wrong_component
  if (is("component_missing")) return PRODUCTS_LOOP(component_missing);  // here: component_missing
  if (is("wrong_factor_read")) return PRODUCTS_LOOP(wrong_factor_read);  // here: wrong_factor_read
  if (is("component_not_zeroed")) return PRODUCTS_LOOP(component_not_zeroed);  // here: component_not_zeroed
  PRODUCTS_LOOP(products_right);
}

void World::rest() {
  if (is("value_after_for_before")) GROW_LOOP(value_after_for_before);  // here: value_after_for_before
  else if (is("input_missing")) GROW_LOOP(input_missing);  // here: input_missing
  else if (is("added_for_set")) GROW_LOOP(added_for_set);  // here: added_for_set
  else if (is("factor_of_square")) GROW_LOOP(factor_of_square);  // here: factor_of_square
  else GROW_LOOP(grow_right);
  if (is("factor_of_cube")) GAIN_LOOP(factor_of_cube);  // here: factor_of_cube
  else if (is("increment_zeroed")) GAIN_LOOP(increment_zeroed);  // here: increment_zeroed
  else GAIN_LOOP(gain_right);
  if (is("factor_in_sum")) WORK_LOOP(factor_in_sum);  // here: factor_in_sum
  else if (is("sign_in_sum")) WORK_LOOP(sign_in_sum);  // here: sign_in_sum
  else if (is("seed_missing")) WORK_LOOP(seed_missing);  // here: seed_missing
  else WORK_LOOP(work_right);
}
// clang-format on

void World::run() {
  donor();
  products();
  rest();
  ops_par_loop(total, "total", block, 2, all, ops_arg_dat(q, 2, S00, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  sum->get_result(&value, &one);
  ops_interpret_adjoints(instance);
}

}  // namespace

int main(int argc, char **argv) { return faults::run_each<World>(argc, argv); }
