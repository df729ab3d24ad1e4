// apps/lbm/lbm.cpp: lattice Boltzmann flow, the energy or the drag at its end, and their gradient.
#include "apps/common/session.hpp"
#include "apps/lbm/program.hpp"

int main(int argc, char** argv) {
  return apps::guarded([&] {
    const bool volume = apps::CommandLine(argc, argv).integer("dims", 2) == 3;
    return volume ? lbm::run_volume(argc, argv) : lbm::run_plane(argc, argv);
  });
}
