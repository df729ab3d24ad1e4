// ops/tape/host_values.cpp: numbers of the host, told apart by their bytes.
#include "ops/tape/host_values.hpp"

#include <algorithm>

#include "ops/tape/fetched.hpp"

namespace ops {
namespace {

/// The last ones, which are most likely meant.
std::string listed(const std::vector<std::string>& results) {
  const std::size_t shown = std::min<std::size_t>(results.size(), 3);
  std::string text = shown < results.size() ? "results, the last of them " : shown > 1 ? "results, " : "the result of ";
  for (std::size_t k = results.size() - shown; k < results.size(); ++k) text += (k > results.size() - shown ? ", and " : "") + results[k];
  return text;
}

}  // namespace

void visit_host_values(const LoopCall& call, std::span<const Events::ConstantValue> constants, const Context& context, const HostValueVisit& visit) {
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    const ops_arg& arg = call.args[i];
    if (arg.opt == 0 || (arg.argtype != ArgKind::gbl && arg.argtype != ArgKind::scalar) || !is_real(arg.element)) continue;
    for (std::size_t byte = 0; byte < static_cast<std::size_t>(arg.elem_size); byte += type_size(arg.element))
      visit(arg.element, arg.data + byte, "argument " + std::to_string(i + 1), arg.argtype == ArgKind::scalar ? arg.scalar : nullptr);
  }
  for (std::size_t k = 0; k < constants.size(); ++k) {
    const char* name = call.implementation->constants[k];
    const auto known = context.constants.find(name);
    if (known == context.constants.end() || !is_real(known->second.type)) continue;
    for (std::size_t byte = 0; byte + type_size(known->second.type) <= constants[k]->size(); byte += type_size(known->second.type))
      visit(known->second.type, constants[k]->data() + byte, std::string("constant '") + name + "'", nullptr);
  }
}

void HostValues::know(Type type, const std::byte* values, std::size_t size) {
  const auto* bytes = reinterpret_cast<const char*>(values);
  if (!is_real(type)) return;
  for (std::size_t at = 0; at + type_size(type) <= size; at += type_size(type)) known_.emplace(bytes + at, bytes + at + type_size(type));
}

void HostValues::read(const std::string& result, const Context& context) {
  const bool first = results_.empty();
  for (const auto& scalar : context.scalars)
    if (first) know(scalar->element, scalar->storage.data(), scalar->storage.size());
  for (const auto& [name, constant] : context.constants)
    if (first && constant.value) know(constant.type, constant.value->data(), constant.value->size());
  if (std::ranges::find(results_, result) == results_.end()) results_.push_back(result);
}

void HostValues::given(const LoopCall& call, Type type, const void* value, const std::string& as) {
  const auto* bytes = static_cast<const char*>(value);
  if (FetchedResults::common(type, value) || !known_.emplace(bytes, bytes + type_size(type)).second || results_.empty()) return;
  const std::string begin = "loop '" + std::string(call.name) + "' at " + place(call.where) + " is given, as " + as + ", ";
  if (!spoken_of_.insert(begin).second) return;
  notices_.push_back(begin + "a value that this recording saw for the first time after " + listed(results_) +
                     ": whether it depends on that, no test of a recording can see. If it does, gradients leave that out: read the result "
                     "into an ops_scalar with ops_scalar_from_reduction, compute from it in a loop, and pass it with ops_arg_scalar; "
                     "ops_ad_taylor_test, which runs the program itself, can tell");
}

void HostValues::clear() {
  known_.clear();
  results_.clear();
  spoken_of_.clear();
  notices_.clear();
}

}  // namespace ops
