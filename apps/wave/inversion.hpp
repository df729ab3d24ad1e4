// apps/wave/inversion.hpp: full-waveform inversion: the velocity whose traces are the observed ones.
// Knows a misfit with its gradient, as functions; knows nothing of waves.
#pragma once

#include <functional>
#include <vector>

namespace wave {

struct Survey {
  std::vector<double> guess;   ///< the velocity it starts from [km/s]
  std::vector<double> weight;  ///< 0 where the velocity is known, up to 1 where it is sought
  /// The misfit of a velocity; leaves its derivative in the second argument.
  std::function<double(const std::vector<double>& velocity, std::vector<double>& gradient)> misfit;
};

struct Inversion {
  std::vector<double> velocity;  ///< [km/s]
  std::vector<double> misfits;   ///< of the guess, and after each iteration
  int evaluations = 0;           ///< of misfit and gradient
};

/// L-BFGS from the guess.
/// @throws std::runtime_error  no step was found that lowers the misfit; and whatever `survey.misfit` throws
Inversion invert(const Survey& survey, int iterations);

}  // namespace wave
