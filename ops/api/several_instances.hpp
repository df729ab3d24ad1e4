// ops/api/several_instances.hpp: calls a program in several instances, one after another, each from the same state.
// Private to the library.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

class OPS_instance;

namespace ops {

/// While alive, `instance` is the calling thread's default, and neither ends nor begins by calls of the program.
class AsDefault {
 public:
  explicit AsDefault(std::unique_ptr<OPS_instance>& instance) noexcept;
  ~AsDefault();
  AsDefault(const AsDefault&) = delete;
  AsDefault& operator=(const AsDefault&) = delete;

 private:
  std::unique_ptr<OPS_instance>& instance_;
  bool before_;
};

/// Where the random numbers of an instance are: every fill takes the next number.
struct RandomState {
  std::uint32_t seed = 0;
  std::uint32_t fills = 0;
};
/// Of ops_fill_random_uniform and ops_fill_random_normal; nothing: there is no seed.
std::optional<RandomState>& random_state(OPS_instance& instance);

}  // namespace ops
