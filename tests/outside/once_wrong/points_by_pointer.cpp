// The points of a stencil are changed through a pointer of the program before it is declared, and a kernel computes where it reads.
// Expected: the gradient. Once came: an error that named the point -1; the translator believed in the points 0 and 1.
#include <cstdio>
#include <vector>
#define OPS_1D
#include "ops_seq_v2.h"

void donor(const ACC<double>& q, const ACC<int>& from, ACC<double>& f) { f(0) = 3.0 * q(from(0)); }
void total(const ACC<double>& f, double* sum) { *sum += f(0); }

int* place;

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block line = ops_decl_block(1, "line");
  int size[] = {6}, base[] = {0}, below[] = {-1}, above[] = {1}, all[] = {0, 6}, zero[] = {0}, points[] = {0, 1};
  place = points;
  place[1] = -1;
  ops_stencil centre = ops_decl_stencil(1, 1, zero, "centre"), pair = ops_decl_stencil(1, 2, points, "pair");
  std::vector<double> values(8, 1.0);
  std::vector<int> side(8, -1);
  double* none = nullptr;
  ops_dat q = ops_decl_dat(line, 1, size, base, below, above, values.data(), "double", "q");
  ops_dat f = ops_decl_dat(line, 1, size, base, below, above, none, "double", "f");
  ops_dat from = ops_decl_dat(line, 1, size, base, below, above, side.data(), "int", "from");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  ops_par_loop(donor, "donor", line, 1, all, ops_arg_dat(q, 1, pair, "double", OPS_READ), ops_arg_dat(from, 1, centre, "int", OPS_READ),
               ops_arg_dat(f, 1, centre, "double", OPS_WRITE));
  ops_par_loop(total, "total", line, 1, all, ops_arg_dat(f, 1, centre, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  double value, one = 1.0;
  sum->get_result(&value, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  const std::vector<double> gradient = ops_dat_fetch_derivative<double>(q);
  const bool right = value == 18.0 && gradient[0] == 3.0 && gradient[4] == 3.0 && gradient[5] == 0.0;
  std::printf("points_by_pointer: %s\n", right ? "passed" : "failed");
  ops_exit();
  return right ? 0 : 1;
}
