// ops/derivatives/log/recording.cpp: adds datasets on their first use, and prints each warning once.
#include "ops/derivatives/log/recording.hpp"

#include <ostream>

namespace ops {

Tracked& Recording::tracked(ops_dat dat) {
  const auto index = static_cast<std::size_t>(dat->index);
  if (index >= live.size()) live.resize(index + 1);
  auto& found = live[index];
  const bool known = found && found->introduced;
  if (!found) found = std::make_unique<Tracked>(dat, is_default() ? nullptr : home.tracked(dat).derivative);
  found->introduced = known || !silent;
  if (watch && !known && !silent) watch->introduce(*found);
  return *found;
}

void Recording::add_alias(ops_dat alias, Tracked& of) {
  const auto index = static_cast<std::size_t>(alias->index);
  if (index >= live.size()) live.resize(index + 1);
  live[index] = std::make_unique<Tracked>(alias, is_default() ? nullptr : home.tracked(alias).derivative);
  live[index]->alias_of = &of;
  live[index]->introduced = true;
}

void Recording::forget_tangents() {
  tangents = {};
  for (const auto& dat : live)
    if (dat) dat->tangent.clear();
  for (const auto& dat : freed) dat->tangent.clear();
}

void Recording::forget_hessian() {
  hessian_vector = {};
  for (const auto& dat : live)
    if (dat) dat->hessian.clear();
  for (const auto& dat : freed) dat->hessian.clear();
}

void Recording::tell(const std::string& text) {
  if (says_first(text) && context.out) *context.out << "OPS warning: " << text << '\n';
}

}  // namespace ops
