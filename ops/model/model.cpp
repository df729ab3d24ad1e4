// ops/model/model.cpp: what a model declares, checked where it is said.
#include "ops/model/model.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>

#include "ops/model/declaration.hpp"
#include "ops/support/alive.hpp"

namespace {

using ops::Where;
using ops::model::Declaration;
using ops::model::Entry;

OPSException bad(const char* call, const std::string& name, Where where) {
  return ops::invalid("model." + std::string(call), where) << "'" << name << "': ";
}

/// Words of Python, and what a model has itself.
constexpr std::string_view taken_words[] = {
    "False", "None",     "True",   "and",     "as",       "assert",     "async",  "await",    "break",
    "class", "continue", "def",    "del",     "elif",     "else",       "except", "finally",  "for",
    "from",  "global",   "if",     "import",  "in",       "is",         "lambda", "nonlocal", "not",
    "or",    "pass",     "raise",  "return",  "try",      "while",      "with",   "yield",    "self",
    "shape", "threads",  "memory", "runtime", "progress", "cotangents", "count",  "index"};

/// Names become arguments and members in Python.
void check_name(const Declaration& declared, const char* call, const std::string& name, Where where) {
  const auto letter = [](unsigned char c) { return c < 128 && std::isalpha(c) != 0; };
  if (name.empty() || !letter(static_cast<unsigned char>(name[0])) ||
      !std::ranges::all_of(name, [&](unsigned char c) { return letter(c) || c == '_' || std::isdigit(c) != 0; }))
    throw bad(call, name, where)
        << "this is not a valid name: use letters, digits and underscores, beginning with a letter";
  if (std::ranges::find(taken_words, name) != std::end(taken_words))
    throw bad(call, name, where) << "this name is a Python keyword, or is reserved for models: choose another name";
  const auto is = [&](const auto& known) { return known.name == name; };
  const bool output = std::string_view(call) == "output" || std::string_view(call) == "objective";
  const bool taken = output ? std::ranges::any_of(declared.outputs, is)
                            : std::ranges::any_of(declared.inputs, is) || std::ranges::any_of(declared.options, is);
  if (taken) throw bad(call, name, where) << "this name is declared twice";
}

template <class Handle>
Handle usable(Handle handle, const std::vector<Entry>& others, Handle Entry::* member, const char* call,
              const std::string& name, Where where) {
  if (handle == nullptr || !ops::alive(handle)) throw bad(call, name, where) << "the given handle does not exist";
  if (handle->element == ops::Type::user)
    throw bad(call, name, where) << "the given handle is of the user-defined type " << handle->type
                                 << ", which Python does not support";
  for (const Entry& other : others)
    if (other.*member == handle)
      throw bad(call, name, where) << "the given handle is already used for '" << other.name << "'";
  return handle;
}

template <class Number>
Number parsed(const std::string& text, const char* type, const std::string& name, Where where) {
  Number value{};
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc{} || end != text.data() + text.size())
    throw bad("option", name, where) << "this option is of type " << type << ", but its value is '" << text << "'";
  return value;
}

/// The text that an option has been given; that of its usual value otherwise.
std::string asked(const ops::model::Request& request, Declaration& declared, ops::model::Option option, Where where) {
  check_name(declared, "option", option.name, where);
  const auto given = request.options.find(option.name);
  option.value = given == request.options.end() ? option.usual : given->second;
  return declared.options.emplace_back(std::move(option)).value;
}

}  // namespace

void ops_model::about(const std::string& meaning) { declared_.meaning = meaning; }

