// ops/tape/repeated_tape.hpp: the default tape of a program with fault tolerance, which may make its calls again: they
// are recorded and do not run. Knows whoever keeps states for a restart through the ports Recorder and Repeats; knows
// nothing of files, or of when a state is taken.
//
// What a call that did not run would have kept for its adjoint is not there. So these calls are steps of which nothing
// is kept: the state before them is, and they run when the sweep comes to them.
#pragma once

#include "ops/loop/repeats.hpp"
#include "ops/tape/tape.hpp"

namespace ops {

class RepeatedTape final : public Tape, public Repeats {
 public:
  using Tape::Tape;

  // Repeats
  void follow(Recorder& first) override { first_ = &first; }
  const std::string& obstacle() const override { return obstacle_; }
  bool empty() const override;
  bool shows(ops_dat dat) const override;
  void jump() override;
  void arrive() override;

  // Recorder
  Fate fate(const LoopRequest& request) override { return begun(first_ ? first_->fate(request) : Fate::runs); }
  Fate fate(ops_halo_group group) override { return begun(first_ ? first_->fate(group) : Fate::runs); }
  Fate fate_of_copy(ops_dat target) override { return begun(first_ ? first_->fate_of_copy(target) : Fate::runs); }
  bool skips_output(ops_dat dat) override { return first_ && first_->skips_output(dat); }
  void loop(const LoopCall& call, std::span<ArgView> views, std::span<const Events::ConstantValue> constants) override;
  void loop_failed(const char* name, std::source_location where) override;
  void loop_threw(const LoopRequest& request) override;
  void reduction_result(ops_reduction handle, std::source_location where, ops_scalar into) override;
  void halo_transfer(ops_halo_group group, std::source_location where) override;
  void copy(ops_dat target, ops_dat source, std::source_location where) override;
  void raw_access(ops_dat dat, std::source_location where) override;
  void raw_write_part(ops_dat dat, const Box& cells, std::source_location where) override;
  void raw_read(ops_dat dat, std::source_location where) override;
  void beyond_calls(const std::string& what, bool ends) override;
  void forget(ops_dat dat) override;

 private:
  bool followed() const noexcept override { return first_ != nullptr; }
  bool leaving_out() const;
  Fate begun(Fate fate);

  Recorder* first_ = nullptr;  ///< null: the program has not asked for fault tolerance
  std::string obstacle_;
};

}  // namespace ops
