// ops/loops/engine/engine.cpp: call sites and their variants; times and notices.
#include "ops/loops/engine/engine.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <ostream>
#include <set>
#include <unordered_map>
#include <utility>

#include "ops/data/machine.hpp"
#include "ops/data/memory_limit.hpp"
#include "ops/data/passes.hpp"
#include "ops/loops/engine/charge.hpp"
#include "ops/loops/engine/execute.hpp"
#include "ops/loops/engine/inactive_args.hpp"
#include "ops/loops/engine/loop_error.hpp"
#include "ops/loops/engine/par_loop.hpp"
#include "ops/loops/engine/range_check.hpp"
#include "ops/loops/engine/variant.hpp"
#include "ops/loops/launch/call_gate.hpp"
#include "ops/loops/launch/loop_observer.hpp"
#include "ops/support/format.hpp"
#include "ops/support/interruption.hpp"

namespace ops {
namespace {

/// A place in the source with one kernel, or in one pass. Addresses identify the texts: they are literals.
struct SiteKey {
  const char* file;
  std::uint_least32_t line, column;
  KernelRef::Plain kernel;
  Pass pass = Pass::forward;
  bool operator==(const SiteKey&) const = default;
};
struct SiteHash {
  std::size_t operator()(const SiteKey& key) const noexcept {
    std::size_t hash = reinterpret_cast<std::size_t>(key.file) * 0x9E3779B97F4A7C15u;
    hash = (hash ^ key.line ^ (std::size_t{key.column} << 20) ^ (static_cast<std::size_t>(key.pass) << 40)) *
           0x9E3779B97F4A7C15u;
    return hash ^ reinterpret_cast<std::size_t>(key.kernel);
  }
};

struct Site {
  LoopTiming timing;
  std::vector<std::unique_ptr<Variant>> variants;
  std::size_t last = 0;
  bool noticed = false, warned = false, warned_of_order = false, told = false, told_empty = false;
  std::set<std::size_t> touched = {};  ///< arguments that are switched off and touched, of which it was said
};

}  // namespace

struct LoopEngine::State {
  Context& context;
  std::unordered_map<SiteKey, Site*, SiteHash> sites;
  std::deque<Site> in_order;
  std::unordered_map<SiteKey, LoopTiming*, SiteHash> other_sites = {};
  std::deque<LoopTiming> others = {};

  void run(const LoopRequest& request);
  void run_on_all_axes(LoopRequest request);
  void execute_timed(Site& called, const CallRef& call, Variant& found, bool runs);
  Site& site(const LoopRequest& request);
  LoopTiming& add_other(Pass pass, const std::string& name, const std::string& place);
  Variant& variant(Site& site, const LoopRequest& request) const;
  void tell(Site& site, const LoopCall& call, const Variant& variant, const Executed& executed) const;
  void tell_not_shared(const Site& site, const LoopCall& call) const;
  void notice(Site& site, const LoopCall& call, const Variant& variant, const Executed& executed) const;
};

Site& LoopEngine::State::site(const LoopRequest& request) {
  Site*& known =
      sites[{request.where.file_name(), request.where.line(), request.where.column(), request.kernel.kernel}];
  if (known == nullptr) {
    known = &in_order.emplace_back();
    known->timing.name = request.name;
    known->timing.place = place(request.where);
  }
  return *known;
}

Variant& LoopEngine::State::variant(Site& site, const LoopRequest& request) const {
  const std::size_t n = site.variants.size();
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t candidate = (site.last + k) % n;
    if (!site.variants[candidate]->fits(request)) continue;
    site.last = candidate;
    return *site.variants[candidate];
  }
  site.variants.push_back(make_variant(request));
  site.last = n;
  return *site.variants.back();
}