const std::vector<int>& ops_model::size(const std::vector<int>& usual, Where where) {
  const std::vector<int>& wanted = request_.size.empty() ? usual : request_.size;
  if (usual.empty() || usual.size() > OPS_MAX_DIM)
    throw ops::invalid("model.size", where) << usual.size() << " axes: 1 to " << OPS_MAX_DIM;
  if (wanted.size() != usual.size())
    throw ops::invalid("model.size", where)
        << "the requested shape has " << wanted.size() << " axes, but the model has " << usual.size() << " axes";
  if (std::ranges::any_of(wanted, [](int cells) { return cells < 1; }))
    throw ops::invalid("model.size", where) << "a size below 1 was requested";
  declared_.usual_size = usual;
  return declared_.size = wanted;
}

int ops_model::option(const std::string& name, int usual, const std::string& meaning, Where where) {
  return parsed<int>(asked(request_, declared_, {name, meaning, "int", std::to_string(usual), ""}, where), "int", name,
                     where);
}

double ops_model::option(const std::string& name, double usual, const std::string& meaning, Where where) {
  char text[32];
  const auto end = std::to_chars(std::begin(text), std::end(text), usual).ptr;
  return parsed<double>(asked(request_, declared_, {name, meaning, "float", std::string(text, end), ""}, where),
                        "float", name, where);
}

bool ops_model::option(const std::string& name, bool usual, const std::string& meaning, Where where) {
  const std::string text = asked(request_, declared_, {name, meaning, "bool", usual ? "True" : "False", ""}, where);
  if (text != "True" && text != "False")
    throw bad("option", name, where) << "this option is of type bool, but its value is '" << text << "'";
  return text == "True";
}

std::string ops_model::option(const std::string& name, const char* usual, const std::string& meaning, Where where) {
  return asked(request_, declared_, {name, meaning, "str", usual, ""}, where);
}

void ops_model::input(const std::string& name, ops_dat dat, const std::string& meaning, Where where) {
  check_name(declared_, "input", name, where);
  declared_.inputs.push_back(
      {.name = name, .meaning = meaning, .dat = usable(dat, declared_.inputs, &Entry::dat, "input", name, where)});
}

void ops_model::input(const std::string& name, ops_scalar scalar, const std::string& meaning, Where where) {
  check_name(declared_, "input", name, where);
  declared_.inputs.push_back({.name = name,
                              .meaning = meaning,
                              .scalar = usable(scalar, declared_.inputs, &Entry::scalar, "input", name, where)});
}

void ops_model::output(const std::string& name, ops_dat dat, const std::string& meaning, Where where) {
  check_name(declared_, "output", name, where);
  declared_.outputs.push_back(
      {.name = name, .meaning = meaning, .dat = usable(dat, declared_.outputs, &Entry::dat, "output", name, where)});
}

void ops_model::output(const std::string& name, ops_reduction reduction, const std::string& meaning, Where where) {
  check_name(declared_, "output", name, where);
  declared_.outputs.push_back(
      {.name = name,
       .meaning = meaning,
       .reduction = usable(reduction, declared_.outputs, &Entry::reduction, "output", name, where)});
}

void ops_model::objective(const std::string& name, ops_reduction reduction, const std::string& meaning, Where where) {
  for (const Entry& other : declared_.outputs)
    if (other.objective)
      throw bad("objective", name, where) << "a model can have only one objective, and '" << other.name
                                          << "' is already the objective: declare this quantity with model.output, or "
                                             "accumulate both quantities in one reduction";
  check_name(declared_, "objective", name, where);
  usable(reduction, declared_.outputs, &Entry::reduction, "objective", name, where);
  if (reduction->dim != 1 || !ops::is_real(reduction->element))
    throw bad("objective", name, where)
        << "an objective must be a single float or double, but its reduction has dimension " << reduction->dim
        << " and type " << reduction->type;
  declared_.outputs.push_back({.name = name, .meaning = meaning, .reduction = reduction, .objective = true});
}

void ops_model::run(std::function<void()> program, Where where) {
  if (!program) throw ops::invalid("model.run", where) << "the function is empty";
  if (declared_.run) throw ops::invalid("model.run", where) << "is called twice";
  declared_.run = std::move(program);
}
