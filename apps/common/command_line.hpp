// apps/common/command_line.hpp: words of the form -name=value and -flag, checked.
#pragma once

#include <charconv>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace apps {

class CommandLine {
 public:
  CommandLine(int argc, char** argv) : CommandLine(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc)) {}
  explicit CommandLine(std::vector<std::string> words) : words_(std::move(words)), used_(words_.size(), false) {}

  /// The value of -name=<integer>, or `fallback`.
  /// @throws std::invalid_argument  not an integer, or below `least`
  int integer(std::string_view name, int fallback, int least = 1) {
    const std::string value = text(name, std::to_string(fallback));
    int result = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
    if (error != std::errc() || end != value.data() + value.size() || result < least)
      throw std::invalid_argument("-" + std::string(name) + "=" + value + ": needs an integer of at least " +
                                  std::to_string(least));
    return result;
  }

  /// The value of -name=<number>, or `fallback`.
  /// @throws std::invalid_argument  not a number
  double real(std::string_view name, double fallback) {
    const std::string value = text(name, "");
    double result = fallback;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
    if (!value.empty() && (error != std::errc() || end != value.data() + value.size()))
      throw std::invalid_argument("-" + std::string(name) + "=" + value + ": needs a number");
    return result;
  }

  /// The value of -name=<text>, or `fallback`.
  std::string text(std::string_view name, std::string fallback) {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::string_view word = bare(words_[i]);
      if (word.size() > name.size() && word.substr(0, name.size()) == name && word[name.size()] == '=') {
        used_[i] = true;
        fallback = word.substr(name.size() + 1);
      }
    }
    return fallback;
  }

  bool flag(std::string_view name) {
    bool found = false;
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if (bare(words_[i]) != name) continue;
      used_[i] = true;
      found = true;
    }
    return found;
  }

  /// Call when everything has been asked for.
  /// @throws std::invalid_argument  a word that nobody knows
  void finish() const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if (!used_[i] && bare(words_[i]).substr(0, 4) != "OPS_")
        throw std::invalid_argument(words_[i] + ": no such option (README.md of the application lists them)");
  }

 private:
  static std::string_view bare(std::string_view word) {
    while (!word.empty() && word.front() == '-') word.remove_prefix(1);
    return word;
  }

  std::vector<std::string> words_;
  std::vector<char> used_;
};

}  // namespace apps
