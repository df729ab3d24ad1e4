// ops/api/report.cpp: the tables of ops_timing_output and ops_diagnostic_output.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "ops/api/check.hpp"
#include "ops/api/parts.hpp"

namespace {

std::string row(const ops::LoopTiming& loop, double total) {
  const double mean = loop.seconds / static_cast<double>(std::max<std::int64_t>(loop.calls, 1));
  const double variance = loop.seconds_squared / static_cast<double>(std::max<std::int64_t>(loop.calls, 1)) - mean * mean;
  return fmt::format("{:<30} {:>8} {:>11.6f} {:>6.1f} {:>11.3e} {:>10.4f} {:>9.3f}  {}{}\n", loop.name, loop.calls,
                     loop.seconds, total > 0 ? 100 * loop.seconds / total : 0.0, std::sqrt(std::max(variance, 0.0)),
                     loop.bytes * 1e-9, loop.seconds > 0 ? loop.bytes * 1e-9 / loop.seconds : 0.0, loop.place,
                     loop.reference ? "  (reference)" : "");
}

std::string sizes(const ops_dat_core& dat) {
  return ops::range_text(dat.layout.interior, dat.block->dims) + " in " + ops::range_text(dat.layout.allocated, dat.block->dims);
}

}  // namespace

void OPS_instance::timing_output(std::ostream& stream) {
  if (OPS_diags <= 1 || !parts_) return;
  const auto timings = parts_->engine.timings();
  double total = 0;
  for (const auto& loop : timings) total += loop.seconds;
  stream << fmt::format("\n{:<30} {:>8} {:>11} {:>6} {:>11} {:>10} {:>9}  {}\n", "loop", "calls", "seconds", "%", "deviation",
                        "GB", "GB/s", "place");
  for (const auto& loop : timings) stream << row(loop, total);
  stream << fmt::format("{:<30} {:>8} {:>11.6f}\n", "all loops", "", total);
}

void OPS_instance::diagnostic_output() {
  if (OPS_diags <= 2) return;
  *out << "\nblock                dims\n";
  for (const auto& block : blocks) *out << fmt::format("{:<20} {:>4}\n", block->name, block->dims);
  *out << "\ndataset              block                type       dim         bytes  interior in allocated\n";
  for (const auto& dat : dats)
    if (dat)
      *out << fmt::format("{:<20} {:<20} {:<8} {:>5} {:>13}  {}\n", dat->name, dat->block->name, dat->type, dat->dim,
                          dat->mem, sizes(*dat));
  *out << fmt::format("{} bytes in use, {} at most, {} held\n", pool.bytes_in_use(), pool.peak_bytes(), pool.bytes_reserved());
}
