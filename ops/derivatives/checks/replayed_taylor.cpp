// ops/derivatives/checks/replayed_taylor.cpp: the Taylor test on a recomputed recording, and the search for the reason
// of a low order.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/checks/check_report.hpp"
#include "ops/derivatives/checks/kinks.hpp"
#include "ops/derivatives/events/result_event.hpp"
#include "ops/derivatives/gradients/random_products.hpp"
#include "ops/derivatives/gradients/taylor_table.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

/// Numbers between -1 and 1 times the largest value.
std::vector<double> drawn(Type type, const Bytes& values, Random& random) {
  const std::vector<double> wide = widened(type, values);
  double scale = 0;
  for (const double v : wide) scale = std::max(scale, std::abs(v));
  std::vector<double> direction(wide.size());
  random.fill<double>(reinterpret_cast<std::byte*>(direction.data()), direction.size() * sizeof(double));
  for (double& v : direction) v *= scale > 0 ? scale : 1.0;
  return direction;
}

InputDirections draw(const Inputs& inputs, unsigned seed) {
  InputDirections all;
  Random random(seed);
  for (const Input& input : inputs.list()) {
    if (!input.begins) continue;
    if (input.dat && input.dat->active) all.dats[input.dat] = drawn(input.dat->element, input.values, random);
    if (input.scalar && is_real(input.scalar->element) && !input.scalar->passive)
      all.scalars[input.scalar] = drawn(input.scalar->element, input.values, random);
  }
  return all;
}

/// What moves, in the order of the recording.
std::vector<std::string> moved(const Inputs& inputs, const InputDirections& directions) {
  std::vector<std::string> names;
  for (const Input& input : inputs.list()) {
    if (!input.begins) continue;
    if (directions.dats.contains(input.dat)) names.push_back("dataset '" + input.dat->name + "'");
    if (directions.scalars.contains(input.scalar)) names.push_back("scalar '" + input.scalar->name_storage + "'");
  }
  return names;
}

/// The objective: what is seeded, times its seeds.
class Objective {
 public:
  explicit Objective(Tape& tape) : tape_(tape) {}

  /// The sum of seeds times values.
  Sum value(const World& world) const { return total(world, nullptr); }
  /// The same of differences, which loses no digits.
  double change(const World& world, const World& from) const { return total(world, &from).value; }

 private:
  Sum total(const World& world, const World* from) const;
  static void add(Sum& sum, const std::vector<double>& seeds, const std::vector<double>& values,
                  const std::vector<double>& from) {
    for (std::size_t i = 0; i < seeds.size(); ++i)
      if (seeds[i] != 0) sum.add(seeds[i], values[i] - (from.empty() ? 0 : from[i]));
  }
  Tape& tape_;
};

Sum Objective::total(const World& world, const World* from) const {
  Sum sum;
  for (const auto& [event, values] : world.results) {
    const ops_reduction handle = tape_.recording.events.args_of(tape_.recording.events.nodes[event])[0].reduction;
    if (!is_real(handle->element)) continue;
    const std::byte* seed = tape_.recording.events.value(result_at(tape_.recording.events, event).value);
    add(sum, widened(handle->element, {seed, seed + handle->size}), widened(handle->element, values),
        from ? widened(handle->element, from->results.at(event)) : std::vector<double>{});
  }
  for (Tracked* const dat : world.met) {
    const Box& cells = dat->layout.allocated;
    if (!dat->active || !dat->seed) continue;
    add(sum, widened(*dat, dat->seed, cells), widened(*dat, world.dats.at(dat), cells),
        from ? widened(*dat, from->dats.at(dat), cells) : std::vector<double>{});
  }
  return sum;
}

/// <gradient, step>, of the steps as they are after rounding.
double product(const std::vector<double>& gradient, Type type, const Bytes& values,
               const std::vector<double>& direction, double h) {
  Bytes moved = values;
  move(type, moved, direction, h);
  const std::vector<double> to = widened(type, moved), from = widened(type, values);
  double sum = 0;
  for (std::size_t i = 0; i < gradient.size(); ++i)
    if (gradient[i] != 0) sum += gradient[i] * (to[i] - from[i]);
  return sum;
}

double predicted(const Inputs& inputs, const InputDirections& directions, double h) {
  double sum = 0;
  for (const Input& input : inputs.list()) {
    if (!input.begins) continue;
    if (input.dat && input.dat->active && input.dat->shown)
      sum += product(widened(*input.dat, input.dat->shown, input.cells), input.dat->element, input.values,
                     directions.dats.at(input.dat), h);
    if (directions.scalars.contains(input.scalar) && !input.scalar->derivative.empty())
      sum += product(widened(input.scalar->element, input.scalar->derivative), input.scalar->element, input.values,
                     directions.scalars.at(input.scalar), h);
  }
  return sum;
}

