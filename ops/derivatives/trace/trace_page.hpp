// ops/derivatives/trace/trace_page.hpp: writes the HTML page that shows a trace: one self-contained file.
#pragma once

#include <string>
#include <string_view>

namespace ops {

/// The page up to where its data stand, and from there on.
std::string_view trace_page_head();
std::string_view trace_page_tail();

}  // namespace ops
