// ops/derivatives/gradients/test_input.hpp: the inputs with respect to which a check tests the gradient of a program.
#pragma once

#include <initializer_list>
#include <vector>

#include "ops/data/handles.hpp"

/// An input for a check: a dataset or a scalar.
struct ops_ad_input {
  ops_ad_input(ops_dat dataset) : dat(dataset) {}
  ops_ad_input(ops_scalar number) : scalar(number) {}

  ops_dat dat = nullptr;
  ops_scalar scalar = nullptr;
};

/// The inputs for a check, given as a list `{u, f, k}` or as a vector of datasets.
struct ops_ad_inputs {
  ops_ad_inputs(std::initializer_list<ops_ad_input> inputs) : all(inputs) {}
  ops_ad_inputs(const std::vector<ops_ad_input>& inputs) : all(inputs) {}
  ops_ad_inputs(const std::vector<ops_dat>& datasets) : all(datasets.begin(), datasets.end()) {}

  std::vector<ops_ad_input> all;
};
