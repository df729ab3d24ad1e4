// ops/loops/launch/recorder.hpp: interface that is notified of the calls of a program.
#pragma once

#include <source_location>
#include <span>

#include "ops/loops/launch/loop_call.hpp"

namespace ops {

class Recorder {
 public:
  virtual ~Recorder() = default;

  /// A loop is about to run, arguments checked and resolved.
  virtual void loop(const LoopCall& call, std::span<const ArgView> views) {
    static_cast<void>(call);
    static_cast<void>(views);
  }
  /// The last loop, or a recorder that was notified of it, has thrown: the loop ran only in part or not at all.
  virtual void loop_failed(const char* name, std::source_location where) = 0;
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
  /// The user has read values from outside loops (fetched, saved, or released with OPS_READ).
  virtual void raw_read(ops_dat dat, std::source_location where) {
    static_cast<void>(dat);
    static_cast<void>(where);
  }
  /// The program itself, not a file, has the values.
  virtual void raw_known(ops_dat dat, std::source_location where) {
    static_cast<void>(dat);
    static_cast<void>(where);
  }
  /// The program has declared a dataset with values.
  virtual void declared(ops_dat dat, std::source_location where) {
    static_cast<void>(dat);
    static_cast<void>(where);
  }
  /// A dataset is about to be freed.
  virtual void forget(ops_dat dat) = 0;
};

}  // namespace ops
