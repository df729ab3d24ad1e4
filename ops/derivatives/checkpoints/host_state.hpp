// ops/derivatives/checkpoints/host_state.hpp: saves the state of datasets, reductions, scalars and constants that the
// program sees, and restores it at the end.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "ops/data/context.hpp"

namespace ops {

class HostState {
 public:
  explicit HostState(Context& context);
  /// All is as it was, but for what was let go.
  ~HostState();
  HostState(const HostState&) = delete;
  HostState& operator=(const HostState&) = delete;

  const BufferRef& buffer(ops_dat dat) const { return dats_.at(dat).buffer; }
  /// Whether the program has an unreleased pointer to values.
  bool handed_out() const;
  /// The values of these are not put back: they will be there.
  void let_go(std::span<const ops_dat> dats);
  /// The declared constant, and the program's own variable, which kernels read where the reference runs.
  void set_constant(const std::string& name, const std::shared_ptr<const std::vector<std::byte>>& value);
  /// Reductions, scalars and constants are as the program knows them, for adjoints that it wrote itself.
  void show_numbers();

 private:
  using Bytes = std::vector<std::byte>;
  struct Dat {
    BufferRef buffer;  ///< null: let go
    ops_access reducing;
    int raw_out;
  };
  struct Handle {
    Bytes data;
    int initialized;
    ops_access access;
  };

  Context& context_;
  std::map<ops_dat, Dat> dats_;
  std::map<ops_reduction, Handle> reductions_;
  std::map<ops_scalar, Bytes> scalars_;
  std::map<std::string, Constant, std::less<>> constants_;
  std::map<const void*, Bytes> variables_;  ///< what the program's variables of changed constants held
};

}  // namespace ops
