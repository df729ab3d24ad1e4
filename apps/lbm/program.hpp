// apps/lbm/program.hpp: the program in two and in three dimensions; lbm.cpp chooses one.
#pragma once

namespace lbm {

int run_plane(int argc, char** argv);   ///< plane.cpp
int run_volume(int argc, char** argv);  ///< volume.cpp

}  // namespace lbm
