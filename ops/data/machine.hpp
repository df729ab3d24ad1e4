// ops/data/machine.hpp: interface of machines, the only classes that access the contents of buffers. All other code
// requests operations here.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "ops/data/box.hpp"
#include "ops/data/handles.hpp"
#include "ops/data/machine_memory.hpp"

namespace ops {

struct Launch;  // ops/loops/launch/launch.hpp, as the next two
struct AdjointLaunch;
struct Attained;
class Totals;       // ops/loops/launch/reduce_ops.hpp
struct LoopTiming;  // ops/support/timing.hpp

/// All buffers of one call belong to this machine. What is asked for is done in that order, as far as anybody can see.
class Machine : public MachineMemory {
 public:
  /// Every component of every cell of `box` becomes the `layout.element` bytes at `value` (host; null: zero bytes).
  virtual void fill(const BufferRef& to, const Layout& layout, const Box& box, const void* value) = 0;
  /// All bytes of the buffer, gaps between rows included.
  virtual void fill_bytes(const BufferRef& to, std::byte value) = 0;
  /// Copies `box` from layout to layout; same components. Elements of different sizes are numbers, of double and of
  /// float.
  virtual void copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
                    const Box& box) = 0;
  /// sum += term on `box`, of float or double; same components. @param element  of `sum`; terms are of the type that
  /// their size says
  virtual void add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout,
                   Type element, const Box& box) = 0;
  /// Copies a box to a dense array of the host: components fastest whatever the layout, then axis 0, ..
  /// @param boxes  one that all processes get; or one for each process, in their order, some of them empty
  virtual void read(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) = 0;
  /// The inverse of read(), of a box that is the same on all processes. @param slowest  components come slowest, not
  /// fastest
  virtual void write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from,
                     bool slowest = false) = 0;
  /// As read(), for the part of `box` that this process owns. Only the owning process must call it.
  virtual void read_own(std::byte* to, const BufferRef& from, const Layout& layout, const Box& box) {
    read(to, from, layout, {&box, 1});
  }
  /// As write(): every process gives the part of `box` that it owns.
  virtual void write_own(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from) {
    write(to, layout, box, from);
  }
  /// Copies of other processes' cells are brought up to date, as far as there are any.
  virtual void bring_copies(const BufferRef& /*buffer*/, const Layout& /*layout*/) {}
  /// The host has written cells that this process owns, and other processes theirs.
  virtual void owners_wrote(const BufferRef& /*buffer*/, const Layout& /*layout*/) {}
  /// Whether every bit of every component of every cell of `box` is zero. For layouts whose rows have no gaps.
  virtual bool all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) = 0;

  /// The loop, a reversed loop, and where its MIN and MAX reductions were attained.
  virtual void run(void (*loop)(const Launch&), const Launch& launch) = 0;
  /// A loop that only the host can do: it gets addresses that hold for the host.
  virtual void run_on_host(const std::function<void(const Launch&)>& loop, const Launch& launch) = 0;
  virtual void run(void (*adjoint)(const AdjointLaunch&), const AdjointLaunch& launch) = 0;
  /// @param first  of each argument, a point for each component; empty: not asked
  virtual void search(void (*attained)(const AdjointLaunch&, Attained* const*), const AdjointLaunch& launch,
                      std::span<const std::span<Attained>> first) = 0;

  /// After every part of a loop: what all processes have added.
  virtual void complete(const Totals& /*totals*/) {}

  /// How a block is divided among processes. @param extents  cells of its datasets, without halos, of the finest level
  /// @param reach  cells that stencils reach  @param words  the program's options  @return null: it is not; lives as
  /// long as the machine
  virtual const Decomposition* divide(int /*dims*/, const Box& /*extents*/, int /*reach*/,
                                      const std::map<std::string, std::string>& /*words*/) {
    return nullptr;
  }
  /// Whether processes share the work of such a launch; if not, each does the whole.
  virtual bool shares(const Launch& /*launch*/) const { return true; }
  /// The machine that does this process's part, and meets no other process.
  virtual Machine& own() noexcept { return *this; }
  /// The least of what the processes say, where a decision rests on what each finds for itself.
  virtual std::int64_t least(std::int64_t mine) { return mine; }
  /// Throws what this process has failed with, if it has; where there are several, all of them fail if one has, for the
  /// same reason.
  virtual void agree(const std::exception_ptr& failure) {
    if (failure) std::rethrow_exception(failure);
  }
  /// Whether this process writes files and messages, for all.
  virtual bool speaks() const noexcept { return true; }
  /// Whether blocks are divided: datasets then get their memory once all of a program's are known.
  virtual bool divides() const noexcept { return false; }

  /// Set on own(): the row that work asked for now is charged to when it is done later; null: none.
  LoopTiming* charged = nullptr;
  /// The clock of the table of loops [s]; it leaves out what has been charged to rows. Where work goes on beside the
  /// host: what all work took while it was done, from the first call on, which makes the host wait for each piece of
  /// it.
  virtual double clock() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  /// The contents for the host to read and write: addresses of the buffers hold for the host while the result lives,
  /// which keeps neither the buffers nor the machine. Cells that are held here, no others. This waits. @return null:
  /// they always do
  [[nodiscard]] virtual std::shared_ptr<void> for_host(std::span<const BufferRef> buffers) = 0;
};

}  // namespace ops
