// ops/gradient/taylor.cpp: the Taylor test: does the objective follow the gradient to second order?
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "ops/core/alive.hpp"
#include "ops/core/cells.hpp"
#include "ops/gradient/derivatives.hpp"
#include "ops/gradient/taylor_table.hpp"
#include "ops/tape/tape.hpp"

namespace {

using ops::error_at;
using ops::Tape;
using ops::Tracked;
using ops::Where;

constexpr const char* call = "ops_ad_taylor_test";

/// One input: all its allocated cells, packed, in double whatever its type.
struct Input {
  ops_dat dat;
  std::vector<double> values, direction;
};

const ops::Layout& layout_of(const Input& in) { return in.dat->layout; }

std::size_t elements(const ops::Layout& layout) {
  return static_cast<std::size_t>(layout.allocated.volume()) * static_cast<std::size_t>(layout.components);
}

template <class T>
std::vector<double> widened(const ops::BufferRef& buffer, const ops::Layout& layout) {
  std::vector<T> packed(elements(layout));
  ops::read_cells(reinterpret_cast<std::byte*>(packed.data()), buffer, layout, layout.allocated);
  return {packed.begin(), packed.end()};
}

std::vector<double> read(const ops::BufferRef& buffer, const Input& in) {
  return in.dat->element == ops::Type::f64 ? widened<double>(buffer, layout_of(in)) : widened<float>(buffer, layout_of(in));
}

template <class T>
void narrowed(const ops::BufferRef& buffer, const ops::Layout& layout, const std::vector<double>& values) {
  std::vector<T> packed(values.size());
  std::ranges::transform(values, packed.begin(), [](double v) { return static_cast<T>(v); });
  ops::write_cells(buffer, reinterpret_cast<const std::byte*>(packed.data()), layout, layout.allocated);
}

/// Writes values as the user would: through the recorder, so that they count as given.
void write(const Input& in, const std::vector<double>& values, Where where) {
  if (ops::Recorder* recorder = in.dat->block->context->recorder) recorder->raw_write(in.dat, where);
  const ops::BufferRef& buffer = in.dat->buffer;
  if (in.dat->element == ops::Type::f64)
    narrowed<double>(buffer, layout_of(in), values);
  else
    narrowed<float>(buffer, layout_of(in), values);
}

double largest(const std::vector<double>& values) {
  double most = 0;
  for (const double v : values) most = std::max(most, std::abs(v));
  return most;
}

void check(ops::Context* instance, const std::vector<ops_dat>& inputs, const ops_ad_taylor_options& o, Where where) {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, call, where); };
  if (inputs.empty()) throw fail() << "no inputs are given";
  for (const ops_dat dat : inputs) {
    if (!ops::alive(dat) || !dat->buffer || dat->block->context != instance)
      throw fail() << "an input is null, freed, or of another instance";
    if (dat->passive) throw fail() << "input '" << dat->name << "' is passive";
    if (!ops::is_real(dat->element)) throw fail() << "input '" << dat->name << "' is " << dat->type << ", must be float or double";
  }
  if (o.rows < 3) throw fail() << "rows = " << o.rows << ", must be at least 3";
  if (!(o.first > 0) || !std::isfinite(o.first)) throw fail() << "first = " << o.first << ", must be positive";
  if (!(o.ratio > 0 && o.ratio < 1)) throw fail() << "ratio = " << o.ratio << ", must lie between 0 and 1";
}

void check_objective(ops::Context* instance, ops_reduction objective, Where where) {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, call, where); };
  if (!objective) throw fail() << "the objective is a null reduction handle";
  if (!ops::alive(objective)) throw fail() << "the objective is not a reduction handle of a living instance: it ended, or it never was one";
  if (objective->context != instance) throw fail() << "the objective, reduction '" << objective->name << "', is of another instance";
  if (!ops::is_real(objective->element))
    throw fail() << "the objective, reduction '" << objective->name << "', is " << objective->type << ", must be float or double";
}

/// The direction on integers only, so that it is the same with every standard library.
std::vector<Input> gather(const std::vector<ops_dat>& inputs, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Input> all;
  for (const ops_dat dat : inputs) {
    Input in{dat, {}, {}};
    in.values = read(dat->buffer, in);
    const double scale = largest(in.values) > 0 ? largest(in.values) : 1.0;
    in.direction.resize(in.values.size());
    for (double& v : in.direction) v = scale * (2.0 * static_cast<double>(random()) / 4294967295.0 - 1.0);
    all.push_back(std::move(in));
  }
  return all;
}

std::vector<double> moved(const Input& in, double h) {
  std::vector<double> x(in.values.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = in.values[i] + h * in.direction[i];
    if (in.dat->element == ops::Type::f32) x[i] = static_cast<float>(x[i]);
  }
  return x;
}

/// No recording while alive.
class Pause {
 public:
  explicit Pause(ops::Context& context) : context_(context) {
    context.paused = std::exchange(context.recorder, nullptr);
  }
  ~Pause() { context_.recorder = std::exchange(context_.paused, nullptr); }
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;

