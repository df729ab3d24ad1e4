// Generated for program 'program', target cuda; do not edit.
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
#include "backends/cuda/backend.hpp"
#include "backends/cuda/in_order.hpp"
#include "backends/cuda/loop.hpp"
#include "backends/cuda/owner.hpp"
#include "backends/cuda/search.hpp"
#include "backends/cuda/tile.hpp"
#include "ops/loop/registry.hpp"

namespace ops_loops {
namespace functions = ops::backend::library;
}
#define OPS_CHOSEN(condition, yes, no) ((condition) ? (yes) : (no))

#include "loop_0_smooth.cpp"
#include "loop_1_upwind.cpp"
#include "loop_2_rotate.cpp"
#include "loop_3_measure.cpp"
#include "loop_4_mirror.cpp"


namespace ops_loops {
namespace loop_0_smooth {
static constexpr ops::Index offsets_0[] = {{-1, 0, 0, 0, 0}, {0, -1, 0, 0, 0}, {0, 1, 0, 0, 0}, {1, 0, 0, 0, 0}};
static constexpr ops::Index reads_0[] = {{-1, 0, 0, 0, 0}, {0, -1, 0, 0, 0}, {0, 1, 0, 0, 0}, {1, 0, 0, 0, 0}};
static constexpr ops::Index offsets_1[] = {{0, 0, 0, 0, 0}};
static constexpr ops::Index reads_1[] = {{0, 0, 0, 0, 0}};
static const ops::ArgFacts facts[] = {
    {.reads_old = true, .target = true, .offsets = offsets_0, .reads = reads_0},  // u
    {.reads_old = true, .target = true, .deferrable = true, .deferred_seed = 2, .offsets = offsets_1, .reads = reads_1},  // f
    {.written = true, .seed = true, .consumed = true},  // next
};
static const char* const constants[] = {"weight"};
static constexpr std::size_t constant_bytes[] = {8};
}  // namespace loop_0_smooth
namespace loop_1_upwind {
static constexpr ops::Index offsets_0[] = {{-1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
static constexpr ops::Index reads_0[] = {{-1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
static const ops::ArgFacts facts[] = {
    {.reads_old = true, .adjoint_reads = true, .target = true, .offsets = offsets_0, .reads = reads_0},  // u
    {.written = true, .seed = true, .consumed = true},  // next
};
static const char* const constants[] = {"weight"};
static constexpr std::size_t constant_bytes[] = {8};
}  // namespace loop_1_upwind
namespace loop_2_rotate {
static constexpr ops::Index offsets_0[] = {{0, 0, 0, 0, 0}};
static constexpr ops::Index reads_0[] = {{0, 0, 0, 0, 0}};
static const ops::ArgFacts facts[] = {
    {.written = true, .reads_old = true, .target = true, .seed = true, .consumed = true, .renewable = true, .offsets = offsets_0, .reads = reads_0},  // q
    {},  // angle
};
}  // namespace loop_2_rotate
namespace loop_3_measure {
static constexpr ops::Index offsets_0[] = {{0, 0, 0, 0, 0}};
static constexpr ops::Index reads_0[] = {{0, 0, 0, 0, 0}};
static const ops::ArgFacts facts[] = {
    {.reads_old = true, .adjoint_reads = true, .target = true, .offsets = offsets_0, .reads = reads_0},  // u
    {},  // idx
    {.written = true, .seed = true},  // sums
    {.written = true, .seed = true},  // least
};
}  // namespace loop_3_measure
namespace loop_4_mirror {
static constexpr ops::Index offsets_0[] = {{0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
static constexpr ops::Index reads_0[] = {{0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
static constexpr ops::Index offsets_1[] = {{0, 0, 0, 0, 0}};
static constexpr ops::Index reads_1[] = {{0, 0, 0, 0, 0}};
static constexpr ops::Index offsets_2[] = {{1, 0, 0, 0, 0}};
static constexpr ops::Index reads_2[] = {{1, 0, 0, 0, 0}};
static const ops::ArgFacts facts[] = {
    {.written = true, .reads_old = true, .target = true, .seed = true, .consumed = true, .offsets = offsets_0, .reads = reads_0},  // u
    {.written = true, .reads_old = true, .target = true, .seed = true, .consumed = true, .renewable = true, .offsets = offsets_1, .reads = reads_1},  // f
    {.reads_old = true, .target = true, .offsets = offsets_2, .reads = reads_2},  // next
    {},  // fields
};
static void touched([[maybe_unused]] const void* const* values, bool* touched) {
  touched[0] = static_cast<const int*>(values[3])[0] == 1;
  touched[1] = static_cast<const int*>(values[3])[1] == 1;
}
}  // namespace loop_4_mirror

static const ops::LoopImplementation implementations[] = {
    {
        .file = "program.cpp",
        .first_line = 56,
        .first_column = 3,
        .last_line = 57,
        .last_column = 65,
        .name = "smooth",
        .signature = "2|dat:double:1:READ:uu|dat:double:1:READ:uu|dat:double:1:WRITE:uu",
        .kernel = "smooth",
        .primal = loop_0_smooth::primal,
        .adjoint = loop_0_smooth::adjoint,
        .adjoint_owner = loop_0_smooth::adjoint_owner,
        .owner_in_place = false,
        .tangent = loop_0_smooth::tangent,
        .not_differentiable = "",
        .args = loop_0_smooth::facts,
        .constants = loop_0_smooth::constants,
        .constant_bytes = loop_0_smooth::constant_bytes,
    },
    {
        .file = "program.cpp",
        .first_line = 58,
        .first_column = 3,
        .last_line = 58,
        .last_column = 145,
        .name = "upwind",
        .signature = "2|dat:double:1:READ:uu|dat:double:1:WRITE:uu",
        .kernel = "upwind",
        .primal = loop_1_upwind::primal,
        .adjoint = loop_1_upwind::adjoint,
        .adjoint_owner = loop_1_upwind::adjoint_owner,
        .owner_in_place = false,
        .tangent = loop_1_upwind::tangent,
        .not_differentiable = "",
        .args = loop_1_upwind::facts,
        .constants = loop_1_upwind::constants,
        .constant_bytes = loop_1_upwind::constant_bytes,
    },
    {
        .file = "program.cpp",
        .first_line = 59,
        .first_column = 3,
        .last_line = 59,
        .last_column = 136,
        .name = "rotate",
        .signature = "2|dat:float:2:RW:uu:aos|gbl:float:1",
        .kernel = "rotate",
        .primal = loop_2_rotate::primal,
        .adjoint = loop_2_rotate::adjoint,
        .adjoint_owner = loop_2_rotate::adjoint_owner,
        .owner_in_place = true,
        .tangent = loop_2_rotate::tangent,
        .not_differentiable = "",
        .args = loop_2_rotate::facts,
        .constants = {},
        .constant_bytes = {},
    },
    {
        .file = "program.cpp",
        .first_line = 60,
        .first_column = 3,
        .last_line = 61,
        .last_column = 104,
        .name = "measure",
        .signature = "2|dat:double:1:READ:uu|idx|red:double:2:INC|red:double:1:MIN",
        .kernel = "measure",
        .primal = loop_3_measure::primal,
        .adjoint = loop_3_measure::adjoint,
        .adjoint_owner = loop_3_measure::adjoint_owner,
        .attained = loop_3_measure::attained,
        .owner_in_place = true,
        .tangent = loop_3_measure::tangent,
        .not_differentiable = "",
        .args = loop_3_measure::facts,
        .constants = {},
        .constant_bytes = {},
    },
    {
        .file = "program.cpp",
        .first_line = 63,
        .first_column = 3,
        .last_line = 65,
        .last_column = 56,
        .name = "mirror",
        .signature = "2|dat:double:1:RW:uu|dat:double:1:RW:uu|dat:double:1:READ:uu|gbl:int:2",
        .kernel = "mirror",
        .primal = loop_4_mirror::primal,
        .adjoint = loop_4_mirror::adjoint,
        .adjoint_owner = nullptr,
        .owner_in_place = false,
        .tangent = loop_4_mirror::tangent,
        .not_differentiable = "",
        .touched = loop_4_mirror::touched,
        .args = loop_4_mirror::facts,
        .constants = {},
        .constant_bytes = {},
    },
};
static const ops::Registration registration(ops::cuda::backend(), true, implementations);

}  // namespace ops_loops
