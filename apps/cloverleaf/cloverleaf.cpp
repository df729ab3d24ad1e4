// apps/cloverleaf/cloverleaf.cpp: compressible Euler equations on a staggered grid, and the gradient of the final
// kinetic energy.
#include "apps/cloverleaf/solver.hpp"  // first: it says the rank of accessors

#include <string>

#include "apps/common/session.hpp"

namespace cloverleaf {

void describe(const Settings& settings, apps::Program&, apps::Report& report) {
  report.add("app", std::string("cloverleaf"));
  report.add("points", static_cast<double>(settings.input.x_cells) * settings.input.y_cells);
}

}  // namespace cloverleaf

int main(int argc, char** argv) {
  return apps::main_of<cloverleaf::Settings, cloverleaf::Solver>(argc, argv, cloverleaf::describe);
}
