// ops/derivatives/messages/host_values.cpp: distinguishes numbers of the host by their bytes.
#include "ops/derivatives/messages/host_values.hpp"

#include <algorithm>
#include <cstring>
#include <span>

#include "ops/derivatives/messages/constant_numbers.hpp"
#include "ops/derivatives/messages/fetched_results.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

std::string number(Type type, const void* value) {
  double wide = 0;
  float narrow = 0;
  std::memcpy(type == Type::f64 ? static_cast<void*>(&wide) : &narrow, value, type_size(type));
  std::ostringstream text;
  text.precision(9);
  text << (type == Type::f64 ? wide : static_cast<double>(narrow));
  return text.str();
}

/// Visits the real numbers among values of a type that is no struct, each as double or float.
template <class Visit>
void for_reals(Type type, const std::byte* values, std::size_t size, const Visit& visit) {
  if (type == Type::f16) {
    for (std::size_t at = 0; at + sizeof(half) <= size; at += sizeof(half)) {
      half narrow;
      std::memcpy(&narrow, values + at, sizeof narrow);
      const float wide = narrow;
      visit(Type::f32, reinterpret_cast<const std::byte*>(&wide));
    }
    return;
  }
  const Type of = type == Type::c64 ? Type::f64 : type == Type::c32 ? Type::f32 : type;
  if (!is_real(of)) return;
  for (std::size_t at = 0; at + type_size(of) <= size; at += type_size(of)) visit(of, values + at);
}

/// The one read last is most likely meant.
std::string listed(const std::vector<std::string>& results) {
  const std::size_t count = results.size();
  return results.back() + (count == 1 ? "" : count == 2 ? ", or of " + results.front() : ", or of other results");
}

/// What holds `member`, where the loop is given it; empty: it is given none.
std::span<const std::byte> holder_of(const StructMember& member, const LoopCall& call, const Operands& operands,
                                     const Context& context) {
  if (member.arg >= 0) {
    const ops_arg& arg = call.args[static_cast<std::size_t>(member.arg)];
    if (arg.opt == 0 || arg.argtype != ArgKind::gbl) return {};
    const void* values = operands.views[static_cast<std::size_t>(member.arg)].in;
    return {static_cast<const std::byte*>(values), static_cast<std::size_t>(arg.elem_size)};
  }
  const auto k = static_cast<std::size_t>(member.constant);
  const auto known = context.constants.find(call.ran().implementation->constants[k]);
  if (known == context.constants.end() || known->second.type != Type::user) return {};
  return {operands.constants[k]->data(), operands.constants[k]->size()};
}

void visit_member(const StructMember& member, const LoopCall& call, const Operands& operands, const Context& context,
                  const HostValueVisit& visit) {
  const std::span<const std::byte> bytes = holder_of(member, call, operands, context);
  const auto as = [&] {
    const bool all =
        (member.byte == 0 && member.count == 0 && member.size == member.stride) || member.size == bytes.size();
    return (all ? "" : "a member of ") +
           (member.arg >= 0
                ? "argument " + std::to_string(member.arg + 1)
                : std::string("constant '") +
                      call.ran().implementation->constants[static_cast<std::size_t>(member.constant)] + "'");
  };
  const Type type = member.size == sizeof(float) ? Type::f32 : Type::f64;
  const std::size_t last = member.stride == 0 ? 1 : member.count == 0 ? bytes.size() : member.count;
  for (std::size_t k = 0, at = member.byte; k < last && at + member.size <= bytes.size(); ++k, at += member.stride) {
    const double wide = member.size == sizeof(long double) ? narrowed(bytes.data() + at) : 0.0;
    const void* value = member.size == sizeof(long double) ? static_cast<const void*>(&wide) : bytes.data() + at;
    if (!declared_constant(context, type, value)) visit(type, value, as(), nullptr);
  }
}

}  // namespace

void visit_host_values(const LoopCall& call, const Operands& operands, const Context& context,
                       const HostValueVisit& visit) {
  const auto visit_all = [&](Type type, const std::byte* values, std::size_t size, const std::string& as,
                             ops_scalar scalar) {
    for_reals(type, values, size, [&](Type of, const std::byte* value) {
      if (!declared_constant(context, of, value)) visit(of, value, as, scalar);
    });
  };
  for (std::size_t i = 0; i < call.args.size(); ++i) {
    const ops_arg& arg = call.args[i];
    if (arg.opt == 0 || (arg.argtype != ArgKind::gbl && arg.argtype != ArgKind::scalar)) continue;
    visit_all(arg.element, static_cast<const std::byte*>(operands.views[i].in), static_cast<std::size_t>(arg.elem_size),
              "argument " + std::to_string(i + 1), arg.argtype == ArgKind::scalar ? arg.scalar : nullptr);
  }
  for (std::size_t k = 0; k < operands.constants.size(); ++k) {
    const char* name = call.ran().implementation->constants[k];
    const auto known = context.constants.find(name);
    if (known == context.constants.end()) continue;
    visit_all(known->second.type, operands.constants[k]->data(), operands.constants[k]->size(),
              std::string("constant '") + name + "'", nullptr);
  }
  if (const LoopImplementation* const code = call.ran().implementation)
    for (const StructMember& member : code->members) visit_member(member, call, operands, context, visit);
}

void HostValues::know(Type type, const std::byte* values, std::size_t size) {
  if (type == Type::user) {  // a struct: whatever its members are
    know(Type::f64, values, size);
    know(Type::f32, values, size);
    for (std::size_t at = 0; at + sizeof(long double) <= size; at += sizeof(long double)) {
      const double wide = narrowed(values + at);
      know(Type::f64, reinterpret_cast<const std::byte*>(&wide), sizeof wide);
    }
  }
  for_reals(type, values, size, [&](Type of, const std::byte* value) {
    const auto* bytes = reinterpret_cast<const char*>(value);
    known_.emplace(bytes, bytes + type_size(of));
  });
}

void HostValues::read(const std::string& result, const Context& context) {
  const bool first = results_.empty();
  for (const auto& scalar : context.scalars)
    if (first) know(scalar->element, scalar->storage.data(), scalar->storage.size());
  for (const auto& [name, constant] : context.constants)
    if (first && constant.value) know(constant.type, constant.value->data(), constant.value->size());
  std::erase(results_, result);
  results_.push_back(result);
}

HostValueNotice HostValues::given(const LoopCall& call, Type type, const void* value, const std::string& as) {
  const auto* bytes = static_cast<const char*>(value);
  if (FetchedResults::common(type, value) || !known_.emplace(bytes, bytes + type_size(type)).second || results_.empty())
    return {};
  const std::string begin = "loop '" + call.name + "' at " + place(call.where) + " receives, as " + as + ",";
  if (!spoken_of_.insert(begin).second) return {};
  return {
      begin,
      ops::format("loop '{}' at {} receives the number {} as {}. The program may have computed this number from the "
                  "value of {}. If it did, gradients do not include this dependence: compute the number with "
                  "ops_scalar_from_reduction and ops_scalar_loop, and pass it with ops_arg_scalar. If it did "
                  "not, or if gradients should ignore the dependence, declare the number with ops_ad_constant(number)",
                  call.name, place(call.where), number(type, value), as, listed(results_))};
}

bool HostValues::doubts(Type type, const void* value) {
  if (results_.empty()) know(type, static_cast<const std::byte*>(value), type_size(type));
  return !FetchedResults::common(type, value) && !known_.contains({static_cast<const char*>(value), type_size(type)});
}

void HostValues::clear() {
  known_.clear();
  results_.clear();
  spoken_of_.clear();
}

}  // namespace ops
