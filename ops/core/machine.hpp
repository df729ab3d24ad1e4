// ops/core/machine.hpp: the port to whatever does the work: the only code that touches the contents of buffers.
// Everything else decides what is to be done, and asks for it here. Knows memory, boxes and launches; knows no dataset and no tape.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "ops/core/box.hpp"
#include "ops/core/handles.hpp"

namespace ops {

struct Launch;         // ops/loop/launch.hpp, as all below
struct AdjointLaunch;
struct Attained;

/// All buffers of one call belong to this machine. What is asked for is done in that order, as far as anybody can see.
class Machine {
 public:
  virtual ~Machine() = default;

  /// @param bytes  > 0
  /// @return 64-byte aligned (2 MiB aligned and advised to huge pages from 4 MiB on); null if there is none. Contents are unspecified.
  virtual void* allocate(std::size_t bytes) noexcept = 0;
  virtual void release(void* memory, std::size_t bytes) noexcept = 0;

  /// Every component of every cell of `box` becomes the `layout.element` bytes at `value` (host; null: zero bytes).
  virtual void fill(const BufferRef& to, const Layout& layout, const Box& box, const void* value) = 0;
  /// All bytes of the buffer, gaps between rows included.
  virtual void fill_bytes(const BufferRef& to, std::byte value) = 0;
  /// Copies `box` from layout to layout; same components and element size.
  virtual void copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout, const Box& box) = 0;
  /// sum += term on `box`, of float or double; same components.
  virtual void add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout, Type element,
                   const Box& box) = 0;
  /// Copies `box` to a dense array of the host: components fastest whatever the layout, then axis 0, ..
  virtual void read(std::byte* to, const BufferRef& from, const Layout& layout, const Box& box) = 0;
  /// The inverse of read(). @param slowest  components come slowest, not fastest
  virtual void write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from, bool slowest = false) = 0;
  /// Whether every bit of every component of every cell of `box` is zero. For layouts whose rows have no gaps.
  virtual bool all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) = 0;

  /// The loop, a reversed loop, and where its MIN and MAX reductions were attained.
  virtual void run(void (*loop)(const Launch&), const Launch& launch) = 0;
  virtual void run(void (*adjoint)(const AdjointLaunch&), const AdjointLaunch& launch) = 0;
  virtual void search(void (*attained)(const AdjointLaunch&, Attained* const*), const AdjointLaunch& launch, Attained* const* first) = 0;

  /// The contents for the host to read and write: addresses of the buffers hold for the host while the result lives, which keeps neither
  /// the buffers nor the machine. This waits. @return null: they always do
  [[nodiscard]] virtual std::shared_ptr<void> for_host(std::span<const BufferRef> buffers) = 0;
};

}  // namespace ops
