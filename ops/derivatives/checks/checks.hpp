// ops/derivatives/checks/checks.hpp: declares the API functions that verify gradients.
//
// The command-line option -OPS_AD_CHECK=taylor|dot|loops|poison selects one or more checks, separated by commas. With
// -OPS_AD_CHECK, each call to ops_interpret_adjoints runs the selected checks on the recording and prints a table for
// each check. If a check fails, ops_interpret_adjoints throws an OPSException that describes the failure. The checks do
// not change gradients. Every check includes a test of all hand-written adjoints.
//
// The check `loops` calls ops_ad_loops_test, and the check `poison` calls ops_ad_poison_test.
//
// The check `dot` calls ops_ad_dot_test with all active datasets as inputs. The check `dot` accepts a difference that
// rounding errors can explain, if the adjoint of every loop passes its own test.
//
// The check `taylor` recomputes the recording in separate memory, from inputs that are perturbed along a random
// direction. The check `taylor` perturbs neither passive datasets nor values that the program sets between loops.
// First, the check `taylor` verifies that a recomputation from the original inputs reproduces the recorded values bit
// for bit. The check `taylor` is skipped if a recording cannot be recomputed because of external functions, nested
// tapes or freed datasets. If the observed order of convergence is too low because a kernel is not smooth, the check
// `taylor` names the cell and the loop. A low order of convergence is not a failure if the adjoint of every loop passes
// its own test.
//
// If the reverse sweep of a nested tape runs many times, the checks test the loops on this tape only once.
//
// A program can also call a test for the current recording:
//
//   ops_ad_loops_result result = ops_ad_loops_test(instance);
//   for (const ops_ad_loop_fault& fault : result.faults) puts(fault.text.c_str());
#pragma once

#include <string>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/support/error.hpp"

// --- loops: is the adjoint of each loop the transpose of its derivative? ---

/// Options of ops_ad_loops_test.
struct ops_ad_loops_options {
  double tolerance = 0;  ///< limit of the relative error; 0: 1e-12, or 1e-4 if the loop uses float
  /// number of recorded calls of each loop that are tested: the first, the last, and calls evenly between them; 0: all
  int repetitions = 3;
  bool written_only = false;  ///< test only loops with a hand-written adjoint
  unsigned seed = 20231;      ///< seed of the random vectors
  bool print = true;          ///< print the table on the instance's stream
};

/// The kind of fault in a loop's adjoint.
enum class ops_ad_fault_kind {
  derivative,  ///< d output / d input is not that of the kernel
  /// the adjoint overwrites the derivative of `input` instead of adding to it; the kernel only reads `input`
  overwritten,
  /// the adjoint must set the derivative of `input` to zero, because the kernel overwrites `input`, and does not
  not_zeroed,
  together  ///< each single derivative is correct, but their combination is not
};

/// An error that ops_ad_loops_test found in the derivative of one output of a loop with respect to one input. An error
/// of the kind `together` concerns all outputs and inputs of the loop.
struct ops_ad_loop_fault {
  ops_ad_fault_kind kind = ops_ad_fault_kind::derivative;
  std::string loop;  ///< name of the loop
  std::string kernel;
  std::string adjoint;  ///< hand-written adjoint of the kernel; "": it is generated
  std::string file;     ///< file of the ops_par_loop call
  int line = 0;         ///< its line
  std::string input;    ///< dataset whose derivative is wrong
  /// first argument through which the kernel reads `input` (or, if it does not read it, writes it), from 1; 0: none
  int input_argument = 0;
  std::string output;       ///< dataset or reduction that is differentiated
  int output_argument = 0;  ///< first argument through which the kernel writes `output`, from 1; 0: none
  double expected = 0;      ///< <s, J d>, with seeds and directions of this pair only
  double found = 0;         ///< <J^T s, d>
  /// difference of both, relative to the largest of both and of their sums without cancellation
  double error = 0;
  std::string text;  ///< one sentence with the place, the kernel, the argument and both values
};

/// The test result of one loop, which is identified by its source location and its argument types.
struct ops_ad_loop_row {
  std::string loop, kernel, adjoint, file;
  int line = 0;
  int recorded = 0;  ///< calls on the tape
  int tested = 0;    ///< number of these calls that were tested
  double error = 0;  ///< largest relative error
  bool passed = true;
  bool finite = true;  ///< false: the derivative of a tested call is not finite, so the call cannot be judged
  std::string remark;  ///< why the loop was not tested or cannot be judged; otherwise ""
};

/// Result of ops_ad_loops_test.
struct ops_ad_loops_result {
  /// at least one call was tested, there is no fault, and all derivatives are finite
  bool passed = false;
  std::vector<ops_ad_loop_row> loops;     ///< in order of first recording
  std::vector<ops_ad_loop_fault> faults;  ///< faults of the first faulty call of each loop, largest error first
  std::string verdict;                    ///< one sentence
  explicit operator bool() const noexcept { return passed; }
};

/// Tests the adjoint of every recorded loop separately, with the recorded values. For each loop, J is the derivative of
/// the values that the loop computes with respect to the values that it reads. The vector d is a random direction for
/// all inputs, and the vector s contains random seeds for all outputs. The test compares <s, J d>, computed with the
/// generated tangent, with <J^T s, d>, computed with the generated or hand-written adjoint. The test finds adjoints
/// that compute wrong derivatives, overwrite derivatives instead of adding to them, or do not set the derivatives of
/// overwritten values to zero. If <s, J d> and <J^T s, d> differ, the test examines each input-output pair separately.
///
/// For each loop in the source code, the test examines at most `repetitions` recorded calls, or all calls if
/// `repetitions` is 0. The function ops_ad_loops_test does not change seeds, gradients, tangents or the recording.
/// @throws OPSException  nothing is recorded
ops_ad_loops_result ops_ad_loops_test(ops::Context* instance, const ops_ad_loops_options& options = {},
                                      ops::Where where = ops::Where::current());

// --- poison: does the gradient depend on a value that the analysis considers unnecessary? ---

/// Options of ops_ad_poison_test.
struct ops_ad_poison_options {
  bool print = true;  ///< print one line on the instance's stream
};

/// Result of ops_ad_poison_test.
struct ops_ad_poison_result {
  bool passed = false;
  std::size_t poisoned = 0;  ///< values of datasets that were NaN during the test [bytes]
  std::size_t compared = 0;  ///< derivatives that were compared [bytes]
  std::string dataset;       ///< dataset whose derivative changed; "": none
  std::string loop, file;    ///< first loop of the sweep that produced a NaN; "": none
  int line = 0;
  std::string verdict;  ///< one sentence
  explicit operator bool() const noexcept { return passed; }
};

/// Repeats the reverse sweep of the default tape several times, with NaN in memory that the sweep should not read. The
/// poison test writes NaN to dataset values that no recorded adjoint reads, and to unused memory in the buffer pool. In
/// the last sweep, the test also replaces derivatives that are known to be zero by NaN, to verify that the sweep never
/// reads them. The poison test passes if the gradient stays bit-identical. The poison test calls the adjoints of
/// external functions again, but does not repeat the copies requested by ops_dat_store_derivative.
/// @throws OPSException  the recording has not been interpreted
ops_ad_poison_result ops_ad_poison_test(ops::Context* instance, const ops_ad_poison_options& options = {},
                                        ops::Where where = ops::Where::current());
