// ops/support/store_result.hpp: the result of writing or reading a file, as a value.
#pragma once

#include <string>

namespace ops {

enum class StoreFault {
  none,
  full,       ///< no space: on the device, by a quota, or by the limit of the process for one file
  limit,      ///< more than the store may take
  device,     ///< the operating system reports an error
  truncated,  ///< the file is shorter than it should be
  damaged,    ///< the bytes are not those that were written
  memory,     ///< none left for the work itself
};

struct StoreResult {
  StoreFault fault = StoreFault::none;
  std::string text = {};  ///< what happened, for people; "" without a fault
  bool good() const noexcept { return fault == StoreFault::none; }
};

}  // namespace ops
