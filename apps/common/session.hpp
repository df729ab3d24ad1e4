// apps/common/session.hpp: what the applications' main functions share: run, time, differentiate, check, report.
#pragma once

#include <algorithm>
#include <exception>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "apps/common/command_line.hpp"
#include "apps/common/field.hpp"
#include "apps/common/real.hpp"
#include "apps/common/report.hpp"
#include "ops.hpp"

namespace apps {

/// The options that every application has.
struct Choices {
  bool gradient, hessian, taylor, json;
  int repeat;
  int slots;  ///< states whose memory the gradient may use; 0: as -OPS_AD_MEMORY says
  std::string dump;

  explicit Choices(CommandLine& words)
      : gradient(words.flag("gradient")),
        hessian(words.flag("hessian")),
        taylor(words.flag("taylor")),
        json(words.flag("json")),
        repeat(words.integer("repeat", 1)),
        slots(words.integer("slots", 0, 0)),
        dump(words.text("dump", "")) {}

  bool differentiates() const { return gradient || hessian || taylor; }
};

/// Begins with the words of the command line. Where neither the application nor an -OPS_AD option asks for derivatives,
/// nothing is recorded: a tape of all steps would take a hundred times the memory.
inline void begin(int argc, char** argv, const Choices& choices) {
  std::vector<const char*> words(argv, argv + argc);
  const auto asks = [](const std::string_view word) { return word.starts_with("-OPS_AD"); };
  if (!choices.differentiates() && std::none_of(words.begin(), words.end(), asks)) words.push_back("-OPS_AD=0");
  ops_init(static_cast<int>(words.size()), words.data(), 1);
}

/// A program as its checks and its clock see it.
struct Program {
  std::function<void()> start;                    ///< sets every input; nothing before it is part of the recording
  std::function<double()> objective;              ///< runs from the inputs and seeds what the result depends on
  std::function<std::vector<ops_dat>()> results;  ///< what the last run ended with
  std::vector<ops_dat> inputs;                    ///< the gradient is with respect to these, their halos included
  /// bytes moved by one run, each field counted once per loop; 0: as the loops count them
  double model_primal = 0.0;
  double model_gradient = 0.0;  ///< the same for a run with its reverse sweep
  /// Multiplies by second derivatives that often, where the application offers it.
  std::function<void(int, Report&)> multiply = {};
  bool external = false;  ///< part of it is an external function, which has an adjoint but no tangent
};

/// Writes what the last run found, if asked for: its results, and the gradient if there is one.
inline void dump(const Program& program, const Choices& choices) {
  if (choices.dump.empty()) return;
  for (const ops_dat result : program.results()) dump(choices.dump, result, Part::values);
  for (const ops_dat input : program.inputs)
    if (choices.gradient) dump(choices.dump, input, Part::derivative);
}

inline std::vector<ops::LoopTiming> timings() { return OPS_instance::getOPSInstance()->loop_timings(); }

/// Bytes that all loops have moved so far, forward, again and reversed, each field counted once per loop.
inline double moved() {
  double bytes = 0.0;
  for (const ops::LoopTiming& loop : timings()) bytes += loop.bytes;
  return bytes;
}

/// The seconds of all rows of the table of loops, so far.
inline double tabled() {
  double seconds = 0.0;
  for (const ops::LoopTiming& loop : timings()) seconds += loop.seconds;
  return seconds;
}

/// What loops have taken since `before`. New ones are the last of the program's, or the last of all.
inline std::vector<ops::LoopTiming> since(const std::vector<ops::LoopTiming>& before) {
  std::vector<ops::LoopTiming> all = timings();
  auto old = before.begin();
  for (ops::LoopTiming& loop : all) {
    if (old == before.end() || (old->pass == ops::Pass::forward) != (loop.pass == ops::Pass::forward)) continue;
    loop.calls -= old->calls;
    loop.seconds -= old->seconds;
    loop.bytes -= old->bytes;
    ++old;
  }
  return all;
}

/// Runs `repeat` times, with the reverse sweep if asked for, and adds what was found to the report.
inline void run(const Program& program, const Choices& choices, Report& report) {
  std::vector<double> forward, reverse;
  forward.reserve(static_cast<std::size_t>(choices.repeat));
  reverse.reserve(static_cast<std::size_t>(choices.repeat));
  double objective = 0.0;
  double bytes = 0.0;  // of the last run
  const bool table = choices.json && OPS_instance::getOPSInstance()->OPS_diags > 1;
  std::vector<ops::LoopTiming> before;     // the last run
  double at_begin = 0.0, at_middle = 0.0;  // of it, by the table
  std::int64_t warm = 0;                   // memory half way
  for (int repetition = 0; repetition < choices.repeat; ++repetition) {
    program.start();
    bytes = moved();
    if (table) {
      before = timings();
      at_begin = tabled();
    }
    const double begin = now();
    objective = program.objective();
    const double middle = now();
    forward.push_back(middle - begin);
    if (table) at_middle = tabled();
    if (choices.gradient) {
      ops_interpret_adjoints(OPS_instance::getOPSInstance());
      reverse.push_back(now() - middle);
    }
    bytes = moved() - bytes;
    if (repetition == choices.repeat / 2) warm = live_memory();
  }
  report.add("memory_growth", live_memory() - warm);
  report.add("objective", objective);
  if (choices.gradient) {
    Fingerprint gradient;
    for (const ops_dat input : program.inputs) gradient.add(input);
    report.add(gradient);
  }
  if (choices.hessian) program.multiply(choices.repeat, report);
  report.add("forward_seconds", forward);
  report.add("reverse_seconds", reverse);
  if (table) {
    report.add("table_seconds", std::vector<double>{at_middle - at_begin, tabled() - at_middle});
    report.add("loops", since(before));
  }
  const double model = choices.gradient ? program.model_gradient : program.model_primal;
  report.add("model_bytes", model > 0.0 ? model : bytes);
  report.add("peak_bytes", peak_memory());
  dump(program, choices);
}

/// Dot-product test of one run; false if it failed.
inline bool transposed(const Program& program, const Choices& choices, Report& report) {
  program.start();
  program.objective();
  ops_ad_dot_options options;
  options.print = !choices.json;
  const auto result = ops_ad_dot_test(OPS_instance::getOPSInstance(), program.inputs, options);
  report.add("dot", std::string(result.passed ? "passed" : "failed"));
  return result.passed;
}

/// Taylor test from the start, then the dot-product test; false if one failed. Tables are printed unless the output is
/// JSON.
inline bool taylor(const Program& program, const Choices& choices, Report& report) {
  if (!choices.taylor) return true;
  program.start();
  ops_ad_taylor_options options;
  options.print = !choices.json;
  const auto result = ops_ad_taylor_test(OPS_instance::getOPSInstance(), program.inputs, program.objective, options);
  report.add("taylor", std::string(result.passed ? "passed" : result.inconclusive ? "inconclusive" : "failed"));
  const bool dot = program.external || transposed(program, choices, report);
  return (result.passed || result.inconclusive) && dot;
}

/// Calls `body` and turns what it throws into a message and exit status 1.
inline int guarded(const std::function<int()>& body) {
  try {
    return body();
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << '\n';
    return 1;
  }
}

/// How many steps a run takes, if the solver knows before; otherwise 0.
template <class Solver>
int steps_ahead(const Solver& solver) {
  if constexpr (requires { solver.steps_ahead(); }) return solver.steps_ahead();
  else return 0;
}

/// The whole of a main function: command line, run, checks, report.
/// @tparam Solver    made from Settings; has start(), objective(), inputs() and results() for a Program; may have
/// steps_ahead() for the
///                   number of ops_ad_step that a run calls, and add_to(report) for what it knows after the runs
/// @param  describe  called with (settings, program, report): sets the model's bytes, adds what tells this run from
/// others
template <class Settings, class Solver, class Describe>
int main_of(int argc, char** argv, const Describe& describe) {
  return guarded([&] {
    CommandLine words(argc, argv);
    const Settings settings(words);
    const Choices choices(words);
    words.finish();
    begin(argc, argv, choices);
    Solver solver(settings);
    if (choices.slots > 0) ops_ad_set_checkpoint_count(choices.slots, steps_ahead(solver));
    Program program{[&] { solver.start(); }, [&] { return solver.objective(); }, [&] { return solver.results(); },
                    solver.inputs()};
    Report report;
    report.add("real", std::string(real_type));
    describe(settings, program, report);
    if (choices.hessian && !(choices.gradient && program.multiply))
      throw std::invalid_argument(
          "-hessian needs -gradient, and an application that offers products with second derivatives");
    run(program, choices, report);
    if constexpr (requires { solver.add_to(report); }) solver.add_to(report);
    const bool passed = taylor(program, choices, report);
    ops_timing_output_stdout();
    report.print(choices.json);
    ops_exit();
    return passed ? 0 : 1;
  });
}

}  // namespace apps