/// Says once per call site that, and why, a translated program runs the reference.
void LoopEngine::State::notice(Site& site, const LoopCall& call, const Variant& variant,
                               const Executed& executed) const {
  const Registry& known = registry();
  if (!known.translated) return;
  std::string reason = call.problem;
  if (call.implementation != nullptr && call.implementation->primal == nullptr) {
    if (std::string_view(known.backend.name) == "seq") return;  // that is what seq does
    reason = ops::format(
        "kernel '{}' assigns to a sum instead of adding to it, so the target '{}' has no code for this kernel",
        call.implementation->kernel, known.backend.name);
  } else if (call.implementation != nullptr && variant.twice != nullptr) {
    reason = "dataset '" + variant.twice->name_storage + "' is passed twice, and " +
             (variant.in_order ? "several points could write the same cell"
                               : "both arguments could refer to the same cell") +
             "; pass the dataset only once";
  } else if (call.implementation != nullptr && executed.watched) {
    reason = "the kernel might read cells that the loop writes at other points, so the library checks every access";
  } else if (call.implementation != nullptr && executed.guarded) {
    reason = "a stencil reaches cells outside the halo, so the library checks every access";
  }
  *context.out << "OPS: the reference implementation is used for loop '" << call.name << "' (" << site.timing.place
               << "): " << reason << '\n';
  site.noticed = true;
}

/// Small loops, as along walls, are not worth a word.
void LoopEngine::State::tell_not_shared(const Site& site, const LoopCall& call) const {
  constexpr std::int64_t few = 10000;  // points
  if (call.range.volume() < few) return;
  *context.out << "OPS: loop '" << call.name << "' (" << site.timing.place
               << ") is not divided among processes; each process runs the whole loop. "
                  "Possible reasons: several points write the same cell; the loop is part of the library; "
                  "or a stencil of the loop reaches farther than every stencil declared before ops_partition\n";
}

LoopEngine::LoopEngine(Context& context) : state_(new State{context, {}, {}}) {}
LoopEngine::~LoopEngine() = default;

void LoopEngine::run(const LoopRequest& request) {
  may_interrupt();
  Context& context = state_->context;
  context.begin(request.where);
  const CallDecision decision =
      context.hooks.gate == nullptr ? CallDecision::runs : context.hooks.gate->decide(request);
  if (decision == CallDecision::is_left_out) return;
  LoopRequest call = request;
  call.runs = decision == CallDecision::runs;
  try {
    if (call.dims != call.block->dims) state_->run_on_all_axes(call);
    else state_->run(call);
  } catch (...) {
    if (context.hooks.gate != nullptr) context.hooks.gate->loop_threw(request);
    rethrow_as("ops_par_loop '" + std::string(request.name) + "'", request.where);
  }
}

/// For programs that read members of handles: all is done, and reductions have their values.
void show_members(Machine& machine, const Variant& variant) {
  finish(machine);
  for (const ArgPlan& plan : variant.plans)
    if (plan.reduction != nullptr) plan.reduction->values();
}

/// The call itself. With a watch it ends before this returns.
void LoopEngine::State::execute_timed(Site& called, const CallRef& call, Variant& found, bool runs) {
  const bool watched = context.watch != nullptr;
  Machine& machine = context.pool.machine();
  if (watched) finish(machine);
  const double before = called.timing.seconds;
  Executed executed;
  {
    const Charge time(machine, runs && (watched || context.OPS_diags > 1) ? &called.timing : nullptr);
    executed = execute(call, found, runs, context.halo_check);
    if (registry().members_read) show_members(machine, found);
    else if (watched) finish(machine);
  }
  if (!runs) return;
  called.timing.ran(executed.bytes);
  tell(called, *call, found, executed);
  if (watched) context.watch->loop_ran(*call, called.timing.seconds - before);
}

void LoopEngine::State::run(const LoopRequest& request) {
  Site& called = site(request);
  Variant& found = variant(called, request);
  std::ranges::transform(request.args, found.values.begin(), &ops_arg::data);
  const Box range = checked_range(request);
  if (found.optional && !range.empty()) switch_on_touched(found, range);
  execute_timed(called, found.call(range, request.passive), found, request.runs);
  if (called.told_empty) return;
  const std::string doubt = warning_of_empty(request);
  if (doubt.empty()) return;
  called.told_empty = true;
  *context.out << "OPS warning: loop '" << request.name << "' (" << called.timing.place << ") " << doubt << '\n';
}