 private:
  ops::Context& context_;
};

/// Puts the inputs back and forgets the recording, whatever happens.
class Restore {
 public:
  Restore(Tape& tape, const std::vector<Input>& inputs, Where where) : tape_(tape), inputs_(inputs), where_(where) {}
  ~Restore() {
    tape_.reset();
    for (const Input& in : inputs_) write(in, in.values, where_);
    tape_.reset();
  }
  Restore(const Restore&) = delete;
  Restore& operator=(const Restore&) = delete;

 private:
  Tape& tape_;
  const std::vector<Input>& inputs_;
  Where where_;
};

/// The rows: steps are measured as they come out after rounding to the inputs' type.
ops_ad_taylor_row row_at(double h, const std::vector<Input>& inputs, const std::vector<std::vector<double>>& gradients,
                         double objective, const std::function<double()>& run, Where where) {
  double predicted = 0;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const std::vector<double> x = moved(inputs[k], h);
    for (std::size_t i = 0; i < x.size(); ++i) predicted += gradients[k][i] * (x[i] - inputs[k].values[i]);
    write(inputs[k], x, where);
  }
  const double change = run() - objective;
  return {h, std::abs(change), std::abs(change - predicted), 0, 0, change - predicted};
}

/// Where the program is not smooth along the direction; "": nowhere, or it cannot be told. Records the program once more.
std::string kink_of(Tape& tape, const std::vector<Input>& inputs, const std::function<double()>& run, const std::vector<double>& steps, Where where) {
  if (!tape.find_kink) return "";
  std::unique_ptr<ops::Journal> before = std::exchange(tape.journal, std::make_unique<ops::Journal>());
  std::string found;
  try {
    tape.reset();
    for (const Input& in : inputs) write(in, in.values, where);
    run();
    tape.journal->finish();
    std::map<const Tracked*, std::vector<double>> direction;
    for (const Input& in : inputs) direction[&tape.recording.tracked(in.dat)] = in.direction;
    if (tape.journal->obstacle().empty()) found = tape.find_kink(tape, direction, steps);
  } catch (const OPSException&) {
    found.clear();
  }
  tape.reset();
  tape.journal = std::move(before);
  return found;
}

/// The objective from unmoved inputs, once more.
double again(ops::Context* instance, const std::vector<Input>& inputs, const std::function<double()>& run, Where where) {
  const Pause pause(*instance);
  for (const Input& in : inputs) write(in, in.values, where);
  return run();
}

ops_ad_taylor_result taylor(ops::Context* instance, const std::vector<ops_dat>& dats, const std::function<double()>& run,
                            const std::function<void()>& seed, const ops_ad_taylor_options& o, Where where) {
  Tape& tape = ops::tape_of(instance, call, where);
  check(instance, dats, o, where);
  const std::vector<Input> inputs = gather(dats, o.seed);
  const Restore restore(tape, inputs, where);
  ops_ad_taylor_result result;
  tape.reset();
  for (const Input& in : inputs) write(in, in.values, where);
  result.objective = run();
  seed();
  tape.interpret(where);
  std::vector<std::vector<double>> gradients;
  for (const Input& in : inputs) {
    gradients.push_back(read(tape.shown->of(tape.recording.tracked(in.dat)), in));
    for (std::size_t i = 0; i < in.direction.size(); ++i) result.slope += gradients.back()[i] * in.direction[i];
  }
  const ops::Rounding limits = ops::rounding(tape, result.objective);
  tape.reset();
  {
    const Pause pause(*instance);
    double h = o.first;
    for (int i = 0; i < o.rows; ++i, h *= o.ratio) result.table.push_back(row_at(h, inputs, gradients, result.objective, run, where));
  }
  ops::judge(result, o.ratio, limits);
  if (!result.passed && !result.inconclusive && std::isfinite(result.table.front().second)) {
    ops::compare(result, again(instance, inputs, run, where), limits);
    if (const std::string kink = kink_of(tape, inputs, run, ops::steps_up(result), where); !kink.empty()) ops::excuse(result, kink);
  }
  if (o.print && instance->out) ops::print(result, *instance->out);
  return result;
}

}  // namespace

ops_ad_taylor_result ops_ad_taylor_test(ops::Context* instance, const std::vector<ops_dat>& inputs,
                                        const std::function<double()>& run, ops_reduction objective,
                                        const ops_ad_taylor_options& options, Where where) {
  const auto seed = [&] {
    if (objective->element == ops::Type::f64)
      *ops_reduction_get_derivative<double>(objective, where) = 1.0;
    else
      *ops_reduction_get_derivative<float>(objective, where) = 1.0F;
  };
  check_objective(instance, objective, where);
  return taylor(instance, inputs, run, seed, options, where);
}

ops_ad_taylor_result ops_ad_taylor_test(ops::Context* instance, const std::vector<ops_dat>& inputs,
                                        const std::function<double()>& run, const ops_ad_taylor_options& options, Where where) {
  return taylor(instance, inputs, run, [] {}, options, where);
}
