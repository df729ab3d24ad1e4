// ops/loop/cache_size.cpp: the largest cache that sysfs lists for the first processor.
#include "ops/loop/cache_size.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

namespace ops {
namespace {

constexpr std::size_t usual = std::size_t{32} << 20;
/// A virtual machine of few cores is told of the whole cache of a processor that it shares with others.
constexpr std::size_t share_of_a_core = std::size_t{32} << 20;

std::size_t largest_listed() {
  std::size_t largest = 0;
  for (int index = 0; index < 8; ++index) {
    std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/size");
    std::size_t size = 0;
    char unit = ' ';
    if (!(file >> size)) continue;
    file >> unit;
    largest = std::max(largest, unit == 'K' ? size << 10 : unit == 'M' ? size << 20 : size);
  }
  return largest == 0 ? usual : largest;
}

}  // namespace

std::size_t last_level_cache() {
  static const std::size_t bytes =
      std::min(largest_listed(), share_of_a_core * std::max(std::thread::hardware_concurrency(), 1U));
  return bytes;
}

}  // namespace ops
