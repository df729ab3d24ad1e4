// ops/derivatives/checks/untested.cpp: remarks in the table of loops.
#include "ops/derivatives/checks/untested.hpp"

#include <algorithm>

namespace ops {
namespace {

/// Minima and maxima are reversed by the library itself, at one point.
constexpr std::string_view by_others =
    "this test omits the minima and maxima in the following arguments, but the tests dot and taylor cover them: ";

std::string argument(const std::string& name, std::size_t i) {
  return "'" + name + "' (argument " + std::to_string(i + 1) + ")";
}

std::string omitted(Tape& tape, const LoopEvent& event) {
  std::string list;
  const auto args = tape.recording.events.args_of(event);
  for (std::size_t i = 0; event.call->implementation && i < args.size(); ++i)
    if (leaves_out(*event.call->implementation, i, args[i].dat, args[i].scalar))
      list += (list.empty() ? "" : ", ") + argument(args[i].dat ? args[i].dat->name : args[i].scalar->name_storage, i);
  return list;
}

std::string extrema(Tape& tape, const LoopEvent& event) {
  std::string list;
  const auto args = tape.recording.events.args_of(event);
  for (std::size_t i = 0; i < args.size(); ++i)
    if (args[i].extremum) list += (list.empty() ? "" : ", ") + argument(args[i].reduction->name_storage, i);
  return list.empty() ? "" : std::string(by_others) + list;
}

}  // namespace

std::string untestable(Tape& tape, const LoopEvent& event) {
  if (event.problem) return "not tested: " + *event.problem;
  if (!event.call->implementation->tangent)
    return std::string("this loop was not tested, because its kernel has no tangent: ") +
           event.call->implementation->not_differentiable;
  const bool others = std::ranges::any_of(tape.recording.events.args_of(event),
                                          [](const EventArg& arg) { return arg.seed && !arg.extremum; });
  return others ? "" : extrema(tape, event);
}

std::string untested(Tape& tape, const LoopEvent& event) {
  const std::string left = omitted(tape, event);
  return left.empty() ? extrema(tape, event)
                      : std::string(event.call->implementation->user_adjoint) + " omits the derivative of " + left;
}

bool all_tested(const ops_ad_loops_result& result) {
  return std::ranges::all_of(
      result.loops, [](const ops_ad_loop_row& row) { return row.remark.empty() || row.remark.starts_with(by_others); });
}

std::string derivative_left_out(Tape& tape) {
  for (const Event& event : tape.recording.events.nodes) {
    const LoopEvent* const loop = event.as_loop();
    if (!loop) continue;
    if (const std::string left = omitted(tape, *loop); !left.empty())
      return std::string(loop->call->implementation->user_adjoint) + " omits the derivative of " + left + " in " +
             loop->described();
  }
  return "";
}

}  // namespace ops
