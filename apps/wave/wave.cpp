// apps/wave/wave.cpp: acoustic waves, the misfit of their traces, its gradient, and the inversion.
#include "apps/common/session.hpp"
#include "apps/wave/program.hpp"

int main(int argc, char** argv) {
  return apps::guarded([&] {
    const bool volume = apps::CommandLine(argc, argv).integer("dims", 2) == 3;
    return volume ? wave::run_volume(argc, argv) : wave::run_plane(argc, argv);
  });
}
