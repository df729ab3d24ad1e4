// ops/support/duration.cpp: the steady clock, and times as text.
#include "ops/support/duration.hpp"

#include <chrono>
#include <cmath>

#include "ops/support/format.hpp"

namespace ops {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string duration_text(double seconds) {
  if (seconds < 0.9995) return ops::format("{:.2f} ms", seconds * 1e3);
  if (seconds < 99.95) return ops::format("{:.1f} s", seconds);
  const auto whole = std::llround(seconds);
  if (whole < 3600) return ops::format("{} min {:02} s", whole / 60, whole % 60);
  return ops::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace ops
