// tests/ops/derivatives/events/walked_machine.cpp: a machine that writes down who has called it, the first time for a
// loop and the first time for an adjoint: offsets into this executable, innermost first.
#include <dlfcn.h>
#include <execinfo.h>

#include <cstdint>
#include <cstdio>
#include <utility>

#include "ops/data/host_machine.hpp"
#include "ops/loops/launch/registry.hpp"

namespace {

void write_stack(const char* what) {
  void* frames[64];
  const int count = backtrace(frames, 64);
  Dl_info here;
  dladdr(reinterpret_cast<void*>(&write_stack), &here);
  std::fprintf(stderr, "stack of %s", what);
  for (int k = 0; k < count; ++k) {
    Dl_info info;
    if (dladdr(frames[k], &info) != 0 && info.dli_fbase == here.dli_fbase)
      std::fprintf(stderr, " %zx",
                   static_cast<std::size_t>(static_cast<char*>(frames[k]) - static_cast<char*>(info.dli_fbase)) - 1);
  }
  std::fprintf(stderr, "\n");
}

class WalkedMachine final : public ops::HostMachine {
 public:
  using HostMachine::HostMachine;
  void run(void (*loop)(const ops::Launch&), const ops::Launch& launch) override {
    if (!launch.trial && !std::exchange(loops_, true)) write_stack("loop");
    HostMachine::run(loop, launch);
  }
  void run(void (*adjoint)(const ops::AdjointLaunch&), const ops::AdjointLaunch& launch) override {
    if (!launch.trial && !std::exchange(adjoints_, true)) write_stack("adjoint");
    HostMachine::run(adjoint, launch);
  }

 private:
  bool loops_ = false, adjoints_ = false;
};

const ops::MachineRegistration registration([](const ops::ParallelFor& parallel, int, ops::Seat) {
  return std::shared_ptr<ops::Machine>(std::make_shared<WalkedMachine>(parallel));
});

}  // namespace
