// ops/loops/engine/inactive_args.cpp: asks the implementation which arguments it accesses, and makes a new plan if the
// answer changes.
#include "ops/loops/engine/inactive_args.hpp"

#include <array>
#include <ostream>

#include "ops/loops/engine/loop_error.hpp"
#include "ops/loops/launch/pitch.hpp"

namespace ops {
namespace {

bool fits(const ops_arg& given, std::span<const KernelParam> params, std::size_t k, int dims, const Box& range) {
  ops_arg on = given;
  on.opt = 1;
  const ArgPlan plan = make_plan(dims, {&on, 1}, params.subspan(k, 1), nullptr).front();
  const Box cells = plan.cells(range);
  return plan.dat->layout.allocated.contains(cells);
}

}  // namespace

void switch_on_touched(Variant& variant, const Box& range) {
  LoopCall& call = variant.checked;
  const TouchedFunction ask = call.implementation == nullptr ? nullptr : call.implementation->touched;
  std::array<bool, max_arguments> touched{};
  if (ask != nullptr) ask(variant.values.data(), touched.data());
  bool changed = false;
  for (std::size_t k = 0; k < call.args.size(); ++k) {
    if (variant.given[k].opt != 0) continue;
    const bool on = ask != nullptr ? touched[k] : fits(call.args[k], call.kernel.params, k, call.dims, range);
    changed = changed || on != (call.args[k].opt != 0);
    call.args[k].opt = on ? 1 : 0;
  }
  if (changed) variant.plan();
}

void warn_of_accessed(const LoopCall& call, std::size_t argument) {
  *call.block->context->out
      << "OPS warning: loop '" << call.name << "' at " << place(call.where) << " accesses dataset '"
      << call.args[argument].dat->name << "' (argument " << argument + 1
      << "), which is switched off (ops_arg_dat_opt with flag 0): the loop runs as if the argument were switched on\n";
}

}  // namespace ops
