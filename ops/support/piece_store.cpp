// ops/support/piece_store.cpp: the background thread, and blocks divided into chunks.
#include "ops/support/piece_store.hpp"

#include <pthread.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <functional>
#include <new>
#include <system_error>
#include <utility>

#include "ops/support/checksum.hpp"
#include "ops/support/codec.hpp"
#include "ops/support/error.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{8} << 20;

/// Where a part of a piece lies.
struct Chunk {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;    ///< in the file; less than that of the part: compressed
  std::uint64_t checksum = 0;  ///< of the part as handed over
};

/// A signal of the program is not for this thread; for a file that may not grow it would end the process.
std::thread without_signals(std::function<void()> body) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread;
  std::optional<std::system_error> failed;
  try {
    thread = std::thread(std::move(body));
  } catch (const std::system_error& error) {
    failed = error;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (failed)
    throw OPSException(OPS_RUNTIME_ERROR)
        << "the library cannot start a thread that writes to disk: " << failed->what();
  return thread;
}

template <class Work>
StoreResult guarded(Work work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return {StoreFault::memory, "there is not enough memory to read and write files"};
  }
}

}  // namespace

/// What pieces need even after the store is gone.
class SharedSpace {
 public:
  explicit SharedSpace(std::uint64_t limit) : space(limit) {}
  std::mutex mutex;
  Space space;
};

class Piece {
 public:
  explicit Piece(std::shared_ptr<SharedSpace> shared) : shared_(std::move(shared)) {}
  ~Piece() { give(); }
  Piece(const Piece&) = delete;
  Piece& operator=(const Piece&) = delete;

  std::optional<std::uint64_t> take(std::uint64_t length) {
    const std::lock_guard lock(shared_->mutex);
    const auto offset = shared_->space.take(length);
    if (offset) chunks.push_back({*offset, length, 0});
    return offset;
  }
  void give() {
    const std::lock_guard lock(shared_->mutex);
    for (const Chunk& chunk : chunks) shared_->space.give(chunk.offset, chunk.length);
    chunks.clear();
  }

  std::span<const std::byte> bytes;  ///< valid without an outcome
  std::shared_ptr<const void> owner;
  std::vector<Chunk> chunks;
  std::optional<StoreResult> outcome;  ///< guarded by the store

 private:
  std::shared_ptr<SharedSpace> shared_;
};

class Reading {
 public:
  PieceRef piece;
  std::span<std::byte> to;
  std::shared_ptr<void> owner;
  std::optional<StoreResult> result;
};

PieceStore::PieceStore(StoreSettings settings)
    : settings_(std::move(settings)),
      file_(settings_.directory, settings_.name),
      shared_(std::make_shared<SharedSpace>(settings_.limit)) {
  thread_ = without_signals([this] { serve(); });
}

PieceStore::~PieceStore() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  work_.notify_all();
  thread_.join();
}

void PieceStore::collect(std::unique_lock<std::mutex>& lock) {
  const auto finished = std::exchange(finished_, {});
  lock.unlock();
}

PieceRef PieceStore::write(std::span<const std::byte> bytes, std::shared_ptr<const void> owner) {
  auto piece = std::make_shared<Piece>(shared_);
  piece->bytes = bytes;
  piece->owner = std::move(owner);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return totals_.waiting == 0 || totals_.waiting + bytes.size() <= settings_.queue; });
  totals_.waiting += bytes.size();
  writes_.push_back(piece);
  work_.notify_one();
  collect(lock);
  return piece;
}

std::optional<StoreResult> PieceStore::outcome(const PieceRef& piece) {
  std::unique_lock lock(mutex_);
  const auto known = piece->outcome;
  collect(lock);
  return known;
}

ReadingRef PieceStore::read(PieceRef piece, std::span<std::byte> to, std::shared_ptr<void> owner) {
  const auto reading = std::make_shared<Reading>(Reading{std::move(piece), to, std::move(owner), {}});
  std::unique_lock lock(mutex_);
  reads_.push_back(reading);
  work_.notify_one();
  collect(lock);
  return reading;
}

StoreResult PieceStore::wait(const ReadingRef& reading) {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return reading->result.has_value(); });
  const StoreResult result = *reading->result;
  collect(lock);
  return result;
}

