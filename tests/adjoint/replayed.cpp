// tests/adjoint/replayed.cpp: programs for -OPS_AD_CHECK=taylor, which runs recordings again. The first argument says
// which. Prints the bits of the gradient and of what must be as before; exit status 1 and the text if the
// interpretation throws. With -slots: one state is kept.
#include <cmath>
#include <cstdio>
#include <string>

#define OPS_2D
#include "ops.hpp"

double rate = 0.3;

#include "bits.hpp"
#include "replayed_kernels.h"

namespace {

int size[] = {7, 5}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1}, row_size[] = {7, 1}, whole[] = {-1, 8, -1, 6},
    inside[] = {0, 7, 0, 5};
int centre[] = {0, 0}, cross[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1}, along[] = {1, 0};
double *none = nullptr, initial = 0.4;
std::uint64_t hash = no_bits;

struct World {
  ops_block block = ops_decl_block(2, "block"), other = ops_decl_block(2, "other");
  ops_dat u = declare(block, "u"), v = declare(block, "v"), c = declare(block, "c"), w = declare(other, "w");
  ops_dat fixed = ops_decl_dat_passive(block, 1, size, base, d_m, d_p, none, "double", "fixed");
  ops_dat kept = ops_decl_dat_passive(block, 1, size, base, d_m, d_p, none, "double", "kept");
  ops_dat row = ops_decl_dat(block, 1, row_size, base, d_m, d_p, none, "double", "row");
  ops_stencil S1 = ops_decl_stencil(2, 1, centre, "centre"), S5 = ops_decl_stencil(2, 5, cross, "cross");
  ops_stencil S_row = ops_decl_strided_stencil(2, 1, centre, along, "row");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_reduction least = ops_decl_reduction_handle(sizeof(double), "double", "least");
  ops_scalar scale = ops_decl_scalar("scale", &initial, 1), step = ops_decl_scalar("step", &initial, 1);
  ops_halo_group halos = make_halos();
  double value = 0;

