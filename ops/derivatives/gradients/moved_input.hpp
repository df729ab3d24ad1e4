// ops/derivatives/gradients/moved_input.hpp: one input of a Taylor test: its values, its direction and its gradient.
#pragma once

#include <string>
#include <vector>

#include "ops/derivatives/gradients/test_input.hpp"
#include "ops/derivatives/tape/tape.hpp"

namespace ops {

/// Entries are those of all allocated cells, packed, or of all components; in double whatever the type.
class MovedInput {
 public:
  explicit MovedInput(const ops_ad_input& input) : input_(input) { values = read(); }

  std::string name() const;
  /// As they are after rounding to the input's own type.
  std::vector<double> moved(double h) const;
  /// Writes values as the user would: through the recorder, so that they count as given.
  void write(const std::vector<double>& to, Where where) const;
  /// After interpretation.
  std::vector<double> gradient(Tape& tape) const;
  void add_to(InputDirections& directions, Tape& tape) const;

  std::vector<double> values, direction;

 private:
  Type type() const { return input_.dat ? input_.dat->element : input_.scalar->element; }
  std::vector<double> read() const;

  ops_ad_input input_;
};

}  // namespace ops
