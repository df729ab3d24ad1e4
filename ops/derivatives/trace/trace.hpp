// ops/derivatives/trace/trace.hpp: the contents of a trace of a gradient as plain data, and their compact JSON.
//
// Versions of data are not stored: they follow from the order of the events, because every write makes the next
// version.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <string>
#include <vector>

namespace ops {

/// A dataset, a reduction or a scalar.
struct TraceDatum {
  std::string name, block;  ///< block: "" if it has none
  std::size_t bytes = 0;    ///< of one version
  bool operator==(const TraceDatum&) const = default;
};

/// A line of the program that does something.
struct TraceSite {
  std::string what;  ///< loop, result, halos, copy, keep, cut, store, external, scalar
  std::string name;  ///< of the loop, reduction or scalar; "" for the others
  std::string file;
  int line = 0;
  auto operator<=>(const TraceSite&) const = default;
};

enum TraceUse : int {
  trace_reads = 1,
  trace_writes = 2,
  trace_needs = 4,     ///< the adjoint reads the values
  trace_adds = 8,      ///< the adjoint adds to the derivative
  trace_receives = 16  ///< the adjoint reads the derivative
};
struct TraceArg {
  int datum = 0;
  int use = 0;
  auto operator<=>(const TraceArg&) const = default;
};

/// What happenings have in common: line, range and data.
struct TraceKind {
  int site = 0;
  std::vector<int> range;  ///< lo, hi of each axis; empty where there is none
  std::vector<TraceArg> args;
  auto operator<=>(const TraceKind&) const = default;
};

struct TraceHappening {
  int kind = 0;
  bool recorded = false;
  double forward = 0, reverse = 0;  ///< [s]
  double norm = 0;                  ///< largest entry of the derivatives its outputs received
};

/// Old values that are kept for an adjoint.
struct TraceKept {
  int happening = 0;  ///< whose adjoint reads them; of a saved part: who overwrote them
  int datum = 0;
  std::size_t bytes = 0;
  bool part = false;  ///< of a version
};

/// The first value of its sort that is no finite number.
struct TraceFault {
  bool reverse = false;  ///< a derivative; else a value
  bool nan = false;      ///< not a number; else infinite
  /// reverse: the derivative had it when the sweep came to the loop; else the loop's adjoint made it
  bool arrived = false;
  int happening = 0;
  int datum = 0;
  std::vector<int> cell = {};
};

struct Trace {
  std::string title, target;
  std::vector<TraceDatum> data = {};
  std::vector<TraceSite> sites = {};
  std::vector<TraceKind> kinds = {};
  std::vector<TraceHappening> happenings = {};  ///< in program order
  std::vector<int> steps = {};                  ///< where ops_ad_step was called: the happening that came next
  std::vector<TraceKept> kept = {};
  std::vector<TraceFault> faults = {};  ///< at most one of each sort
  std::size_t nodes = 0, node_bytes = 0;
};

/// One line; "<" never occurs in it, so it may stand in a page.
std::string json(const Trace& trace);

}  // namespace ops
