// ops/derivatives/events/result_event.cpp: sets the seed of a result when the sweep visits it.
#include "ops/derivatives/events/result_event.hpp"

#include "ops/derivatives/events/advancing.hpp"
#include "ops/derivatives/events/doubling.hpp"
#include "ops/derivatives/events/influence.hpp"
#include "ops/derivatives/events/recomputing.hpp"
#include "ops/derivatives/events/reversing.hpp"
#include "ops/derivatives/log/value_bytes.hpp"

namespace ops {

bool seeded(const Events& events, const ResultEvent& event) {
  return any_bit(events.value(event.value), static_cast<std::size_t>(events.args_of(event)[0].reduction->size));
}

ResultEvent& result_at(Events& events, std::size_t index) { return static_cast<ResultEvent&>(events.nodes[index]); }

const ResultEvent& result_at(const Events& events, std::size_t index) {
  return static_cast<const ResultEvent&>(events.nodes[index]);
}

bool ResultEvent::passes(Influence& influence, EventArgs args) const {
  const ops_reduction handle = args[0].reduction;
  const bool has = influence.lose(*this, handle);
  influence.result(handle, has);
  return has && seeded(influence.events, *this);
}

void ResultEvent::recompute(Recomputing& again) { again.result(*this); }

void ResultEvent::reverse(Reversing& sweep) const {
  const ops_reduction handle = sweep.events.args_of(*this)[0].reduction;
  const std::byte* captured = sweep.events.value(value);
  std::vector<std::byte>& incoming = sweep.seed(handle);
  incoming.assign(captured, captured + handle->size);
  const auto carried = sweep.carried.extract(handle);
  if (!carried.empty()) add_elements(handle->element, incoming, carried.mapped());
}

void ResultEvent::advance(Advancing& sweep) const {
  sweep.take_result(index, sweep.events.args_of(*this)[0].reduction);
}

void ResultEvent::double_into(Doubling& second) const { second.result(*this); }

}  // namespace ops
