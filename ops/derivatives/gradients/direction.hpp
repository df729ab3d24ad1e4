// ops/derivatives/gradients/direction.hpp: the direction along which one input moves, as users give it.
#pragma once

#include <memory>
#include <vector>

#include "ops/data/handles.hpp"

/// How one dataset or scalar moves.
struct ops_ad_direction {
  /// @param interior  of the dataset's type, packed as ops_dat_fetch_data packs values: of the cells that this process
  /// holds (ops_ad_along takes
  ///                  all cells); halos do not move
  ops_ad_direction(ops_dat dataset, const char* interior) : dat(dataset), data(interior) {}
  /// @param direction  a dataset of the same type, dimension and allocated cells, halos included; used as it is now
  ops_ad_direction(ops_dat dataset, ops_dat direction) : dat(dataset), values(direction) {}

  /// @param components  of the scalar's type, one for each of its components
  template <class T>
  ops_ad_direction(ops_scalar input, const T* components)
      : scalar(input), data(reinterpret_cast<const char*>(components)), type(ops::type_of<T>()) {}

  ops_dat dat = nullptr;
  ops_scalar scalar = nullptr;
  const char* data = nullptr;
  ops_dat values = nullptr;
  std::shared_ptr<const std::vector<std::byte>> kept = nullptr;  ///< what `data` points to, if nobody else keeps it
  ops::Type type = ops::Type::f64;                               ///< scalar: of `data`
};
