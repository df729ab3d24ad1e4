// ops/machines/ranks/run_parts.cpp: runs loops, forward and reversed: each process executes its own part, or all
// execute the whole loop.
#include <algorithm>
#include <cstring>
#include <exception>
#include <span>
#include <string>

#include "ops/loops/launch/reduce_ops.hpp"
#include "ops/machines/ranks/rank_machine.hpp"
#include "ops/machines/ranks/undivided.hpp"
#include "ops/support/broadcast.hpp"

namespace ops::ranks {
namespace {

/// Whether a comes before b where axis 0 is fastest.
bool before(const Index& a, const Index& b) {
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

std::string what_of(const std::exception_ptr& failure) {
  if (!failure) return "";
  try {
    std::rethrow_exception(failure);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception of unknown type";
  }
}

/// Whether all that a reversed loop adds to lies in buffers, of which it is known who has what.
bool targets_are_known(const AdjointLaunch& launch) {
  const std::span args(launch.args, static_cast<std::size_t>(launch.arguments));
  return std::ranges::all_of(args, [](const AdjointArg& arg) {
    return (arg.target.out == nullptr || arg.target.to != nullptr || arg.target.totals != nullptr) &&
           (arg.seed.out == nullptr || arg.seed.to != nullptr);
  });
}

}  // namespace

/// Whether anything may have to go is the same on every process, so that all of them meet, or none.
int RankMachine::bring(const Work& work, const Division& division, const std::optional<Margin>& margin) {
  if (margin) return bring_deep(*margin);
  Transfers old(copies_);
  bool any = false;
  for (std::size_t k = 0; k < work.all.size(); ++k) {
    const ArgView& view = *work.all[k].view;
    if (!division.reads[k].others || !copies_.any_old(view.from)) continue;
    any = true;
    old.add(view.from, *view.layout, division.reads[k].cells);
  }
  if (any) exchange_.bring(old.by_process());
  return 0;
}

/// There is an exchange only if parts need copies for their own cells.
int RankMachine::bring_deep(const Margin& loop) {
  int far = loop.most;
  bool any = false;
  for (const auto& [buffer, layout, cells, reach] : loop.read) {
    const int fresh = copies_.fresh(buffer, cells);
    far = std::min(far, fresh - reach);
    any = any || fresh < reach;
  }
  if (!any) return std::max(far, 0);
  Transfers old(copies_);
  for (const auto& [buffer, layout, cells, reach] : loop.read) {
    if (copies_.fresh(buffer, cells) >= loop.most + reach) continue;
    old.add(buffer, *layout, zones_.of(*layout, loop.most + reach));
    copies_.brought(buffer, loop.most + reach);
  }
  exchange_.bring(old.by_process());
  return loop.most;
}

/// Cells between those that a stencil touches are written as well, with 0.0 (AdjointArg::hole).
void RankMachine::owners_wrote(const Work& work, int far) {
  for (const Access& access : work.all) {
    if (!access.writes) continue;
    const Box cells = cells_of(access, work.range);
    if (far == 0) copies_.owners_wrote(access.view->to, cells);
    else copies_.owners_wrote(access.view->to, cells, far, zones_.of(*access.view->layout, far));
  }
}

void RankMachine::run_together(const Launch& launch, const Work& work, bool on_host,
                               const std::function<void(const Launch&)>& loop) {
  Undivided whole(exchange_, *own_, work.all, launch.range, dealt_out(work, launch.lines, communicator_.size()),
                  communicator_.rank());
  std::vector<ArgView> args(launch.args, launch.args + launch.arguments);
  TotalsKept kept(communicator_.rank() != 0);
  for (ArgView& view : args) {
    kept.keep(view.totals);
    view = whole.redirected(view);
  }
  Launch here = launch;
  here.args = args.data();
  here.range = whole.part();
  if (!here.range.empty()) {
    const std::shared_ptr<void> held = on_host ? own_->for_host(whole.buffers()) : nullptr;
    loop(here);
  }
  kept.put_back();
  whole.bring_back(work.all, copies_);
}

RankRelay RankMachine::relay_of(const auto& launch, const Layout& divided) const {
  return {communicator_,
          launch.lines.axis < 0 ? std::vector<int>{} : processes_along(divided, launch.lines, launch.range)};
}

void RankMachine::run_parts(const Launch& launch, bool on_host, const std::function<void(const Launch&)>& loop) {
  const Work work = work_of(launch);
  const Division& division = divisions_.of(work);
  const Layout* const divided = division.layout(work);
  if (divided == nullptr || !(launch.divisible || keeps_lines(*divided, launch.lines)))
    return run_together(launch, work, on_host, loop);
  const int most = on_host ? 0 : margins_.at(divided->placement.decomposition);
  const int far = bring(work, division, margin_of(launch, work, *divided, most));
  Launch part = launch;
  part.range = intersection(launch.range, grown(*divided, divided->placement.decomposition->here, far));
  RankRelay relay = relay_of(launch, *divided);
  part.lines.relay = relay.port();
  if (!part.range.empty()) loop(part);
  relay.finish();
  owners_wrote(work, far);
}

bool RankMachine::shares(const Launch& launch) const {
  const Work work = work_of(launch);
  const Layout* const divided = divisions_.of(work).layout(work);
  if (launch.divisible) return divided != nullptr;
  return (divided != nullptr && keeps_lines(*divided, launch.lines)) ||
         !dealt_out(work, launch.lines, communicator_.size()).empty();
}

void RankMachine::run(void (*loop)(const Launch&), const Launch& launch) {
  run_parts(launch, false, [&](const Launch& part) { own_->run(loop, part); });
}
/// Kernels may throw in one process alone, or a check of what they touch may: then all of them fail, for the same
/// reason.
void RankMachine::run_on_host(const std::function<void(const Launch&)>& loop, const Launch& launch) {
  std::exception_ptr failure;
  run_parts(launch, true, [&](const Launch& part) {
    try {
      own_->run_on_host(loop, part);
    } catch (...) {
      failure = std::current_exception();
    }
  });
  agree(failure);
}

void RankMachine::agree(const std::exception_ptr& failure) {
  if (least(failure ? 0 : 1) == 1) return;
  const std::string why = text_of_any(communicator_, what_of(failure));
  if (failure) std::rethrow_exception(failure);
  throw OPSException(OPS_RUNTIME_ERROR) << why;
}

void RankMachine::run_together(const AdjointLaunch& launch, const Work& work,
                               const std::function<void(const AdjointLaunch&)>& loop) {
  Undivided whole(exchange_, *own_, work.all, launch.range, dealt_out(work, launch.lines, communicator_.size()),
                  communicator_.rank());
  std::vector<AdjointArg> args(launch.args, launch.args + launch.arguments);
  TotalsKept kept(communicator_.rank() != 0);
  for (AdjointArg& arg : args) {
    kept.keep(arg.target.totals);
    for (ArgView* const view : {&arg.primal, &arg.seed, &arg.target, &arg.later}) *view = whole.redirected(*view);
    if (arg.deferred != nullptr) arg.deferred = arg.later.in;
  }
  AdjointLaunch here = launch;
  here.args = args.data();
  here.range = whole.part();
  if (!here.range.empty()) loop(here);
  kept.put_back();
  whole.bring_back(work.all, copies_);
}

/// A loop that is reversed point after point, not cell after cell, is done at all points that add to cells of a part.
/// What they add to copies of others' cells is not used: these become old.
void RankMachine::run(void (*adjoint)(const AdjointLaunch&), const AdjointLaunch& launch) {
  const Work work = work_of(launch);
  const auto do_it = [&](const AdjointLaunch& part) { own_->run(adjoint, part); };
  const bool lines = launch.lines.axis >= 0, points = !launch.divisible && !lines;
  const Division& division = divisions_.of(work);
  const Layout* const divided = division.layout(work);
  if (divided == nullptr || (points && !targets_are_known(launch)) || (lines && !keeps_lines(*divided, launch.lines)))
    return run_together(launch, work, do_it);
  const int far =
      bring(work, division, margin_of(launch, work, *divided, margins_.at(divided->placement.decomposition)));
  AdjointLaunch part = launch;
  if (launch.divisible)
    part.part = intersection(launch.part, grown(*divided, divided->placement.decomposition->here, far));
  else
    part.range = lines ? intersection(launch.range, divided->share)
                       : around(points_of(work, *divided, divided->placement.decomposition->here));
  RankRelay relay = relay_of(launch, *divided);
  part.lines.relay = relay.port();
  if (!part.part.empty() && !part.range.empty()) do_it(part);
  relay.finish();
  owners_wrote(work, far);
}

/// Each process looks among its own points.
void RankMachine::search(void (*attained)(const AdjointLaunch&, Attained* const*), const AdjointLaunch& launch,
                         std::span<const std::span<Attained>> first) {
  const Work work = search_of(launch);
  const Division& division = divisions_.of(work);
  const Layout* const divided = division.layout(work);
  if (divided == nullptr)
    return run_together(launch, work, [&](const AdjointLaunch& whole) { own_->search(attained, whole, first); });
  bring(work, division, std::nullopt);
  AdjointLaunch part = launch;
  part.range = intersection(launch.range, divided->share);
  if (!part.range.empty()) own_->search(attained, part, first);
  for (const std::span<Attained> points : first) agree(points);
}

/// The first of all that were found.
void RankMachine::agree(std::span<Attained> points) {
  const std::vector<std::size_t> counts(static_cast<std::size_t>(communicator_.size()), points.size_bytes());
  std::vector<Attained> all(points.size() * counts.size());
  if (all.empty()) return;
  communicator_.gather(std::as_bytes(points), counts, reinterpret_cast<std::byte*>(all.data()));
  std::ranges::fill(points, Attained{});
  for (std::size_t i = 0; i < all.size(); ++i) {
    Attained& best = points[i % points.size()];
    if (all[i].found && (!best.found || before(all[i].at, best.at))) best = all[i];
  }
}

void RankMachine::complete(const Totals& totals) {
  const std::span<std::byte> mine = totals.contents();
  const std::vector<std::size_t> counts(static_cast<std::size_t>(communicator_.size()), mine.size());
  std::vector<std::max_align_t> all(mine.size() * counts.size() / sizeof(std::max_align_t) + 1);
  auto* const everybodys = reinterpret_cast<std::byte*>(all.data());
  communicator_.gather(mine, counts, everybodys);
  for (std::size_t rank = 0; rank < counts.size(); ++rank)
    if (static_cast<int>(rank) != communicator_.rank()) totals.merge(everybodys + rank * mine.size());
}

}  // namespace ops::ranks
