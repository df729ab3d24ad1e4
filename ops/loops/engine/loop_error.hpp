// ops/loops/engine/loop_error.hpp: common text of error messages about loops.
#pragma once

#include <source_location>
#include <string>

#include "ops/loops/engine/arg_plan.hpp"
#include "ops/loops/launch/loop_call.hpp"
#include "ops/support/error.hpp"

namespace ops {

/// "file:line: ops_par_loop 'name': "
OPSException loop_error(const char* name, const std::source_location& where, int code = OPS_INVALID_ARGUMENT);
/// "file:line: ops_par_loop 'name': argument 2 (dataset 'u'): "; `position` counts from 0.
OPSException argument_error(const char* name, const std::source_location& where, std::size_t position,
                            const ops_arg& arg, int code = OPS_INVALID_ARGUMENT);
/// The same of a checked call.
OPSException loop_error(const LoopCall& call, int code = OPS_INVALID_ARGUMENT);
OPSException argument_error(const LoopCall& call, std::size_t position, int code = OPS_INVALID_ARGUMENT);
/// "argument 2 (dataset 'u')"
std::string argument_text(std::size_t position, const ops_arg& arg);
/// "axis 0: allocated [-2, 10), interior [0, 8), halo 2 below and 2 above"
std::string halo_text(const Layout& layout, int axis);

}  // namespace ops
