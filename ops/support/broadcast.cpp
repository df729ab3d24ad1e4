// ops/support/broadcast.cpp: sends the size, then the contents.
#include "ops/support/broadcast.hpp"

#include <cstdint>

#include "ops/support/checksum.hpp"

namespace ops {

std::vector<std::byte> of_first(const Communicator& communicator, std::vector<std::byte> mine) {
  if (communicator.size() == 1) return mine;
  const bool first = communicator.rank() == 0;
  std::vector<std::size_t> counts(static_cast<std::size_t>(communicator.size()), 0);
  counts[0] = sizeof(std::size_t);
  const std::size_t size = mine.size();
  std::size_t all = 0;
  communicator.gather(first ? std::as_bytes(std::span(&size, 1)) : std::span<const std::byte>{}, counts,
                      reinterpret_cast<std::byte*>(&all));
  counts[0] = all;
  std::vector<std::byte> told(all);
  communicator.gather(first ? std::span<const std::byte>(mine) : std::span<const std::byte>{}, counts, told.data());
  return told;
}

std::string text_of_first(const Communicator& communicator, std::string_view mine) {
  const auto bytes = std::as_bytes(std::span(mine));
  const std::vector<std::byte> told = of_first(communicator, {bytes.begin(), bytes.end()});
  return {reinterpret_cast<const char*>(told.data()), told.size()};
}

bool same_on_all(const Communicator& communicator, std::span<const std::byte> mine) {
  const auto number = static_cast<std::int64_t>(checksum(mine) >> 1);
  return communicator.least(number) == -communicator.least(-number);
}

std::string text_of_any(const Communicator& communicator, std::string mine) {
  const auto longest = static_cast<std::size_t>(-communicator.least(-static_cast<std::int64_t>(mine.size())));
  mine.resize(longest);
  const std::vector<std::size_t> counts(static_cast<std::size_t>(communicator.size()), longest);
  std::string all(longest * counts.size(), '\0');
  communicator.gather(std::as_bytes(std::span(mine)), counts, reinterpret_cast<std::byte*>(all.data()));
  const std::size_t begin = all.find_first_not_of('\0');
  return begin == std::string::npos ? "" : all.substr(begin, longest).c_str();
}

}  // namespace ops
