// ops/derivatives/tape/record_numbers.cpp: numbers that loops are given by value, of which some may come from results.
#include "ops/derivatives/tape/tape.hpp"
#include "ops/support/format.hpp"

namespace ops {

/// Such numbers influence what the loop computes, but carry no derivative.
std::string TapeRecorder::warn_of_numbers(const LoopCall& call, const Operands& operands, bool active) {
  std::string first;
  HostValues& known = of_.of_home.host_values;
  visit_host_values(
      call, operands, recording_.context, [&](Type type, const void* value, const std::string& as, ops_scalar scalar) {
        if (scalar && recording_.scalars[scalar].from_result) return;
        if (!active) {
          if (first.empty() && known.doubts(type, value)) first = as;
        } else if (const std::string* origin = of_.fetched.origin(type, value)) {
          recording_.tell(ops::format(
              "{} of loop '{}' at {} is the value of {}. "
              "Derivatives cannot be propagated through host code, so gradients do not include this dependence. "
              "To include it, read the result with ops_scalar_from_reduction, compute with ops_scalar_loop, "
              "and pass the scalar with ops_arg_scalar. "
              "If the value comes from an earlier run (a measurement), call ops_ad_reset after that run, "
              "and declare the value with ops_ad_constant. "
              "If gradients should not include the dependence, declare the value with ops_ad_constant, "
              "or use ops_par_loop_passive if the loop needs no derivatives at all",
              as, call.name, place(call.where), *origin));
        } else if (HostValueNotice notice = known.given(call, type, value, as); !notice.place.empty()) {
          of_.doubts.cut(std::move(notice.text), std::move(notice.place));
        }
      });
  return first;
}

}  // namespace ops
