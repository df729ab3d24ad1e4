// apps/lbm/volume.cpp: the program in three dimensions, D3Q19.
#define OPS_3D
#include "apps/lbm/program.hpp"
#include "apps/lbm/run.hpp"

int lbm::run_volume(int argc, char** argv) { return run<3>(argc, argv); }
