// apps/common/second.hpp: products with the second derivatives of a program, their time and their symmetry.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "apps/common/report.hpp"
#include "ops.hpp"

namespace apps {

class Second {
 public:
  explicit Second(std::vector<ops_dat> inputs) : inputs_(std::move(inputs)) {}

  /// H v and H w for two random directions inside the inputs, of the run on record.
  void multiply() {
    const Fields v = random(1), w = random(2);
    const Fields Hv = product(v), Hw = product(w);
    double difference = 0.0, size = 0.0;
    hash_ = {};
    for (std::size_t k = 0; k < v.size(); ++k)
      for (std::size_t i = 0; i < v[k].size(); ++i) {
        const double there = static_cast<double>(v[k][i]) * Hw[k][i], back = static_cast<double>(w[k][i]) * Hv[k][i];
        difference += there - back;
        size += std::abs(there) + std::abs(back);
        hash_.add(Hv[k][i]);
      }
    asymmetry_ = size > 0.0 ? std::abs(difference) / size : 0.0;
  }

  void add_to(Report& report) const {
    report.add("hessian_seconds", seconds_);
    report.add("hessian_asymmetry", asymmetry_);
    report.add("hessian_norm", hash_.norm());
    report.add("hessian_hash", hash_.text());
  }

 private:
  using Fields = std::vector<std::vector<Real>>;

  /// Numbers between -1 and 1, the same everywhere.
  Fields random(std::uint64_t seed) const {
    Fields fields;
    for (const ops_dat dat : inputs_) {
      fields.push_back(ops_dat_fetch_data<Real>(dat));
      for (Real& value : fields.back()) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        value = static_cast<Real>(static_cast<double>(seed >> 11) * 0x1p-52 - 1.0);
      }
    }
    return fields;
  }

  Fields product(const Fields& along) {
    std::vector<ops_ad_direction> directions;
    for (std::size_t k = 0; k < inputs_.size(); ++k) directions.push_back(ops_ad_along(inputs_[k], along[k]));
    const double begin = now();
    ops_hessian_vector(OPS_instance::getOPSInstance(), directions);
    seconds_.push_back(now() - begin);
    Fields result = along;
    for (std::size_t k = 0; k < inputs_.size(); ++k) result[k] = ops_dat_fetch_hessian_vector<Real>(inputs_[k]);
    return result;
  }

  std::vector<ops_dat> inputs_;
  std::vector<double> seconds_;
  double asymmetry_ = 0.0;
  Fingerprint hash_;
};

/// What a Program offers that includes this file; translating it takes longer, as every loop has second derivatives
/// then.
inline std::function<void(int, Report&)> products(const std::vector<ops_dat>& inputs) {
  return [inputs](int repeat, Report& report) {
    Second second(inputs);
    for (int repetition = 0; repetition < repeat; ++repetition) second.multiply();
    second.add_to(report);
  };
}

}  // namespace apps
