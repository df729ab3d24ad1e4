// A program that includes every header of the API after macros of its own, and uses accessors: no name of ours is a
// word that others define.
#include "tests/ops/api/hostile_macros.h"

#define OPS_2D
#include <ops_seq.h>

#include <ops_checkpointing.h>
#include <ops_exceptions.h>
#include <ops_hdf5.h>
#include <ops_instance.h>
#include <ops_internal1.h>
#include <ops_internal2.h>
#include <ops_lib_core.h>
#include <ops_lib_cpp.h>
#include <ops_macros.h>
#include <ops_mpi_core.h>
#include <ops_seq_v2.h>
#include <ops_tridiag.h>
#include <ops_util.h>
#include <ops.hpp>

namespace {

void add(const ACC<double>& u, ACC<double>& v, const double* by) {
  v(0, 0) = u(0, 1) + *by;
  v.combine_max(0, 0, 1.0);
}

}  // namespace

void hostile_loop(ops_block block, ops_dat u, ops_dat v, ops_stencil point) {
  int range[] = {0, 2, 0, 2};
  double by = 0.5;
  ops_par_loop(add, "add", block, 2, range, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_dat(v, 1, point, "double", OPS_WRITE), ops_arg_gbl(&by, 1, "double", OPS_READ));
}
