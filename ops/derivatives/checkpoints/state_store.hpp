// ops/derivatives/checkpoints/state_store.hpp: stores values of states on disk. Each version is written at most once,
// however many states share it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "ops/data/buffer.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/checkpoints/memory_budget.hpp"
#include "ops/support/piece_store.hpp"

namespace ops {

/// Each process of a run writes what it has. One that fails has failed for all.
class StateStore {
 public:
  /// @throws OPSException  the directory cannot hold the file: says why, and what to do
  /// @param machine  by which the processes of a run agree on how writing and reading have ended
  StateStore(const DiskLimit& limit, Machine& machine);

  /// The values must not change from this call until they are on disk.
  PieceRef put(const BufferRef& values);
  /// How writing ended; nothing as long as it goes on.
  std::optional<StoreResult> outcome(const PieceRef& piece);
  ReadingRef fetch(const PieceRef& piece, const BufferRef& to) {
    return store_->read(piece, {to->here(), to->bytes}, for_host(to));
  }
  StoreResult wait(const ReadingRef& reading);

  /// Versions that are on disk, or that no state wants there any more, are let go.
  void sort_out();
  /// Until so many bytes at most are on their way to disk.
  void flush(std::size_t most) { store_->flush(most); }
  PieceStore::Totals totals() const { return store_->totals(); }

 private:
  struct Version {
    BufferRef values;
    PieceRef piece;
  };
  std::optional<StoreResult> agreed(const std::optional<StoreResult>& mine) const;

  Machine& machine_;
  std::unique_ptr<PieceStore> store_;
  std::map<const Buffer*, Version> on_their_way_;
};

/// Values that a state keeps: in memory, on disk, or for a while in both.
struct KeptValues {
  BufferRef values;
  PieceRef piece;
  std::size_t bytes = 0;

  explicit operator bool() const noexcept { return values || piece; }
};

}  // namespace ops
