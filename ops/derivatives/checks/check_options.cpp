// ops/derivatives/checks/check_options.cpp: runs the selected checks, and throws one error if any of them fails.
#include "ops/derivatives/checks/check_options.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "ops/derivatives/checks/check_report.hpp"
#include "ops/derivatives/checks/untested.hpp"
#include "ops/derivatives/gradients/tangents.hpp"

namespace ops {
namespace {

constexpr std::array<std::string_view, 4> kinds = {"taylor", "dot", "loops", "poison"};

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

  void before(Tape& tape, Where where) override {
    check_loops(tape);
    if (&tape.home() != &tape) return;  // the others are of whole programs
    if (words_.contains("dot")) check_dot(tape, where);
    if (tape.inputs) tape.inputs->finish();
  }
  void after(Tape& tape, Where where) override {
    if (&tape.home() != &tape) return;
    if (words_.contains("poison")) check_poison(tape, where);
    if (words_.contains("taylor")) check_taylor(tape, where);
  }

 private:
  void check_loops(Tape& tape);
  static void check_dot(Tape& tape, Where where);
  static void check_poison(Tape& tape, Where where);
  void check_taylor(Tape& tape, Where where);

  std::set<std::string, std::less<>> words_;
  /// tested already, on tapes of the user's own, which may be interpreted very often
  std::set<const LoopImplementation*> known_;
};

/// Says what a check has found, once its table is out: the program may end by it.
OPSException failed(const Tape& tape, OPSException error) {
  if (tape.recording.context.out) tape.recording.context.out->flush();
  return error;
}

/// Adjoints that the user has written are always tested.
void Checks::check_loops(Tape& tape) {
  ops_ad_loops_options options;
  options.written_only = !words_.contains("loops");
  options.print = false;
  const ops_ad_loops_result result = test_loops(tape, options, &tape.home() == &tape ? nullptr : &known_);
  if (!result.loops.empty() && tape.recording.context.out) print(result, *tape.recording.context.out);
  if (result.faults.empty()) return;
  const auto others = std::ranges::count(result.loops, false, &ops_ad_loop_row::passed) - 1;
  const std::string more = others < 1 ? ""
                           : others == 1
                               ? "; the adjoint of 1 other loop is also wrong"
                               : "; the adjoints of " + std::to_string(others) + " other loops are also wrong";
  throw failed(tape,
               OPSException(OPS_RUNTIME_ERROR,
                            result.faults.front().text + more +
                                "; this error was found by -OPS_AD_CHECK, which has printed a table of all loops"));
}

/// Why a test that says nothing excuses no gradient; "": each loop's adjoint passes its own test.
std::string fault_of_loops(Tape& tape) {
  ops_ad_loops_options quiet;
  quiet.print = false;
  const ops_ad_loops_result loops = test_loops(tape, quiet);
  if (!loops.faults.empty()) return loops.faults.front().text;
  return loops.passed && all_tested(loops) ? "" : "not every loop's adjoint could be tested";
}

/// From every dataset that the recording has used. External functions have no tangent, and some loops need none for the
/// gradient: said, as that is no fault of the gradient; nor is a difference that rounding explains, if each loop's
/// adjoint passes its own test.
void Checks::check_dot(Tape& tape, Where where) {
  std::vector<ops_dat> inputs;
  for (const auto& dat : tape.recording.live)
    if (dat && dat->dat && dat->active && dat->used) inputs.push_back(dat->dat);
  if (inputs.empty()) return;
  ops_ad_dot_result result;
  try {
    result = ops_ad_dot_test(&tape.recording.context, inputs, {}, where);
  } catch (const OPSException& error) {
    if (error.code != OPS_RUNTIME_ERROR) throw;
    if (tape.recording.context.out)
      *tape.recording.context.out << "Dot-product test: not possible: " << error.what() << '\n';
    return;
  }
  const bool finite = std::isfinite(result.size) && std::isfinite(result.tangent) && std::isfinite(result.adjoint),
             moves = !finite || result.size > 0;
  if (result.passed || !moves) return;
  std::string more = finite ? "-OPS_AD_CHECK=loops names the loop"
                            : "-OPS_AD_TRACE=trace.html shows where the first non-finite derivative arises";
  if (result.inconclusive) {
    more = fault_of_loops(tape);
    if (more.empty()) return;
    result.verdict.replace(0, result.verdict.find(':'), "failed");
  }
  throw failed(tape, error_at(OPS_RUNTIME_ERROR, "ops_interpret_adjoints", where))
      << "the dot-product test of -OPS_AD_CHECK " << result.verdict << "; " << more;
}

void Checks::check_poison(Tape& tape, Where where) {
  const ops_ad_poison_result result = test_poison(tape, {});
  if (!result.passed)
    throw failed(tape, error_at(OPS_RUNTIME_ERROR, "ops_interpret_adjoints", where))
        << "the poison test of -OPS_AD_CHECK " << result.verdict;
}

/// A low order that comes from a kink is no fault, as the derivative there is one of several, if each loop's adjoint
/// passes its own test.
void Checks::check_taylor(Tape& tape, Where where) {
  const ReplayedTaylor result = test_taylor(tape, {});
  if (!result.undone.empty() || result.test.passed || (result.test.inconclusive && result.kink.empty())) return;
  std::string more = derivative_left_out(tape);
  if (more.empty())
    more =
        words_.contains("loops") ? "-OPS_AD_CHECK=loops found no wrong adjoint" : "-OPS_AD_CHECK=loops names the loop";
  if (!result.kink.empty()) {
    const std::string fault = fault_of_loops(tape);
    if (fault.empty()) return;
    more = result.kink +
           "; this property of the objective may explain the failure, but the loop test did not pass either: " + fault;
  }
  throw failed(tape, error_at(OPS_RUNTIME_ERROR, "ops_interpret_adjoints", where))
      << "the Taylor test of -OPS_AD_CHECK " << result.failure << "; " << more;
}

}  // namespace

std::string checks_complaint(std::string_view text) {
  const auto words = split(text);
  const bool good =
      std::ranges::all_of(words, [](const auto& word) { return std::ranges::find(kinds, word) != kinds.end(); });
  return good ? "" : "the value must be one or more of taylor, dot, loops and poison, separated by commas";
}

void check_interpretations(Context& context) {
  Tape* const tape = context.hooks.tape;
  if (!tape) return;
  tape->find_kink = name_kink;
  const auto asked = context.options.words.find("OPS_AD_CHECK");
  if (asked == context.options.words.end()) return;
  auto words = split(asked->second);
  tape->handed_out = std::make_unique<HandedOut>();
  if (words.contains("taylor")) tape->inputs = std::make_unique<Inputs>(tape->recording.events);
  tape->inspector = std::make_unique<Checks>(std::move(words));
}

}  // namespace ops
