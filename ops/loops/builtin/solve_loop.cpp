// ops/loops/builtin/solve_loop.cpp: the facts of a solve, and the kernel that represents it in the engine.
#include "ops/loops/builtin/solve_loop.hpp"

#include <array>

#include "ops/loops/builtin/launch_systems.hpp"
#include "ops/support/error.hpp"
#include "tridsolver/tridsolver.hpp"

namespace ops::tridiagonal {
namespace {

constexpr Index here[1] = {{}};

constexpr ArgFacts read(bool kept) {
  return {.reads_old = true, .adjoint_reads = kept, .target = true, .offsets = here, .reads = here};
}
/// The right-hand side that becomes the solution, which the adjoint reads if the matrix has a derivative.
constexpr ArgFacts replaced(bool kept) {
  return {.written = true,
          .reads_old = true,
          .adjoint_reads = kept,
          .reads_after = kept,
          .target = true,
          .seed = true,
          .consumed = true,
          .offsets = here,
          .reads = here};
}
constexpr ArgFacts increased{.written = true, .reads_old = true, .seed = true, .reads = here};

template <bool adds, bool matrix>
constexpr std::array<ArgFacts, arguments(adds)> facts() {
  if constexpr (adds) return {read(true), read(true), read(true), read(matrix), increased, ArgFacts{}};
  else return {read(true), read(true), read(true), replaced(matrix), ArgFacts{}};
}

/// Of values and directions. Directions of a matrix that has none are zero, and nobody looks.
template <bool adds, bool matrix>
constexpr std::array<ArgFacts, 2 * arguments(adds)> twice() {
  std::array<ArgFacts, 2 * arguments(adds)> both;
  for (std::size_t i = 0; i < arguments(adds); ++i) {
    both[i] = both[arguments(adds) + i] = facts<adds, matrix>()[i];
    if (!matrix) both[arguments(adds) + i].adjoint_reads = false;
  }
  return both;
}

/// Few long systems are cut in another way, and `checked` looks at systems as wholes.
bool relayed(const Box& range, const Lines& lines) {
  tridsolver::Shape shape;
  shape.cells[0] = range.extent(lines.axis);
  shape.batch = lines.number;
  return !tridsolver::in_chunks(shape) && !registry().backend.compare;
}

template <class T, bool adds, bool matrix>
const LoopImplementation& implementation() {
  static constexpr auto once = facts<adds, matrix>();
  static constexpr auto both = twice<adds, matrix>();
  static constexpr const char* name = adds ? "ops_tridMultiDimBatch_Inc" : "ops_tridMultiDimBatch";
  static constexpr int axis = static_cast<int>(arguments(adds)) - 1;
  static const LoopImplementation second{.name = name,
                                         .kernel = name,
                                         .adjoint = &Functions<T>::template second<adds, matrix>,
                                         .axis = axis,
                                         .relayed = relayed,
                                         .args = both};
  static const LoopImplementation loop{.name = name,
                                       .kernel = name,
                                       .primal = &Functions<T>::template forward<adds>,
                                       .adjoint = &Functions<T>::template adjoint<adds, matrix>,
                                       .tangent = &Functions<T>::template tangent<adds, matrix>,
                                       .second = &second,
                                       .axis = axis,
                                       .relayed = relayed,
                                       .args = once};
  return loop;
}

[[noreturn]] void not_by_points() {
  throw OPSException(OPS_INTERNAL_ERROR) << "the kernel of a tridiagonal solve was called for a single point, but the "
                                            "solve is implemented only for whole ranges";
}
template <class T, int dims>
void in_place(const Accessor<T, dims>&, const Accessor<T, dims>&, const Accessor<T, dims>&, Accessor<T, dims>&,
              const int*) {
  not_by_points();
}
template <class T, int dims>
void added(const Accessor<T, dims>&, const Accessor<T, dims>&, const Accessor<T, dims>&, const Accessor<T, dims>&,
           Accessor<T, dims>&, const int*) {
  not_by_points();
}

template <class T, int dims>
KernelRef kernel_of(Kind kind) {
  KernelRef ref = kind.adds ? kernel_ref(&added<T, dims>) : kernel_ref(&in_place<T, dims>);
  if (kind.adds) ref.library = kind.matrix ? &implementation<T, true, true>() : &implementation<T, true, false>();
  else ref.library = kind.matrix ? &implementation<T, false, true>() : &implementation<T, false, false>();
  return ref;
}

template <class T>
KernelRef kernel_of(int dims, Kind kind) {
  switch (dims) {
    case 1: return kernel_of<T, 1>(kind);
    case 2: return kernel_of<T, 2>(kind);
    case 3: return kernel_of<T, 3>(kind);
    default: return kernel_of<T, 4>(kind);
  }
}

}  // namespace

KernelRef kernel(Type element, int dims, Kind kind) {
  return element == Type::f64 ? kernel_of<double>(dims, kind) : kernel_of<float>(dims, kind);
}

}  // namespace ops::tridiagonal
