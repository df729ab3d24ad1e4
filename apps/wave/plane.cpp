// apps/wave/plane.cpp: the program in two dimensions.
#define OPS_2D
#include "apps/wave/program.hpp"
#include "apps/wave/run.hpp"

int wave::run_plane(int argc, char** argv) { return run<2>(argc, argv); }
