// ops/derivatives/gradients/taylor_test.cpp: the Taylor test: does the objective follow the gradient to second order?
#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <type_traits>
#include <utility>

#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/gradients/moved_input.hpp"
#include "ops/derivatives/gradients/pause.hpp"
#include "ops/derivatives/gradients/taylor_table.hpp"
#include "ops/derivatives/tape/tape.hpp"
#include "ops/support/alive.hpp"
#include "ops/support/format.hpp"

namespace {

using ops::error_at;
using ops::MovedInput;
using ops::Tape;
using ops::Where;

constexpr const char* taylor_call = "ops_ad_taylor_test";

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double v : values) most = std::max(most, std::abs(v));
  return most;
}

/// @throws OPSException  it is not an input that can move
template <class Handle, class Fail>
void check_handle(Handle input, const ops::Context* instance, Fail fail) {
  const auto context = [&] {
    if constexpr (std::is_same_v<Handle, ops_dat>) return input->buffer ? input->block->context : nullptr;
    else return input->context;
  };
  if (!ops::alive(input) || context() != instance)
    throw fail() << "an input is null, has been freed, or belongs to another instance";
  if (input->passive) throw fail() << "input '" << input->name << "' is passive";
  if (!ops::is_real(input->element))
    throw fail() << "input '" << input->name << "' is of type " << input->type << ", but must be float or double";
}

void check(ops::Context* instance, const ops_ad_inputs& inputs, const ops_ad_taylor_options& o, Where where) {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, taylor_call, where); };
  if (inputs.all.empty()) throw fail() << "no inputs were given";
  for (const ops_ad_input& input : inputs.all) {
    if (input.scalar) check_handle(input.scalar, instance, fail);
    else check_handle(input.dat, instance, fail);
  }
  if (o.rows < 3) throw fail() << "rows = " << o.rows << "; it must be at least 3";
  if (!(o.first > 0) || !std::isfinite(o.first)) throw fail() << "first = " << o.first << "; it must be positive";
  if (!(o.ratio > 0 && o.ratio < 1)) throw fail() << "ratio = " << o.ratio << "; it must lie between 0 and 1";
}

void check_objective(ops::Context* instance, ops_reduction objective, Where where) {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, taylor_call, where); };
  if (!objective) throw fail() << "the objective is a null reduction handle";
  if (!ops::alive(objective))
    throw fail() << "the objective is not a valid reduction handle: "
                    "the instance to which it belongs was destroyed, for example by ops_exit, or the pointer is wrong";
  if (objective->context != instance)
    throw fail() << "the objective, reduction '" << objective->name << "', belongs to another instance";
  if (!ops::is_real(objective->element))
    throw fail() << "the objective, reduction '" << objective->name << "', is of type " << objective->type
                 << ", but must be float or double";
}

/// The direction on integers only, so that it is the same with every standard library.
std::vector<MovedInput> gather(const ops_ad_inputs& inputs, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<MovedInput> all;
  for (const ops_ad_input& input : inputs.all) {
    MovedInput& in = all.emplace_back(input);
    const double scale = largest(in.values) > 0 ? largest(in.values) : 1.0;
    in.direction.resize(in.values.size());
    for (double& v : in.direction) v = scale * (2.0 * static_cast<double>(random()) / 4294967295.0 - 1.0);
  }
  return all;
}

/// Puts the inputs back and forgets the recording, whatever happens.
class Restore {
 public:
  Restore(Tape& tape, const std::vector<MovedInput>& inputs, Where where)
      : tape_(tape), inputs_(inputs), where_(where) {}
  ~Restore() {
    tape_.reset();
    for (const MovedInput& in : inputs_) in.write(in.values, where_);
    tape_.reset();
  }
  Restore(const Restore&) = delete;
  Restore& operator=(const Restore&) = delete;

 private:
  Tape& tape_;
  const std::vector<MovedInput>& inputs_;
  Where where_;
};

/// The rows: steps are measured as they come out after rounding to the inputs' type.
ops_ad_taylor_row row_at(double h, const std::vector<MovedInput>& inputs,
                         const std::vector<std::vector<double>>& gradients, double objective,
                         const std::function<double()>& run, Where where) {
  double predicted = 0;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const std::vector<double> x = inputs[k].moved(h);
    for (std::size_t i = 0; i < x.size(); ++i) predicted += gradients[k][i] * (x[i] - inputs[k].values[i]);
    inputs[k].write(x, where);
  }
  const double change = run() - objective;
  return {h, std::abs(change), std::abs(change - predicted), 0, 0, change - predicted};
}

