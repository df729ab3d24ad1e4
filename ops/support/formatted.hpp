// ops/support/formatted.hpp: the subset of std::format that this library uses, for standard libraries without it (GCC
// 12 and older). A field is {} or {:[<|>][0][width][.precision][e|f|g|x]}, where the width may itself be a field {}.
// The text is that of std::format. Test: tests/ops/support/formatted_test.cpp
#pragma once

#include <algorithm>
#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace ops::formatted {

using Argument = std::variant<long long, unsigned long long, float, double, char, std::string_view>;

template <class T>
Argument argument(const T& value) {
  if constexpr (std::same_as<T, bool>) return std::string_view(value ? "true" : "false");
  else if constexpr (std::same_as<T, char> || std::floating_point<T>) return value;
  else if constexpr (std::signed_integral<T>) return static_cast<long long>(value);
  else if constexpr (std::unsigned_integral<T>) return static_cast<unsigned long long>(value);
  else return std::string_view(value);
}

// A format whose number of fields is that of the arguments; anything else does not compile.
template <class... Arguments>
struct Pattern {
  template <std::convertible_to<std::string_view> Text>
  consteval Pattern(const Text& whole) : text(whole) {  // NOLINT(google-explicit-constructor)
    std::size_t fields = 0, depth = 0;
    for (std::size_t k = 0; k < text.size(); ++k) {
      const char c = text[k];
      const bool doubled = depth == 0 && k + 1 < text.size() && text[k + 1] == c;
      if (c == '{' && !doubled) ++fields, ++depth;
      else if (c == '}' && !doubled) --depth;
      else if (c == '{' || c == '}') ++k;
    }
    if (fields != sizeof...(Arguments) || depth != 0) throw "as many fields as arguments, each closed";
  }
  std::string_view text;
};

std::string text_of(std::string_view pattern, std::span<const Argument> arguments);

template <class... Arguments>
std::string format(Pattern<std::type_identity_t<Arguments>...> pattern, const Arguments&... arguments) {
  const Argument all[] = {argument(arguments)..., Argument{}};
  return text_of(pattern.text, std::span(all).first(sizeof...(Arguments)));
}

template <class Out, class... Arguments>
Out format_to(Out out, Pattern<std::type_identity_t<Arguments>...> pattern, const Arguments&... arguments) {
  return std::ranges::copy(format<Arguments...>(pattern, arguments...), out).out;
}

}  // namespace ops::formatted
