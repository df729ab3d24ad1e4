// apps/cde/cde.cpp: a European call under the Heston model, and all its Greeks.
#include "apps/cde/solver.hpp"  // first: it says the rank of accessors

#include <string>

#include "apps/common/session.hpp"

namespace cde {

void describe(const Settings& settings, apps::Program&, apps::Report& report) {
  report.add("app", std::string("cde"));
  report.add("points", settings.points());
  report.add("steps", static_cast<std::int64_t>(settings.steps));
}

}  // namespace cde

int main(int argc, char** argv) { return apps::main_of<cde::Settings, cde::Solver>(argc, argv, cde::describe); }
