// ops/derivatives/checks/loops_test.cpp: the test of every recorded loop: selects calls, compares products, reports
// faults.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "ops/derivatives/checks/check_report.hpp"
#include "ops/derivatives/checks/checks.hpp"
#include "ops/derivatives/checks/loop_products.hpp"
#include "ops/derivatives/checks/untested.hpp"

namespace {

using ops::error_at;
using ops::LoopEvent;
using ops::LoopProducts;
using ops::Part;
using ops::Parts;
using ops::Sum;
using ops::Tape;
using ops::Where;

/// Two numbers that should be equal, and by how much they are not: infinitely if only the adjoint's is not finite.
/// Below the smallest normal number roundings are no longer relative, so nothing smaller is a scale.
struct Difference {
  double expected = 0, found = 0, error = 0;
  bool finite = true;  ///< the tangent is, so that the adjoint can be judged
  Difference(const Sum& forward, const Sum& backward, double smallest)
      : expected(forward.value), found(backward.value) {
    const double scale = std::max({std::abs(expected), std::abs(found), forward.size(), backward.size(), smallest});
    finite = std::isfinite(expected) && std::isfinite(forward.size()) && (lost() || std::isfinite(scale));
    if (finite && lost()) error = std::numeric_limits<double>::infinity();
    else if (finite) error = std::abs(expected - found) / scale;
  }
  bool lost() const { return !std::isfinite(found); }
};

template <class T>
void subtract_from(const std::vector<std::byte>& from, std::vector<std::byte>& what) {
  for (std::size_t at = 0; at < what.size(); at += sizeof(T)) {
    T a, b;
    std::memcpy(&a, from.data() + at, sizeof a);
    std::memcpy(&b, what.data() + at, sizeof b);
    a -= b;
    std::memcpy(what.data() + at, &a, sizeof a);
  }
}

/// what = from - what; empty: zeros.
void subtract(ops::Type type, const std::vector<std::byte>& from, std::vector<std::byte>& what) {
  if (what.empty()) {
    what = from;
    return;
  }
  const std::vector<std::byte> zeros(what.size());
  type == ops::Type::f64 ? subtract_from<double>(from.empty() ? zeros : from, what)
                         : subtract_from<float>(from.empty() ? zeros : from, what);
}

template <class T>
void take_third(std::vector<std::byte>& of) {
  for (std::size_t at = 0; at < of.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, of.data() + at, sizeof value);
    value /= 3;
    std::memcpy(of.data() + at, &value, sizeof value);
  }
}

/// seed = 0 where `tangent` is not finite. @returns how often
template <class T>
std::size_t leave_out(const std::vector<std::byte>& tangent, std::vector<std::byte>& seed) {
  std::size_t count = 0;
  const T zero = 0;
  for (std::size_t at = 0; at < std::min(tangent.size(), seed.size()); at += sizeof(T)) {
    T value;
    std::memcpy(&value, tangent.data() + at, sizeof value);
    if (std::isfinite(value)) continue;
    std::memcpy(seed.data() + at, &zero, sizeof zero);
    ++count;
  }
  return count;
}

/// A derivative that is set instead of added to, or not zeroed, makes all that is computed from it wrong: it is named
/// alone.
std::vector<ops_ad_loop_fault> without_consequences(std::vector<ops_ad_loop_fault> faults) {
  const auto cause = [](const ops_ad_loop_fault& f) {
    return f.kind == ops_ad_fault_kind::overwritten || f.kind == ops_ad_fault_kind::not_zeroed;
  };
  std::set<std::string> named;
  for (const ops_ad_loop_fault& f : faults)
    if (cause(f)) named.insert(f.input);
  std::erase_if(faults, [&](const ops_ad_loop_fault& f) {
    return !cause(f) && (named.contains(f.input) || named.contains(f.output));
  });
  return faults;
}

