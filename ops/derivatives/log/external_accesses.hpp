// ops/derivatives/log/external_accesses.hpp: compares the declared accesses of an external function with its actual
// accesses.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "ops/loops/launch/recorder.hpp"

namespace ops {

/// A dataset in the argument list of an external function.
struct Declared {
  ops_dat dat = nullptr;
  std::string name;
  ops_access access = OPS_READ;
  Box written = Box::none();  ///< by the primal: the most cells that one write covered
};

/// A scalar around an external function. Scalars need not be declared: all are kept, as they are small.
struct ScalarAround {
  ops_scalar scalar = nullptr;
  std::vector<std::byte> before, after;
  bool read = false;                ///< by the primal, or asked for so as to write
  bool written = false;             ///< by the primal
  bool given = false;               ///< .. whatever it was: so the adjoint has to make its derivative zero
  bool replaced = false;            ///< .. and recorded loops had used that: if it does not, this does
  std::source_location where = {};  ///< it was written
};

struct ExternalFunction {
  std::function<void()> adjoint;
  std::source_location where;
  std::vector<Declared> args;
  std::vector<ops_scalar> only_read = {};          ///< scalars that it declares as OPS_READ
  std::vector<ScalarAround> scalars = {};          ///< once the primal has run
  std::vector<std::vector<std::byte>> again = {};  ///< and what it left of them when it last ran again
};

class ExternalAccesses {
 public:
  enum class Phase { primal, adjoint };
  /// Of a dataset that shows a derivative: whose; null of any other.
  using DerivativeOf = std::function<ops_dat(ops_dat shown)>;
  ExternalAccesses(const Context& context, ExternalFunction& function, Phase phase, DerivativeOf derivative_of);

  // Each throws OPSException, naming the function's place, the dataset, what was declared and what is done.
  void loop(const LoopCall& call, std::span<const ArgView> views);
  void halos(ops_halo_group group, std::source_location where);
  void read(ops_dat dat, const std::string& by, const char* call, std::source_location where);
  void write(ops_dat dat, const Box& cells, const std::string& by, const char* call, std::source_location where);
  /// A raw pointer: whether it reads or writes is known when it is released.
  void pointer(ops_dat dat, std::source_location where);
  /// @param recording  on a tape of the function's own
  void derivative(ops_dat dat, bool recording, const char* call, std::source_location where) const;
  /// The argument whose values before the function are asked for.
  std::size_t input(ops_dat dat, const char* call, std::source_location where) const;
  /// An external function inside this one.
  void declares(const Declared& inner, std::source_location where);
  /// At the end of the function. @throws OPSException  a pointer is still out
  void finish() const;

  const ExternalFunction& function() const noexcept { return function_; }
  Phase phase() const noexcept { return phase_; }

 private:
  Declared* find(ops_dat dat) const;
  bool local(ops_dat dat) const;
  bool shows_derivative(ops_dat dat, const char* call, std::source_location where) const;
  std::string us() const;
  Declared* declared(ops_dat dat, const std::string& by, const char* call, std::source_location where) const;

  ExternalFunction& function_;
  Phase phase_;
  DerivativeOf derivative_of_;
  std::unordered_set<const void*> known_;  ///< datasets that existed when the function began
};

}  // namespace ops
