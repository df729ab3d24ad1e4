// ops/comm/first.hpp: what one process knows, told to all.
// Knows bytes; knows nothing of what they mean.
#pragma once

#include <string>
#include <vector>

#include "ops/comm/communicator.hpp"

namespace ops {

/// What the first process gives, on every process. @param mine  of others: not looked at
std::vector<std::byte> of_first(const Communicator& communicator, std::vector<std::byte> mine);
/// What went wrong where the first process writes for all, "" if nothing did: on every process, so that all of them can say so.
std::string complaint_of_first(const Communicator& communicator, const std::string& mine);

}  // namespace ops