/// One recorded call under test.
class Test {
 public:
  Test(Tape& tape, const LoopEvent& event, const ops_ad_loops_options& options)
      : probe_(tape, event), random_(options.seed), direction_(probe_.random(random_)), seed_(probe_.random(random_)) {
    const bool narrow = std::ranges::any_of(probe_.parts(), [](const Part& p) { return p.type() == ops::Type::f32; });
    const bool few_digits = narrow || event.call->implementation->in_float;
    tolerance_ = options.tolerance > 0 ? options.tolerance : few_digits ? 1e-4 : 1e-12;
    smallest_ = narrow ? std::numeric_limits<float>::min() : std::numeric_limits<double>::min();
  }

  /// Everything at once; with derivatives of what is only read as they come, then from known zero ones. Without the
  /// seeds of values whose tangent is not finite: a zero seed gives nothing.
  Difference whole() {
    const Parts ahead = probe_.tangent(direction_);
    for (std::size_t k = 0; k < seed_.size(); ++k)  // a sum is one value for all points
      if (probe_.parts()[k].dat)
        left_out_ += probe_.parts()[k].type() == ops::Type::f64 ? leave_out<double>(ahead[k], seed_[k])
                                                                : leave_out<float>(ahead[k], seed_[k]);
    const Difference all = compare(direction_, seed_);
    judged_ = seed_;
    if (!all.finite || all.error > tolerance_) return all;
    judged_ = outputs_only();
    return compare(direction_, judged_);
  }
  /// How many values are not tested.
  std::size_t left_out() const { return left_out_; }
  bool wrong(const Difference& d) const { return d.finite && d.error > tolerance_; }
  /// Whether the difference is like what roundings make of the tangent along a third of the direction: terms cancel
  /// then. Of the tangent alone, as an adjoint may be wrong by something that is no multiple of its seed.
  bool rounded(const Difference& d) {
    constexpr double like = 30;
    const double again = 3 * probe_.product(judged_, probe_.tangent(thirds(direction_))).value;
    return std::isfinite(d.error) && std::abs(d.expected - d.found) <= like * std::abs(again - d.expected);
  }
  std::vector<ops_ad_loop_fault> pairs();

 private:
  Difference compare(const Parts& direction, const Parts& seed) {
    return {probe_.product(seed, probe_.tangent(direction)), probe_.product(probe_.adjoint(seed), direction),
            smallest_};
  }
  Parts outputs_only() const {
    Parts seed = seed_;
    for (std::size_t k = 0; k < seed.size(); ++k)
      if (probe_.parts()[k].writer < 0) seed[k].clear();
    return seed;
  }
  Parts thirds(Parts all) const {
    for (std::size_t k = 0; k < all.size(); ++k)
      probe_.parts()[k].type() == ops::Type::f64 ? take_third<double>(all[k]) : take_third<float>(all[k]);
    return all;
  }
  template <class Map>
  Parts share(const Map& map, const Parts& all, const Parts& image, std::size_t of) const;
  ops_ad_loop_fault fault(std::size_t in, std::size_t out, const Difference& d) const;
  static Parts only(const Parts& all, std::size_t k) {
    Parts one(all.size());
    one[k] = all[k];
    return one;
  }
  ops_ad_fault_kind kind(std::size_t in, std::size_t out, double expected) const {
    if (in != out) return ops_ad_fault_kind::derivative;
    if (probe_.parts()[in].writer < 0) return ops_ad_fault_kind::overwritten;
    return expected == 0 ? ops_ad_fault_kind::not_zeroed : ops_ad_fault_kind::derivative;
  }

  LoopProducts probe_;
  ops::Random random_;
  Parts direction_, seed_, judged_;  ///< judged: the seeds of what `whole` says
  double tolerance_ = 0, smallest_ = 0;
  std::size_t left_out_ = 0;
};

/// What a linear map makes of one part of `all`: the difference between everything and everything else, so that the
/// loop is alive.
template <class Map>
Parts Test::share(const Map& map, const Parts& all, const Parts& image, std::size_t of) const {
  Parts others = all;
  others[of].clear();
  Parts mine = map(others);
  for (std::size_t k = 0; k < mine.size(); ++k) subtract(probe_.parts()[k].type(), image[k], mine[k]);
  return mine;
}

