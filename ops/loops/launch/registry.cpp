// ops/loops/launch/registry.cpp: stores what generated code has registered in this process.
#include "ops/loops/launch/registry.hpp"

#include "ops/data/host_machine.hpp"

namespace ops {
namespace {

class SerialExecutor final : public Executor {
 public:
  void run(std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) const override {
    if (n > 0) body(0, n);
  }
};

// A function's static, because registrations run before main in any order.
Registry& the_registry() {
  static Registry instance;
  return instance;
}

}  // namespace

Lines lines_of(const LoopImplementation& loop, const Box& range, const void* axis) {
  const int along = *static_cast<const int*>(axis);
  Lines lines{.axis = along, .number = range.extent(along) == 0 ? 0 : range.volume() / range.extent(along)};
  lines.relayed = loop.relayed != nullptr && loop.relayed(range, lines);
  return lines;
}

Registration::Registration(const Backend& backend, bool derivatives, std::span<const LoopImplementation> loops,
                           std::span<const RefusedLoop> refused) {
  Registry& known = the_registry();
  known.backend = backend;
  known.translated = true;
  known.derivatives = known.derivatives || derivatives;
  known.loops.insert(known.loops.end(), loops.begin(), loops.end());
  known.refused.insert(known.refused.end(), refused.begin(), refused.end());
}

MembersRead::MembersRead() { the_registry().members_read = true; }

MachineRegistration::MachineRegistration(MakeMachine make, const DeviceMemory& device) {
  the_registry().machine = make;
  the_registry().device = device;
}
ProcessesRegistration::ProcessesRegistration(ShareMachine share, Seat (*seat)()) {
  the_registry().share = share;
  the_registry().seat = seat;
}

const Registry& registry() { return the_registry(); }

const Executor& executor() {
  static const SerialExecutor serial;
  const Executor* chosen = registry().backend.executor;
  return chosen != nullptr ? *chosen : serial;
}

void on_all_cores(std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) {
  executor().run(n, body);
}

std::shared_ptr<Machine> make_machine(int number,
                                      std::shared_ptr<Machine> (*wrap)(std::shared_ptr<Machine>, const ParallelFor&)) {
  const Registry& known = registry();
  std::shared_ptr<Machine> own;
  if (known.machine != nullptr)
    own = known.machine(on_all_cores, number, known.seat != nullptr ? known.seat() : Seat{});
  else own = std::make_shared<HostMachine>(on_all_cores);
  if (wrap != nullptr && known.device.at == nullptr) own = wrap(std::move(own), on_all_cores);
  return known.share != nullptr ? known.share(std::move(own)) : own;
}

}  // namespace ops
