// ops/support/scratch_file.hpp: a temporary file that no other process sees and that is removed however the process
// ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "ops/support/store_result.hpp"

namespace ops {

class ScratchFile {
 public:
  /// @param name  of the file, followed by the number of the process; removed at once, the open file stays
  /// @throws OPSException  the directory cannot hold it: says why
  ScratchFile(const std::string& directory, const std::string& name);
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  // Any number of bytes; from any thread
  StoreResult write(std::span<const std::byte> bytes, std::uint64_t offset) const;
  StoreResult read(std::span<std::byte> bytes, std::uint64_t offset) const;
  /// Space that its file system has for this user [bytes].
  std::uint64_t free_bytes() const;

 private:
  std::string directory_;
  int file_ = -1;
};

}  // namespace ops
