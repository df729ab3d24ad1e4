// ops/files/restart/restart_file.hpp: the file with the state of a program, which is always complete or absent.
//
// A file is written under another name, flushed to disk and then renamed. The previous file is kept as <name>.old until
// then, so that one of the two is complete however the process ends. Every section has a checksum.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ops/files/restart/state_draft.hpp"

namespace ops {

/// A dataset as the program had declared it.
struct DeclaredDat {
  int index = 0;
  std::string name;
  std::string type;
  int dim = 1;
  Box cells;
  ops_access reducing = -1;  ///< as in ops_dat_core
  bool operator==(const DeclaredDat& other) const {
    return index == other.index && name == other.name && type == other.type && dim == other.dim && cells == other.cells;
  }
};

/// A reduction or a scalar.
struct SavedHandle {
  std::string name;
  std::vector<std::byte> value;
  int initialized = 0;
  ops_access access = OPS_INC;
};

/// Where random numbers are.
struct RandomPlace {
  bool known = false;  ///< there is a seed
  std::uint32_t seed = 0, fills = 0;
  bool operator==(const RandomPlace&) const = default;
};

struct SavedConstant {
  std::string name;
  std::vector<std::byte> value;
};

/// A loop that threw, and the program went on.
struct FailedLoop {
  std::int64_t place = 0;  ///< loops, transfers and copies before it
  int code = 0;            ///< OPSException::code
  std::string text;
};

/// Where a program is when its state is put in place: before a call that changes values, where it lists datasets, or
/// where it has jumped to.
enum class At : std::uint8_t { call, list, jump };

struct RestartState {
  std::int64_t place = 0;   ///< loops, transfers and copies before it
  std::int64_t visits = 0;  ///< times that the program has said where it is, this one counted
  std::uint64_t path = 0;   ///< hash of what they were
  At at = At::call;
  bool recorded = false;                        ///< by a program that records for derivatives
  std::vector<std::byte> payload;               ///< with which the program jumps
  std::vector<std::vector<std::byte>> results;  ///< of reductions, in the order in which they were read
  std::vector<FailedLoop> failed;               ///< in order
  RandomPlace random;
  std::vector<SavedConstant> constants;
  std::vector<DeclaredDat> dats;
  std::vector<SavedHandle> reductions, scalars;
  std::vector<SavedCells> cells;
};

class RestartFile {
 public:
  explicit RestartFile(std::string name) : name_(std::move(name)) {}
  /// @throws OPSException  it cannot be written; the one before is intact
  void write(const RestartState& state) const;
  /// The newer of the two generations that is whole; nothing if there is no file.
  /// @throws OPSException  there are files, and none is whole
  std::optional<RestartState> read() const;
  /// The program has ended: nothing is left to go on with.
  void remove() const noexcept;
  const std::string& name() const noexcept { return name_; }

 private:
  std::string name_;
};

}  // namespace ops