/// What comes out otherwise though nothing was changed; "": nothing.
std::string difference(const Replay& replay, const Inputs& inputs, const World& world) {
  for (const Input& input : inputs.list())
    if (input.result && world.results.at(input.event) != input.values)
      return "a result of reduction '" + input.reduction->name_storage + "'";
  for (Tracked* const dat : world.met) {
    const auto bytes = [&](const BufferRef& from) {
      Bytes all(bytes_of(dat->layout, dat->layout.allocated));
      read_cells(all.data(), from, dat->layout, dat->layout.allocated);
      return all;
    };
    if (dat->active && bytes(world.dats.at(dat)) != bytes(replay.original(*dat))) return "dataset '" + dat->name + "'";
  }
  return "";
}

/// At the first of these steps at which there is a kink; "": at none.
std::string first_kink(Replay& replay, const Tape& tape, const InputDirections& directions,
                       std::span<const double> steps) {
  for (const double h : steps)
    if (const Kink kink = find_kink(replay, tape, directions, h); kink.loop) return sentence(kink);
  return "";
}

/// Whether the objective or its prediction moves at all.
bool moves(const ops_ad_taylor_result& r) {
  return std::ranges::any_of(r.table, [](const ops_ad_taylor_row& row) { return row.second > 0 || row.first > 0; });
}

ReplayedTaylor compare(Tape& tape, const ops_ad_taylor_options& options) {
  const Inputs& inputs = *tape.inputs;
  const InputDirections directions = draw(inputs, options.seed);
  const Objective objective(tape);
  ReplayedTaylor result;
  Replay replay(tape);
  const World base = replay.run(directions, 0);
  if (const std::string what = difference(replay, inputs, base); !what.empty()) {
    result.undone = ops::format(
        "recomputing the recorded loops from the same inputs gives different values for {}, "
        "so the loops depend on data that were not recorded",
        what);
    return result;
  }
  const Sum value = objective.value(base);
  result.test.objective = value.value;
  result.test.inputs = moved(inputs, directions);
  result.test.slope = predicted(inputs, directions, 1.0);
  double h = options.first;
  for (int i = 0; i < options.rows; ++i, h *= options.ratio) {
    const double change = objective.change(replay.run(directions, h), base);
    const double remainder = change - predicted(inputs, directions, h);
    result.test.table.push_back({h, std::abs(change), std::abs(remainder), 0, 0, remainder});
  }
  const Rounding limits = rounding(tape, value.size());
  judge(result.test, options.ratio, limits);
  result.tested = moves(result.test) && std::isfinite(result.test.table.front().first);
  result.failure = result.test.verdict;
  if (result.test.passed || result.test.inconclusive || !result.tested || !std::isfinite(result.test.slope))
    return result;
  result.kink = first_kink(replay, tape, directions, steps_up(result.test));
  if (result.kink.empty()) result.kink = jump(result.test, limits);
  if (!result.kink.empty()) excuse(result.test, result.kink);
  return result;
}

}  // namespace

ReplayedTaylor test_taylor(Tape& tape, const ops_ad_taylor_options& options) {
  ReplayedTaylor result;
  if (!tape.inputs->obstacle().empty()) {
    result.undone = "the recording cannot be recomputed because of " + tape.inputs->obstacle();
  } else if (tape.inputs->list().empty()) {
    result.undone = "the inputs were not stored, because the test was requested after the recording had begun";
  } else {
    try {
      result = compare(tape, options);
    } catch (const OPSException& error) {
      result.undone = std::string("the recording cannot be recomputed: ") + error.what();
    }
  }
  if (!options.print || !tape.recording.context.out) return result;
  if (result.undone.empty()) print(result.test, *tape.recording.context.out);
  else *tape.recording.context.out << "Taylor test: not possible: " << result.undone << '\n';
  if (result.undone.empty() && tape.home().host_values.doubtful())
    *tape.recording.context.out << "The Taylor test held constant the numbers that host code passes to loops. "
                                   "If a warning mentions such a number, check whether that number depends on a result "
                                   "that host code has read\n";
  return result;
}

std::string name_kink(Tape& tape, const InputDirections& directions, std::span<const double> steps) {
  Replay replay(tape);
  return first_kink(replay, tape, directions, steps);
}

}  // namespace ops
