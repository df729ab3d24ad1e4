// ops/derivatives/gradients/test_input.hpp: defines the list of inputs of a gradient test.
#pragma once

#include <initializer_list>
#include <vector>

#include "ops/data/handles.hpp"

/// A dataset or scalar that a gradient test uses as an input.
struct ops_ad_input {
  ops_ad_input(ops_dat dataset) : dat(dataset) {}
  ops_ad_input(ops_scalar number) : scalar(number) {}

  ops_dat dat = nullptr;
  ops_scalar scalar = nullptr;
};

/// The inputs can be given as a list `{u, f, k}` of datasets and scalars, or as a vector of datasets.
struct ops_ad_inputs {
  ops_ad_inputs(std::initializer_list<ops_ad_input> inputs) : all(inputs) {}
  ops_ad_inputs(const std::vector<ops_ad_input>& inputs) : all(inputs) {}
  ops_ad_inputs(const std::vector<ops_dat>& datasets) : all(datasets.begin(), datasets.end()) {}

  std::vector<ops_ad_input> all;
};
