// ops/derivatives/tape/tape_recorder.hpp: turns the calls of a program into events on a tape, and decides which old
// values to keep.
#pragma once

#include <vector>

#include "ops/derivatives/tape/tape_parts.hpp"
#include "ops/loops/launch/recorder.hpp"
#include "ops/loops/launch/redirector.hpp"

namespace ops {

class TapeRecorder final : public Recorder, public Redirector {
 public:
  /// @param outer  of the tape that recorded before, which hears of freed datasets; null: there is none
  explicit TapeRecorder(TapeParts& of, TapeRecorder* outer = nullptr) : of_(of), outer_(outer) {}

  // Redirector
  void redirect(const CallRef& call, const Operands& operands) override;

  // Recorder
  void loop_failed(const char* name, std::source_location where) override;
  void reduction_result(ops_reduction handle, std::source_location where, ops_scalar into = nullptr) override;
  void scalar_write(ops_scalar scalar, ops_reduction from, ops_access access, std::source_location where) override;
  void scalar_read(ops_scalar scalar, std::source_location where) override;
  void halo_transfer(ops_halo_group group, std::source_location where) override;
  void copy(ops_dat target, ops_dat source, std::source_location where) override;
  void raw_access(ops_dat dat, std::source_location where) override;
  void raw_write(ops_dat dat, std::source_location where) override;
  void raw_write_part(ops_dat dat, const Box& cells, std::source_location where) override;
  void declared(ops_dat dat, std::source_location where) override;
  void raw_read(ops_dat dat, std::source_location where) override;
  void raw_known(ops_dat dat, std::source_location where) override;
  void forget(ops_dat dat) override;

  /// The derivative goes to the user here.
  void store(ops_dat dat, char* destination, Where where);
  /// The recording is forgotten.
  void clear() { matters_ = false, out_.clear(); }

 private:
  struct LoopRecord;

  /// Gives back what is kept for a handle's last result alone, if nothing can depend on that any more: another is about
  /// to be read.
  void release_last_result(ops_reduction handle);
  void append_copy(Tracked& from, Tracked& to, bool recorded, std::source_location where);
  void write_inside(ops_scalar scalar, ops_access access, std::source_location where);
  /// Values come from outside the recording here.
  void cut(Tracked& dat, const Box& cells, const std::string& how, std::source_location where, const char* note = "");
  void use(ops_scalar scalar, std::source_location where);
  void look_through_pointers();
  /// The program has got these values, which depend on active data.
  void seen(const std::string& what, Type type, const void* values, int components);
  /// @param active  derivatives follow what the loop computes: the program hears of numbers that may come from results
  /// @return  else which argument or constant may hold such a number, "argument 2"; "": none
  std::string warn_of_numbers(const LoopCall& call, const Operands& operands, bool active);
  /// The loop reads derivatives through their datasets.
  void asked_by(const LoopCall& call);

  TapeParts& of_;
  TapeRecorder* outer_;
  Recording& recording_ = of_.recording;
  Events& events_ = of_.recording.events;
  std::vector<EventArg> roles_;                                ///< of the loop being recorded
  std::vector<std::pair<ops_dat, std::source_location>> out_;  ///< pointers to computed values, and where they were got
  bool matters_ = false;  ///< whether derivatives depend on the loop that was shown last having run
};

}  // namespace ops
