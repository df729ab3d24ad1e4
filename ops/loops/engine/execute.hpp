// ops/loops/engine/execute.hpp: executes one call: addresses, recording, new versions, launch.
#pragma once

#include "ops/loops/engine/last_point.hpp"
#include "ops/loops/engine/variant.hpp"

namespace ops {

/// What a call was made of.
struct Executed {
  double bytes = 0;        ///< by the model
  bool reference = false;  ///< the whole range ran the reference
  bool guarded = false;    ///< because a declared stencil reaches beyond the halo
  bool watched = false;    ///< because its points might read what others write
  bool shared_out = true;  ///< processes divided the range among them
  /// arguments that are switched off, but that the kernel was seen to touch (the target checked)
  std::vector<std::size_t> touched = {};
  /// what makes the result depend on the order of the points, where that was looked at without a recorder's asking
  std::string order = {};
  std::optional<SharedCell> shared = {};  ///< points ran in serial order, as several write the same cell
};

/// @param call  of the variant, whose `values` are those of the call
/// @param runs  false: it is recorded alone
/// @param check  null: halos are not checked
/// @throws OPSException  what depends on the range or on the present state of handles
Executed execute(const CallRef& call, Variant& variant, bool runs = true, HaloCheck* check = nullptr);

}  // namespace ops
