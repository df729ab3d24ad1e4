// ops/loops/launch/recorders.hpp: combines two recorders into one.
#pragma once

#include "ops/loops/launch/recorder.hpp"

namespace ops {

class Recorders final : public Recorder {
 public:
  /// @param first  is told of everything before `second`
  Recorders(Recorder& first, Recorder& second) : both_{&first, &second} {}

  void loop(const LoopCall& call, std::span<const ArgView> views) override {
    for (Recorder* each : both_) each->loop(call, views);
  }
  void loop_failed(const char* name, std::source_location where) override {
    for (Recorder* each : both_) each->loop_failed(name, where);
  }
  void reduction_result(ops_reduction handle, std::source_location where, ops_scalar into) override {
    for (Recorder* each : both_) each->reduction_result(handle, where, into);
  }
  void scalar_write(ops_scalar scalar, ops_reduction from, ops_access access, std::source_location where) override {
    for (Recorder* each : both_) each->scalar_write(scalar, from, access, where);
  }
  void scalar_read(ops_scalar scalar, std::source_location where) override {
    for (Recorder* each : both_) each->scalar_read(scalar, where);
  }
  void halo_transfer(ops_halo_group group, std::source_location where) override {
    for (Recorder* each : both_) each->halo_transfer(group, where);
  }
  void copy(ops_dat target, ops_dat source, std::source_location where) override {
    for (Recorder* each : both_) each->copy(target, source, where);
  }
  void raw_access(ops_dat dat, std::source_location where) override {
    for (Recorder* each : both_) each->raw_access(dat, where);
  }
  void raw_write(ops_dat dat, std::source_location where) override {
    for (Recorder* each : both_) each->raw_write(dat, where);
  }
  void raw_write_part(ops_dat dat, const Box& cells, std::source_location where) override {
    for (Recorder* each : both_) each->raw_write_part(dat, cells, where);
  }
  void raw_read(ops_dat dat, std::source_location where) override {
    for (Recorder* each : both_) each->raw_read(dat, where);
  }
  void raw_known(ops_dat dat, std::source_location where) override {
    for (Recorder* each : both_) each->raw_known(dat, where);
  }
  void declared(ops_dat dat, std::source_location where) override {
    for (Recorder* each : both_) each->declared(dat, where);
  }
  void forget(ops_dat dat) override {
    for (Recorder* each : both_) each->forget(dat);
  }

 private:
  Recorder* both_[2];
};

}  // namespace ops
