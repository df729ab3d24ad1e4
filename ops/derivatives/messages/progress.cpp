// ops/derivatives/messages/progress.cpp: formats lines of progress, and decides when to print one.
#include "ops/derivatives/messages/progress.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

#include "ops/support/duration.hpp"
#include "ops/support/format.hpp"

namespace ops {

Progress::Progress(std::ostream& out, bool terminal, std::function<double()> clock)
    : out_(&out), terminal_(terminal), clock_(std::move(clock)) {}

void Progress::begin(std::string what) {
  end();
  what_ = std::move(what);
  begun_ = clock_();
  if (first_ < 0) first_ = said_ = begun_;
  said_fraction_ = 0;
}

bool Progress::due(double now, double fraction) const {
  if (now - first_ < quiet) return false;
  if (terminal_) return now - said_ >= rewritten_after;
  return now - said_ >= repeated_after && fraction - said_fraction_ >= repeated_part;
}

void Progress::at(std::int64_t done, std::int64_t total, double fraction, const char* doing) {
  const double now = clock_();
  fraction = std::clamp(fraction, 0.0, 1.0);
  if (!due(now, fraction)) return;
  said_ = now;
  said_fraction_ = fraction;
  const std::string left =
      fraction > 0 ? ops::format(", {} left", duration_text((now - begun_) * (1 - fraction) / fraction)) : "";
  const std::string particular = *doing == '\0' ? "" : ops::format(", {}", doing);
  show(ops::format("OPS: {}: {} of {} steps, {:.0f} %{}{}", what_, done, total, 100 * fraction, particular, left));
}

/// The cursor goes back to the beginning of the line, where other output finds it.
void Progress::show(const std::string& text) {
  if (!terminal_) {
    *out_ << text << '\n' << std::flush;
    return;
  }
  *out_ << ops::format("{:<{}}\r", text, width_) << std::flush;
  width_ = text.size();
}

void Progress::end() {
  if (width_ > 0) show("");
}

}  // namespace ops
