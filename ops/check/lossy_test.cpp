// ops/check/lossy_test.cpp: the gradient from states that were kept approximately, compared with the one from exact states.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <ostream>

#include "ops/check/checks.hpp"
#include "ops/check/further_sweeps.hpp"
#include "ops/check/report.hpp"
#include "ops/core/cells.hpp"
#include "ops/steps/steps.hpp"
#include "ops/sweep/sweep.hpp"

namespace {

using ops::Tape;
using ops::Tracked;
using ops::Where;

/// A derivative as it is shown and as it should be; one that is known to be zero is empty.
struct Pair {
  std::string name;
  ops::Type element;
  std::vector<std::byte> shown, exact;
};

std::vector<std::byte> packed(const Tracked& dat, const ops::BufferRef& buffer) {
  if (!buffer) return {};
  const ops::Box& cells = dat.layout.allocated;
  std::vector<std::byte> dense(static_cast<std::size_t>(cells.volume() * dat.components) * dat.layout.element);
  ops::read_cells(dense.data(), buffer, dat.layout, cells);
  return dense;
}

/// Interprets once more. What is shown, and what scalars have, is as before.
std::vector<Pair> pairs(Tape& tape, ops::Steps& steps) {
  const ops::StoresAside aside(tape);
  std::vector<Pair> all;
  for (const auto& dat : tape.recording.live)
    if (dat && dat->active) all.push_back({"dataset '" + dat->name + "'", dat->element, packed(*dat, dat->shown), {}});
  for (const auto& scalar : tape.recording.context.scalars)
    all.push_back({std::string("scalar '") + scalar->name + "'", scalar->element, scalar->derivative, {}});
  const ops::Exactly exactly(steps);
  tape.sweep().run();
  auto next = all.begin();
  for (const auto& dat : tape.recording.live) {
    if (!dat || !dat->active) continue;
    Pair& pair = *next++;
    if (dat->field.zero()) continue;
    dat->field.read(dat->layout.allocated, tape.recording.memory());
    pair.exact = packed(*dat, dat->field.buffer());
    dat->field.clear();
  }
  for (const auto& scalar : tape.recording.context.scalars) (next++)->exact = scalar->derivative;
  return all;
}

template <class T>
double value_at(const std::vector<std::byte>& values, std::size_t at) {
  T value{0};
  if (at < values.size()) std::memcpy(&value, values.data() + at, sizeof value);
  return static_cast<double>(value);
}

template <class T>
ops_ad_lossy_row compare(const Pair& pair) {
  double off = 0, largest = 0;
  for (std::size_t at = 0; at < std::max(pair.shown.size(), pair.exact.size()); at += sizeof(T)) {
    const double shown = value_at<T>(pair.shown, at), exact = value_at<T>(pair.exact, at);
    const bool both_undefined = std::isnan(shown) && std::isnan(exact);
    if (shown == exact || both_undefined) {
      largest = std::max(largest, std::isfinite(exact) ? std::abs(exact) : 0.0);
      continue;
    }
    const double difference = std::abs(shown - exact);
    off = std::isnan(difference) ? std::numeric_limits<double>::infinity() : std::max(off, difference);
    largest = std::max(largest, std::abs(exact));
  }
  return {pair.name, off == 0 ? 0.0 : off / largest, largest};
}

void judge(ops_ad_lossy_result& result) {
  for (const ops_ad_lossy_row& row : result.rows) result.error = std::max(result.error, row.error);
  result.verdict = result.approximate ? fmt::format("the gradient is off by up to {:.1e} of its largest value", result.error)
                                      : "the gradient is exact: no step had to run again from values on disk that are off";
}

void print_table(const ops_ad_lossy_result& result, std::ostream& out) {
  out << "Lossy test: the gradient compared with that from exact states\n";
  if (!result.rows.empty()) out << fmt::format("{:<28}  {:>12}  {:>12}\n", "derivative of", "largest", "off by");
  for (const ops_ad_lossy_row& row : result.rows) out << fmt::format("{:<28}  {:12.4e}  {:12.4e}\n", row.name, row.largest, row.error);
  out << result.verdict << '\n';
}

}  // namespace

ops_ad_lossy_result ops::test_lossy(Tape& tape, const ops_ad_lossy_options& options) {
  ops_ad_lossy_result result;
  Steps* const steps = tape.stepping.steps();
  result.approximate = steps && steps->approximate();
  if (result.approximate)
    for (const Pair& pair : pairs(tape, *steps)) {
      const ops_ad_lossy_row row = pair.element == Type::f32 ? compare<float>(pair) : compare<double>(pair);
      if (row.largest > 0 || row.error > 0) result.rows.push_back(row);
    }
  judge(result);
  if (options.print && tape.recording.context.out) print_table(result, *tape.recording.context.out);
  return result;
}

ops_ad_lossy_result ops_ad_lossy_test(ops::Context* instance, const ops_ad_lossy_options& options, Where where) {
  return ops::test_lossy(ops::interpreted_tape(instance, "ops_ad_lossy_test", where), options);
}
