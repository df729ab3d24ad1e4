// ops/support/interruption.cpp: asks rarely, because the answer may need a lock.
#include "ops/support/interruption.hpp"

#include <chrono>
#include <utility>

namespace ops {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto between = std::chrono::milliseconds(50);

thread_local const std::function<bool()>* asked = nullptr;
thread_local Clock::time_point next;

}  // namespace

Interruptible::Interruptible(std::function<bool()> wanted)
    : wanted_(std::move(wanted)), before_(std::exchange(asked, wanted_ ? &wanted_ : nullptr)) {
  next = Clock::now() + between;
}

Interruptible::~Interruptible() { asked = before_; }

Uninterrupted::Uninterrupted() noexcept : before_(std::exchange(asked, nullptr)) {}

Uninterrupted::~Uninterrupted() { asked = before_; }

void may_interrupt() {
  if (asked == nullptr) return;
  const Clock::time_point now = Clock::now();
  if (now < next) return;
  next = now + between;
  if ((*asked)()) return;
  asked = nullptr;
  throw Interrupted();
}

}  // namespace ops
