// ops/support/communicator.cpp: the communicator of a run with one process, and the replacement by another one.
#include "ops/support/communicator.hpp"

#include <algorithm>

namespace ops {
namespace {

class OneRank final : public Communicator {
 public:
  int rank() const noexcept override { return 0; }
  int size() const noexcept override { return 1; }
  void exchange(std::span<const Message>, std::span<const Message>) const override {}
  void gather(std::span<const std::byte> mine, std::span<const std::size_t>, std::byte* all) const override {
    std::ranges::copy(mine, all);
  }
  void send(int, std::span<const std::byte>) const override {}
  void receive(int, std::span<std::byte>) const override {}
  void finish_sending() const override {}
  std::int64_t least(std::int64_t mine) const override { return mine; }
};

const Communicator& one_rank() {
  static const OneRank one;
  return one;
}

using Of = const Communicator& (*)();
constinit Of registered = one_rank;  // registrations run before main, in any order

}  // namespace

CommunicatorRegistration::CommunicatorRegistration(const Communicator& (*of)()) { registered = of; }

const Communicator& communicator() noexcept {
  static const Communicator& of_this_run = registered();
  return of_this_run;
}

}  // namespace ops
