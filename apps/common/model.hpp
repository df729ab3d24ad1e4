// apps/common/model.hpp: the settings of an application as the options of its model for Python.
#pragma once

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string>
#include <vector>

#include "apps/common/command_line.hpp"
#include "ops.hpp"

namespace apps {

/// Declares options of a model, and passes their values to the settings of the application as words of a command line.
class ModelOptions {
 public:
  explicit ModelOptions(ops_model& model) : model_(model) {}

  /// @param axes  the options of the application with the number of cells along each axis, axis 0 first
  void size(const std::vector<std::string>& axes, const std::vector<int>& usual) {
    const std::vector<int>& cells = model_.size(usual);
    for (std::size_t axis = 0; axis < axes.size(); ++axis) set(axes[axis], std::to_string(cells[axis]));
  }

  /// @param name   of the option of the application; in Python, dashes are underscores
  /// @param usual  an integer, a number, a text, or whether a flag is set
  template <class T>
  void add(const std::string& name, T usual, const std::string& meaning) {
    std::string in_python = name;
    std::replace(in_python.begin(), in_python.end(), '-', '_');
    add_value(name, model_.option(in_python, usual, meaning));
  }

  /// Gives an option of the application a value that callers cannot change.
  void set(const std::string& name, const std::string& value) { words_.push_back("-" + name + '=' + value); }

  /// @throws std::invalid_argument  the application rejects a value, or has no such option
  template <class Settings>
  Settings settings() const {
    CommandLine words(words_);
    Settings result(words);
    words.finish();
    return result;
  }

 private:
  void add_value(const std::string& name, int value) { set(name, std::to_string(value)); }
  void add_value(const std::string& name, const std::string& value) { set(name, value); }
  void add_value(const std::string& name, bool value) {
    if (value) words_.push_back("-" + name);
  }
  void add_value(const std::string& name, double value) {
    char digits[32];
    set(name, std::string(digits, std::to_chars(std::begin(digits), std::end(digits), value).ptr));
  }

  ops_model& model_;
  std::vector<std::string> words_;
};

}  // namespace apps
