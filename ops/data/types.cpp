// ops/data/types.cpp: the table of element types.
#include "ops/data/types.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "ops/support/error.hpp"

namespace ops {
namespace {

struct Spelling {
  std::string_view text;
  Type type;
};
// The first spelling of a type is its canonical one.
constexpr Spelling spellings[] = {
    {"double", Type::f64},    {"float", Type::f32},    {"half", Type::f16},          {"char", Type::i8},
    {"short", Type::i16},     {"int", Type::i32},      {"long", Type::i64},          {"uint", Type::u32},
    {"ulong", Type::u64},     {"bool", Type::boolean}, {"complexd", Type::c64},      {"complexf", Type::c32},
    {"long long", Type::i64}, {"ll", Type::i64},       {"unsigned int", Type::u32},  {"unsigned", Type::u32},
    {"ul", Type::u64},        {"ull", Type::u64},      {"unsigned long", Type::u64}, {"unsigned long long", Type::u64},
};

const Spelling* find(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(spellings), std::end(spellings), [&](const Spelling& s) { return s.text == name; });
  return found == std::end(spellings) ? nullptr : found;
}

std::string_view without_layout(std::string_view name) {
  constexpr std::string_view suffix = ":soa";
  if (name.size() > suffix.size() && name.substr(name.size() - suffix.size()) == suffix)
    name.remove_suffix(suffix.size());
  return name;
}

}  // namespace

Type type_from_name(const char* name) {
  if (name == nullptr || *name == '\0') throw OPSException(OPS_INVALID_ARGUMENT, "the type string is null or empty");
  const Spelling* found = find(without_layout(name));
  return found == nullptr ? Type::user : found->type;
}

const char* type_name(Type type) noexcept {
  const auto* found =
      std::find_if(std::begin(spellings), std::end(spellings), [&](const Spelling& s) { return s.type == type; });
  return found == std::end(spellings) ? "user" : found->text.data();
}

std::size_t type_size(Type type) noexcept {
  switch (type) {
    case Type::i8:
    case Type::boolean: return 1;
    case Type::f16:
    case Type::i16: return 2;
    case Type::f32:
    case Type::i32:
    case Type::u32: return 4;
    case Type::f64:
    case Type::i64:
    case Type::u64:
    case Type::c32: return 8;
    case Type::c64: return 16;
    case Type::user: break;
  }
  return 0;
}

std::string access_name(ops_access access) {
  static constexpr std::array names{"OPS_READ", "OPS_WRITE", "OPS_RW", "OPS_INC", "OPS_MIN", "OPS_MAX"};
  if (access >= 0 && access < static_cast<int>(names.size())) return names[static_cast<std::size_t>(access)];
  return "access " + std::to_string(access);
}

}  // namespace ops
