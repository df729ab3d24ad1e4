// apps/cloverleaf/start.cpp: geometry and initial state.
#include "apps/cloverleaf/steps.hpp"  // first: it says the rank of accessors

#include "apps/cloverleaf/kernels/start.hpp"

namespace cloverleaf {

void set_geometry(Fields& f, const Stencils& s) {
  const int nx = f.size[0], ny = f.size[1];
  int column[] = {-2, nx + 3, 0, 1}, row[] = {0, 1, -2, ny + 3}, all[] = {-2, nx + 3, -2, ny + 3};
  ops_par_loop(initialise_chunk_index_x, "initialise_chunk_index_x", f.block, 2, column,
               ops_arg_dat(f.xx, 1, s.along_x, "int", OPS_WRITE), ops_arg_idx());
  ops_par_loop(initialise_chunk_index_y, "initialise_chunk_index_y", f.block, 2, row,
               ops_arg_dat(f.yy, 1, s.along_y, "int", OPS_WRITE), ops_arg_idx());
  ops_par_loop(initialise_chunk_x, "initialise_chunk_x", f.block, 2, column,
               ops_arg_dat(f.xx, 1, s.along_x, "int", OPS_READ), write(f.vertexx, s.along_x),
               write(f.vertexdx, s.along_x), write(f.celldx, s.along_x));
  ops_par_loop(initialise_chunk_y, "initialise_chunk_y", f.block, 2, row,
               ops_arg_dat(f.yy, 1, s.along_y, "int", OPS_READ), write(f.vertexy, s.along_y),
               write(f.vertexdy, s.along_y), write(f.celldy, s.along_y));
  ops_par_loop(initialise_chunk_volume, "initialise_chunk_volume", f.block, 2, all, read(f.celldx, s.along_x),
               read(f.celldy, s.along_y), write(f.volume, s.point), write(f.xarea, s.point), write(f.yarea, s.point));
}

void set_start(Fields& f, const Stencils& s) {
  int all[] = {-2, f.size[0] + 2, -2, f.size[1] + 2};
  ops_par_loop(generate_chunk, "generate_chunk", f.block, 2, all, read(f.vertexx, s.along_x),
               read(f.vertexy, s.along_y), write(f.density0, s.point), write(f.energy0, s.point));
}

void set_start_velocity(Fields& f, const Stencils& s) {
  int all[] = {-2, f.size[0] + 3, -2, f.size[1] + 3};
  ops_par_loop(generate_chunk_velocity, "generate_chunk_velocity", f.block, 2, all, read(f.vertexx, s.along_x),
               read(f.vertexy, s.along_y), write(f.xvel0, s.point), write(f.yvel0, s.point));
}

}  // namespace cloverleaf
