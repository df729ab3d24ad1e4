// What the wrong programs share: a block, datasets, stencils, a range. Everything here is right.
#pragma once
#define OPS_2D
#include "ops_seq_v2.h"

inline ops_block block = ops_decl_block(2, "block");
inline ops_dat u, v, w;
inline int range[] = {0, 8, 0, 8};
inline int centre_point[] = {0, 0}, star_points[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, pair_points[] = {0, 0, 1, 0};
inline ops_stencil CENTRE = ops_decl_stencil(2, 1, centre_point, "centre");
inline ops_stencil STAR = ops_decl_stencil(2, 5, star_points, "star");
inline ops_stencil PAIR = ops_decl_stencil(2, 2, pair_points, "pair");
inline ops_reduction total = ops_decl_reduction_handle(sizeof(double), "double", "total");