void PieceStore::flush(std::uint64_t most) {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return totals_.waiting <= most; });
  collect(lock);
}

PieceStore::Totals PieceStore::totals() const {
  const std::lock_guard lock(mutex_);
  const std::lock_guard space_lock(shared_->mutex);
  Totals totals = totals_;
  totals.taken = shared_->space.used();
  return totals;
}

void PieceStore::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    work_.wait(lock, [&] { return stop_ || !reads_.empty() || !writes_.empty(); });
    if (stop_) return;
    reads_.empty() ? next_write(lock) : next_read(lock);
    done_.notify_all();
  }
}

/// Somebody waits for a reading, and for a piece only when the queue is full.
void PieceStore::next_read(std::unique_lock<std::mutex>& lock) {
  const ReadingRef reading = reads_.front();
  reads_.pop_front();
  lock.unlock();
  StoreResult result = guarded([&] { return load(*reading); });
  lock.lock();
  if (result.good()) totals_.read += reading->to.size();
  reading->result = std::move(result);
  finished_.push_back(reading);
}

void PieceStore::next_write(std::unique_lock<std::mutex>& lock) {
  std::shared_ptr<Piece> piece = std::move(writes_.front());
  writes_.pop_front();
  const bool wanted = piece.use_count() > 1;
  lock.unlock();
  StoreResult result;
  if (wanted) result = guarded([&] { return save(*piece); });
  if (!result.good()) piece->give();
  lock.lock();
  totals_.waiting -= piece->bytes.size();
  if (wanted && result.good()) totals_.written += piece->bytes.size();
  totals_.peak = std::max(totals_.peak, [&] {
    const std::lock_guard space_lock(shared_->mutex);
    return shared_->space.end();
  }());
  piece->outcome = std::move(result);
  finished_.push_back(std::const_pointer_cast<void>(std::exchange(piece->owner, {})));
  finished_.push_back(std::move(piece));
}

StoreResult PieceStore::save(Piece& piece) {
  for (std::size_t begin = 0; begin < piece.bytes.size(); begin += chunk_bytes) {
    StoreResult result =
        save_chunk(piece, piece.bytes.subspan(begin, std::min(chunk_bytes, piece.bytes.size() - begin)));
    if (!result.good()) return result;
  }
  return {};
}

StoreResult PieceStore::save_chunk(Piece& piece, std::span<const std::byte> bytes) {
  std::span<const std::byte> lying = bytes;
  if (settings_.compress)
    if (const auto less = compressed(bytes, packed_); !less.empty()) lying = less;
  const auto offset = piece.take(lying.size());
  if (!offset)
    return {StoreFault::limit, "the limit of " + std::to_string(settings_.limit) + " bytes for files in '" +
                                   settings_.directory + "' is reached"};
  piece.chunks.back().checksum = checksum(bytes);
  return file_.write(lying, *offset);
}

StoreResult PieceStore::load(Reading& reading) {
  const Piece& piece = *reading.piece;
  if (reading.to.size() != piece.bytes.size())
    return {StoreFault::damaged, "the stored data do not have the expected length"};
  if (!piece.outcome) {
    std::memcpy(reading.to.data(), piece.bytes.data(), piece.bytes.size());
    return {};
  }
  if (!piece.outcome->good()) return *piece.outcome;
  for (std::size_t k = 0; k < piece.chunks.size(); ++k) {
    const std::size_t begin = k * chunk_bytes;
    StoreResult result =
        load_chunk(piece, k, reading.to.subspan(begin, std::min(chunk_bytes, reading.to.size() - begin)));
    if (!result.good()) return result;
  }
  return {};
}

StoreResult PieceStore::load_chunk(const Piece& piece, std::size_t k, std::span<std::byte> to) {
  const Chunk& chunk = piece.chunks[k];
  const StoreResult damaged{
      StoreFault::damaged,
      ops::format("a file in '{}' no longer contains the data that were written to it: the checksum does not match",
                  settings_.directory)};
  const bool packed = chunk.length != to.size();
  if (packed) packed_.resize(chunk.length);
  StoreResult result = file_.read(packed ? std::span(packed_) : to, chunk.offset);
  if (!result.good()) return result;
  return (packed && !decompress(packed_, to)) || checksum(to) != chunk.checksum ? damaged : StoreResult{};
}

}  // namespace ops
