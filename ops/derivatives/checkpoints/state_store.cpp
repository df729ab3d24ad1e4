// ops/derivatives/checkpoints/state_store.cpp: tracks the versions that are being written.
#include "ops/derivatives/checkpoints/state_store.hpp"

#include <limits>

#include "ops/support/error.hpp"

namespace ops {
namespace {

/// How much waits is decided where a state is saved.
constexpr std::size_t any = std::numeric_limits<std::size_t>::max();

std::unique_ptr<PieceStore> open_store(const DiskLimit& limit, Machine& machine) {
  std::unique_ptr<PieceStore> store;
  std::string problem = "another process has no such directory";
  try {
    store = std::make_unique<PieceStore>(StoreSettings{limit.directory, "opsgrad", limit.bytes, any, limit.compress});
  } catch (const OPSException& error) {
    problem = error.what();
  }
  if (machine.least(store ? 1 : 0) == 1) return store;
  throw OPSException(OPS_RUNTIME_CONFIGURATION_ERROR)
      << "states cannot be stored on disk: " << problem
      << "; -OPS_AD_DISK= needs an existing directory with write permission";
}

}  // namespace

StateStore::StateStore(const DiskLimit& limit, Machine& machine)
    : machine_(machine), store_(open_store(limit, machine)) {}

/// Nothing while any process waits; a fault if one has one.
std::optional<StoreResult> StateStore::agreed(const std::optional<StoreResult>& mine) const {
  enum : std::int64_t { waits, failed, good };
  const std::int64_t all = machine_.least(!mine ? waits : mine->good() ? good : failed);
  if (all == waits) return {};
  if (all == failed && mine->good())
    return StoreResult{StoreFault::device, "another process could not write or read its part of a stored state"};
  return mine;
}

std::optional<StoreResult> StateStore::outcome(const PieceRef& piece) { return agreed(store_->outcome(piece)); }
StoreResult StateStore::wait(const ReadingRef& reading) { return *agreed(store_->wait(reading)); }

PieceRef StateStore::put(const BufferRef& values) {
  Version& version = on_their_way_[values.get()];
  if (!version.piece) version = {values, store_->write({values->here(), values->bytes}, for_host(values))};
  return version.piece;
}

void StateStore::sort_out() {
  constexpr long here_and_in_the_queue = 2;
  std::erase_if(on_their_way_, [&](const auto& each) {
    const PieceRef& piece = each.second.piece;
    return store_->outcome(piece).has_value() || piece.use_count() <= here_and_in_the_queue;
  });
}

}  // namespace ops
