// ops/derivatives/log/repetition.cpp: compares sites by the events between their occurrences.
#include "ops/derivatives/log/repetition.hpp"

#include <algorithm>
#include <vector>

namespace ops {
namespace {

constexpr std::size_t most_rounds = 8;  // latest repetitions that are looked at
constexpr std::size_t least_rounds = 2;
constexpr std::size_t least_seen = 24;  // events, from the first of a site to its last
constexpr double least_alike = 0.5;     // of the sites between events of a site: those that come nearly each time
constexpr double least_share = 0.6;     // of the sites that the largest repetition has
constexpr double equal_length = 1.25;
constexpr std::size_t least_events = 8;  // of a step

/// A site's latest events, and what is between them.
struct Candidate {
  int site = 0;
  std::size_t first = 0, last = 0;  ///< moments: from the first to the last of these events
  std::size_t rounds = 0;
  std::size_t always = 0, ever = 0;  ///< sites between these events: in nearly every round; in any
  std::size_t kept = 0, alive = 0;   ///< on average
  double length() const { return static_cast<double>(last - first) / static_cast<double>(rounds); }
};

class Search {
 public:
  explicit Search(std::span<const EventKey> moments) : keys_(moments) {
    for (std::size_t i = 0; i < moments.size(); ++i) {
      const auto site = static_cast<std::size_t>(moments[i].site);
      if (site >= events_.size()) events_.resize(site + 1);
      events_[site].push_back(i);
    }
    seen_.assign(events_.size(), 0);
    times_.assign(events_.size(), 0);
  }

  std::vector<Candidate> candidates() {
    std::vector<Candidate> all;
    for (std::size_t site = 0; site < events_.size(); ++site) {
      if (events_[site].size() <= least_rounds || events_[site].back() - events_[site].front() < least_seen) continue;
      const Candidate candidate = look_at(static_cast<int>(site));
      const bool alike = static_cast<double>(candidate.always) >= least_alike * static_cast<double>(candidate.ever);
      if (alike && goes_on(candidate)) all.push_back(candidate);
    }
    return all;
  }

 private:
  Candidate look_at(int site) {
    const std::vector<std::size_t>& events = events_[static_cast<std::size_t>(site)];
    Candidate found{.site = site, .rounds = std::min(most_rounds, events.size() - 1)};
    const std::size_t begin = events.size() - 1 - found.rounds;
    found.first = events[begin];
    found.last = events.back();
    std::vector<int> sites;
    for (std::size_t round = begin; round + 1 < events.size(); ++round) {
      ++stamp_;
      found.alive += keys_[events[round]].alive;
      for (std::size_t i = events[round]; i < events[round + 1]; ++i) {
        found.kept += keys_[i].kept;
        count(keys_[i].site, sites);
      }
    }
    found.ever = sites.size();
    for (const int other : sites) {
      found.always += times_[static_cast<std::size_t>(other)] >= found.rounds - found.rounds / 4;
      times_[static_cast<std::size_t>(other)] = 0;
    }
    found.kept /= found.rounds;
    found.alive /= found.rounds;
    return found;
  }

  /// Once a round.
  void count(int site, std::vector<int>& sites) {
    const auto i = static_cast<std::size_t>(site);
    if (seen_[i] == stamp_) return;
    seen_[i] = stamp_;
    if (times_[i]++ == 0) sites.push_back(site);
  }

  /// The next event of the site is not overdue.
  bool goes_on(const Candidate& candidate) const {
    return static_cast<double>(keys_.size() - candidate.last) <=
           2 * candidate.length() + static_cast<double>(least_events);
  }

  std::span<const EventKey> keys_;
  std::vector<std::vector<std::size_t>> events_;  ///< by site
  std::vector<std::size_t> seen_, times_;         ///< by site: the round it was last seen in; rounds it was seen in
  std::size_t stamp_ = 0;
};

/// A step has to keep as much as its state takes, and to be longer than it takes to begin one.
int worth(const Candidate& site) {
  const std::size_t for_state = (site.alive + site.kept - 1) / site.kept;
  const auto for_events = static_cast<std::size_t>(static_cast<double>(least_events) / site.length() + 0.999);
  return static_cast<int>(std::min<std::size_t>(std::max({for_state, for_events, std::size_t{1}}), 1000));
}

}  // namespace

std::optional<Repetition> find_repetition(std::span<const EventKey> moments) {
  std::vector<Candidate> sites = Search(moments).candidates();
  std::size_t most = 0;
  for (const Candidate& site : sites) most = std::max(most, site.always);
  std::erase_if(sites, [&](const Candidate& site) {
    return static_cast<double>(site.always) < least_share * static_cast<double>(most);
  });
  if (sites.empty()) return {};
  const double shortest = std::ranges::min_element(sites, {}, &Candidate::length)->length();
  std::erase_if(sites, [&](const Candidate& site) { return site.length() > equal_length * shortest; });
  const Candidate& best = *std::ranges::min_element(sites, {}, &Candidate::alive);
  if (best.kept == 0) return {};
  return Repetition{best.site, worth(best), best.kept, best.alive};
}

}  // namespace ops
