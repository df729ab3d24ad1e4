// ops/support/formatted.cpp: the subset of std::format that this library uses, for standard libraries without it.
#include "ops/support/formatted.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

namespace ops::formatted {
namespace {

// What stands between the braces.
struct Field {
  char align = 0, type = 0;
  bool zeros = false;
  int width = 0, precision = -1;
};

class Reader {
 public:
  Reader(std::string_view pattern, std::span<const Argument> arguments) : rest_(pattern), arguments_(arguments) {}

  std::string all() {
    std::string out;
    while (!rest_.empty()) {
      const char c = next();
      if (c == '{' && !taken('{')) out += written(field());
      else if (c == '}' && taken('}')) out += c;
      else out += c;
    }
    return out;
  }

 private:
  char next() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }
  bool taken(char c) {
    const bool is = rest_.starts_with(c);
    if (is) rest_.remove_prefix(1);
    return is;
  }
  int number() {
    int value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  const Argument& argument() { return arguments_[used_++]; }

  std::pair<Field, const Argument*> field() {
    Field f;
    const Argument* shown = &argument();
    if (taken(':')) {
      if (rest_.starts_with('<') || rest_.starts_with('>')) f.align = next();
      f.zeros = taken('0');
      if (taken('{')) {
        f.width = std::visit([](const auto& v) { return width(v); }, argument());
        taken('}');
      } else {
        f.width = number();
      }
      if (taken('.')) f.precision = number();
      if (!rest_.starts_with('}')) f.type = next();
    }
    taken('}');
    return {f, shown};
  }
  template <class T>
  static int width(const T& value) {
    if constexpr (std::integral<T>) return static_cast<int>(value);
    else return 0;
  }

  static std::string_view in(std::array<char, 512>& room, std::to_chars_result result) {
    return {room.data(), static_cast<std::size_t>(result.ptr - room.data())};
  }
  template <class T>
  static std::string digits(T value, const Field& f) {
    std::array<char, 512> room{};
    char* const begin = room.data();
    char* const end = begin + room.size();
    if constexpr (std::same_as<T, std::string_view>) {
      return std::string(f.precision < 0 ? value : value.substr(0, static_cast<std::size_t>(f.precision)));
    } else if constexpr (std::same_as<T, char>) {
      return std::string(1, value);
    } else if constexpr (std::integral<T>) {
      return std::string(in(room, std::to_chars(begin, end, value, f.type == 'x' ? 16 : 10)));
    } else {
      const auto form = f.type == 'e'   ? std::chars_format::scientific
                        : f.type == 'f' ? std::chars_format::fixed
                                        : std::chars_format::general;
      if (f.type == 0 && f.precision < 0) return std::string(in(room, std::to_chars(begin, end, value)));
      return std::string(in(room, std::to_chars(begin, end, value, form, f.precision < 0 ? 6 : f.precision)));
    }
  }

  static std::string written(const std::pair<Field, const Argument*>& one) {
    const Field& f = one.first;
    return std::visit(
        [&]<class T>(const T& value) {
          std::string text = digits(value, f);
          const auto continued = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };  // of UTF-8
          const auto shown = static_cast<int>(std::ranges::count_if(text, std::not_fn(continued)));
          if (shown >= f.width) return text;
          const auto missing = static_cast<std::size_t>(f.width - shown);
          constexpr bool is_number = !std::same_as<T, std::string_view> && !std::same_as<T, char>;
          bool finite = true;
          if constexpr (std::floating_point<T>) finite = std::isfinite(value);
          if (is_number && f.zeros && finite && f.align == 0)
            return text.insert(text.starts_with('-') ? 1 : 0, missing, '0');
          const bool right = f.align == '>' || (f.align == 0 && is_number);
          return right ? text.insert(0, missing, ' ') : text.append(missing, ' ');
        },
        *one.second);
  }

  std::string_view rest_;
  std::span<const Argument> arguments_;
  std::size_t used_ = 0;
};

}  // namespace

std::string text_of(std::string_view pattern, std::span<const Argument> arguments) {
  return Reader(pattern, arguments).all();
}

}  // namespace ops::formatted
