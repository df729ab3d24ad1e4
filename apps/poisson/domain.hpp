// apps/poisson/domain.hpp: the rectangle, cut into blocks that exchange one row of halo.
#pragma once

#include <string>
#include <vector>

#include "apps/common/real.hpp"
#include "ops.hpp"

namespace poisson {

using apps::Real;
using apps::real_type;

struct Block {
  ops_block grid = nullptr;
  int origin[2] = {};  ///< global index of its first point
  int size[2] = {};    ///< points
  bool outer[4] = {};  ///< whether its low x, high x, low y, high y side is the boundary of the rectangle
  ops_dat start = nullptr, other = nullptr;  ///< the solution, and the second buffer of the sweeps
  ops_dat forcing = nullptr, exact = nullptr;
};

class Domain {
 public:
  /// @param size    points inside the rectangle, per axis
  /// @param blocks  per axis, at most as many as points
  Domain(const int (&size)[2], const int (&blocks)[2]) : blocks_{blocks[0], blocks[1]} {
    for (int by = 0; by < blocks[1]; ++by)
      for (int bx = 0; bx < blocks[0]; ++bx) blocks_of_.push_back(make_block(size, bx, by));
    start_halos = connect(&Block::start);
    other_halos = connect(&Block::other);
  }

  std::vector<Block>& blocks() { return blocks_of_; }

  ops_halo_group start_halos = nullptr, other_halos = nullptr;  ///< exchange `start`, exchange `other`

 private:
  Block make_block(const int (&size)[2], int bx, int by) const {
    const int at[2] = {bx, by};
    const std::string name = "block_" + std::to_string(bx) + "_" + std::to_string(by);
    Block block;
    block.grid = ops_decl_block(2, name.c_str());
    for (int axis = 0; axis < 2; ++axis) {
      const auto cut = [&](int n) { return static_cast<int>(static_cast<long>(size[axis]) * n / blocks_[axis]); };
      block.origin[axis] = cut(at[axis]);
      block.size[axis] = cut(at[axis] + 1) - cut(at[axis]);
      block.outer[2 * axis] = at[axis] == 0;
      block.outer[2 * axis + 1] = at[axis] == blocks_[axis] - 1;
    }
    int base[2] = {0, 0}, below[2] = {-1, -1}, above[2] = {1, 1}, none[2] = {0, 0};
    Real* zeros = nullptr;
    block.start = ops_decl_dat(block.grid, 1, block.size, base, below, above, zeros, real_type, (name + ".u").c_str());
    block.other = ops_decl_dat(block.grid, 1, block.size, base, below, above, zeros, real_type, (name + ".u2").c_str());
    block.forcing = ops_decl_dat(block.grid, 1, block.size, base, none, none, zeros, real_type, (name + ".f").c_str());
    block.exact =
        ops_decl_dat_passive(block.grid, 1, block.size, base, none, none, zeros, real_type, (name + ".exact").c_str());
    return block;
  }

  /// Every pair of neighbours, both ways.
  ops_halo_group connect(ops_dat Block::* field) {
    std::vector<ops_halo> halos;
    for (int by = 0; by < blocks_[1]; ++by)
      for (int bx = 0; bx < blocks_[0]; ++bx) {
        if (bx + 1 < blocks_[0]) join(at(bx, by), at(bx + 1, by), 0, field, halos);
        if (by + 1 < blocks_[1]) join(at(bx, by), at(bx, by + 1), 1, field, halos);
      }
    return ops_decl_halo_group(static_cast<int>(halos.size()), halos.data());
  }

  /// The last row of `low` into the halo of `high`, and the first row of `high` into the halo of `low`.
  static void join(Block& low, Block& high, int axis, ops_dat Block::* field, std::vector<ops_halo>& halos) {
    int size[2] = {low.size[0], low.size[1]}, dir[2] = {1, 2};
    int last[2] = {0, 0}, before[2] = {0, 0}, first[2] = {0, 0}, beyond[2] = {0, 0};
    size[axis] = 1;
    last[axis] = low.size[axis] - 1;
    before[axis] = -1;
    beyond[axis] = low.size[axis];
    halos.push_back(ops_decl_halo(low.*field, high.*field, size, last, before, dir, dir));
    halos.push_back(ops_decl_halo(high.*field, low.*field, size, first, beyond, dir, dir));
  }

  Block& at(int bx, int by) { return blocks_of_[static_cast<std::size_t>(by * blocks_[0] + bx)]; }

  int blocks_[2];
  std::vector<Block> blocks_of_;
};

}  // namespace poisson
