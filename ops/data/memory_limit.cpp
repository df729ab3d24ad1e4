// ops/data/memory_limit.cpp: reads /proc/meminfo and the control group's limits.
#include "ops/data/memory_limit.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <limits>
#include <new>

#include "ops/support/format.hpp"

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

/// Short runs ask in each evaluation, and reading the files takes 20 microseconds: so at most fifty times a second.
std::size_t machine_available() {
  using Clock = std::chrono::steady_clock;
  static constexpr auto between = std::chrono::milliseconds(20);
  thread_local Clock::time_point next;
  thread_local std::size_t last = unlimited;
  const Clock::time_point now = Clock::now();
  if (now >= next) {
    last = std::min(system_available(), group_available());
    next = now + between;
  }
  return last;
}

/// What is left of the process's own limits of addresses and of data.
std::size_t process_available() {
  rlimit addresses{}, data{};
  const bool known = getrlimit(RLIMIT_AS, &addresses) == 0 && getrlimit(RLIMIT_DATA, &data) == 0;
  if (!known || (addresses.rlim_cur == RLIM_INFINITY && data.rlim_cur == RLIM_INFINITY)) return unlimited;
  std::ifstream file("/proc/self/statm");
  std::array<std::size_t, 6> pages{};  // size, resident, shared, text, unused, data
  for (std::size_t& one : pages)
    if (!(file >> one)) return unlimited;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto left = [page](const rlimit& limit, std::size_t used) {
    if (limit.rlim_cur == RLIM_INFINITY) return unlimited;
    return limit.rlim_cur > used * page ? limit.rlim_cur - used * page : 0;
  };
  return std::min(left(addresses, pages[0]), left(data, pages[5]));
}

}  // namespace

std::size_t available_memory() { return std::min(machine_available(), process_available()); }

void rethrow_as(std::string_view call, const Where& where) {
  try {
    throw;
  } catch (const OutOfMemory& error) {
    throw error_at(error.code, call, where) << error.what();
  } catch (const std::bad_alloc&) {
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "out of memory: " << bytes_text(available_memory()) << " available";
  }
}

std::string bytes_text(std::size_t bytes) {
  static constexpr std::array units{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < units.size(); ++unit) value /= 1024;
  return unit == 0 ? ops::format("{} bytes", bytes) : ops::format("{:.2f} {}", value, units[unit]);
}

}  // namespace ops
