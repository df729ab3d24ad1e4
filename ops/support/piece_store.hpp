// ops/support/piece_store.hpp: stores blocks of memory in a file, written and read by a background thread. All calls
// come from one thread, which also destroys all owners.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "ops/support/file_space.hpp"
#include "ops/support/scratch_file.hpp"
#include "ops/support/store_result.hpp"

namespace ops {

struct StoreSettings {
  std::string directory;
  std::string name = "pieces";                                      ///< begins that of the file
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();  ///< of the file [bytes]
  std::size_t queue = std::size_t{256} << 20;  ///< so much may wait to be written, or one piece that is larger [bytes]
  bool compress = false;
};

class Piece;
class SharedSpace;
/// While anybody holds it, the piece is kept.
using PieceRef = std::shared_ptr<const Piece>;
/// A piece on its way back.
class Reading;
using ReadingRef = std::shared_ptr<Reading>;

class PieceStore {
 public:
  /// @throws OPSException  the directory cannot hold the file: says why
  explicit PieceStore(StoreSettings settings);
  /// What still waits is neither written nor read. Outlives its pieces or not.
  ~PieceStore();
  PieceStore(const PieceStore&) = delete;
  PieceStore& operator=(const PieceStore&) = delete;

  /// Waits while too much data waits to be written.
  /// @param owner  keeps the bytes alive; they must not change until there is a result
  PieceRef write(std::span<const std::byte> bytes, std::shared_ptr<const void> owner);
  /// How writing ended; nothing while the piece waits.
  std::optional<StoreResult> outcome(const PieceRef& piece);
  /// @param to  of the piece's length, to be left alone until `wait` has said that it is there
  ReadingRef read(PieceRef piece, std::span<std::byte> to, std::shared_ptr<void> owner);
  StoreResult wait(const ReadingRef& reading);
  /// Until not more than `most` bytes wait to be written.
  void flush(std::uint64_t most = 0);

  struct Totals {
    std::uint64_t waiting = 0;            ///< handed over, without an outcome yet [bytes]
    std::uint64_t written = 0, read = 0;  ///< as handed over [bytes]
    std::uint64_t taken = 0;              ///< in the file, now [bytes]
    std::uint64_t peak = 0;               ///< of it, at most
  };
  Totals totals() const;
  /// Space that is left where the file is [bytes].
  std::uint64_t free_bytes() const { return file_.free_bytes(); }

 private:
  void serve();
  void next_write(std::unique_lock<std::mutex>& lock);
  void next_read(std::unique_lock<std::mutex>& lock);
  StoreResult save(Piece& piece);
  StoreResult save_chunk(Piece& piece, std::span<const std::byte> bytes);
  StoreResult load(Reading& reading);
  StoreResult load_chunk(const Piece& piece, std::size_t chunk, std::span<std::byte> to);
  void collect(std::unique_lock<std::mutex>& lock);

  StoreSettings settings_;
  ScratchFile file_;
  std::shared_ptr<SharedSpace> shared_;
  mutable std::mutex mutex_;
  std::condition_variable work_, done_;
  std::deque<std::shared_ptr<Piece>> writes_;
  std::deque<ReadingRef> reads_;
  std::vector<std::shared_ptr<void>> finished_;  ///< let go by the caller's thread
  Totals totals_;
  bool stop_ = false;
  std::vector<std::byte> packed_;  ///< of the thread
  std::thread thread_;
};

}  // namespace ops
