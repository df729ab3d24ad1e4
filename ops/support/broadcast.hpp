// ops/support/broadcast.hpp: sends data of one process to all processes.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ops/support/communicator.hpp"

namespace ops {

/// What the first process gives, on every process. @param mine  of others: not looked at
std::vector<std::byte> of_first(const Communicator& communicator, std::vector<std::byte> mine);
/// The text of the first process, on every process.
std::string text_of_first(const Communicator& communicator, std::string_view mine);
/// On every process, the text of the first process whose text is not ""; "" if there is none.
std::string text_of_any(const Communicator& communicator, std::string mine);
/// Whether all processes give the same bytes, by a checksum.
bool same_on_all(const Communicator& communicator, std::span<const std::byte> mine);

}  // namespace ops
