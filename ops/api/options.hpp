// ops/api/options.hpp: parses the library's command-line options. Words without OPS_ belong to the application.
#pragma once

#include <iosfwd>

#include "ops/data/context.hpp"

namespace ops {

/// Reads every word that starts with OPS_, -OPS_ or --OPS_; the last of equal ones counts. Words of that form that are
/// not known, or have no effect in this build, get one line of explanation on `out`.
/// @param diags  level the program asked for; OPS_DIAGS wins
/// @throws OPSException  an option has a value it cannot have
Options parse_options(int argc, const char* const* argv, int diags, std::ostream& out, Where where);

/// What OPS_DEVICE says; 0 if nothing or no number, which parse_options() complains about.
int device_number(int argc, const char* const* argv) noexcept;

/// Every option with its meaning and present value: what -OPS_HELP prints.
void print_options(std::ostream& out, const Options& options);

}  // namespace ops
