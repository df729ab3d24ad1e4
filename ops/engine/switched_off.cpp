// ops/engine/switched_off.cpp: asks the implementation, and plans again where the answer is another.
#include "ops/engine/switched_off.hpp"

#include <array>
#include <ostream>

#include "ops/engine/loop_error.hpp"
#include "ops/loop/pitch.hpp"

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

void switch_on_touched(const LoopRequest& request, Variant& variant, const Box& range) {
  const TouchedFunction ask = variant.implementation == nullptr ? nullptr : variant.implementation->touched;
  std::array<bool, max_arguments> touched{};
  if (ask != nullptr) {
    std::array<const void*, max_arguments> values{};
    for (std::size_t k = 0; k < request.args.size(); ++k) values[k] = request.args[k].data;
    ask(values.data(), touched.data());
  }
  bool changed = false;
  for (std::size_t k = 0; k < variant.args.size(); ++k) {
    if (variant.given[k].opt != 0) continue;
    const bool on = ask != nullptr ? touched[k] : fits(variant.args[k], request.kernel.params, k, request.dims, range);
    changed = changed || on != (variant.args[k].opt != 0);
    variant.args[k].opt = on ? 1 : 0;
  }
  if (changed) variant.plan(request.kernel.params);
}

void warn_of_touched(const LoopRequest& request, std::size_t argument) {
  *request.block->context->out
      << "OPS warning: loop '" << request.name << "' at " << place(request.where) << " touches dataset '"
      << request.args[argument].dat->name << "' (argument " << argument + 1
      << "), which is switched off (ops_arg_dat_opt with flag 0): it runs as if the argument were on\n";
}

}  // namespace ops
