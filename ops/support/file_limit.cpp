// ops/support/file_limit.cpp: blocks the signal, and removes a pending one.
#include "ops/support/file_limit.hpp"

#include <csignal>
#include <ctime>

namespace ops {
namespace {

sigset_t file_too_large() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  return set;
}

}  // namespace

FileLimit::FileLimit() {
  sigset_t before;
  const sigset_t set = file_too_large();
  pthread_sigmask(SIG_BLOCK, &set, &before);
  blocked_ = sigismember(&before, SIGXFSZ) == 0;
}

FileLimit::~FileLimit() {
  if (!blocked_) return;
  const sigset_t set = file_too_large();
  const timespec now{};
  while (sigtimedwait(&set, nullptr, &now) == SIGXFSZ) {}
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

}  // namespace ops
