// tests/hdf5/killed.cpp: preloaded, ends the process as kill -9 does in front of its n-th change of a file, n being
// OPSGRAD_TEST_KILL.
#include <csignal>
#include <cstdlib>

#include <dlfcn.h>
#include <sys/types.h>

namespace {

void count() {
  static const char* const text = std::getenv("OPSGRAD_TEST_KILL");
  static long left = text == nullptr ? 0 : std::atol(text);
  if (left > 0 && --left == 0) raise(SIGKILL);
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {
ssize_t pwrite(int file, const void* from, size_t bytes, off_t at) {
  count();
  return next<decltype(pwrite)>("pwrite")(file, from, bytes, at);
}
ssize_t pwrite64(int file, const void* from, size_t bytes, off_t at) {
  count();
  return next<decltype(pwrite64)>("pwrite64")(file, from, bytes, at);
}
ssize_t write(int file, const void* from, size_t bytes) {
  if (file > 2) count();
  return next<decltype(write)>("write")(file, from, bytes);
}
int ftruncate(int file, off_t length) noexcept {
  count();
  return next<decltype(ftruncate)>("ftruncate")(file, length);
}
int ftruncate64(int file, off_t length) noexcept {
  count();
  return next<decltype(ftruncate64)>("ftruncate64")(file, length);
}
int rename(const char* from, const char* to) noexcept {
  count();
  return next<decltype(rename)>("rename")(from, to);
}
}
