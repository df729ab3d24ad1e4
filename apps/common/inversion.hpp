// apps/common/inversion.hpp: the model whose data are the observed ones, by L-BFGS. Compiled where an application lists
// inversion.cpp; needs libLBFGS.
#pragma once

#include <functional>
#include <vector>

namespace apps {

struct Survey {
  std::vector<double> guess;   ///< the model it starts from
  std::vector<double> weight;  ///< 0 where the model is known, up to 1 where it is sought
  /// The misfit of a model; leaves its derivative in the second argument.
  std::function<double(const std::vector<double>& model, std::vector<double>& gradient)> misfit;
  double reach = 0.0;  ///< the model stays within weight * reach of the guess; 0: anywhere
};

struct Inversion {
  std::vector<double> model;
  std::vector<double> misfits;  ///< of the guess, and after each iteration
  int evaluations = 0;          ///< of misfit and gradient
};

/// L-BFGS from the guess.
/// @throws std::runtime_error  no step was found that lowers the misfit; and whatever `survey.misfit` throws
Inversion invert(const Survey& survey, int iterations);

/// How much two changes of a model are alike: 1 if one is a multiple of the other.
double correlation(const std::vector<double>& a, const std::vector<double>& b, const std::vector<double>& origin);

}  // namespace apps
