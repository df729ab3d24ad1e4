// ops/tape/host_values.hpp: numbers that loops are given by the host: which there are, and which came only after a result was read.
// Whether such a number was computed from the result, no recording can show; so it is kept, for checks to speak of.
#pragma once

#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "ops/core/context.hpp"
#include "ops/loop/recorder.hpp"
#include "ops/tape/events.hpp"

namespace ops {

/// Of one real number: its type, where it is, and as what the loop gets it: "argument 4", "constant 'dt'"; its scalar, or null.
using HostValueVisit = std::function<void(Type, const void*, const std::string&, ops_scalar)>;

/// Every real number that the loop is given by value: arguments, scalars, declared constants.
void visit_host_values(const LoopCall& call, std::span<const Events::ConstantValue> constants, const Context& context, const HostValueVisit& visit);

class HostValues {
 public:
  /// A result of active data was read. At the first one scalars and constants have values that come from no result.
  /// @param result  "reduction 'r', read at file:line"
  void read(const std::string& result, const Context& context);
  /// A loop on an active path is given this number. 0, 1 and -1 come from anywhere.
  void given(const LoopCall& call, Type type, const void* value, const std::string& as);
  void clear();
  /// One sentence per loop and argument that was given a number which no loop of the recording had before a result was read.
  const std::vector<std::string>& notices() const noexcept { return notices_; }

 private:
  void know(Type type, const std::byte* values, std::size_t size);

  std::unordered_set<std::string> known_;  ///< by bytes
  std::vector<std::string> results_;       ///< distinct
  std::unordered_set<std::string> spoken_of_;
  std::vector<std::string> notices_;
};

}  // namespace ops
