// ops/core/memory.cpp: reads /proc/meminfo and the control group's limits.
#include "ops/core/memory.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>

#include "ops/diag/format.hpp"

namespace ops {
namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

std::size_t number_in(const char* path) {
  std::ifstream file(path);
  std::size_t value = 0;
  return file >> value ? value : unlimited;  // "max" is not a number
}

std::size_t system_available() {
  std::ifstream file("/proc/meminfo");
  std::string key, unit;
  std::size_t kilobytes = 0;
  while (file >> key >> kilobytes) {
    if (key == "MemAvailable:") return kilobytes * 1024;
    std::getline(file, unit);
  }
  return unlimited;
}

std::size_t group_available() {
  static constexpr std::array<std::array<const char*, 2>, 2> files{{
      {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"},
  }};
  std::size_t least = unlimited;
  for (const auto& [limit_file, used_file] : files) {
    const std::size_t limit = number_in(limit_file), used = number_in(used_file);
    if (limit != unlimited && used != unlimited) least = std::min(least, limit > used ? limit - used : 0);
  }
  return least;
}

}  // namespace

std::size_t available_memory() { return std::min(system_available(), group_available()); }

std::string bytes_text(std::size_t bytes) {
  static constexpr std::array units{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < units.size(); ++unit) value /= 1024;
  return unit == 0 ? ops::format("{} bytes", bytes) : ops::format("{:.2f} {}", value, units[unit]);
}

}  // namespace ops
