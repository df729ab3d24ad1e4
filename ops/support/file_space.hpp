// ops/support/file_space.hpp: allocates parts of a file, and reuses freed parts.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace ops {

class Space {
 public:
  explicit Space(std::uint64_t limit) : limit_(limit) {}

  /// Where `length` > 0 bytes may be: the first gap that is long enough, else the end. Nothing if that is beyond the
  /// limit.
  std::optional<std::uint64_t> take(std::uint64_t length);
  /// They were taken so.
  void give(std::uint64_t offset, std::uint64_t length);

  std::uint64_t end() const noexcept { return end_; }    ///< so much the file has taken so far, at most
  std::uint64_t used() const noexcept { return used_; }  ///< without gaps

 private:
  std::uint64_t limit_, end_ = 0, used_ = 0;
  std::map<std::uint64_t, std::uint64_t> gaps_;  ///< length by offset; never next to each other
};

}  // namespace ops
