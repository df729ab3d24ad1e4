// ops/derivatives/log/input_directions.hpp: the directions of the inputs of a recording.
#pragma once

#include <map>
#include <vector>

#include "ops/data/handles.hpp"

namespace ops {

struct Tracked;  // ops/derivatives/log/recording.hpp

/// A direction of datasets, all allocated cells, and of scalars, all components; what is not named does not move.
struct InputDirections {
  std::map<const Tracked*, std::vector<double>> dats;
  std::map<ops_scalar, std::vector<double>> scalars;
};

}  // namespace ops
