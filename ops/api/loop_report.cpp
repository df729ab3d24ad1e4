// ops/api/loop_report.cpp: the tables of ops_timing_output and ops_diagnostic_output.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

#include "ops/api/handle_checks.hpp"
#include "ops/api/instance.hpp"
#include "ops/api/instance_parts.hpp"
#include "ops/api/triad.hpp"
#include "ops/data/passes.hpp"
#include "ops/machines/queue/queue_machine.hpp"
#include "ops/support/format.hpp"

namespace {

std::string title(const ops::LoopTiming& loop) {
  const char* const pass = loop.pass == ops::Pass::again      ? ", recomputed"
                           : loop.pass == ops::Pass::reversed ? ", reversed"
                                                              : "";
  return loop.name + pass;
}

std::string row(const ops::LoopTiming& loop, double total, double triad) {
  const auto calls = static_cast<double>(std::max<std::int64_t>(loop.calls, 1));
  const double mean = loop.seconds / calls, variance = loop.seconds_squared / calls - mean * mean;
  const double rate = loop.seconds > 0 ? loop.bytes / loop.seconds : 0.0;
  const std::string deviation = loop.waited ? "-" : ops::format("{:.3e}", std::sqrt(std::max(variance, 0.0)));
  return ops::format("{:<38} {:>8} {:>11.6f} {:>6.1f} {:>11} {:>10.4f} {:>8.3f} {:>7.0f}%  {}{}\n", title(loop),
                     loop.calls, loop.seconds, total > 0 ? 100 * loop.seconds / total : 0.0, deviation,
                     loop.bytes * 1e-9, rate * 1e-9, 100 * rate / triad, loop.place,
                     loop.reference ? "  (reference)" : "");
}

double seconds_of(const std::vector<ops::LoopTiming>& timings, ops::Pass pass) {
  double sum = 0;
  for (const auto& loop : timings) sum += loop.pass == pass ? loop.seconds : 0.0;
  return sum;
}

std::string tile_text(const ops::Index& tile) {
  std::string text = std::to_string(tile[0]);
  for (std::size_t axis = 1; axis < ops::max_dim && tile[axis] > 1; ++axis) text += " x " + std::to_string(tile[axis]);
  return text;
}

/// Chains that ran tile by tile, the slowest first.
void print_chains(std::ostream& stream, ops::Machine& machine) {
  constexpr std::size_t few = 8;
  const auto told = ops::queue::told(machine);
  if (!told || told->chains.empty()) return;
  stream << ops::format("\n{:<38} {:>8} {:>11} {:>11} {:>6} {:>10} {:>8}  {}\n", "chain of loops", "runs", "seconds",
                        "predicted", "pieces", "GB", "GB/s", "tile");
  for (std::size_t k = 0; k < std::min(few, told->chains.size()); ++k) {
    const ops::queue::Stretch& chain = told->chains[k];
    const double runs = chain.runs[1], moved = runs * chain.tiling->moved * 1e-9;
    stream << ops::format("{:<38} {:>8} {:>11.6f} {:>11.6f} {:>6} {:>10.4f} {:>8.3f}  {}\n", chain.loops, chain.runs[1],
                          chain.seconds[1], runs * chain.tiling->tiled, chain.items, moved, moved / chain.seconds[1],
                          tile_text(chain.tiling->tile));
  }
  if (told->chains.size() > few) stream << "and " << told->chains.size() - few << " others\n";
}

std::string sizes(const ops_dat_core& dat) {
  return ops::range_text(dat.layout.interior, dat.block->dims) + " in " +
         ops::range_text(dat.layout.allocated, dat.block->dims);
}

}  // namespace

std::vector<ops::LoopTiming> OPS_instance::loop_timings() const {
  ops::finish(pool.machine());
  return parts_ ? parts_->engine.timings() : std::vector<ops::LoopTiming>();
}

void OPS_instance::timing_output(std::ostream& stream) {
  if (OPS_diags <= 1 || !parts_) return;
  auto timings = loop_timings();
  std::ranges::stable_sort(timings, std::greater<>(), &ops::LoopTiming::seconds);
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - parts_->begun).count();
  const double forward = seconds_of(timings, ops::Pass::forward), again = seconds_of(timings, ops::Pass::again);
  const double reversed = seconds_of(timings, ops::Pass::reversed), total = forward + again + reversed;
  const double triad = ops::triad_bandwidth(ops::on_all_cores);
  stream << ops::format("\n{:<38} {:>8} {:>11} {:>6} {:>11} {:>10} {:>8} {:>8}  {}\n", "loop", "calls", "seconds", "%",
                        "deviation", "GB", "GB/s", "of triad", "place");
  for (const auto& loop : timings) stream << row(loop, total, triad);
  stream << ops::format("{:<38} {:>8} {:>11.6f}\n", "loops", "", forward);
  if (again > 0) stream << ops::format("{:<38} {:>8} {:>11.6f}\n", "loops, recomputed", "", again);
  if (reversed > 0) stream << ops::format("{:<38} {:>8} {:>11.6f}\n", "loops, reversed", "", reversed);
  stream << ops::format("{:<38} {:>8} {:>11.6f}  {:.1f} % of {:.6f} s since ops_partition; triad {:.3f} GB/s\n",
                        "all loops", "", total, wall > 0 ? 100 * total / wall : 0.0, wall, triad * 1e-9);
  print_chains(stream, pool.machine());
}

void OPS_instance::diagnostic_output() {
  if (OPS_diags <= 2) return;
  *out << "\nblock                dims\n";
  for (const auto& block : blocks) *out << ops::format("{:<20} {:>4}\n", block->name, block->dims);
  *out << "\ndataset              block                type       dim         bytes  interior/allocated\n";
  for (const auto& dat : dats)
    if (dat)
      *out << ops::format("{:<20} {:<20} {:<8} {:>5} {:>13}  {}\n", dat->name, dat->block->name, dat->type, dat->dim,
                          dat->mem, sizes(*dat));
  *out << ops::format("the library uses {} bytes of memory; its peak use was {} bytes, and it has reserved {} bytes\n",
                      pool.bytes_in_use(), pool.peak_bytes(), pool.bytes_reserved());
  if (const auto tiers = pool.tiers())
    *out << ops::format(
        "{} bytes were offloaded to host memory, and {} bytes were copied back; the peak use of host memory was {} "
        "bytes\n",
        tiers->moved.out, tiers->moved.in, tiers->moved.peak);
}
