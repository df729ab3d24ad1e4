// ops/loops/engine/changed_constant.cpp: compares the bytes of a published constant with its variable.
#include "ops/loops/engine/changed_constant.hpp"

#include <cstring>
#include <ostream>
#include <utility>

namespace ops {

bool changed(const Constant& constant) noexcept {
  return constant.variable != nullptr &&
         std::memcmp(constant.variable, constant.value->data(), constant.value->size()) != 0;
}

void warn_if_changed(const Constant& constant, const LoopCall& call) {
  if (!changed(constant)) return;
  Context& context = *call.block->context;
  if (std::exchange(context.constants.find(constant.name)->second.told, true)) return;
  *context.out << "OPS warning: loop '" << call.name << "' at " << place(call.where) << " uses constant '"
               << constant.name << "' with the value set at " << place(constant.where)
               << ", but the program has changed the variable since then: "
                  "translated code and derivatives continue to use the old value; call ops_update_const\n";
}

}  // namespace ops
