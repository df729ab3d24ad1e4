// One run of the program, in a translation unit of its own.
#pragma once
#include "kernels.hpp"

struct Fields {
  ops_block box;
  ops_dat now, next;
  ops_stencil point, sides;
  ops_reduction total;
};

double run(const Fields& fields);
