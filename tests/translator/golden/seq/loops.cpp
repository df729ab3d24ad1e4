// Generated for program 'program', target seq; do not edit.
#include "ops/loops/launch/contract.hpp"

OPS_TRANSLATED_FOR(3);

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdlib>

#include "backends/common/address.hpp"
#include "backends/common/attained.hpp"
#include "backends/common/choices.hpp"
#include "backends/common/digamma.hpp"
#include "backends/common/library.hpp"
#include "backends/common/pieces.hpp"
#include "backends/common/rounded.hpp"
#include "backends/common/rows.hpp"
#include "backends/seq/backend.hpp"
#include "ops/data/half.hpp"
#include "ops/loops/launch/registry.hpp"

namespace ops_loops {
namespace b = ops::backend;
namespace functions = ops::backend::library;
}
#define OPS_CHOSEN(condition, yes, no) ((condition) ? (yes) : (no))

#include "loop_0_smooth.cpp"
#include "loop_1_upwind.cpp"
#include "loop_2_rotate.cpp"
#include "loop_3_measure.cpp"
#include "loop_4_mirror.cpp"


#define OPS_PLACE(path, line, column, end_line, end_column) \
  .file = path, .first_line = line, .first_column = column, .last_line = end_line, .last_column = end_column

namespace ops_loops {
static constexpr ops::Index points_0[] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
static constexpr ops::Index points_1[] = {{0, 0}};
static constexpr ops::Index points_2[] = {{-1, 0}, {0, 0}, {1, 0}};
static constexpr ops::Index points_3[] = {{0, 0}, {1, 0}};
static constexpr ops::Index points_4[] = {{1, 0}};
static constexpr ops::ArgFacts facts_0[] = {{.reads_old = true, .target = true, .offsets = points_0, .reads = points_0},
    {.reads_old = true, .target = true, .deferrable = true, .deferred_seed = 2, .offsets = points_1, .reads = points_1},
    {.written = true, .seed = true, .consumed = true}};
static constexpr ops::ArgFacts facts_1[] = {{.reads_old = true, .adjoint_reads = true, .target = true, .offsets = points_2, .reads = points_2},
    {.written = true, .seed = true, .consumed = true}};
static constexpr ops::ArgFacts facts_2[] = {{.written = true, .reads_old = true, .target = true, .seed = true, .consumed = true, .renewable = true, .offsets = points_1, .reads = points_1},
    {}};
static constexpr ops::ArgFacts facts_3[] = {{.reads_old = true, .adjoint_reads = true, .target = true, .offsets = points_1, .reads = points_1},
    {},
    {.written = true, .seed = true},
    {.written = true, .seed = true}};
static constexpr ops::ArgFacts facts_4[] = {{.written = true, .reads_old = true, .target = true, .seed = true, .consumed = true, .offsets = points_3, .reads = points_3},
    {.written = true, .reads_old = true, .target = true, .seed = true, .consumed = true, .renewable = true, .offsets = points_1, .reads = points_1},
    {.reads_old = true, .target = true, .offsets = points_4, .reads = points_4},
    {}};
static void touched_0([[maybe_unused]] const void* const* values, bool* touched) {
  touched[0] = static_cast<const int*>(values[3])[0] == 1;
  touched[1] = static_cast<const int*>(values[3])[1] == 1;
}
namespace loop_0_smooth {
static constexpr const char* constants[] = {"weight"};
static constexpr std::size_t constant_bytes[] = {8};
static constexpr ops::LoopImplementation implementation{OPS_PLACE("program.cpp", 56, 3, 57, 65),
    .name = "smooth", .signature = "2|dat:double:1:READ:uu|dat:double:1:READ:uu|dat:double:1:WRITE:uu", .kernel = "smooth", .adjoint = adjoint, .tangent = tangent, .args = facts_0, .constants = constants, .constant_bytes = constant_bytes};
}  // namespace loop_0_smooth
namespace loop_1_upwind {
static constexpr const char* constants[] = {"weight"};
static constexpr std::size_t constant_bytes[] = {8};
static constexpr ops::LoopImplementation implementation{OPS_PLACE("program.cpp", 58, 3, 58, 145),
    .name = "upwind", .signature = "2|dat:double:1:READ:uu|dat:double:1:WRITE:uu", .kernel = "upwind", .adjoint = adjoint, .tangent = tangent, .args = facts_1, .constants = constants, .constant_bytes = constant_bytes};
}  // namespace loop_1_upwind
namespace loop_2_rotate {
static constexpr ops::LoopImplementation implementation{OPS_PLACE("program.cpp", 59, 3, 59, 136),
    .name = "rotate", .signature = "2|dat:float:2:RW:uu:aos|gbl:float:1", .kernel = "rotate", .adjoint = adjoint, .tangent = tangent, .in_float = true, .args = facts_2};
}  // namespace loop_2_rotate
namespace loop_3_measure {
static constexpr ops::LoopImplementation implementation{OPS_PLACE("program.cpp", 60, 3, 61, 104),
    .name = "measure", .signature = "2|dat:double:1:READ:uu|idx|red:double:2:INC|red:double:1:MIN", .kernel = "measure", .adjoint = adjoint, .attained = attained, .tangent = tangent, .args = facts_3};
}  // namespace loop_3_measure
namespace loop_4_mirror {
static constexpr ops::LoopImplementation implementation{OPS_PLACE("program.cpp", 63, 3, 65, 56),
    .name = "mirror", .signature = "2|dat:double:1:RW:uu|dat:double:1:RW:uu|dat:double:1:READ:uu|gbl:int:2", .kernel = "mirror", .adjoint = adjoint, .tangent = tangent, .touched = touched_0, .args = facts_4};
}  // namespace loop_4_mirror

static const ops::LoopImplementation implementations[] = {
    loop_0_smooth::implementation,
    loop_1_upwind::implementation,
    loop_2_rotate::implementation,
    loop_3_measure::implementation,
    loop_4_mirror::implementation,
};
static const ops::Registration registration(ops::seq::backend(), true, implementations);

}  // namespace ops_loops