/// Each output with each input alone, the worst first.
std::vector<ops_ad_loop_fault> Test::pairs() {
  std::vector<ops_ad_loop_fault> faults;
  const auto along = [&](const Parts& direction) { return probe_.tangent(direction); };
  const auto back = [&](const Parts& seed) { return probe_.adjoint(seed); };
  const Parts ahead = along(direction_), behind = back(seed_);
  for (std::size_t out = 0; out < direction_.size(); ++out) {
    const Parts backward = share(back, seed_, behind, out), seed = only(seed_, out);
    for (std::size_t in = 0; in < direction_.size(); ++in) {
      const Parts direction = only(direction_, in);
      const Difference d{probe_.product(seed, share(along, direction_, ahead, in)), probe_.product(backward, direction),
                         smallest_};
      if (d.lost() && in == out && probe_.parts()[in].writer < 0) continue;  // said of what the kernel writes
      const double rounding =
          tolerance_ * (probe_.product(behind, direction).size() + probe_.product(seed, ahead).size());
      if (wrong(d) && !(std::abs(d.expected - d.found) <= rounding)) faults.push_back(fault(in, out, d));
    }
  }
  std::ranges::stable_sort(faults, std::greater{}, &ops_ad_loop_fault::error);
  return without_consequences(std::move(faults));
}

ops_ad_loop_fault Test::fault(std::size_t in, std::size_t out, const Difference& d) const {
  const Part &input = probe_.parts()[in], &output = probe_.parts()[out];
  ops_ad_loop_fault fault;
  fault.kind = kind(in, out, d.expected);
  fault.input = input.name();
  fault.input_argument = 1 + (input.reader >= 0 ? input.reader : input.writer);
  fault.output = output.name();
  fault.output_argument = 1 + output.writer;
  fault.expected = d.expected;
  fault.found = d.found;
  fault.error = d.error;
  return fault;
}

using Site = std::tuple<std::string, unsigned, unsigned, std::string, const ops::LoopImplementation*>;

Site site_of(const LoopEvent& event) {
  return {event.where.file_name(), event.where.line(), event.where.column(), event.call->name,
          event.call->implementation};
}

/// The calls of one loop of the program.
struct Calls {
  std::size_t row;
  std::vector<std::size_t> events;
};

bool flows(Tape& tape, const LoopEvent* event) {
  return event && std::ranges::any_of(tape.recording.events.args_of(*event), &ops::EventArg::seed);
}

ops_ad_loop_row new_row(const LoopEvent& event) {
  ops_ad_loop_row row;
  row.loop = event.call->name;
  row.file = event.where.file_name();
  row.line = static_cast<int>(event.where.line());
  if (!event.call->implementation) return row;
  row.kernel = event.call->implementation->kernel;
  row.adjoint = event.call->implementation->user_adjoint;
  return row;
}

using Known = std::set<const ops::LoopImplementation*>;

std::map<Site, Calls> gather(Tape& tape, const ops_ad_loops_options& options, const Known& known,
                             ops_ad_loops_result& result) {
  std::map<Site, Calls> all;
  const auto& nodes = tape.recording.events.nodes;
  for (const ops::Event& any : nodes) {
    const LoopEvent* const loop = any.as_loop();
    if (!flows(tape, loop)) continue;
    const bool written = loop->call->implementation && *loop->call->implementation->user_adjoint;
    if ((options.written_only && !written) || known.contains(loop->call->implementation)) continue;
    const auto [at, fresh] = all.try_emplace(site_of(*loop), Calls{result.loops.size(), {}});
    if (fresh) result.loops.push_back(new_row(*loop));
    ops_ad_loop_row& row = result.loops[at->second.row];
    ++row.recorded;
    const std::string reason = ops::untestable(tape, *loop);
    if (reason.empty()) at->second.events.push_back(loop->index);
    row.remark = reason.empty() ? ops::untested(tape, *loop) : reason;
  }
  return all;
}

/// By index of the event: the row it is tested for. First, last, and evenly between.
std::map<std::size_t, std::size_t> chosen(const std::map<Site, Calls>& all, int repetitions) {
  std::map<std::size_t, std::size_t> tests;
  for (const auto& [site, calls] : all) {
    const std::size_t n = calls.events.size(),
                      wanted = repetitions > 0 ? std::min(n, static_cast<std::size_t>(repetitions)) : n;
    for (std::size_t k = 0; k < wanted; ++k)
      tests[calls.events[wanted == 1 ? 0 : k * (n - 1) / (wanted - 1)]] = calls.row;
  }
  return tests;
}

