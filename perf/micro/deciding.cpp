// perf/micro/deciding.cpp: how long one process of many takes to find out what it does of a loop and what travels. No
// message is sent. Usage: deciding [loops]; prints one line of JSON: microseconds for a loop of twenty arguments, by
// the number of processes along an axis.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "ops/data/host_machine.hpp"
#include "ops/loops/launch/launch.hpp"
#include "ops/machines/ranks/rank_machine.hpp"
#include "ops/support/communicator.hpp"

namespace {

constexpr int side = 120, halo = 2, arguments = 20;

/// The process in the middle of so many, none of which ever says anything.
class Silent final : public ops::Communicator {
 public:
  explicit Silent(int size) : size_(size) {}
  int rank() const noexcept override { return size_ / 2; }
  int size() const noexcept override { return size_; }
  void exchange(std::span<const ops::Message>, std::span<const ops::Message>) const override {}
  void gather(std::span<const std::byte>, std::span<const std::size_t>, std::byte*) const override {}
  void send(int, std::span<const std::byte>) const override {}
  void receive(int, std::span<std::byte>) const override {}
  void finish_sending() const override {}
  std::int64_t least(std::int64_t mine) const override { return mine; }

 private:
  int size_;
};

ops::Layout layout_of(const ops::Decomposition& decomposition, int cells) {
  ops::Layout layout;
  layout.dims = 2;
  layout.element = sizeof(double);
  layout.interior.lo = {0, 0, 0, 0, 0}, layout.interior.hi = {cells, side, 1, 1, 1};
  layout.allocated.lo = {-halo, -halo, 0, 0, 0}, layout.allocated.hi = {cells + halo, side + halo, 1, 1, 1};
  layout.placement.decomposition = &decomposition;
  layout.share = layout.placement.share();
  layout.held = layout.placement.held(layout.allocated);
  layout.pitch = {1, layout.held.hi[0] - layout.held.lo[0]};
  layout.origin = -layout.held.lo[0] - layout.pitch[1] * layout.held.lo[1];
  layout.bytes = layout.element * static_cast<std::size_t>(layout.held.volume());
  return layout;
}

double microseconds(int parts, int loops) {
  const Silent others(parts);
  ops::ranks::RankMachine machine(others, std::make_shared<ops::HostMachine>(ops::ParallelFor{}));
  ops::Box extents;
  extents.lo = {}, extents.hi = {side * parts, side, 1, 1, 1};
  const ops::Decomposition* const decomposition = machine.divide(2, extents, halo, {{"OPS_FORCE_DECOMP_Y", "1"}});
  const ops::Layout layout = layout_of(*decomposition, side * parts);
  std::vector<std::vector<std::byte>> memory(arguments, std::vector<std::byte>(layout.bytes));
  std::vector<ops::Buffer> buffers;
  for (std::vector<std::byte>& bytes : memory) buffers.push_back({bytes.data(), bytes.size(), &machine});
  const std::vector<ops::Index> around{{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
  const std::vector<ops::Points> reads(arguments, around);
  const auto step = [&](int turn) {  // half of the datasets from the other half, and back
    std::vector<ops::ArgView> args(arguments);
    for (std::size_t k = 0; k < args.size(); ++k) {
      args[k].step = args[k].pitch = layout.pitch;
      args[k].layout = &layout;
      (k % 2 == static_cast<std::size_t>(turn % 2) ? args[k].from : args[k].to) = &buffers[k];
    }
    ops::Launch launch;
    launch.dims = 2;
    launch.range = layout.interior;
    launch.args = args.data();
    launch.divisible = true;
    launch.arguments = arguments;
    launch.reads = reads.data();
    machine.run(+[](const ops::Launch&) {}, launch);
  };
  for (int turn = 0; turn < 20; ++turn) step(turn);
  const auto begun = std::chrono::steady_clock::now();
  for (int turn = 0; turn < loops; ++turn) step(turn);
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begun).count() / loops;
}

}  // namespace

int main(int argc, char** argv) {
  const int loops = argc > 1 ? std::atoi(argv[1]) : 2000;
  std::printf("{");
  for (int parts = 1; parts <= 1024; parts *= 4)
    std::printf("%s\"%d\": %.2f", parts > 1 ? ", " : "", parts, microseconds(parts, loops));
  std::printf("}\n");
}
