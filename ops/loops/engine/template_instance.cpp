// ops/loops/engine/template_instance.cpp: recognises "void step(T) [with int D = 1; T = double]" and "void step(T) [D =
// 1, T = double]" as one function.
#include "ops/loops/engine/template_instance.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace ops {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// What compilers call an unnamed namespace.
std::size_t unnamed_at(std::string_view text) {
  for (const std::string_view name : {"{anonymous}::", "(anonymous namespace)::", "<unnamed>::"})
    if (text.starts_with(name)) return name.size();
  return 0;
}

/// Without spaces, without the letters after numbers, and without `name::` before names unless these are `qualified`.
std::string plain(std::string_view text, bool qualified) {
  std::string out;
  std::size_t word = 0;  // where the present word starts in `out`
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if (const std::size_t size = unnamed_at(text.substr(k)); size > 0) {
      k += size - 1;
      continue;
    }
    if (text.substr(k, 2) == "::") {
      if (qualified) out += "::";
      else out.resize(word);
      word = out.size();
      ++k;
      continue;
    }
    if (c == ' ') continue;
    const bool in_number = out.size() > word && std::isdigit(static_cast<unsigned char>(out[word])) != 0;
    if (in_number && std::string_view("uUlL").find(c) != std::string_view::npos) continue;
    out += c;
    if (!is_word(c)) word = out.size();
  }
  return out;
}

/// "int D = 1" as "D=1", "void (* K)(int) = kernel" as "K=kernel"; "" for what is no argument.
std::string argument(std::string_view text, bool qualified) {
  const std::size_t sign = text.find(" = ");
  if (sign == std::string_view::npos) return "";
  std::size_t end = sign;
  if (const std::size_t pointer = text.find_first_of("*&");
      text[sign - 1] == ')' && pointer != std::string_view::npos && text[pointer - 1] == '(')
    end = text.find(')', pointer);
  std::size_t name = end;
  while (name > 0 && is_word(text[name - 1])) --name;
  return std::string(text.substr(name, end - name)) + '=' + plain(text.substr(sign + 3), qualified);
}

/// @param wanted  "K=&kernel" is any instance of a function of this name, with or without the sign
bool is_argument(std::string_view given, std::string_view wanted) {
  const std::size_t value = wanted.find("=&");
  if (value == std::string_view::npos) return given == wanted;
  const std::string_view name = wanted.substr(0, value + 1), function = wanted.substr(value + 2);
  if (!given.starts_with(name)) return false;
  given.remove_prefix(name.size());
  if (given.starts_with('&')) given.remove_prefix(1);
  return given.substr(0, given.find('<')) == function;
}

std::vector<std::string> arguments_of(std::string_view function, bool qualified) {
  std::vector<std::string> found;
  std::size_t start = function.find(" [");
  if (start == std::string_view::npos || !function.ends_with(']')) return found;
  start += function.substr(start).starts_with(" [with ") ? 7 : 2;
  const std::string_view list = function.substr(start, function.size() - start - 1);
  std::size_t from = 0;
  int depth = 0;
  for (std::size_t k = 0; k <= list.size(); ++k) {
    const char c = k < list.size() ? list[k] : ';';
    if (c == '<' || c == '(' || c == '[' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == ']' || c == '}') --depth;
    if (depth > 0 || (c != ';' && c != ',')) continue;
    found.push_back(argument(list.substr(from, k - from), qualified));
    from = k + 1;
  }
  return found;
}

}  // namespace

bool is_instance(std::string_view function, std::string_view arguments) {
  while (!arguments.empty()) {
    const std::size_t end = std::min(arguments.find(';'), arguments.size());
    const std::string_view wanted = arguments.substr(0, end);
    const std::vector<std::string> given = arguments_of(function, wanted.find("::") != std::string_view::npos);
    if (std::ranges::none_of(given, [&](const std::string& one) { return is_argument(one, wanted); })) return false;
    arguments.remove_prefix(std::min(end + 1, arguments.size()));
  }
  return true;
}

}  // namespace ops
