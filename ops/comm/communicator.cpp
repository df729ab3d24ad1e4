// ops/comm/communicator.cpp: a run of one rank.
#include "ops/comm/communicator.hpp"

namespace ops {
namespace {

class OneRank final : public Communicator {
 public:
  int rank() const noexcept override { return 0; }
  int size() const noexcept override { return 1; }
};

}  // namespace

const Communicator& communicator() noexcept {
  static const OneRank one;
  return one;
}

}  // namespace ops
