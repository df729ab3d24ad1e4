// ops/machines/ranks/exchange.hpp: sends cells of datasets between processes: copies of neighbours' cells, and boxes
// that every process gets.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "ops/data/machine.hpp"
#include "ops/machines/ranks/transfers.hpp"
#include "ops/support/communicator.hpp"

namespace ops::ranks {

/// A reference, for calls of a machine, to a buffer with another owner.
BufferRef borrowed(const Buffer* buffer);

class Exchange {
 public:
  /// @param machine  that has this process's buffers
  Exchange(const Communicator& communicator, Machine& machine) : communicator_(communicator), machine_(machine) {}

  /// Brings copies up to date: one message each way between two processes.
  void bring(const std::map<int, Transfer>& transfers);
  /// All cells of `box`, on every process: a dense array, components fastest, then axis 0, ..
  void everywhere(std::byte* to, const Buffer* from, const Layout& layout, const Box& box);
  /// Every process gets the cells of its box, one for each rank, as a dense array.
  void deal_out(std::byte* to, const Buffer* from, const Layout& layout, std::span<const Box> boxes);
  /// The inverse: the owners of cells get them from the process that has their box. @param from  with its own layout
  void bring_home(const Buffer* to, const Layout& layout, const Buffer* from, const Layout& from_layout,
                  std::span<const Box> boxes);

 private:
  /// Values on their way between two processes, of cells that are within both their boxes.
  using Handing = std::function<void(std::byte* values, const Box& cells)>;
  /// @param out, in  to and from each rank: which cells
  void hand_over(const Layout& layout, std::span<const Box> out, std::span<const Box> in, const Handing& pack,
                 const Handing& unpack);
  void pack(std::byte* to, const Piece& piece);
  void unpack(const Piece& piece, const std::byte* from);

  const Communicator& communicator_;
  Machine& machine_;
  std::vector<std::vector<std::byte>> memory_;  ///< of messages of `bring`, kept
};

}  // namespace ops::ranks
