// ops/derivatives/checkpoints/memory_budget.cpp: parses amounts of memory.
#include "ops/derivatives/checkpoints/memory_budget.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>

#include "ops/data/machine.hpp"
#include "ops/data/memory_limit.hpp"
#include "ops/support/error.hpp"

namespace ops {
namespace {

std::string letters(std::string_view text) {
  std::string upper;
  for (const char c : text)
    if (c != ' ') upper += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper;
}

}  // namespace

std::optional<std::size_t> memory_of(const std::string& text, std::size_t available) {
  static const std::map<std::string, double> units{
      {"", 1},     {"B", 1},    {"K", 1e3},   {"KB", 1e3},     {"M", 1e6},      {"MB", 1e6},     {"G", 1e9},
      {"GB", 1e9}, {"T", 1e12}, {"TB", 1e12}, {"KIB", 0x1p10}, {"MIB", 0x1p20}, {"GIB", 0x1p30}, {"TIB", 0x1p40}};
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || !std::isfinite(number) || number <= 0) return std::nullopt;
  const std::string unit = letters({end, static_cast<std::size_t>(text.data() + text.size() - end)});
  if (unit == "%" && number <= 100) return static_cast<std::size_t>(number / 100 * static_cast<double>(available));
  const auto known = units.find(unit);
  if (known == units.end() || number * known->second >= 0x1p63) return std::nullopt;
  return static_cast<std::size_t>(number * known->second);
}

void allow_moving(Context& context) {
  const auto& words = context.options.words;
  const auto host = words.find("OPS_AD_HOST_MEMORY"), memory = words.find("OPS_AD_MEMORY");
  if (host == words.end()) return;
  Machine& machine = context.pool.machine();
  if (machine.divides())
    throw OPSException(OPS_RUNTIME_CONFIGURATION_ERROR)
        << "option 'OPS_AD_HOST_MEMORY' works on one process only; "
           "on several processes, leave this option out, or use more processes";
  std::unique_ptr<OffloadMemory> aside = machine.aside(memory_of(host->second, available_memory()).value_or(0));
  if (!aside)
    throw OPSException(OPS_RUNTIME_CONFIGURATION_ERROR)
        << "option 'OPS_AD_HOST_MEMORY' applies only to targets that keep datasets in device memory; "
           "this target keeps datasets in host memory, so limit the memory for derivatives with -OPS_AD_MEMORY";
  context.pool.offload_to(std::move(aside),
                          memory_of(memory == words.end() ? "50%" : memory->second, machine.available()).value_or(0));
}

MemoryBudget with_memory(MemoryBudget limits, const Context& context) {
  const auto word = context.options.words.find("OPS_AD_MEMORY");
  if (const auto tiers = context.pool.tiers()) {
    const bool given = word != context.options.words.end();
    if (!given && (limits.slots || limits.memory)) return limits;
    limits.memory = tiers->here + tiers->aside;
    limits.asked = given;
    return limits;
  }
  Machine& machine = context.pool.machine();
  const auto available = static_cast<std::size_t>(machine.least(static_cast<std::int64_t>(machine.available())));
  if (word != context.options.words.end()) limits.memory = memory_of(word->second, available);
  else if (!limits.slots && !limits.memory)
    limits = {.steps = limits.steps,
              .slots = {},
              .memory = available / 2,
              .times = limits.times,
              .told = limits.told,
              .disk = limits.disk,
              .asked = false};
  return limits;
}

MemoryBudget with_disk(MemoryBudget limits, const Context& context) {
  const auto& words = context.options.words;
  const auto directory = words.find("OPS_AD_DISK");
  if (directory == words.end()) return limits;
  const auto limit = words.find("OPS_AD_DISK_LIMIT"), compress = words.find("OPS_AD_DISK_COMPRESS");
  std::error_code unknown;
  const std::filesystem::space_info space = std::filesystem::space(directory->second, unknown);
  const auto free =
      static_cast<std::size_t>(context.pool.machine().least(unknown ? 0 : static_cast<std::int64_t>(space.available)));
  limits.disk = {directory->second, memory_of(limit == words.end() ? "50%" : limit->second, free).value_or(0),
                 compress != words.end() && compress->second != "0"};
  return limits;
}

}  // namespace ops
