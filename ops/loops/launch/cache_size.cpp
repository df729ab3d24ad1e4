// ops/loops/launch/cache_size.cpp: reads from sysfs the caches of the first processor.
#include "ops/loops/launch/cache_size.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

namespace ops {
namespace {

constexpr std::size_t usual = std::size_t{32} << 20, usual_of_a_core = std::size_t{1} << 20;
/// Some processors share their second level.
constexpr std::size_t most_of_a_core = std::size_t{2} << 20;
/// A virtual machine of few cores is told of the whole cache of a processor that it shares with others.
constexpr std::size_t share_of_a_core = std::size_t{32} << 20;

/// What a cache of the first processor has, of which sysfs says `level`; of any level: 0. [bytes]
std::size_t largest_listed(int level) {
  std::size_t largest = 0;
  for (int index = 0; index < 8; ++index) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index);
    std::ifstream file(folder + "/size"), level_file(folder + "/level");
    std::size_t size = 0;
    int listed = 0;
    char unit = ' ';
    if (!(file >> size) || (level != 0 && (!(level_file >> listed) || listed != level))) continue;
    file >> unit;
    largest = std::max(largest, unit == 'K' ? size << 10 : unit == 'M' ? size << 20 : size);
  }
  return largest;
}

}  // namespace

std::size_t last_level_cache() {
  static const std::size_t listed = largest_listed(0);
  static const std::size_t bytes =
      std::min(listed == 0 ? usual : listed, share_of_a_core * std::max(std::thread::hardware_concurrency(), 1U));
  return bytes;
}

std::size_t private_cache() {
  static const std::size_t listed = largest_listed(2);
  return listed == 0 ? usual_of_a_core : std::min(listed, most_of_a_core);
}

}  // namespace ops
