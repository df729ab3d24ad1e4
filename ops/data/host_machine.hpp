// ops/data/host_machine.hpp: the machine that executes on this process at once, with passes divided among the
// executor's threads.
#pragma once

#include <utility>

#include "ops/data/machine.hpp"
#include "ops/data/parallel_for.hpp"

namespace ops {

class HostMachine : public Machine {
 public:
  /// @param parallel  for passes over memory; empty: serial
  explicit HostMachine(ParallelFor parallel) : parallel_(std::move(parallel)) {}

  void* allocate(std::size_t bytes) noexcept override;
  void release(void* memory, std::size_t bytes) noexcept override;
  void fill(const BufferRef& to, const Layout& layout, const Box& box, const void* value) override;
  void fill_bytes(const BufferRef& to, std::byte value) override;
  void copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
            const Box& box) override;
  void add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout,
           Type element, const Box& box) override;
  void read(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) override;
  void write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from, bool slowest) override;
  bool all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) override;
  void run(void (*loop)(const Launch&), const Launch& launch) override;
  void run_on_host(const std::function<void(const Launch&)>& loop, const Launch& launch) override;
  void run(void (*adjoint)(const AdjointLaunch&), const AdjointLaunch& launch) override;
  void search(void (*attained)(const AdjointLaunch&, Attained* const*), const AdjointLaunch& launch,
              std::span<const std::span<Attained>> first) override;
  std::shared_ptr<void> for_host(std::span<const BufferRef> buffers) override;

 private:
  const ParallelFor& spread(const Box& box) const;

  ParallelFor parallel_;
};

}  // namespace ops
