// ops/state/state_store.cpp: which versions are on their way.
#include "ops/state/state_store.hpp"

#include <limits>

#include "ops/diag/error.hpp"

namespace ops {
namespace {

/// How much waits is decided where a state is saved.
constexpr std::size_t any = std::numeric_limits<std::size_t>::max();

std::unique_ptr<PieceStore> open_store(const DiskLimit& limit) {
  try {
    return std::make_unique<PieceStore>(StoreSettings{limit.directory, "opsgrad", limit.bytes, any, limit.compress});
  } catch (const OPSException& error) {
    throw OPSException(OPS_RUNTIME_CONFIGURATION_ERROR)
        << "states cannot go to disk: " << error.what() << "; -OPS_AD_DISK= needs a directory that exists and may be written to";
  }
}

}  // namespace

StateStore::StateStore(const DiskLimit& limit) : store_(open_store(limit)), lossy_(limit.lossy) {}

/// A version of which one state needs the exact values may be written for it once more.
PieceRef StateStore::put(const BufferRef& values, const std::optional<Reals>& nearly) {
  const bool lossily = lossy() && nearly.has_value();
  Version& version = on_their_way_[values.get()];
  if (!version.piece || (version.lossy && !lossily)) {
    const auto loss = lossily ? std::optional(Lossy{*nearly, *lossy_}) : std::nullopt;
    version = {values, store_->write({values->address, values->bytes}, for_host(values), loss), lossily};
  }
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
