// ops/derivatives/checks/check_report.cpp: the texts of checks.
#include "ops/derivatives/checks/check_report.hpp"

#include <algorithm>
#include <functional>
#include <ostream>

#include "ops/support/format.hpp"

namespace ops {
namespace {

std::string whose(const ops_ad_loop_fault& fault) {
  return fault.adjoint.empty() ? "the generated adjoint" : fault.adjoint;
}

std::string argument(const std::string& name, int position) {
  return position > 0 ? ops::format("'{}' (argument {})", name, position) : ops::format("'{}'", name);
}

std::string complaint(const ops_ad_loop_fault& fault) {
  const std::string adjoint = whose(fault), input = argument(fault.input, fault.input_argument),
                    output = argument(fault.output, fault.output_argument);
  switch (fault.kind) {
    case ops_ad_fault_kind::derivative:
      if (fault.input == fault.output)
        return ops::format("{} gives a wrong derivative of {} with respect to the values that {} had before the loop",
                           adjoint, output, output);
      return ops::format("{} gives a wrong derivative of {} with respect to {}", adjoint, output, input);
    case ops_ad_fault_kind::overwritten:
      return ops::format("{} replaces the derivative of {} instead of adding to it, although the kernel only reads {}",
                         adjoint, input, input);
    case ops_ad_fault_kind::not_zeroed:
      return ops::format("{} does not set the derivative of {} to zero, although the kernel overwrites {}", adjoint,
                         input, input);
    case ops_ad_fault_kind::together:
      return ops::format(
          "{} is correct for each pair of one input and one output, "
          "but wrong when all inputs and outputs are tested together",
          adjoint);
  }
  return "";
}

std::string name_only(const std::string& file) { return file.substr(file.find_last_of('/') + 1); }

}  // namespace

std::string sentence(const ops_ad_loop_fault& fault) {
  return ops::format("{}:{}: loop '{}', kernel '{}': {}: <s, J d> = {:.9g}, but <J^T s, d> = {:.9g}", fault.file,
                     fault.line, fault.loop, fault.kernel, complaint(fault), fault.expected, fault.found);
}

void conclude(ops_ad_loops_result& result) {
  std::ranges::stable_sort(result.faults, std::greater{}, &ops_ad_loop_fault::error);
  const auto wrong = std::ranges::count(result.loops, false, &ops_ad_loop_row::passed);
  int tested = 0;
  for (const ops_ad_loop_row& row : result.loops) tested += row.tested;
  const auto lost = std::ranges::count(result.loops, false, &ops_ad_loop_row::finite);
  result.passed = wrong == 0 && lost == 0 && tested > 0;
  if (wrong > 0)
    result.verdict = ops::format("failed: the adjoint is wrong for {} of {} loops", wrong, result.loops.size());
  else if (lost > 0)
    result.verdict = ops::format("failed: the tangent is not finite at the recorded values for {} of {} loops", lost,
                                 result.loops.size());
  else if (tested == 0) result.verdict = "failed: nothing was tested, because no recorded loop has a tangent";
  else result.verdict = ops::format("passed: {} calls of {} loops", tested, result.loops.size());
}

void print(const ops_ad_loops_result& result, std::ostream& out) {
  out << "Loop test: each loop must satisfy <s, J d> = <J^T s, d> at the recorded values, for random s and d\n"
      << ops::format("{:<28}  {:<24}  {:<24}  {:>7}  {:>6}  {:>8}\n", "loop", "place", "adjoint", "calls", "tested",
                     "error");
  for (const ops_ad_loop_row& row : result.loops)
    out << ops::format("{:<28}  {:<24}  {:<24}  {:>7}  {:>6}  {:8.1e}{}{}\n", row.loop,
                       ops::format("{}:{}", name_only(row.file), row.line),
                       row.adjoint.empty() ? "generated" : row.adjoint, row.recorded, row.tested, row.error,
                       row.passed ? "" : "  WRONG", row.remark.empty() ? "" : "  " + row.remark);
  for (const ops_ad_loop_fault& fault : result.faults) out << fault.text << '\n';
  out << result.verdict << '\n';
}

}  // namespace ops
