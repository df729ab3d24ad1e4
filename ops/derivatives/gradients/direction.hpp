// ops/derivatives/gradients/direction.hpp: defines tangent directions of datasets and scalars.
#pragma once

#include <memory>
#include <vector>

#include "ops/data/handles.hpp"

/// A tangent direction for a dataset or scalar.
struct ops_ad_direction {
  /// @param interior  values of the dataset's type, packed as in ops_dat_fetch_data, for the cells that this process
  ///     owns (ops_ad_along takes values of all cells); halo cells do not move
  ops_ad_direction(ops_dat dataset, const char* interior) : dat(dataset), data(interior) {}
  /// @param direction  a dataset of the same type, dimension and allocated cells, halos included, with its present
  ///     values
  ops_ad_direction(ops_dat dataset, ops_dat direction) : dat(dataset), values(direction) {}

  /// @param components  values of the scalar's type, one for each component
  template <class T>
  ops_ad_direction(ops_scalar input, const T* components)
      : scalar(input), data(reinterpret_cast<const char*>(components)), type(ops::type_of<T>()) {}

  ops_dat dat = nullptr;
  ops_scalar scalar = nullptr;
  const char* data = nullptr;
  ops_dat values = nullptr;
  /// owner of the memory at `data`; null: the caller owns it
  std::shared_ptr<const std::vector<std::byte>> kept = nullptr;
  ops::Type type = ops::Type::f64;  ///< for a scalar: type of `data`
};
