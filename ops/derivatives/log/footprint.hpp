// ops/derivatives/log/footprint.hpp: the cells of a dataset that a loop accesses through one argument. Pure index
// arithmetic on argument shapes.
#pragma once

#include <span>

#include "ops/data/handles.hpp"
#include "ops/loops/launch/loop_call.hpp"

namespace ops {

/// Smallest box around the cells that iteration points of `range` touch at `offsets` (none given: those at which they
/// write, the centre mostly).
/// @param shape  steps, pitches and divisors of the argument; addresses are not looked at
Box footprint(const ArgView& shape, const Box& range, std::span<const Index> offsets = {});

/// Whether points of `range` write every cell of their footprint: not where a stride leaves some out.
bool fills(const ArgView& shape, const Box& range);

/// All that a loop may write through argument i: where its kernel is not known, at any point that the argument's
/// stencil declares.
Box may_write(const LoopCall& call, std::size_t i, const ArgView& shape);

/// Whether some point of `range` reads, through `read` at one of `offsets`, a cell that another point writes through
/// `write`.
/// @param twice  `write` and `read` are two arguments: a cell that the same point writes counts as well
bool overlaps(const ArgView& write, const ArgView& read, const Box& range, std::span<const Index> offsets,
              bool twice = false);

/// The shape of the same argument on a buffer of another layout.
ArgView reshaped(const ArgView& shape, const Layout& layout);

/// The shape of the same argument on a row of zeros; `elements` is how long the row must be.
ArgView zero_shape(const ArgView& shape, const Box& cells, int components, std::ptrdiff_t& first,
                   std::size_t& elements);

}  // namespace ops
