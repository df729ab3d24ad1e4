// apps/shallow_water/record.hpp: what buoys heard, and when.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "apps/common/real.hpp"

namespace shallow_water {

/// Levels at the buoys at even moments, one row for each.
class Record {
 public:
  Record() = default;
  explicit Record(int buoys) : buoys_(static_cast<std::size_t>(buoys)) {}

  /// What was heard at a time later than all before. @param depth, ground  one each per buoy [m]
  void add(apps::Real time, const apps::Real* depth, const apps::Real* ground) {
    times_.push_back(time);
    for (std::size_t k = 0; k < buoys_; ++k) levels_.push_back(depth[k] + ground[k]);
  }

  /// From the moments of steps, two at least, to even ones, four at least.
  void space_evenly() {
    const std::size_t heard = times_.size(), moments = std::max<std::size_t>(heard, 4);
    spacing_ = (times_.back() - times_.front()) / static_cast<apps::Real>(moments - 1);
    std::vector<apps::Real> times, levels;
    for (std::size_t m = 0, k = 0; m < moments; ++m) {
      times.push_back(times_.front() + static_cast<apps::Real>(m) * spacing_);
      while (k + 2 < heard && times_[k + 1] < times.back()) ++k;
      const apps::Real part = (times.back() - times_[k]) / (times_[k + 1] - times_[k]);
      for (std::size_t b = 0; b < buoys_; ++b) levels.push_back(level(k, b) + part * (level(k + 1, b) - level(k, b)));
    }
    times_ = times;
    levels_ = levels;
  }

  apps::Real spacing() const { return spacing_; }                    ///< [s]
  const std::vector<apps::Real>& times() const { return times_; }    ///< [s]
  const std::vector<apps::Real>& levels() const { return levels_; }  ///< [m], row by row

  /// The four moments around a time as one array: the time of the second, then the levels of all four. Near the ends:
  /// the nearest four.
  std::vector<apps::Real> around(apps::Real time) const {
    const auto last = static_cast<double>(times_.size() - 3);
    const auto k = static_cast<std::size_t>(
        std::clamp(std::floor(static_cast<double>((time - times_.front()) / spacing_)), 1.0, last));
    std::vector<apps::Real> rows{times_[k]};
    const auto row = levels_.begin() + static_cast<std::ptrdiff_t>((k - 1) * buoys_);
    rows.insert(rows.end(), row, row + 4 * static_cast<std::ptrdiff_t>(buoys_));
    return rows;
  }

 private:
  apps::Real level(std::size_t moment, std::size_t buoy) const { return levels_[moment * buoys_ + buoy]; }

  std::size_t buoys_ = 0;
  apps::Real spacing_ = 1;
  std::vector<apps::Real> times_, levels_;
};

}  // namespace shallow_water