/// Where the program is not smooth along the direction; "": nowhere, or it cannot be told. Records the program once
/// more.
std::string kink_of(Tape& tape, const std::vector<MovedInput>& inputs, const std::function<double()>& run,
                    const std::function<void()>& seed, const std::vector<double>& steps, Where where) {
  if (!tape.find_kink) return "";
  auto before = std::exchange(tape.inputs, std::make_unique<ops::Inputs>(tape.recording.events));
  std::string found;
  try {
    tape.reset();
    for (const MovedInput& in : inputs) in.write(in.values, where);
    run();
    seed();
    tape.inputs->finish();
    ops::InputDirections directions;
    for (const MovedInput& in : inputs) in.add_to(directions, tape);
    if (tape.inputs->obstacle().empty()) found = tape.find_kink(tape, directions, steps);
  } catch (const OPSException&) {
    found.clear();
  }
  tape.reset();
  tape.inputs = std::move(before);
  return found;
}

/// The objective from unmoved inputs, once more.
double again(ops::Context* instance, const std::vector<MovedInput>& inputs, const std::function<double()>& run,
             Where where) {
  const ops::Pause pause(*instance);
  for (const MovedInput& in : inputs) in.write(in.values, where);
  return run();
}

ops_ad_taylor_result taylor(ops::Context* instance, const ops_ad_inputs& given, const std::function<double()>& run,
                            const std::function<void()>& seed, const ops_ad_taylor_options& o, Where where) {
  Tape& tape = ops::tape_of(instance, taylor_call, where);
  check(instance, given, o, where);
  const std::vector<MovedInput> inputs = gather(given, o.seed);
  const Restore restore(tape, inputs, where);
  ops_ad_taylor_result result;
  for (const MovedInput& in : inputs) result.inputs.push_back(in.name());
  tape.reset();
  for (const MovedInput& in : inputs) in.write(in.values, where);
  result.objective = run();
  seed();
  tape.interpret(where);
  std::vector<std::vector<double>> gradients;
  for (const MovedInput& in : inputs) {
    gradients.push_back(in.gradient(tape));
    for (std::size_t i = 0; i < in.direction.size(); ++i) result.slope += gradients.back()[i] * in.direction[i];
  }
  const ops::Rounding limits = ops::rounding(tape, result.objective);
  const std::vector<std::string> unseeded = tape.doubts.unseeded();
  tape.reset();
  {
    const ops::Pause pause(*instance);
    double h = o.first;
    for (int i = 0; i < o.rows; ++i, h *= o.ratio)
      result.table.push_back(row_at(h, inputs, gradients, result.objective, run, where));
  }
  ops::judge(result, o.ratio, limits);
  if (!result.passed && !result.inconclusive && std::isfinite(result.table.front().second)) {
    const bool unsteady = ops::compare(result, again(instance, inputs, run, where), limits);
    std::string kink = kink_of(tape, inputs, run, seed, ops::steps_up(result), where);
    if (kink.empty() && !unsteady) kink = ops::jump(result, limits);
    if (!kink.empty()) ops::excuse(result, kink);
  }
  if (!o.print || !instance->out) return result;
  ops::print(result, *instance->out);
  for (const std::string& what : unseeded)
    if (!result.passed && !result.inconclusive)
      *instance->out << ops::format(
          "{} is not differentiated, because it has no seed; if the function returns this result, read the result with "
          "ops_ad_objective\n",
          what);
  return result;
}

}  // namespace

ops_ad_taylor_result ops_ad_taylor_test(ops::Context* instance, const ops_ad_inputs& inputs,
                                        const std::function<double()>& run, ops_reduction objective,
                                        const ops_ad_taylor_options& options, Where where) {
  const auto seed = [&] {
    if (objective->element == ops::Type::f64) *ops_reduction_get_derivative<double>(objective, where) = 1.0;
    else *ops_reduction_get_derivative<float>(objective, where) = 1.0F;
  };
  check_objective(instance, objective, where);
  return taylor(instance, inputs, run, seed, options, where);
}

ops_ad_taylor_result ops_ad_taylor_test(ops::Context* instance, const ops_ad_inputs& inputs,
                                        const std::function<double()>& run, const ops_ad_taylor_options& options,
                                        Where where) {
  return taylor(instance, inputs, run, [] {}, options, where);
}