/// Notices and warnings about how the loop ran, once per call site.
void LoopEngine::State::tell(Site& site, const LoopCall& call, const Variant& variant, const Executed& executed) const {
  site.timing.reference = executed.reference;
  if (executed.reference && !site.noticed) notice(site, call, variant, executed);
  if (!executed.shared_out && !std::exchange(site.told, true)) tell_not_shared(site, call);
  for (const std::size_t argument : executed.touched)
    if (site.touched.insert(argument).second) warn_of_accessed(call, argument);
  if (!executed.order.empty() && !std::exchange(site.warned_of_order, true))
    *context.out << "OPS warning: the result of loop '" << call.name << "' (" << site.timing.place
                 << ") depends on the target and the number of threads: " << executed.order << '\n';
  if (executed.shared && !std::exchange(site.warned, true)) warn_of_shared_cell(call, *executed.shared);
}

/// Along axes that the call or the block lacks: at index 0.
void LoopEngine::State::run_on_all_axes(LoopRequest request) {
  if (request.dims < 1 || request.dims > max_dim)
    throw loop_error(request.name, request.where) << "runs over " << request.dims << " dimensions, but block '"
                                                  << request.block->name << "' has " << request.block->dims;
  if (request.range == nullptr) throw loop_error(request.name, request.where) << "the range is null";
  std::array<int, std::size_t{2} * max_dim> range{0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
  std::copy_n(request.range, 2 * request.dims, range.begin());
  request.range = range.data();
  request.dims = std::max(request.dims, request.block->dims);
  Site& called = site(request);
  const std::string dims =
      std::to_string(request.called_dims) + (request.called_dims == 1 ? " dimension" : " dimensions");
  if (called.timing.calls == 0)
    *context.out << "OPS warning: loop '" << request.name << "' (" << called.timing.place << ") has " << dims
                 << ", but block '" << request.block->name << "' has " << request.block->dims
                 << ": along each missing axis, the loop runs only at index 0\n";
  run(request);
}

void LoopEngine::forget(ops_dat dat) {
  for (Site& site : state_->in_order)
    if (std::erase_if(site.variants, [dat](const auto& variant) { return variant->uses(dat); }) > 0) site.last = 0;
}

LoopTiming& LoopEngine::State::add_other(Pass pass, const std::string& name, const std::string& place) {
  LoopTiming& timing = others.emplace_back();
  timing.name = name;
  timing.place = place;
  timing.pass = pass;
  return timing;
}

LoopTiming& LoopEngine::row(Pass pass, const std::string& name, const std::source_location& where) {
  LoopTiming*& known = state_->other_sites[{where.file_name(), where.line(), where.column(), nullptr, pass}];
  if (known == nullptr) known = &state_->add_other(pass, name, place(where));
  return *known;
}

LoopTiming& LoopEngine::row(Pass pass, const char* what) {
  LoopTiming*& known = state_->other_sites[{what, 0, 0, nullptr, pass}];
  if (known == nullptr) known = &state_->add_other(pass, what, "");
  return *known;
}

std::vector<LoopTiming> LoopEngine::timings() const {
  std::vector<LoopTiming> timings;
  for (const Site& site : state_->in_order) timings.push_back(site.timing);
  timings.insert(timings.end(), state_->others.begin(), state_->others.end());
  return timings;
}

void run_loop(const LoopRequest& request) {
  const auto bad = [&] { return loop_error(request.name, request.where); };
  if (request.name == nullptr) throw bad() << "the loop's name is null";
  if (!alive(request.block))
    throw bad() << (request.block == nullptr ? "the block is null" : "the block no longer exists (ops_exit?)");
  if (request.block->context->loops == nullptr)
    throw OPSException(OPS_INTERNAL_ERROR, "the context has no loop engine");
  request.block->context->loops->run(request);
}

}  // namespace ops
