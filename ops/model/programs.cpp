// ops/model/programs.cpp: the models of this program, entered before main.
#include <algorithm>

#include "ops/model/slot.hpp"

namespace ops::model {
namespace {

std::vector<Program>& programs() {
  static std::vector<Program> all;
  return all;
}

}  // namespace

std::vector<std::string> program_names() {
  std::vector<std::string> names;
  for (const Program& program : programs()) names.push_back(program.name);
  return names;
}

const Program& find_program(const std::string& name) {
  const auto found = std::ranges::find(programs(), name, &Program::name);
  if (found != programs().end()) return *found;
  OPSException error(OPS_INVALID_ARGUMENT);
  error << "there is no model '" << name << "' in this program";
  for (const Program& other : programs())
    error << (&other == &programs().front() ? "; available: " : ", ") << "'" << other.name << "'";
  throw error;
}

}  // namespace ops::model

bool ops_ad_model(const char* name, void (*body)(ops_model&), ops::Where where) {
  ops::model::programs().push_back({name, body, where});
  return true;
}
