// tests/ranks/empty_slab.cpp: a process that has no cells of a slab, or of a dataset, gives and gets nothing: an empty
// vector, whose address may be null.
#include <vector>

#define OPS_1D
#include "ops_seq_v2.h"

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block line = ops_decl_block(1, "line");
  int size[] = {20}, base[] = {0}, none[] = {0}, slab[] = {2, 6}, disp[1], count[1];
  ops_dat u = ops_decl_dat(line, 1, size, base, none, none, static_cast<double*>(nullptr), "double", "u");
  ops_partition("");
  std::vector<double> part(ops_dat_get_slab_extents(u, 0, disp, count, slab) / sizeof(double));
  ops_dat_fetch_data_slab_memspace(u, 0, reinterpret_cast<char*>(part.data()), slab, OPS_HOST);
  for (double& v : part) v += 1.0;
  ops_dat_set_data_slab_memspace(u, 0, reinterpret_cast<char*>(part.data()), slab, OPS_HOST);
  std::vector<double> all(20);
  ops_dat_fetch_all(u, reinterpret_cast<char*>(all.data()));
  for (const double v : all) ops_printf("%g ", v);
  ops_printf("\n");
  ops_exit();
}
