// ops/check/command_line.cpp: words to checks, checks to one error.
#include "ops/check/command_line.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "ops/check/report.hpp"

namespace ops {
namespace {

constexpr std::array<std::string_view, 4> known = {"taylor", "dot", "loops", "poison"};

std::set<std::string, std::less<>> split(std::string_view text) {
  std::set<std::string, std::less<>> words;
  while (true) {
    const std::size_t comma = text.find(',');
    words.emplace(text.substr(0, comma));
    if (comma == std::string_view::npos) return words;
    text.remove_prefix(comma + 1);
  }
}

/// Runs the checks that were asked for whenever a tape is interpreted.
class Checks final : public Inspector {
 public:
  explicit Checks(std::set<std::string, std::less<>> words) : words_(std::move(words)) {}

  void before(Tape& tape, Where) override { check_loops(tape); }
  void after(Tape&, Where) override {}

 private:
  void check_loops(Tape& tape) const;

  std::set<std::string, std::less<>> words_;
};

/// Adjoints that the user has written are always tested.
void Checks::check_loops(Tape& tape) const {
  ops_ad_loops_options options;
  options.written_only = !words_.contains("loops");
  options.print = false;
  const ops_ad_loops_result result = test_loops(tape, options);
  if (!result.loops.empty() && tape.context().out) print(result, *tape.context().out);
  if (!result.faults.empty())
    throw OPSException(OPS_RUNTIME_ERROR, result.faults.front().text + " (found by -OPS_AD_CHECK, which has printed a table of all loops)");
}

}  // namespace

std::string checks_complaint(std::string_view text) {
  const auto words = split(text);
  const bool good = std::ranges::all_of(words, [](const auto& word) { return std::ranges::find(known, word) != known.end(); });
  return good ? "" : "taylor, dot, loops or poison, or several separated by commas";
}

void check_interpretations(Context& context, Recorder* recorder) {
  const auto asked = context.options.words.find("OPS_AD_CHECK");
  if (auto* tape = dynamic_cast<Tape*>(recorder); tape && asked != context.options.words.end())
    tape->inspector = std::make_unique<Checks>(split(asked->second));
}

}  // namespace ops
