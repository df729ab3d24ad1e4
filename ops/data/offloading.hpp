// ops/data/offloading.hpp: offloads inactive buffers to other memory when the machine's memory is full.
#pragma once

#include <list>
#include <memory>

#include "ops/data/buffer.hpp"
#include "ops/data/memory_blocks.hpp"

namespace ops {

/// A buffer as its pool knows it.
struct Piece final : Buffer {
  Block block;                          ///< none while its values lie aside alone
  int activate = 0;                     ///< datasets whose present version it is
  bool deactivate = false;              ///< may be moved
  bool passed = false;                  ///< all that will be needed soon is needed before it
  std::byte* aside = nullptr;           ///< where its values lie, too if it has a block; null: nowhere
  OffloadMemory::Copy arrives = 0;      ///< they are on their way to the block
  std::list<Piece*>::iterator at = {};  ///< among those that rest in the machine's memory
};

class Offloading final : public Residency {
 public:
  /// @param here  what rests in the machine's memory takes at most so much there [bytes]
  Offloading(Blocks& blocks, std::unique_ptr<OffloadMemory> aside, std::size_t here);
  ~Offloading() override;

  void activate(Buffer& buffer) override;
  void deactivate(Buffer& buffer) override;
  void bring(Buffer& buffer, bool changes) override;
  /// The buffer goes.
  void ends(Piece& piece) noexcept;

  /// Offloads the inactive buffers that are needed last. Call it only while no code holds the address of an inactive
  /// buffer.
  void make_room();
  /// Needed soon. @return  whether it is here or on its way; if not, there is no room for it now
  bool fetch(Buffer& buffer);
  void needed_last(Buffer& buffer);

  std::size_t here() const noexcept { return most_here_; }
  const OffloadMemory& aside() const noexcept { return *aside_; }
  const OffloadTraffic& moved() const noexcept { return moved_; }

 private:
  static Piece& piece_of(Buffer& buffer) { return static_cast<Piece&>(buffer); }
  void move_out(std::size_t most, bool passed);
  bool move_out(Piece& piece);
  bool copy_out(Piece& piece);
  std::byte* offload_place(std::size_t bytes);
  void begin_in(Piece& piece);
  void to_list(Piece& piece, std::list<Piece*>::iterator before);
  void from_list(Piece& piece) noexcept;
  void give_back(Piece& piece) noexcept;

  Blocks& blocks_;
  std::unique_ptr<OffloadMemory> aside_;
  std::size_t most_here_, most_resting_;
  std::list<Piece*> resting_;  ///< in the machine's memory or on their way there; the one needed last first
  std::size_t resting_bytes_ = 0;
  std::size_t twice_ = 0;  ///< pieces with a block whose values lie aside, too
  OffloadTraffic moved_;
};

}  // namespace ops
