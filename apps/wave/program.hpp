// apps/wave/program.hpp: the program in two and in three dimensions; wave.cpp chooses one.
#pragma once

namespace wave {

int run_plane(int argc, char** argv);   ///< plane.cpp
int run_volume(int argc, char** argv);  ///< volume.cpp

}  // namespace wave
