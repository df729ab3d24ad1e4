// apps/lbm/plane.cpp: the program in two dimensions, D2Q9.
#define OPS_2D
#include "apps/lbm/program.hpp"
#include "apps/lbm/run.hpp"

int lbm::run_plane(int argc, char** argv) { return run<2>(argc, argv); }
