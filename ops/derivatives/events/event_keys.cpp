// ops/derivatives/events/event_keys.cpp: numbers sites, and follows values forward and backward to find those that are
// kept and used.
#include "ops/derivatives/events/event_keys.hpp"

#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace ops {
namespace {

class Follower {
 public:
  Follower(const Events& events, std::size_t first, std::size_t last) : events_(events), first_(first), last_(last) {}

  EventKeys follow() {
    for (std::size_t at = first_; at < last_; ++at)
      for (const DatUse& use : uses(events_.nodes[at]))
        if (use.overwrites) present_.try_emplace(use.dat);
    for (std::size_t at = first_; at < last_; ++at) forward(events_.nodes[at], at);
    std::size_t moment = found_.list.size();
    for (std::size_t at = last_; at-- > first_;) {
      back(events_.nodes[at]);
      if (events_.nodes[at].begins_steps()) found_.list[--moment].alive = alive_;
    }
    return std::move(found_);
  }

 private:
  struct Present {
    bool kept = false;  ///< its values since they were last overwritten
    bool alive = false;
  };

  std::vector<DatUse> uses(const Event& event) const { return event.uses(events_.args_of(event)); }

  /// Null: the events never overwrite the dataset, so no step needs it kept.
  Present* present(const Tracked* dat) {
    const auto at = present_.find(dat);
    return at == present_.end() ? nullptr : &at->second;
  }

  void forward(const Event& event, std::size_t at) {
    const std::vector<DatUse> all = uses(event);
    std::size_t kept = keep(all, false);
    for (const DatUse& use : all)
      if (use.overwrites) present_.at(use.dat).kept = false;
    kept += keep(all, true);
    if (!event.begins_steps()) {
      if (!found_.list.empty()) found_.list.back().kept += kept;
      return;
    }
    found_.list.push_back({site(event, at), kept, 0});
  }

  /// @return  what is kept that was not before [bytes]
  std::size_t keep(const std::vector<DatUse>& all, bool after) {
    std::size_t kept = 0;
    for (const DatUse& use : all) {
      Present* const dat = present(use.dat);
      if (!dat || !use.keeps || use.after != after || std::exchange(dat->kept, true)) continue;
      kept += use.dat->layout.bytes;
    }
    return kept;
  }

  int site(const Event& event, std::size_t at) {
    const auto& where = event.where;
    const auto key = std::tuple{static_cast<const void*>(where.file_name()), where.line(), where.column(),
                                event.name(events_.args_of(event))};
    const auto [known, is_new] = sites_.try_emplace(key, static_cast<int>(found_.examples.size()));
    if (is_new) found_.examples.push_back(at);
    return known->second;
  }

  void back(const Event& event) {
    const std::vector<DatUse> all = uses(event);
    for (const DatUse& use : all)
      if (use.overwrites) set_alive(use.dat, false);
    for (const DatUse& use : all)
      if (use.reads) set_alive(use.dat, true);
  }

  void set_alive(const Tracked* dat, bool alive) {
    Present* const known = present(dat);
    if (!known || std::exchange(known->alive, alive) == alive) return;
    alive ? alive_ += dat->layout.bytes : alive_ -= dat->layout.bytes;
  }

  const Events& events_;
  std::size_t first_, last_;
  std::unordered_map<const Tracked*, Present> present_;
  std::map<std::tuple<const void*, std::uint_least32_t, std::uint_least32_t, std::string>, int> sites_;
  std::size_t alive_ = 0;
  EventKeys found_;
};

}  // namespace

EventKeys keys_of(const Events& events, std::size_t first, std::size_t last) {
  return Follower(events, first, last).follow();
}

}  // namespace ops
