// ops/loops/engine/order_check.hpp: finds cells that one point of a loop reads and another may write, so that the
// result depends on the order of the points. It also finds cells that a point reads through one argument after it may
// have written them through another, because a derivative would use the old values. If a kernel uses its own cell of an
// argument that it may write, the check assumes that it writes the cell.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "ops/loops/engine/variant.hpp"

namespace ops {

class Communicator;  // ops/support/communicator.hpp

class OrderCheck {
 public:
  OrderCheck(const Variant& variant, int dims) : v_(variant), dims_(dims) {}

  /// Whether some point may read, through argument `read`, a cell that another one may write.
  bool may_meet(std::size_t read, const Box& range) const;
  /// Whether accesses by this argument matter: those of datasets that an argument is watched for.
  bool wants(std::size_t argument) const;
  /// @param old_values  whether own cells have to be read before they are written, as for derivatives
  /// @return  what is wrong, "" as long as nothing is
  std::string touched(std::size_t argument, const Index& offset, const Index& cell, int component, bool old_values);
  /// After the loop: what only several processes together see. Every process gets the same answer.
  std::string between(const Communicator& processes) const;

 private:
  /// What is known of the components of the cells of one dataset.
  struct Cells {
    std::vector<std::uint8_t> read, own;  ///< by which access, counted from 1; 0: by none
  };
  /// How some point reads or writes: an argument, and a point of its stencil.
  struct Reach {
    std::size_t argument;
    Index offset;
  };
  Cells& of(ops_dat dat);
  std::uint8_t number_of(std::size_t argument, const Index& offset);
  std::string sentence(std::uint8_t read, std::uint8_t own, const std::string& cell) const;
  std::string late(std::size_t argument, std::uint8_t own, const Index& cell) const;

  const Variant& v_;
  int dims_;
  std::map<ops_dat, Cells> cells_;
  std::vector<Reach> reaches_;
};

}  // namespace ops
