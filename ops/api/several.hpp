// ops/api/several.hpp: for who calls a program in several instances, one after another, each from the same beginning.
// Private to the library. Knows that there are instances.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

class OPS_instance;

namespace ops {

/// `other` becomes the calling thread's default instance, and what was the default becomes `other`; null: none.
void exchange_default(std::unique_ptr<OPS_instance>& other) noexcept;

/// Where the random numbers of an instance are: every fill takes the next number.
struct RandomState {
  std::uint32_t seed = 0;
  std::uint32_t fills = 0;
};
/// Of ops_fill_random_uniform and ops_fill_random_normal; nothing: there is no seed.
std::optional<RandomState>& random_state(OPS_instance& instance);

}  // namespace ops
