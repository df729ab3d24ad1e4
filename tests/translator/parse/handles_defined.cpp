// Where the handles of handles.hpp are declared to OPS.
#include "handles.hpp"

ops_block block;
ops_dat u, v;
ops_stencil SHARED, ROW;

ops_stencil make(int* points, const char* name) { return ops_decl_stencil(2, 1, points, name); }

void set_up() {
  int origin[] = {0, 0}, along_x[2] = {1};
  block = ops_decl_block(2, "block");
  SHARED = make(origin, "shared");
  ROW = ops_decl_strided_stencil(2, 1, origin, along_x, "row");
}
