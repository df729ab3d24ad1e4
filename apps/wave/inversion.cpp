// apps/wave/inversion.cpp: the inversion as a problem for libLBFGS.
#include "apps/wave/inversion.hpp"

#include <lbfgs.h>

#include <cmath>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>

namespace wave {

namespace {

/// The unknowns x: velocity = guess + weight x. The misfit is relative to that of the guess.
class Minimiser {
 public:
  explicit Minimiser(const Survey& survey) : survey_(survey), gradient_(survey.guess.size()) { found_.velocity = survey.guess; }

  Inversion run(int iterations) {
    const auto size = static_cast<int>(survey_.guess.size());
    const std::unique_ptr<double, void (*)(double*)> x(lbfgs_malloc(size), lbfgs_free);
    std::fill_n(x.get(), size, 0.0);
    lbfgs_parameter_t parameters;
    lbfgs_parameter_init(&parameters);
    parameters.max_iterations = iterations;
    const int outcome = lbfgs(size, x.get(), nullptr, evaluate, progress, this, &parameters);
    if (failure_) std::rethrow_exception(failure_);
    if (found_.misfits.size() < 2 && outcome < 0)
      throw std::runtime_error("inversion: libLBFGS found no step that lowers the misfit (its code " + std::to_string(outcome) + ")");
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
    std::vector<double> velocity = at(x);
    const double value = survey_.misfit(velocity, gradient_);
    if (found_.evaluations++ == 0) {
      unit_ = value > 0.0 ? value : 1.0;
      found_.misfits.push_back(value);
    }
    for (std::size_t i = 0; i < gradient_.size(); ++i) gradient[i] = survey_.weight[i] * gradient_[i] / unit_;
    return value / unit_;
  }

  static int progress(void* self, const double* x, const double*, double value, double, double, double, int, int, int) {
    Minimiser& me = *static_cast<Minimiser*>(self);
    me.found_.velocity = me.at(x);
    me.found_.misfits.push_back(value * me.unit_);
    return 0;
  }

  std::vector<double> at(const double* x) const {
    std::vector<double> velocity = survey_.guess;
    for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] += survey_.weight[i] * x[i];
    return velocity;
  }

  const Survey& survey_;
  Inversion found_;
  std::vector<double> gradient_;
  double unit_ = 1.0;
  std::exception_ptr failure_;
};

}  // namespace

Inversion invert(const Survey& survey, int iterations) { return Minimiser(survey).run(iterations); }

}  // namespace wave
