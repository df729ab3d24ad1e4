// ops/api/random_state.hpp: where the random numbers of an instance are.
// Private to the library. Knows numbers.
#pragma once

#include <cstdint>
#include <optional>

class OPS_instance;

namespace ops {

/// Every fill takes the next number.
struct RandomState {
  std::uint32_t seed = 0;
  std::uint32_t fills = 0;
};

/// Of ops_fill_random_uniform and ops_fill_random_normal; nothing: there is no seed.
std::optional<RandomState>& random_state(OPS_instance& instance);

}  // namespace ops
