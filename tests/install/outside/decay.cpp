// A small program outside the project's tree: prints its objective, whether the Taylor test passed, and one derivative.
#include <cstdio>
#include <vector>

#include "run.hpp"

double rate = 0.03;

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int size[] = {13, 9, 7}, base[] = {0, 0, 0}, below[] = {0, -1, 0}, above[] = {0, 0, 1}, all[] = {0, 13, -1, 9, 0, 8};
  int offsets[] = {0, 0, 0, 0, 0, 1, 0, -1, 0};
  double* zeros = nullptr;
  Fields fields{};
  fields.box = ops_decl_block(3, "box");
  fields.now = ops_decl_dat(fields.box, 1, size, base, below, above, zeros, "double", "now");
  fields.next = ops_decl_dat(fields.box, 1, size, base, below, above, zeros, "double", "next");
  fields.point = ops_decl_stencil(3, 1, offsets, "point");
  fields.sides = ops_decl_stencil(3, 3, offsets, "sides");
  fields.total = ops_decl_reduction_handle(sizeof(double), "double", "total");
  ops_decl_const("rate", 1, "double", &rate);
  ops_partition("");
  for (ops_dat field : {fields.now, fields.next})
    ops_par_loop(fill, "fill", fields.box, 3, all, ops_arg_dat(field, 1, fields.point, "double", OPS_WRITE),
                 ops_arg_idx());

  ops_ad_taylor_options quiet;
  quiet.print = false;
  const bool right =
      ops_ad_taylor_test(
          OPS_instance::getOPSInstance(), {fields.now, fields.next}, [&] { return run(fields); }, fields.total, quiet)
          .passed;
  const double value = run(fields);
  *ops_reduction_get_derivative(fields.total) = 1.0;
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> gradient(13 * 9 * 7);
  ops_dat_fetch_derivative(fields.now, reinterpret_cast<char*>(gradient.data()));
  std::printf("%.17g %s %.17g\n", value, right ? "right" : "wrong", gradient[3 * 13 * 9 + 4 * 13 + 5]);
  ops_exit();
  return right ? 0 : 1;
}
