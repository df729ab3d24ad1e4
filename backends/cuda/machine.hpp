// backends/cuda/machine.hpp: the machine whose buffers lie in the memory of a device.
#pragma once

#include "backends/cuda/memory.hpp"
#include "backends/cuda/passes.hpp"
#include "ops/data/machine.hpp"

namespace ops::cuda {

class DeviceMachine final : public Machine, private DeviceAccess {
 public:
  DeviceMachine();
  void* allocate(std::size_t bytes) noexcept override;
  void release(void* memory, std::size_t bytes) noexcept override;
  std::size_t available() override { return memory_.available(); }
  std::unique_ptr<OffloadMemory> aside(std::size_t bytes) override;
  void fill(const BufferRef& to, const Layout& layout, const Box& box, const void* value) override;
  void fill_bytes(const BufferRef& to, std::byte value) override;
  void copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
            const Box& box) override;
  void add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout,
           Type element, const Box& box) override;
  void read(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) override;
  void write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from, bool slowest) override;
  DeviceAccess* device_access() override { return this; }
  int device_number() const override;
  void write_from_device(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from,
                         const std::ptrdiff_t* strides) override;
  bool all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) override;
  void run(void (*loop)(const Launch&), const Launch& launch) override;
  void run(void (*adjoint)(const AdjointLaunch&), const AdjointLaunch& launch) override;
  void run_on_host(const std::function<void(const Launch&)>& loop, const Launch& launch) override;
  void search(void (*attained)(const AdjointLaunch&, Attained* const*), const AdjointLaunch& launch,
              std::span<const std::span<Attained>> first) override;
  std::shared_ptr<void> for_host(std::span<const BufferRef> buffers) override;
  double clock() override;

 private:
  Shape shape(const BufferRef& buffer, const Layout& layout) const;

  Memory& memory_;
  double on_host_ = 0;  ///< [s] that host code took
};

}  // namespace ops::cuda
