// tests/python/habits.cpp: a program that relies on what it has left: in datasets, halos, scalars, random numbers, and
// in its global variables.
#define OPS_2D
#include <stdexcept>
#include <vector>

#include "ops.hpp"

double factor = 1.0;

void more(const ACC<double>& a, ACC<double>& sum) { sum(0, 0) += factor * a(0, 0) * a(0, 0); }
void around(const ACC<double>& sum, const ACC<double>& noise, ACC<double>& extra, const double* weight) {
  extra(0, 0) = *weight * (sum(1, 0) + sum(-1, 0)) + sum(0, 0) * noise(0, 0);
}
void rows(const ACC<double>& extra, ACC<double>& row) { row(0, 0) += extra(0, 0); }
void energy_of(const ACC<double>& row, double* energy) { *energy += row(0, 0) * row(0, 0); }
void largest_of(const ACC<double>& sum, double* largest) { *largest = std::max(*largest, sum(0, 0)); }
void slow(const ACC<double>& a, ACC<double>& b) { b(0, 0) = 1e-3 * a(0, 0) + 0.999 * b(0, 0); }

OPS_MODEL(habits, model) {
  const std::vector<int> n = model.size({8, 6});
  factor = model.option("factor", 1.0);
  const int loops = model.option("loops", 0);
  const bool fails = model.option("fails", false);
  ops_decl_const("factor", 1, "double", &factor);
  ops_randomgen_init(3, 0);
  const double usual = 0.5;
  const int offsets[] = {0, 0, 1, 0, -1, 0}, along_y[] = {0, 1};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat a = ops_decl_dat<double>(grid, "a", n), sum = ops_decl_dat<double>(grid, "sum", n, {.halo = 1});
  ops_dat noise = ops_decl_dat<double>(grid, "noise", n, {.passive = true});
  ops_dat row = ops_decl_dat<double>(grid, "row", {1, n[1]}),
          counter = ops_decl_dat<double>(grid, "counter", {1, 1}, {.passive = true});
  ops_dat idle = ops_decl_dat<double>(grid, "idle", n);
  ops_scalar weight = ops_decl_scalar("weight", &usual, 1);
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), three = ops_decl_stencil(2, 3, offsets, "three");
  ops_stencil line = ops_decl_strided_stencil(2, 1, offsets, along_y, "line");
  ops_reduction energy = ops_decl_reduction_handle(sizeof(double), "double", "energy");
  ops_reduction largest = ops_decl_reduction_handle(sizeof(double), "double", "largest");
  ops_halo_group periodic = ops_decl_halo_periodic(0, {sum});
  model.input("a", a);
  model.input("weight", weight);
  model.output("sum", sum);
  model.output("row", row);
  model.output("counter", counter);
  model.objective("energy", energy);
  model.run([=] {
    int all[] = {0, n[0], 0, n[1]}, ys[] = {0, 1, 0, n[1]};
    ops_dat extra = ops_decl_dat<double>(grid, "extra", n);
    ops_fill_random_uniform(noise);
    ops_memspace host = OPS_HOST;
    double* const count = reinterpret_cast<double*>(ops_dat_get_raw_pointer(counter, 0, point, &host));
    *count += 1.0;
    ops_dat_release_raw_data(counter, 0, OPS_RW);
    ops_par_loop(more, "more", grid, 2, all, ops_arg_dat(a, 1, point, "double", OPS_READ),
                 ops_arg_dat(sum, 1, point, "double", OPS_RW));
    ops_par_loop(around, "around", grid, 2, all, ops_arg_dat(sum, 1, three, "double", OPS_READ),
                 ops_arg_dat(noise, 1, point, "double", OPS_READ), ops_arg_dat(extra, 1, point, "double", OPS_WRITE),
                 ops_arg_scalar(weight, 1, "double", OPS_READ));
    ops_halo_transfer(periodic);  // after they have been read: the next run would see what this one leaves
    if (fails) throw std::runtime_error("it was told to fail");
    ops_par_loop(rows, "rows", grid, 2, all, ops_arg_dat(extra, 1, point, "double", OPS_READ),
                 ops_arg_dat(row, 1, line, "double", OPS_INC));
    ops_par_loop(largest_of, "largest_of", grid, 2, all, ops_arg_dat(sum, 1, point, "double", OPS_READ),
                 ops_arg_reduce(largest, 1, "double", OPS_MAX));
    ops_scalar_from_reduction(weight, largest);
    for (int k = 0; k < loops; ++k)
      ops_par_loop(slow, "slow", grid, 2, all, ops_arg_dat(a, 1, point, "double", OPS_READ),
                   ops_arg_dat(idle, 1, point, "double", OPS_RW));
    ops_par_loop(energy_of, "energy_of", grid, 2, ys, ops_arg_dat(row, 1, line, "double", OPS_READ),
                 ops_arg_reduce(energy, 1, "double", OPS_INC));
  });
}
