// ops/derivatives/events/pairs_event.cpp: copies values from one dataset to another.
#include "ops/derivatives/events/pairs_event.hpp"

#include "ops/derivatives/events/influence.hpp"

namespace ops {

std::vector<DatUse> PairsEvent::uses(EventArgs args) const {
  std::vector<DatUse> all;
  for (std::size_t i = 0; recorded && i + 1 < args.size(); i += 2) {
    all.push_back({args[i].dat, true, false, false});
    all.push_back({args[i + 1].dat, false, false, whole()});
  }
  return all;
}

bool PairsEvent::passes(Influence& influence, EventArgs args) const {
  for (std::size_t i = 0; recorded && i + 1 < args.size(); i += 2) {
    const EventArg &from = args[i], &to = args[i + 1];
    if (influence.held(from) && from.dat->active && to.dat->active) influence.gain(*this, to);
    else if (whole()) influence.lose(*this, to.dat);
  }
  return false;
}

/// The second is made from the first, at least in part.
bool PairsEvent::needed(const Events& events, Needed& later, bool) const {
  const EventArgs args = events.args_of(*this);
  bool runs = false;
  for (std::size_t i = 0; i + 1 < args.size(); i += 2) runs = runs || later.contains(args[i + 1].dat);
  for (std::size_t i = 0; runs && i + 1 < args.size(); i += 2) later.insert(args[i].dat);
  return runs;
}

}  // namespace ops
