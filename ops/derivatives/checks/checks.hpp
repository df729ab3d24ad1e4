// ops/derivatives/checks/checks.hpp: verification of gradients: what is tested, how it is asked for, and what comes of
// it. User API.
//
// On the command line: -OPS_AD_CHECK=taylor|dot|loops|poison, or several separated by commas. Each
// ops_interpret_adjoints then runs these checks on what was recorded, prints a table per check, and throws an
// OPSException that names the first loop found wrong. Gradients keep their bits. Adjoints that the user has written are
// tested under any of these words, without being asked for. `dot` is ops_ad_dot_test with all active datasets as
// inputs; a difference that rounding explains is no error if all loops' adjoints pass their own test. `taylor` runs the
// recording again, from values moved along a random direction of all inputs, on memory of its own: what carries no
// derivative (passive datasets, values from outside of loops) stays as recorded. First the unmoved run must give the
// recorded bits. It says so where it cannot be done: external functions, tapes of one's own, freed datasets. Where the
// order is low because a kernel is not smooth, it names the cell and the loop; that is no error if all loops' adjoints
// pass their own test. Interpretations of tapes of one's own test each loop once.
//
// By call, on the recording as it stands:
//
//   ops_ad_loops_result result = ops_ad_loops_test(instance);
//   for (const ops_ad_loop_fault& fault : result.faults) puts(fault.text.c_str());
#pragma once

#include <string>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/support/error.hpp"

// --- loops: is the adjoint of each loop the transpose of its derivative?
// ---------------------------------------------------

/// How ops_ad_loops_test goes about it.
struct ops_ad_loops_options {
  double tolerance = 0;  ///< of the relative error; 0: 1e-12, or 1e-4 where the loop uses float datasets
  /// of a loop's recorded calls, how many are tested: first, last, and evenly between; 0: all
  int repetitions = 3;
  bool written_only = false;  ///< only loops whose adjoint the user has written
  unsigned seed = 20231;      ///< of the random vectors
  bool print = true;          ///< the table, on the instance's stream
};

/// What is wrong with a loop's adjoint.
enum class ops_ad_fault_kind {
  derivative,   ///< d output / d input is not the kernel's
  overwritten,  ///< the derivative of `input`, which the kernel only reads, is not incremented but changed
  not_zeroed,   ///< the derivative of `input`, which the kernel overwrites, must be zero before the kernel, and is not
  together      ///< all single derivatives are right, but not when everything moves at once
};

/// A disagreement of one pair of a loop's arguments.
struct ops_ad_loop_fault {
  ops_ad_fault_kind kind = ops_ad_fault_kind::derivative;
  std::string loop;  ///< its name
  std::string kernel;
  std::string adjoint;  ///< the user's adjoint of the kernel; "": it was generated
  std::string file;     ///< of the ops_par_loop call ..
  int line = 0;         ///< .. and its line
  std::string input;    ///< dataset whose derivative is wrong ..
  /// .. and the first argument through which the kernel reads it (else writes it), from 1; 0: none
  int input_argument = 0;
  std::string output;       ///< dataset or reduction it was derived from ..
  int output_argument = 0;  ///< .. and the first argument through which the kernel writes it, from 1; 0: none
  double expected = 0;      ///< <s, J d>, seeds and directions of this pair only
  double found = 0;         ///< <J^T s, d>
  double error = 0;         ///< their difference relative to the largest of both and their sums without cancellation
  std::string text;         ///< one sentence with place, kernel, argument and both values
};

/// One loop of the program: a place with one set of argument types.
struct ops_ad_loop_row {
  std::string loop, kernel, adjoint, file;
  int line = 0;
  int recorded = 0;  ///< calls on the tape
  int tested = 0;    ///< of these
  double error = 0;  ///< the largest
  bool passed = true;
  bool finite = true;  ///< false: of some tested call nothing can be judged, as its derivative is not
  std::string remark;  ///< why it was not tested or cannot be judged; "" if it was
};

/// What ops_ad_loops_test found.
struct ops_ad_loops_result {
  bool passed = false;                    ///< no fault; something was tested, and all of that is finite
  std::vector<ops_ad_loop_row> loops;     ///< in order of first recording
  std::vector<ops_ad_loop_fault> faults;  ///< of the first faulty call of each loop; the largest error first
  std::string verdict;                    ///< one sentence
  explicit operator bool() const noexcept { return passed; }
};

/// Tests every recorded loop alone, on the values it was recorded with. A loop maps the datasets it touches, as they
/// are before, to the same datasets after it, and to what it adds to reductions. With random directions d of all of the
/// former and random seeds s of all of the latter, <s, J d> with the kernel's generated tangent must equal <J^T s, d>
/// with the adjoint that the sweep runs, the user's where one is written. As whole datasets are compared, this shows
/// wrong derivatives, derivatives that are set instead of incremented, and derivatives of overwritten values that are
/// not zeroed. Where the sum differs, each output is tested with each input alone. Cost: at most `repetitions` + 1
/// executions of tangent and adjoint per loop of the source, whatever the number of recorded calls. Seeds, gradients,
/// tangents and the recording stay as they are.
/// @throws OPSException  nothing recorded
ops_ad_loops_result ops_ad_loops_test(ops::Context* instance, const ops_ad_loops_options& options = {},
                                      ops::Where where = ops::Where::current());

// --- poison: does the gradient depend on a value that the analysis says is not needed?
// --------------------------------------

/// How ops_ad_poison_test goes about it.
struct ops_ad_poison_options {
  bool print = true;  ///< one line, on the instance's stream
};

/// What ops_ad_poison_test found.
struct ops_ad_poison_result {
  bool passed = false;
  std::size_t poisoned = 0;  ///< [bytes] of values of datasets that were NaN meanwhile
  std::size_t compared = 0;  ///< [bytes] of derivatives
  std::string dataset;       ///< whose derivative has other bits; "": none
  std::string loop, file;    ///< the first loop of the sweep that left a NaN; "" if none did
  int line = 0;
  std::string verdict;  ///< one sentence
  explicit operator bool() const noexcept { return passed; }
};

/// Runs the reverse sweep of the default tape twice more with NaN in everything that it is said not to read: values of
/// datasets, old or present, outside the cells that recorded adjoints read; memory of the pool; and, the second time,
/// derivatives where they are known to be zero. The gradient must keep its bits. All values and derivatives are
/// afterwards what they were. Adjoints of external functions run again; ops_dat_store_derivative does not.
/// @throws OPSException  the recording has not been interpreted
ops_ad_poison_result ops_ad_poison_test(ops::Context* instance, const ops_ad_poison_options& options = {},
                                        ops::Where where = ops::Where::current());
