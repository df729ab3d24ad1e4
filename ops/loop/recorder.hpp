// ops/loop/recorder.hpp: the port a tape fills: what the loop level tells whoever records.
// The recorder may redirect what a loop writes into a new version, or have calls left out; it never runs anything
// during the forward sweep.
#pragma once

#include <cstdint>
#include <source_location>
#include <span>
#include <string>
#include <string_view>

#include "ops/loop/argument.hpp"
#include "ops/loop/kernel.hpp"
#include "ops/loop/launch.hpp"
#include "ops/loop/registry.hpp"

namespace ops {

struct LoopRequest;  // ops/loop/request.hpp

/// One loop about to run.
struct LoopCall {
  const char* name = "";
  std::source_location where;
  ops_block block = nullptr;
  int dims = 0;
  Box range;
  std::span<const ops_arg> args;
  const LoopImplementation* implementation = nullptr;  ///< null: the reference runs
  bool passive = false;                                ///< ops_par_loop_passive
  std::string_view problem = {};                       ///< why there is no implementation; "" if there is one
  KernelRef kernel = {};                               ///< the user's; none: a loop that the library runs
  /// out, per argument: the version that a new one replaces; may be empty: then nobody asks
  std::span<BufferRef> replaced = {};
  /// out, per argument: the kernel may read cells that other points of the loop write: whoever runs
  /// it has to see that it does not; may be empty: then such a loop is an error
  std::span<char> watched = {};
};

/// What becomes of a call. A program that goes back to a place where it has been makes its calls again, and they are
/// not carried out.
enum class Fate : std::uint8_t { runs, is_recorded, is_left_out };

class Recorder {
 public:
  virtual ~Recorder() = default;

  // Before anything is checked. What is recorded the recorder is told of as if it ran.
  virtual Fate fate(const LoopRequest&) { return Fate::runs; }
  virtual Fate fate(ops_halo_group) { return Fate::runs; }
  virtual Fate fate_of_copy(ops_dat) { return Fate::runs; }
  /// Values are about to be printed, checked, or written to a file of the program's.
  virtual bool skips_output(ops_dat) { return false; }
  /// Whether it records for derivatives.
  virtual bool differentiates() const { return true; }

  /// Before the loop runs, arguments checked and resolved. May set `views[i].out` of written datasets to a new version
  /// and makes that version present (ops_dat_core::adopt); the one before goes to `call.replaced`. The engine copies
  /// what the loop does not write (cells outside the range, and for the reference the range too), so a new version is
  /// complete when the loop has run.
  /// @param constants  values in the order of the implementation's constants; kept alive by reference
  virtual void loop(const LoopCall& call, std::span<ArgView> views,
                    std::span<const std::shared_ptr<const std::vector<std::byte>>> constants) = 0;
  /// The loop that was shown last, or the recorder itself while it was shown it, has thrown: it ran in part, or not at
  /// all.
  virtual void loop_failed(const char* name, std::source_location where) = 0;
  /// In a handler: a loop that was not left out has thrown, perhaps before it was shown.
  virtual void loop_threw(const LoopRequest&) {}
  /// A result is read. @param into  the scalar that takes it, and the program does not see it; null: the program has it
  virtual void reduction_result(ops_reduction handle, std::source_location where, ops_scalar into = nullptr) = 0;
  /// After a scalar got a value: the result that was just read from `from`; null: the user wrote it. @param access
  /// OPS_WRITE: whatever it was
  virtual void scalar_write(ops_scalar scalar, ops_reduction from, ops_access access, std::source_location where) = 0;
  /// The program gets a pointer to the scalar's value.
  virtual void scalar_read(ops_scalar scalar, std::source_location where) {
    static_cast<void>(scalar);
    static_cast<void>(where);
  }
  /// Before the transfer. One event per group; `to` regions are overwritten.
  virtual void halo_transfer(ops_halo_group group, std::source_location where) = 0;
  /// Before all cells of `source`, halos included, are copied to `target`, which may be given a new version to copy to.
  virtual void copy(ops_dat target, ops_dat source, std::source_location where) = 0;
  /// Before a raw pointer to values is handed out: makes the present version private, as the user may write through it.
  virtual void raw_access(ops_dat dat, std::source_location where) = 0;
  /// The user got write access to (part of) a dataset's values (set_data, released with a writing access, random fill).
  /// For set_data and the like called before anything is overwritten; for a raw pointer at its release.
  virtual void raw_write(ops_dat dat, std::source_location where) = 0;
  /// The same where it is known which cells are written (set_data: the interior; slabs): derivatives of the others live
  /// on.
  virtual void raw_write_part(ops_dat dat, const Box& cells, std::source_location where) {
    static_cast<void>(cells);
    raw_write(dat, where);
  }
  /// The user has read values from outside loops (fetched, or released with OPS_READ).
  virtual void raw_read(ops_dat dat, std::source_location where) {
    static_cast<void>(dat);
    static_cast<void>(where);
  }
  /// Something begins that calls made again would not bring about: values change in ways that nobody is told of, or the
  /// recording does.
  /// @param ends  afterwards what came before cannot be run again
  virtual void beyond_calls(const std::string& what, bool ends = false) {
    static_cast<void>(what);
    static_cast<void>(ends);
  }
  /// A dataset is about to be freed.
  virtual void forget(ops_dat dat) = 0;
};

}  // namespace ops