void complete(ops_ad_loop_fault& fault, const ops_ad_loop_row& row) {
  fault.loop = row.loop;
  fault.kernel = row.kernel;
  fault.adjoint = row.adjoint;
  fault.file = row.file;
  fault.line = row.line;
  fault.text = ops::sentence(fault);
}

/// Along other directions as well: by chance terms cancel, and what is left of them is mostly rounding.
bool wrong_again(Tape& tape, const LoopEvent& event, ops_ad_loops_options options) {
  constexpr int more = 2;
  for (int k = 0; k < more; ++k) {
    ++options.seed;
    Test other(tape, event, options);
    const Difference d = other.whole();
    if (!other.wrong(d) || other.rounded(d)) return false;
  }
  return true;
}

void test(Tape& tape, const LoopEvent& event, const ops_ad_loops_options& options, ops_ad_loop_row& row,
          std::vector<ops_ad_loop_fault>& faults) {
  Test one(tape, event, options);
  const Difference d = one.whole();
  ++row.tested;
  row.finite = row.finite && d.finite;
  if (!d.finite) row.remark = "this loop cannot be tested, because its tangent is not finite at the recorded values";
  else if (one.left_out() > 0)
    row.remark =
        std::to_string(one.left_out()) + " values are excluded from this test, because their tangents are not finite";
  const bool wrong = one.wrong(d) && !one.rounded(d) && wrong_again(tape, event, options);
  if (!one.wrong(d) || wrong) row.error = std::max(row.error, d.error);
  if (!wrong || !row.passed) return;
  row.passed = false;
  std::vector<ops_ad_loop_fault> found = one.pairs();
  if (found.empty()) {
    ops_ad_loop_fault fault;
    fault.kind = ops_ad_fault_kind::together;
    fault.expected = d.expected;
    fault.found = d.found;
    fault.error = d.error;
    found.push_back(std::move(fault));
  }
  for (ops_ad_loop_fault& fault : found) {
    complete(fault, row);
    faults.push_back(std::move(fault));
  }
}

}  // namespace

ops_ad_loops_result ops::test_loops(Tape& tape, const ops_ad_loops_options& options, Known* known) {
  ops_ad_loops_result result;
  const std::map<Site, Calls> loops = gather(tape, options, known ? *known : Known{}, result);
  if (known)
    for (const auto& [site, calls] : loops) known->insert(std::get<const LoopImplementation*>(site));
  const std::map<std::size_t, std::size_t> tests = chosen(loops, options.repetitions);
  if (!tests.empty()) tape.complete("ops_ad_loops_test", Where::current());
  const FieldMemory memory = tape.recording.memory();
  Rewind rewind(tape.recording.events, memory);
  const auto& nodes = tape.recording.events.nodes;
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const bool after = tape.recording.events.reads_after(nodes[i]);
    if (!after) rewind.back(nodes[i]);
    if (const auto at = tests.find(i); at != tests.end())
      test(tape, *nodes[i].as_loop(), options, result.loops[at->second], result.faults);
    if (after) rewind.back(nodes[i]);
  }
  conclude(result);
  if (options.print && tape.recording.context.out) print(result, *tape.recording.context.out);
  return result;
}

ops_ad_loops_result ops_ad_loops_test(ops::Context* instance, const ops_ad_loops_options& options, Where where) {
  constexpr const char* call = "ops_ad_loops_test";
  Tape& tape = ops::tape_of(instance, call, where);
  tape.require_current(call, where);
  tape.check_recording(call, where);
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, call, where); };
  if (options.repetitions < 0)
    throw fail() << "the number of repetitions is " << options.repetitions << "; it must not be negative";
  if (!(options.tolerance >= 0))
    throw fail() << "the tolerance is " << options.tolerance << "; it must not be negative";
  return ops::test_loops(tape, options);
}
