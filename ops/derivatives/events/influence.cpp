// ops/derivatives/events/influence.cpp: adds and removes dependences at each event.
#include "ops/derivatives/events/influence.hpp"

namespace ops {

Influence::Holder Influence::holder(const EventArg& arg) {
  return arg.dat ? static_cast<Holder>(arg.dat) : arg.scalar ? static_cast<Holder>(arg.scalar) : arg.reduction;
}

void Influence::gain(const Event& event, const EventArg& arg) {
  holders_.insert(holder(arg));
  last = &event;
  to = &arg;
}

bool Influence::lose(const Event& event, Holder holder) {
  if (holders_.erase(holder) == 0) return false;
  lost_[holder] = &event;
  return true;
}

const Event* Influence::lost_with(Holder holder) const {
  const auto lost = lost_.find(holder);
  return lost == lost_.end() ? nullptr : lost->second;
}

}  // namespace ops
