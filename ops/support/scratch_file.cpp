// ops/support/scratch_file.cpp: continues reads and writes after interruptions until they are complete.
#include "ops/support/scratch_file.hpp"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "ops/support/error.hpp"
#include "ops/support/file_limit.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

constexpr std::size_t most = std::size_t{1} << 30;  // at once: Linux stops at 2 GiB

std::string reason(int error) { return std::generic_category().message(error); }

StoreResult failed(const char* doing, const std::string& directory, int error) {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return {full ? StoreFault::full : StoreFault::device,
          std::string(doing) + " in '" + directory + "': " + reason(error)};
}

}  // namespace

ScratchFile::ScratchFile(const std::string& directory, const std::string& name) : directory_(directory) {
  const std::string begin = directory + "/" + name + "." + std::to_string(getpid()) + ".";
  std::string path;
  for (int tries = 0; tries < 100 && file_ < 0; ++tries) {  // another host's process may have the same number
    path = begin + std::to_string(tries);
    file_ = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file_ < 0 && errno != EEXIST) break;
  }
  if (file_ < 0)
    throw OPSException(OPS_RUNTIME_ERROR) << "no file can be created in '" << directory << "': " << reason(errno);
  if (unlink(path.c_str()) == 0) return;
  const int error = errno;
  close(file_);
  throw OPSException(OPS_RUNTIME_ERROR) << "file '" << path << "' cannot be removed: " << reason(error);
}

ScratchFile::~ScratchFile() { close(file_); }

StoreResult ScratchFile::write(std::span<const std::byte> bytes, std::uint64_t offset) const {
  const FileLimit no_signal;
  while (!bytes.empty()) {
    const ssize_t done = pwrite(file_, bytes.data(), std::min(bytes.size(), most), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return failed("writing", directory_, done < 0 ? errno : ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    offset += static_cast<std::uint64_t>(done);
  }
  return {};
}

StoreResult ScratchFile::read(std::span<std::byte> bytes, std::uint64_t offset) const {
  while (!bytes.empty()) {
    const ssize_t done = pread(file_, bytes.data(), std::min(bytes.size(), most), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return failed("reading", directory_, errno);
    if (done == 0)
      return {StoreFault::truncated,
              ops::format("a file in '{}' is shorter than the data that were written to it", directory_)};
    bytes = bytes.subspan(static_cast<std::size_t>(done));
    offset += static_cast<std::uint64_t>(done);
  }
  return {};
}

std::uint64_t ScratchFile::free_bytes() const {
  struct statvfs system{};
  if (fstatvfs(file_, &system) != 0) return 0;
  return static_cast<std::uint64_t>(system.f_bavail) * system.f_frsize;
}

}  // namespace ops
