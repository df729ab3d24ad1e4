// ops/data/memory_limit.hpp: finds out how much more memory this process may allocate.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "ops/support/error.hpp"

namespace ops {

/// Memory was asked for and could not be had. Calls of the program put their names and places in front (with_memory).
class OutOfMemory : public OPSException {
 public:
  explicit OutOfMemory(std::string message) : OPSException(OPS_RUNTIME_ERROR, std::move(message)) {}
};

/// Memory that can be touched without pushing others out, within the limits of this process (`ulimit -v`) and of its
/// control group [bytes].
std::size_t available_memory();
/// "1.50 GiB" and the like.
std::string bytes_text(std::size_t bytes);

/// Throws the present exception again; where memory is missing, with the call of the program and its place in front.
[[noreturn]] void rethrow_as(std::string_view call, const Where& where);

/// What a call of the program does. @throws OPSException  as `work` does; where memory is missing, it names the call
/// and its place
template <class Work>
void with_memory(std::string_view call, const Where& where, const Work& work) {
  try {
    work();
  } catch (...) {
    rethrow_as(call, where);
  }
}

}  // namespace ops
