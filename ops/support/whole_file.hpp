// ops/support/whole_file.hpp: replaces files atomically: a file is either complete or unchanged.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace ops {

/// Writes a file beside the path and gives it the name. If the path exists and is no regular file (a device, a pipe),
/// it is written to directly.
/// @return what went wrong, for the end of a sentence: "cannot be written: No space left on device"; "" if nothing did
std::string write_whole(const std::string& path, std::span<const std::string_view> parts);

}  // namespace ops
