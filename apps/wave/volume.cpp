// apps/wave/volume.cpp: the program in three dimensions.
#define OPS_3D
#include "apps/wave/program.hpp"
#include "apps/wave/run.hpp"

int wave::run_volume(int argc, char** argv) { return run<3>(argc, argv); }
