// ops/support/whole_file.cpp: writes a file under another name, flushes it to disk, and renames it.
#include "ops/support/whole_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "ops/support/file_limit.hpp"

namespace ops {
namespace {

namespace fs = std::filesystem;

std::string wrong() { return std::string("cannot be written: ") + std::strerror(errno); }

bool put(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(file, bytes.data(), bytes.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(done));
  }
  return true;
}

/// @return what went wrong
std::string written(const std::string& path, int flags, mode_t mode, std::span<const std::string_view> parts,
                    bool to_disk) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (file < 0) return wrong();
  bool good = mode == 0 || ::fchmod(file, mode) == 0;
  for (const std::string_view part : parts) good = good && put(file, part);
  good = good && (!to_disk || ::fsync(file) == 0);
  const std::string why = good ? "" : wrong();
  const bool closed = ::close(file) == 0;
  return !why.empty() || closed ? why : wrong();
}

}  // namespace

std::string write_whole(const std::string& path, std::span<const std::string_view> parts) {
  static std::atomic<unsigned> made = 0;
  const FileLimit no_signal;
  std::error_code failed;
  const fs::path canonical = fs::canonical(path, failed);
  const std::string real = failed ? path : canonical.string();  // where links lead
  struct stat before{};
  const bool there = ::stat(real.c_str(), &before) == 0;
  if (there && !S_ISREG(before.st_mode)) return written(real, 0, 0, parts, false);
  if (there && ::access(real.c_str(), W_OK) != 0) return wrong();
  const std::string aside = real + ".aside." + std::to_string(::getpid()) + "." + std::to_string(made++);
  std::string why = written(aside, O_CREAT | O_EXCL, there ? before.st_mode & 07777 : 0, parts, true);
  if (why.empty() && ::rename(aside.c_str(), real.c_str()) != 0) why = wrong();
  if (!why.empty()) ::unlink(aside.c_str());
  return why;
}

}  // namespace ops
