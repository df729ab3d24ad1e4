// apps/common/inversion.cpp: the inversion as a problem for libLBFGS.
#include "apps/common/inversion.hpp"

#include <lbfgs.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

namespace apps {

namespace {

/// The unknowns x: model = guess + weight x, or, with a reach, guess + weight reach tanh(x / reach). The misfit is
/// relative to that of the guess.
class Minimiser {
 public:
  explicit Minimiser(const Survey& survey) : survey_(survey), gradient_(survey.guess.size()) {
    found_.model = survey.guess;
  }

  Inversion run(int iterations) {
    const auto size = static_cast<int>(survey_.guess.size());
    const std::unique_ptr<double, void (*)(double*)> x(lbfgs_malloc(size), lbfgs_free);
    std::fill_n(x.get(), size, 0.0);
    lbfgs_parameter_t parameters;
    lbfgs_parameter_init(&parameters);
    parameters.max_iterations = iterations;
    parameters.epsilon = 1e-8;  // of the gradient's norm over that of x, which has an entry per cell
    const int outcome = lbfgs(size, x.get(), nullptr, evaluate, progress, this, &parameters);
    if (failure_) std::rethrow_exception(failure_);
    if (found_.misfits.size() < 2 && outcome < 0)
      throw std::runtime_error("inversion: libLBFGS found no step that lowers the misfit (its code " +
                               std::to_string(outcome) + ")");
    return found_;
  }

 private:
  /// Exceptions wait until the library, which is written in C, has returned: what it sees then is a wall.
  static double evaluate(void* self, const double* x, double* gradient, int size, double) {
    Minimiser& me = *static_cast<Minimiser*>(self);
    try {
      if (!me.failure_) return me.misfit(x, gradient);
    } catch (...) {
      me.failure_ = std::current_exception();
    }
    std::fill_n(gradient, size, 0.0);
    return HUGE_VAL;
  }

  double misfit(const double* x, double* gradient) {
    const double value = survey_.misfit(at(x), gradient_);
    if (found_.evaluations++ == 0) {
      unit_ = value > 0.0 ? value : 1.0;
      found_.misfits.push_back(value);
    }
    for (std::size_t i = 0; i < gradient_.size(); ++i)
      gradient[i] = survey_.weight[i] * slope(x[i]) * gradient_[i] / unit_;
    return value / unit_;
  }

  static int progress(void* self, const double* x, const double*, double value, double, double, double, int, int, int) {
    Minimiser& me = *static_cast<Minimiser*>(self);
    me.found_.model = me.at(x);
    me.found_.misfits.push_back(value * me.unit_);
    return 0;
  }

  std::vector<double> at(const double* x) const {
    std::vector<double> model = survey_.guess;
    for (std::size_t i = 0; i < model.size(); ++i) model[i] += survey_.weight[i] * change(x[i]);
    return model;
  }

  double change(double x) const { return survey_.reach > 0.0 ? survey_.reach * std::tanh(x / survey_.reach) : x; }
  double slope(double x) const {
    const double part = survey_.reach > 0.0 ? std::tanh(x / survey_.reach) : 0.0;
    return 1.0 - part * part;
  }

  const Survey& survey_;
  Inversion found_;
  std::vector<double> gradient_;
  double unit_ = 1.0;
  std::exception_ptr failure_;
};

}  // namespace

Inversion invert(const Survey& survey, int iterations) { return Minimiser(survey).run(iterations); }

double correlation(const std::vector<double>& a, const std::vector<double>& b, const std::vector<double>& origin) {
  double aa = 0.0, bb = 0.0, ab = 0.0;
  for (std::size_t i = 0; i < origin.size(); ++i) {
    const double da = a[i] - origin[i], db = b[i] - origin[i];
    aa += da * da, bb += db * db, ab += da * db;
  }
  return aa > 0.0 && bb > 0.0 ? ab / std::sqrt(aa * bb) : 0.0;
}

}  // namespace apps
