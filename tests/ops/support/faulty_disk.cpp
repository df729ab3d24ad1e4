// tests/ops/support/faulty_disk.cpp: pwrite and pread for a test program, or for any program by LD_PRELOAD; there the
// environment says what fails.
#include "tests/ops/support/faulty_disk.hpp"

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <vector>

namespace faulty_disk {

namespace {

int number(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

/// Whether this call comes to nothing, as if by a signal; of the others the half is done.
bool interrupted(size_t& count) {
  thread_local bool odd = false;
  if (!faults().interrupt) return false;
  odd = !odd;
  if (!odd) count = (count + 1) / 2;
  return odd;
}

ssize_t write_at(int file, const void* bytes, size_t count, off_t offset) {
  const int call = faults().writes++;
  if (faults().write_error && call >= faults().good_writes) return errno = faults().write_error, -1;
  if (interrupted(count)) return errno = EINTR, -1;
  if (call != faults().flip) return syscall(SYS_pwrite64, file, bytes, count, offset);
  std::vector<unsigned char> other(static_cast<const unsigned char*>(bytes),
                                   static_cast<const unsigned char*>(bytes) + count);
  other[count / 2] ^= 4;
  return syscall(SYS_pwrite64, file, other.data(), count, offset);
}

ssize_t read_at(int file, void* bytes, size_t count, off_t offset) {
  if (faults().read_error) return errno = faults().read_error, -1;
  if (interrupted(count)) return errno = EINTR, -1;
  return syscall(SYS_pread64, file, bytes, count, offset);
}

}  // namespace

Faults& faults() {
  static Faults all;
  static const bool read = [] {
    all.write_error = number("FAULTY_DISK_WRITE", 0);
    all.read_error = number("FAULTY_DISK_READ", 0);
    all.good_writes = number("FAULTY_DISK_GOOD_WRITES", 0);
    all.interrupt = number("FAULTY_DISK_INTERRUPT", 0) != 0;
    all.flip = number("FAULTY_DISK_FLIP", -1);
    return true;
  }();
  static_cast<void>(read);
  return all;
}

}  // namespace faulty_disk

extern "C" {
ssize_t pwrite(int file, const void* bytes, size_t count, off_t offset) {
  return faulty_disk::write_at(file, bytes, count, offset);
}
ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t offset) {
  return faulty_disk::write_at(file, bytes, count, offset);
}
ssize_t pread(int file, void* bytes, size_t count, off_t offset) {
  return faulty_disk::read_at(file, bytes, count, offset);
}
ssize_t pread64(int file, void* bytes, size_t count, off64_t offset) {
  return faulty_disk::read_at(file, bytes, count, offset);
}
}
