// tests/ops/derivatives/tape/program_steps.hpp: programs of program.hpp in steps, which run again on its engine.
#pragma once

#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/steps/steps.hpp"
#include "tests/ops/derivatives/tape/program.hpp"

namespace program {

inline Motion motion_of(ops_dat dat) {
  Motion m;
  for (std::size_t d = 0; d < ops::max_dim; ++d)
    if (d >= 2 || dat->layout.collapsed[d]) m.step[d] = 0;
  return m;
}

/// The call that a tape has kept.
inline void recompute(ops::Context& context, const ops::LoopCall& call, std::span<const void* const> values,
                      std::span<const ops::Events::ConstantValue> constants) {
  Call c;
  std::memcpy(&c.kernel, values.back(), sizeof c.kernel);
  c.range = call.range;
  for (std::size_t a = 0; a + 1 < call.args.size(); ++a) {
    const ops_arg& arg = call.args[a];
    c.dats.push_back(arg.dat);
    c.motions.push_back(arg.dat ? motion_of(arg.dat) : Motion{});
    if (arg.reduction) c.reduction = arg.reduction;
  }
  std::memcpy(&c.scale, constants[0]->data(), sizeof c.scale);
  c.passive = call.passive;
  run(context, c);
}

/// A recording in steps, whose loops run again here.
inline std::unique_ptr<ops::Steps> steps_of(ops::Tape& tape, const ops::MemoryBudget& limits,
                                            ops::Stepped::Planner planner = ops::choose, std::int64_t end_part = 8) {
  auto steps = std::make_unique<ops::Steps>(tape.versions, limits, std::move(planner));
  steps->state.poison = true;
  steps->end.part = end_part;
  steps->state.run_loop = [&tape](const ops::CallRef& call, const auto& values, const auto& constants) {
    recompute(tape.recording.context, *call, values, constants);
  };
  tape.recording.context.constants["scale"].name = "scale";
  return steps;
}

/// The most that is in the pool when an interpretation of a recording in steps begins, and while steps run again.
/// [bytes]
inline std::size_t peak_of_interpretation(ops::Tape& tape) {
  std::size_t most = tape.recording.context.pool.bytes_in_use();
  const auto as_it_was = tape.stepping.steps()->state.run_loop;
  tape.stepping.steps()->state.run_loop = [&](const ops::CallRef& call, const auto& values, const auto& constants) {
    as_it_was(call, values, constants);
    most = std::max(most, tape.recording.context.pool.bytes_in_use());
  };
  ops_interpret_adjoints(&tape.recording.context);
  tape.stepping.steps()->state.run_loop = as_it_was;
  return most;
}

}  // namespace program