  static ops_dat declare(ops_block block, const char* name) {
    return ops_decl_dat(block, 1, size, base, d_m, d_p, none, "double", name);
  }
  ops_halo_group make_halos() const {
    int extent[] = {1, 5}, from[] = {6, 0}, to[] = {-1, 0}, way[] = {1, 2};
    ops_halo all[] = {ops_decl_halo(v, w, extent, from, to, way, way)};
    return ops_decl_halo_group(1, all);
  }
  void fill_all() {
    for (ops_dat dat : {u, v, c, fixed, kept})
      ops_par_loop(fill, "fill", block, 2, whole, read_write(dat, OPS_WRITE), ops_arg_idx());
    ops_par_loop(fill, "fill w", other, 2, whole, read_write(w, OPS_WRITE), ops_arg_idx());
  }
  ops_arg read_write(ops_dat dat, ops_access access) const { return ops_arg_dat(dat, 1, S1, "double", access); }
  void objective(ops_dat dat, ops_block where) {
    const double one = 1.0;
    ops_par_loop(squares, "squares", where, 2, inside, read_write(dat, OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    sum->get_result(&value, &one);
  }
};

/// Everything that a recording may hold and a replay can do: values by the host, copies, halos, scalars, constants,
/// rows, minima.
void everything(World& world) {
  double by[] = {0.2, 0.3}, given[35], seen = 0;
  for (int k = 0; k < 35; ++k) given[k] = 0.5 + 0.01 * k;
  ops_par_loop_passive(fill, "mark", world.block, 2, whole, world.read_write(world.fixed, OPS_WRITE), ops_arg_idx());
  for (int n = 0; n < 3; ++n) {
    by[0] += 0.1;
    ops_par_loop(spread, "spread", world.block, 2, inside, ops_arg_dat(world.u, 1, world.S5, "double", OPS_READ),
                 world.read_write(world.c, OPS_READ), world.read_write(world.fixed, OPS_READ),
                 world.read_write(world.v, OPS_WRITE), ops_arg_gbl(by, 2, "double", OPS_READ),
                 ops_arg_scalar(world.step, 1, "double", OPS_READ));
    ops_dat_deep_copy(world.u, world.v);
    rate += 0.05;
    ops_update_const("rate", 1, "double", &rate);
    ops_par_loop_passive(fill, "mark again", world.block, 2, inside, world.read_write(world.fixed, OPS_WRITE),
                         ops_arg_idx());
  }
  ops_dat_set_data(world.c, 0, reinterpret_cast<char*>(given));
  ops_par_loop(smallest, "smallest", world.block, 2, inside, world.read_write(world.u, OPS_READ),
               ops_arg_reduce(world.least, 1, "double", OPS_MIN));
  ops_scalar_from_reduction(world.scale, world.least);
  ops_par_loop(rows, "rows", world.block, 2, inside, world.read_write(world.u, OPS_READ),
               ops_arg_dat(world.row, 1, world.S_row, "double", OPS_INC));
  ops_par_loop(multiply, "multiply", world.block, 2, inside, world.read_write(world.u, OPS_READ),
               world.read_write(world.c, OPS_READ), ops_arg_dat(world.row, 1, world.S_row, "double", OPS_READ),
               world.read_write(world.v, OPS_WRITE), ops_arg_scalar(world.scale, 1, "double", OPS_READ));
  world.objective(world.v, world.block);
  seen = world.value;
  ops_halo_transfer(world.halos);
  ops_par_loop(squared, "squared", world.other, 2, whole, world.read_write(world.w, OPS_RW));
  ops_par_loop(squares, "squares of w", world.other, 2, whole, world.read_write(world.w, OPS_READ),
               ops_arg_reduce(world.sum, 1, "double", OPS_INC));
  const double seed = 0.5;
  world.sum->get_result(&world.value, &seed);
  mix_in(hash, &seen, 1);
}

/// Steps, with copies to passive datasets: of active ones, and of passive ones that have other values soon after.
void steps(World& world) {
  double by[] = {0.2, 0.3};
  const auto spread_by = [&](ops_dat passive) {
    ops_par_loop(spread, "spread", world.block, 2, inside, ops_arg_dat(world.u, 1, world.S5, "double", OPS_READ),
                 world.read_write(world.c, OPS_READ), world.read_write(passive, OPS_READ),
                 world.read_write(world.v, OPS_WRITE), ops_arg_gbl(by, 2, "double", OPS_READ),
                 ops_arg_scalar(world.step, 1, "double", OPS_READ));
    ops_dat_deep_copy(world.u, world.v);
  };
  for (int n = 0; n < 4; ++n) {
    ops_ad_step(OPS_instance::getOPSInstance());
    ops_par_loop_passive(fill, "mark", world.block, 2, whole, world.read_write(world.kept, OPS_WRITE), ops_arg_idx());
    ops_dat_deep_copy(world.fixed, world.kept);
    ops_par_loop_passive(squared, "mark again", world.block, 2, whole, world.read_write(world.kept, OPS_RW));
    spread_by(world.fixed);
    ops_dat_deep_copy(world.fixed, world.u);
    spread_by(world.fixed);
  }
  world.objective(world.u, world.block);
}

/// A row that two loops add to before one reads it; in steps.
void row_steps(World& world) {
  for (int n = 0; n < 4; ++n) {
    ops_ad_step(OPS_instance::getOPSInstance());
    ops_par_loop(rows, "rows", world.block, 2, inside, world.read_write(world.u, OPS_READ),
                 ops_arg_dat(world.row, 1, world.S_row, "double", OPS_INC));
    ops_par_loop(rows, "rows of v", world.block, 2, inside, world.read_write(world.v, OPS_READ),
                 ops_arg_dat(world.row, 1, world.S_row, "double", OPS_INC));
    ops_par_loop(multiply, "multiply", world.block, 2, inside, world.read_write(world.u, OPS_READ),
                 world.read_write(world.c, OPS_READ), ops_arg_dat(world.row, 1, world.S_row, "double", OPS_READ),
                 world.read_write(world.v, OPS_WRITE), ops_arg_scalar(world.step, 1, "double", OPS_READ));
  }
  world.objective(world.v, world.block);
}

/// A kink, and a larger one on the way to a scalar that gets another value before it is used.
void overwritten(World& world) {
  ops_par_loop(bend, "bend", world.block, 2, inside, world.read_write(world.u, OPS_READ),
               world.read_write(world.c, OPS_WRITE));
  ops_par_loop(smallest, "smallest", world.block, 2, inside, world.read_write(world.c, OPS_READ),
               ops_arg_reduce(world.least, 1, "double", OPS_MIN));
  ops_scalar_from_reduction(world.scale, world.least);
  double* const given = world.scale->get_raw_pointer<double>();
  *given = 0.5;
  world.scale->release_raw_pointer(given, OPS_WRITE);
  const double one = 1.0;
  ops_par_loop(scaled_distance, "distance", world.block, 2, inside, world.read_write(world.u, OPS_READ),
               ops_arg_reduce(world.sum, 1, "double", OPS_INC), ops_arg_scalar(world.scale, 1, "double", OPS_READ));
  world.sum->get_result(&world.value, &one);
}

void run(World& world, const std::string& which) {
  const ops_arg in = world.read_write(world.u, OPS_READ), out = world.read_write(world.v, OPS_WRITE);
  if (which == "everything") return everything(world);
  if (which == "steps") return steps(world);
  if (which == "row in steps") return row_steps(world);
  if (which == "overwritten") return overwritten(world);
  if (which == "sum") {
    const double one = 1.0;
    ops_par_loop(distance, "distance", world.block, 2, inside, in, ops_arg_reduce(world.sum, 1, "double", OPS_INC));
    return world.sum->get_result(&world.value, &one);
  }
  if (which == "untested") ops_par_loop(twice, "twice", world.block, 2, inside, in, out);
  if (which == "wrong") ops_par_loop(wrong, "wrong", world.block, 2, inside, in, out);
  if (which == "kink") ops_par_loop(bend, "bend", world.block, 2, inside, in, out);
  if (which == "kink and wrong") {
    ops_par_loop(bend, "bend", world.block, 2, inside, in, world.read_write(world.c, OPS_WRITE));
    ops_par_loop(wrong, "wrong after bend", world.block, 2, inside, world.read_write(world.c, OPS_READ), out);
  }
  if (which == "branch") ops_par_loop(jump, "jump", world.block, 2, inside, in, out);
  if (which == "fall") ops_par_loop(fall, "fall", world.block, 2, inside, in, out);
  if (which == "fall and wrong") {
    ops_par_loop(fall, "fall", world.block, 2, inside, in, world.read_write(world.c, OPS_WRITE));
    ops_par_loop(wrong, "wrong after fall", world.block, 2, inside, world.read_write(world.c, OPS_READ), out);
  }
  if (which == "own tape") {
    ops_remove_tape(OPS_instance::getOPSInstance(), ops_create_tape(OPS_instance::getOPSInstance()));
    ops_par_loop(squared_to, "squared to", world.block, 2, inside, in, out);
  }
  world.objective(world.v, world.block);
}

}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  World world;
  ops_decl_const("rate", 1, "double", &rate);
  ops_partition("");
  world.fill_all();
  if (argc > 2 && std::string(argv[2]) == "-slots") ops_ad_set_checkpoint_count(OPS_instance::getOPSInstance(), 1, 4);
  run(world, argc > 1 ? argv[1] : "everything");
  try {
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
  } catch (const OPSException& error) {
    std::printf("thrown: %s\n", error.what());
    return 1;
  }
  mix_in(hash, &rate, 1);
  mix_in(hash, world.scale->get_data<double>(), 1);
  for (ops_dat dat : {world.u, world.v, world.c, world.w, world.row, world.fixed}) {
    double values[35] = {};
    ops_dat_fetch_data(dat, 0, reinterpret_cast<char*>(values));
    mix_in(hash, values, 35);
    if (dat == world.fixed) continue;
    ops_dat_fetch_derivative(dat, reinterpret_cast<char*>(values));
    mix_in(hash, values, 35);
  }
  std::printf("hash %016llx\n", static_cast<unsigned long long>(hash));
  ops_exit();
}
