// Handles that two files share.
#pragma once
#define OPS_2D
#include "ops_seq_v2.h"

extern ops_block block;
extern ops_dat u, v;
extern ops_stencil SHARED, ROW;
inline int range[] = {0, 8, 0, 8};

inline void copy(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0); }

template <class T>
void run_template(ops_stencil s, const char* type) {
  ops_par_loop(copy, "in header template", block, 2, range, ops_arg_dat(u, 1, s, type, OPS_READ),
               ops_arg_dat(v, 1, SHARED, type, OPS_WRITE));
}
