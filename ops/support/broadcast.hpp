// ops/support/broadcast.hpp: sends data of one process to all processes.
#pragma once

#include <string>
#include <vector>

#include "ops/support/communicator.hpp"

namespace ops {

/// What the first process gives, on every process. @param mine  of others: not looked at
std::vector<std::byte> of_first(const Communicator& communicator, std::vector<std::byte> mine);
/// The complaint of the first process, on every process; "" if there is none.
std::string complaint_of_first(const Communicator& communicator, const std::string& mine);

}  // namespace ops
