// ops/derivatives/checks/loop_products.hpp: products of one recorded loop: its derivative times a direction, and its
// adjoint times a seed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ops/derivatives/gradients/random_products.hpp"
#include "ops/derivatives/sweeps/sweep.hpp"
#include "ops/derivatives/tape/tape.hpp"

namespace ops {

/// What a loop depends on and determines: cells of a dataset, a scalar, or a sum. Smallest and largest values are left
/// out.
struct Part {
  Tracked* dat = nullptr;
  ops_reduction reduction = nullptr;
  ops_scalar scalar = nullptr;
  Box cells = Box::none();       ///< dat: all that the loop may read, write or contribute to
  int reader = -1, writer = -1;  ///< first arguments that read and write; -1: none

  std::string name() const { return dat ? dat->name : scalar ? scalar->name : reduction->name; }
  Type type() const { return dat ? dat->element : scalar ? scalar->element : reduction->element; }
  std::size_t bytes() const;
};

/// One value per entry of each part; empty: zeros.
using Parts = std::vector<std::vector<std::byte>>;

class LoopProducts {
 public:
  /// Versions must be as they were before the event.
  LoopProducts(Tape& tape, const LoopEvent& event);
  /// Fields are afterwards what they were.
  ~LoopProducts();
  LoopProducts(const LoopProducts&) = delete;
  LoopProducts& operator=(const LoopProducts&) = delete;

  const std::vector<Part>& parts() const noexcept { return parts_; }
  Parts random(Random& random) const;
  /// The direction of every part after the loop, from that before it.
  Parts tangent(const Parts& direction);
  /// The derivative of every part before the loop, from that after it, as the sweep computes it.
  Parts adjoint(const Parts& seed);
  /// Of all parts.
  Sum product(const Parts& a, const Parts& b) const;

 private:
  struct Borrowed {
    Tracked* dat;
    AdjointField field, tangent;
  };
  Part& part_of(const EventArg& arg);
  void add_dat(Part& part, std::size_t i, const EventArg& arg) const;
  void add(std::size_t i, const EventArg& arg);
  void set(AdjointField& field, const Part& part, const std::vector<std::byte>& values) const;
  std::vector<std::byte> get(AdjointField& field, const Part& part) const;
  void clear();

  Tape& tape_;
  const LoopEvent& event_;
  FieldMemory memory_;
  std::vector<Part> parts_;
  std::vector<Borrowed> borrowed_;
  std::vector<std::pair<ops_scalar, std::vector<std::byte>>> scalars_;  ///< their derivatives
  Tangents tangents_;
  bool postpone_;
};

}  // namespace ops
