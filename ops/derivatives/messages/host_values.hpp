// ops/derivatives/messages/host_values.hpp: numbers that loops receive from the host, and which of them appeared only
// after a result was read. A recording cannot show whether such a number was computed from the result, so the library
// warns about each place that receives one.
#pragma once

#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/derivatives/log/events.hpp"
#include "ops/loops/launch/loop_call.hpp"

namespace ops {

/// Of one real number: its type, where it is, and as what the loop gets it: "argument 4", "constant 'dt'", "a member of
/// argument 4"; its scalar, or null.
using HostValueVisit = std::function<void(Type, const void*, const std::string&, ops_scalar)>;

/// Every real number that the loop is given by value and that was not declared constant (ops_ad_constant): arguments,
/// scalars, declared constants, and what the kernel reads of structs among these.
void visit_host_values(const LoopCall& call, const Operands& operands, const Context& context,
                       const HostValueVisit& visit);

/// What is to be said of one number, and where that should be said once.
struct HostValueNotice {
  std::string place;  ///< "loop 'l' at file:line is given, as argument 4, "; "": nothing is to be said
  std::string text;
};

class HostValues {
 public:
  /// The program has got a value that depends on active data. At the first one scalars and constants have values that
  /// come from no result.
  /// @param result  "reduction 'r', read at file:line"
  void read(const std::string& result, const Context& context);
  /// Loops may be given these numbers.
  void know(Type type, const std::byte* values, std::size_t size);
  /// A loop is given this number. 0, 1 and -1 come from anywhere.
  HostValueNotice given(const LoopCall& call, Type type, const void* value, const std::string& as);
  /// Whether the number appears only after a result was read. One that comes before any result is known from now on.
  bool doubts(Type type, const void* value);
  void clear();
  /// Whether `given` has said anything.
  bool doubtful() const noexcept { return !spoken_of_.empty(); }

 private:
  std::unordered_set<std::string> known_;  ///< by bytes
  std::vector<std::string> results_;       ///< distinct, the last one read last
  std::unordered_set<std::string> spoken_of_;
};

}  // namespace ops
