// apps/common/report.hpp: what every application says at its end, as text or as one line of JSON.
#pragma once

#include <malloc.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "apps/common/field.hpp"
#include "ops.hpp"

namespace apps {

/// Wall clock [s].
inline double now() {
  double cpu = 0.0, wall = 0.0;
  ops_timers(&cpu, &wall);
  return wall;
}

/// Largest resident memory of this process so far [bytes]; 0 where the system does not tell.
inline std::int64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::stoll(line.substr(6)) * 1024;
  return 0;
}

/// Memory that the program has asked for and not given back [bytes]; large blocks that are mapped alone are counted
/// too.
inline std::int64_t live_memory() {
  const struct mallinfo2 heap = mallinfo2();
  return static_cast<std::int64_t>(heap.uordblks + heap.hblkhd);
}

/// Norm and fingerprint of a gradient: equal bits give equal hashes, one bit changed gives another.
class Fingerprint {
 public:
  /// Takes in the derivative of `dat`, halo included.
  void add(ops_dat dat) {
    const Field field(dat, Part::derivative);
    for (int j = 0; j < field.rows; ++j)
      for (int i = 0; i < field.width; ++i) add(field.row(j)[i * field.stride]);
  }

  /// A float's bits are those of the double that it is.
  void add(double value) {
    squares_ += value * value;
    hash_ = (hash_ ^ std::bit_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15u;
    hash_ ^= hash_ >> 29;
  }

  double norm() const { return std::sqrt(squares_); }
  std::string text() const {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash_));
    return digits;
  }

 private:
  double squares_ = 0.0;
  std::uint64_t hash_ = 0x243f6a8885a308d3u;
};

/// One line per quantity, or all of them as one JSON object.
class Report {
 public:
  void add(const std::string& name, const std::string& value) { rows_.emplace_back(name, '"' + value + '"'); }
  void add(const std::string& name, std::int64_t value) { rows_.emplace_back(name, std::to_string(value)); }
  void add(const std::string& name, double value) { rows_.emplace_back(name, digits(value)); }
  void add(const std::string& name, const std::vector<double>& values) {
    std::string list;
    for (const double value : values) list += (list.empty() ? "" : ", ") + digits(value);
    rows_.emplace_back(name, '[' + list + ']');
  }
  /// One object per loop and pass, in seconds and bytes.
  void add(const std::string& name, const std::vector<ops::LoopTiming>& loops) {
    std::string list;
    for (const ops::LoopTiming& loop : loops)
      list += (list.empty() ? "{\"name\": \"" : ", {\"name\": \"") + loop.name + "\", \"pass\": \"" +
              pass_name(loop.pass) + "\", \"calls\": " + std::to_string(loop.calls) +
              ", \"seconds\": " + digits(loop.seconds) + ", \"bytes\": " + digits(loop.bytes) + '}';
    rows_.emplace_back(name, '[' + list + ']');
  }
  void add(const Fingerprint& gradient) {
    add("gradient_norm", gradient.norm());
    add("gradient_hash", gradient.text());
  }

  void print(bool json) const {
    std::string text = json ? "{" : "";
    for (const auto& [name, value] : rows_) {
      if (json) text += (text.size() > 1 ? ", \"" : "\"") + name + "\": " + value;
      else text += "  " + name + std::string(name.size() < 22 ? 22 - name.size() : 1, ' ') + value + '\n';
    }
    ops_printf("%s%s", text.c_str(), json ? "}\n" : "");
  }

 private:
  static const char* pass_name(ops::Pass pass) {
    return pass == ops::Pass::forward ? "forward" : pass == ops::Pass::again ? "again" : "reversed";
  }

  /// As Python's json reads it.
  static std::string digits(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value > 0.0 ? "Infinity" : "-Infinity";
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    return text;
  }

  std::vector<std::pair<std::string, std::string>> rows_;
};

}  // namespace apps
