"""Faults for faults.py: what is wrong, in which file, and the check that is asked first. planted_test.py notices where their text is gone."""

from __future__ import annotations

import re
from dataclasses import dataclass

GENERATED, GOLDEN = "generated", "golden"  # text of random loops, of the golden program


@dataclass(frozen=True)
class Fault:
    """In `file` (of backends/cuda, <room>/<file> of another room of backends, ops/.., or generated text) `right` becomes `wrong`. `first`: the check
    that is asked first; others follow."""

    kind: str
    what: str
    file: str
    right: str
    wrong: str
    first: str = "sums"

    def places(self, text: str) -> list[tuple[int, int]]:
        """Where `right` is in a text, however its words are divided into lines."""
        words = re.findall(r"\w+|[^\w\s]", self.right)
        pattern = r"\s*".join(map(re.escape, words))
        return [m.span() for m in re.finditer(pattern, text)]


def _in(file: str, kind: str, first: str, *faults: tuple[str, str, str]) -> tuple[Fault, ...]:
    return tuple(Fault(kind, *(what, file, right, wrong), first) for what, right, wrong in faults)


RACES = (
    *_in("totals.hpp", "race", "sums", ("a step of a tree races: all threads add", "if (number < half) totals", "if (number + half < threads) totals")),
    *_in("grid.hpp", "race", "sums", ("threads of a row reach into the next row", "& ((1 << columns_) - 1)", "& ((2 << columns_) - 1)"),
         ("a thread's next point is one of the next thread's", "k * rows_);", "k);"),
         ("the next block of rows begins among the rows of this one", "* rows_ * (line_ ? 1 : each_)", "* rows_")),
    *_in("grid.hpp", "race", "line",
         ("a thread's next point of a line is its neighbour's", "line_ ? k << columns_ : 0", "line_ ? k : 0"),
         ("the next block of a line begins among the points of this one", "* (line_ ? each_ : 1);", ";")),
    *_in("loop.hpp", "race", "sums",
         ("all blocks write one total", "* blocks + thread.block] = total", "* blocks] = total"),
         ("totals of components lie on each other", "static_cast<unsigned>(component) * blocks + thread.block] = total", "thread.block] = total"),
         ("totals of components land on each other", "reinterpret_cast<Total*>(landing.data()) + c", "reinterpret_cast<Total*>(landing.data())"),
         ("parts of components lie on each other", "static_cast<std::size_t>(component) * block_threads * part", "static_cast<std::size_t>(component) * part"),
         ("a step of a tree races: threads add that have nothing to add to", "if (number >= half) return;", "if (number + half >= block_threads) return;")),
    *_in("loop.hpp", "race", "totals_test.cpp",
         ("totals of reductions lie on each other", "next += bytes<Reductions>(blocks)), ...);", "next += 0 * bytes<Reductions>(blocks)), ...);"),
         ("parts of reductions lie on each other", "of<Red>(first + c, memory)[number] = parts[c];", "of<Red>(0 * first + c, memory)[number] = parts[c];")),
    *_in("tile.hpp", "race", "tiles",
         ("tiles add to cells of the next launch", "if (at[axis] >= cells.hi[axis]) return;", ""),
         ("places beyond the cells of a tile are cells as well", "if (axis == 0 && within >= Tile::cells(0)) return;", "")),
    *_in("point.hpp", "race", "push",
         ("pushed values go beyond the part", "if (!wanted || !in<dims>(part, s, point, 1)) return 0;", "if (!wanted) return 0;")),
    *_in(GENERATED, "race", "sums",
         ("two values in one buffer", "buffers_[1 * row_cells]", "buffers_[0 * row_cells]"),
         ("buffers overlap by a value", "row_cells = Tile::sources", "row_cells = Tile::sources - 1")),
)
BARRIERS = (
    *_in("loop.hpp", "barrier", "sums",
         ("a barrier is missing in a tree", "else if (phase <= halvings) halve(block_threads >> phase, thread.number, memory, all);",
          "else if (phase <= halvings) {\n      if (phase % 2 == 1) halve(block_threads >> phase, thread.number, memory, all);\n"
          "      if (phase % 2 == 1 && phase < halvings) halve(block_threads >> (phase + 1), thread.number, memory, all);\n    }"),
         ("the total is written one barrier early", "phase <= halvings) halve", "phase < halvings) halve"),
         ("a tree has one step too few", "block_threads >> phase", "block_threads >> (phase + 1)")),
    *_in("totals.hpp", "barrier", "totals_test.cpp", ("the second pass writes one barrier early", "phase <= halvings", "phase < halvings")),
    *_in("tile.hpp", "barrier", "tiles", ("a barrier is missing in tiles", "source(corner, k, all_alike, values);\n    } else {",
                                          "source(corner, k, all_alike, values);\n    }\n    if (phase == 0) {")),
    *_in("kernel.hpp", "barrier", "gates",
         ("no barrier between phases on the device", "    if (phase > 0) __syncthreads();\n", ""),
         ("no barrier after the first phase on the device", "if (phase > 0) __syncthreads()", "if (phase > 1) __syncthreads()")),
)
TILES = (
    *_in("tile.hpp", "tile", "tiles",
         ("a tile's rim is too narrow", "return across(axis) - most(axis) + least(axis);", "return across(axis) - (most(axis) - least(axis)) / 2;"),
         ("source points of a tile begin one late", "rest % across - Tile::most(static_cast<int>(axis));",
          "rest % across - Tile::most(static_cast<int>(axis)) + 1;"),
         ("a cell finds its source points from the tile's corner", "place += (within + Tile::most(a)) * pitch;", "place += within * pitch;"),
         ("a cell finds its source points on the other side", "sum -= offset[static_cast<std::size_t>(axis)] * pitch;",
          "sum += offset[static_cast<std::size_t>(axis)] * pitch;"),
         ("source points are evaluated up to the number of threads", "k < Tile::sources; k += threads", "k < threads; k += threads"),
         ("cells are completed up to the number of threads", "k < Tile::places; k += threads", "k < threads; k += threads"),
         ("a tile too many along an axis that tiles fill", "Divisor(static_cast<unsigned>(along(cells, axis)))",
          "Divisor(static_cast<unsigned>(cells.extent(axis) / Tile::cells(axis) + 1))"),
         ("tiles of all axes are counted as those of the first", "Divisor(static_cast<unsigned>(along(cells, axis)))",
          "Divisor(static_cast<unsigned>(along(cells, 0)))"),
         ("the last tile of a row is left out", "count *= along(cells, axis);", "count *= std::max(along(cells, axis) - (axis == 0), std::int64_t{1});"),
         ("shared memory has room for half of the values", "Tile::buffers * Tile::sources * sizeof(T)", "Tile::buffers * Tile::sources * sizeof(T) / 2"),
         ("terms of a cell come in another order", "(term<alike, target, component, k>(s, values, sum), ...);",
          "(term<alike, target, component, static_cast<int>(sizeof...(k)) - 1 - k>(s, values, sum), ...);"),
         ("a component of a tile is left out", "component < Tile::components_of(target)", "component + 1 < Tile::components_of(target) || component == 0")),
    *_in("tile.hpp", "tile", "sums", ("opposite values of a shared buffer lose their sign", "t.sign > 0 ? sum + value : sum - value", "sum + value")),
    *_in("point.hpp", "tile", "sums", ("a box lacks its last cell", "at >= box.hi[a]) return false;", "at >= box.hi[a] - 1) return false;")),
)
HALOS = (
    *_in("tile.hpp", "halo", "tiles",
         ("a tile's halo is that of the tile before", "at[axis] += rest % across - Tile::most(static_cast<int>(axis));",
          "at[axis] += rest % across - Tile::most(static_cast<int>(axis)) - (axis == 0 && rest % across == 0);"),
         ("every second tile finds its first column as another left it", "k += threads) source(corner, k, all_alike, values);",
          "k += threads)\n        if (thread.block % 2 == 0 || k % Tile::across(0) != 0) source(corner, k, all_alike, values);")),
    *_in("point.hpp", "halo", "gather",
         ("cells that hold nothing are added to", "return in<dims>(hole, cell, Index{}, 1);", "return in<dims>(hole, cell, Index{}, 1) && false;"),
         ("source points beyond the range count", "return in<dims>(range, cell, point, -1);", "return in<dims>(range, cell, point, -1) || true;")),
    *_in("owner.cpp", "halo", "push",
         ("cells that get nothing stay as they are", "intersection(cells.reach, cells.hole)", "Box::none()"),
         ("cells that get nothing are sought at the source points", "launch.range.shifted(*one.by)", "launch.range"),
         ("source points of a part are those of its own place", "back[axis] = -p.offset[axis]", "back[axis] = 0")),
)
ALIKE = (  # cells that are said to be alike, and are not; how those that are alike are treated
    *_in("grid.hpp", "alike", "grid_test.cpp",
         ("blocks that reach out of a box are blocks of it", ": static_cast<unsigned>(extent / of);", ": whole(extent, of);"),
         ("blocks that begin before a box are blocks of it", "first_[0] = whole(part.lo[0] - grid.range().lo[0], grid.columns());",
          "first_[0] = static_cast<unsigned>((part.lo[0] - grid.range().lo[0]) / grid.columns());"),
         ("a box of blocks has a row more", "corner.row - first_[1] >= count_[1]", "corner.row - first_[1] > count_[1]"),
         ("a box of blocks has a plane more", "corner.at[axis] >= deep_.hi[axis]", "corner.at[axis] > deep_.hi[axis]"),
         ("a box of blocks has all planes up to its last", "deep_.lo[axis] > grid.range().lo[axis] || deep_.hi[axis] < grid.range().hi[axis]",
          "deep_.hi[axis] < grid.range().hi[axis]")),
    *_in("loop.hpp", "alike", "gather",
         ("all blocks are alike", "const bool all_alike = alike.has(corner);", "const bool all_alike = true;"),
         ("cells at the rim have all their source points", "inner{cells.core, {{{true, false}}}}", "inner{cells.reach, {{{true, false}}}}"),
         ("cells are alike though some hold nothing", "cells.hole, inner.reach[0].write)) inner.points = Box::none();", "cells.hole, inner.reach[0].write)) {}"),
         ("a box of which some cells hold nothing is said to be full", "return write || intersection(box, hole).empty();", "return true;"),
         ("a box of which some cells hold nothing is said to be empty", "write = hole.contains(box);", "write = !intersection(box, hole).empty();")),
    *_in("loop.hpp", "alike", "alike_test.cpp",
         ("points are alike that reach cells beyond the part", "inner.points = intersection(inner.points, reaches[t].part.shifted(back));", ""),
         ("points are alike whose cells lie the other way", "back[axis] = -offset[axis];", "back[axis] = offset[axis];"),
         ("points are alike though some cells hold nothing", "reaches[t].hole, inner.reach[t].write)) inner.points = Box::none();",
          "reaches[t].hole, inner.reach[t].write)) {}"),
         ("cells that other points reach are not asked", "reached = hull(reached, intersection(", "reached = (intersection(")),
    *_in("tile.hpp", "alike", "alike_test.cpp",
         ("tiles are alike that begin one source point too early", "range.lo[a] + Tile::most(axis)}", "range.lo[a] + Tile::most(axis) - 1}"),
         ("tiles are alike that end one source point too late", "- Tile::across(axis) + 1});", "- Tile::across(axis) + 2});"),
         ("tiles are alike that begin one cell too early", "std::max({inside.lo[a], part.lo[a],", "std::max({inside.lo[a], part.lo[a] - 1,"),
         ("tiles are alike that end one cell too late", "part.hi[a] - Tile::cells(axis) + 1", "part.hi[a] - Tile::cells(axis) + 2"),
         ("tiles are alike for the last target only", "std::max({inside.lo[a], part.lo[a],", "std::max({part.lo[a],"),
         ("tiles are alike though some cells hold nothing", "aims[t].write)) return Box::none();", "aims[t].write)) {}")),
    *_in("tile.hpp", "alike", "line", ("tiles that are alike add to cells that hold nothing", "alike ? aim.write :", "alike ? false :")),
    *_in("tile.hpp", "alike", "sums",
         ("tiles are alike along their last axis only", "all_alike = all_alike && corner[axis]", "all_alike = corner[axis]"),
         ("all tiles write, and add nothing", "alike ? aim.write :", "alike ? true :"),
         ("tiles that are alike write what nobody wants", "if (!aim.reach.wanted || (", "if ((!alike && !aim.reach.wanted) || (")),
    *_in("point.hpp", "alike", "push",
         ("pushed values are added to cells that hold nothing, in blocks that are alike", "!wanted ? 0 : write ? -1 : 1", "!wanted ? 0 : 1"),
         ("pushed values that nobody wants have a cell, in blocks that are alike", "!wanted ? 0 : write ? -1 : 1", "write ? -1 : 1")),
    *_in("point.hpp", "alike", "gather", ("cells that hold nothing are added to, in blocks that are alike", "    return write;", "    return false;")),
    *_in("point.hpp", "alike", "postponed", ("what cells held before counts in blocks that are alike", "return !wanted || write;", "return !wanted;")),
    *_in("loop.hpp", "alike", "postponed",
         ("the second of two contributions is written over the first", "second.with(points::Alike{true, false}, s);", "second.with(alike, s);"),
         ("the first of two contributions is added to cells that hold nothing", "first.with(alike, s);", "first.with(points::Alike{alike.wanted, false}, s);"),
         ("the second of two contributions comes first", "first(s);\n    second(s);", "second(s);\n    first(s);"),
         ("the second of two contributions comes first in blocks that are alike", "first.with(alike, s);\n    second.with(points::Alike{true, false}, s);",
          "second.with(alike, s);\n    first.with(points::Alike{true, false}, s);")),
    *_in(GENERATED, "alike", "postponed",
         ("the first of two contributions knows of no cells that hold nothing", "  const auto first = before();\n  reach.hole = ops::Box::none();",
          "  reach.hole = ops::Box::none();\n  const auto first = before();"),
         ("the second of two contributions finds cells that hold nothing", "  const auto first = before();\n  reach.hole = ops::Box::none();",
          "  const auto first = before();"),
         ("a contribution that was put off is forgotten", "ops::cuda::Both{first, now()}", "(static_cast<void>(first), now())")),
)
STRIDES = (
    *_in("point.hpp", "stride", "sums", ("rows are as far apart as points", "sum = wide(s.y, step_[1], sum);", "sum = wide(s.y, step_[0], sum);")),
    *_in("point.hpp", "stride", "tiles", ("planes are as far apart as rows", "* deep_[axis - flat];", "* step_[1];")),
    *_in("tile.hpp", "stride", "tiles", ("components lie next to each other", "+ component * aim.component", "+ component")),
    *_in("passes.cpp", "stride", "passes_test.cpp",
         ("a fill leaves the last word of a run", "run->extent /= static_cast<std::int64_t>(word);",
          "run->extent /= static_cast<std::int64_t>(word);\n  if (run->extent > 2) --run->extent;"),
         ("words are larger than distances allow", "bits |= axis == run ? 0 : static_cast<std::uint64_t>(pitch);", "bits |= 0 * static_cast<std::uint64_t>(pitch);"),
         ("words are larger than addresses allow", "bits |= reinterpret_cast<std::uintptr_t>(first);", "static_cast<void>(first);"),
         ("a value of many words is the first of them", "return value[along];", "return value[0 * along];"),
         ("a search misses half of a word", "(word.low | word.high) != 0", "word.low != 0")),
    *_in("runs.hpp", "stride", "passes_test.cpp",
         ("axes become one that are dense in one operand only", "if (next != axis[a + 1].pitch)", "if (next[0] != axis[a + 1].pitch[0])"),
         ("an axis that is turned begins where it ended", "first[o] += (axis[a].extent - 1) * axis[a].pitch[o];", ""),
         ("quotients are rounded down twice", "(32 + shift_[a])) / extent_[a] + 1)", "(32 + shift_[a])) / extent_[a])"),
         ("items of a block are those of the next as well", "thread.block * (threads * each_)", "thread.block * threads"),
         ("a limit on blocks leaves the second half of the items out", "most();) for_items(what, items.cut(), pass);", "most();) items.cut();"),
         ("a limit on blocks leaves the second half of a group out", "most()) for_items(what, items.cut(), pass);", "most()) items.cut();"),
         ("a block works for another group's items", "thread.block - (k == 0 ? 0 : end_[k - 1])", "thread.block"),
         ("a block that follows a group works for it", "while (thread.block >= end_[k]) ++k;", "while (thread.block > end_[k]) ++k;"),
         ("a group for which there is no room is left out", "    kernel = {};\n    kernel.add(items, pass);", "    kernel = {};"),
         ("a thread has all its items though some lie beyond the last", "first + (at_once - 1) * threads < count_", "first < count_")),
    *_in(GENERATED, "stride", "sums",
         ("rows of one dataset have the stride of another", "launch.args[0].pitch[1]", "launch.args[1].pitch[1]"),
         ("values of another dataset", "launch.args[0].in, launch.args[0]}", "launch.args[1].in, launch.args[1]}"),
         ("the seed of another point", "y_seed[x]", "y_seed[x + 1]")),
    *_in(GENERATED, "stride", "gather",
         ("a neighbour too far", "[x - 1]", "[x - 2]"),
         ("a component for another", "[2 * x + 1]", "[2 * x]"),
         ("what a cell holds is forgotten", "write ? 0 :", "write || true ? 0 :"),
         ("a target is written although nobody wants it", "target.out == nullptr) return;", "target.out == nullptr && false) return;")),
)
CONTRACTIONS = (
    *_in(GENERATED, "contraction", "sums", ("a product is joined with a sum in a kernel", "1.0 + OPS_ROUNDED(b * b)", "std::fma(b, b, 1.0)")),
    *_in("CMakeLists.txt", "contraction", "gates",
         ("the compiler may join products with sums", " -fmad=false", ""),
         ("kernels are compiled to be fast rather than exact", "-fmad=false", "--use_fast_math")),
    *_in(GOLDEN, "contraction", "gates", ("a product is joined with a sum for the device", "t = t + OPS_ROUNDED(weight * next_seed[x - 1]);",
                                         "t = __fma_rn(weight, next_seed[x - 1], t);")),
)
GRIDS = (
    *_in("grid.hpp", "grid", "sums",
         ("threads beyond the range compute as well", "return at[0] < range_.hi[0] &&", "return at[0] <= range_.hi[0] &&"),
         ("the last row is left out", "at[1] < range_.hi[1];", "at[1] < range_.hi[1] - (range_.extent(1) > 1);"),
         ("a block too few along a row", "blocks_along(range.extent(0), columns())", "static_cast<unsigned>(std::max(1, range.extent(0) / columns()))"),
         ("a block too few of rows", "blocks_along(range.extent(1), rows())", "static_cast<unsigned>(std::max(1, range.extent(1) / rows()))"),
         ("blocks of rows are counted as those along a row", "up_ = Divisor(blocks_along(range.extent(1), rows()))",
          "up_ = Divisor(blocks_along(range.extent(0), columns()))"),
         ("a limit on blocks leaves the second half out", "  for_parts(high, blocks, body);\n", ""),
         ("halves of a range overlap", "low.hi[axis] = high.lo[axis] = box.lo[axis] + box.extent(longest) / 2;",
          "high.lo[axis] = box.lo[axis] + box.extent(longest) / 2;\n  low.hi[axis] = high.lo[axis] + (box.extent(longest) > 2);"),
         ("a launch may have more blocks than the limit", "blocks(box) <= most_blocks()", "blocks(box) / 2 <= most_blocks()")),
    *_in("grid.hpp", "grid", "tiles", ("planes are taken for rows", "    plane = up_.divide(block);\n", ""),
         ("blocks of planes are counted from the first plane", "corner.at[axis] += static_cast<int>(plane);", "corner.at[axis] = static_cast<int>(plane);"),
         ("a launch has blocks for one plane only", "for (int axis = 2; axis < max_dim; ++axis) count",
          "for (int axis = 3; axis < max_dim; ++axis) count")),
    *_in("grid.hpp", "grid", "grid_test.cpp",
         ("blocks are counted in 32 bits", "std::int64_t{across_.by()} * up_.by();", "across_.by() * up_.by();"),
         ("quotients of a divisor are rounded down twice", "(31 + shift_)) + by - 1) / by);", "(31 + shift_))) / by);"),
         ("a divisor lacks a bit", "while ((std::uint64_t{1} << shift_) < by)", "while ((std::uint64_t{2} << shift_) < by)")),
    *_in("loop.hpp", "grid", "sums",
         ("a thread leaves its last point out, with totals", "for (int k = 0; k < grid.each(); ++k)", "for (int k = 0; k < grid.each() - (grid.each() > 1); ++k)"),
         ("a thread keeps what its last point offered", "reduction.take(parts[c], c, values[c], at);", "parts[c] = {}, reduction.take(parts[c], c, values[c], at);"),
         ("memory for the totals of one component only", "return (sizeof(typename Red::Total) * Red::components * blocks",
          "return (sizeof(typename Red::Total) * blocks"),
         ("shared memory has room for one component", "shared = block_threads * components * part;", "shared = block_threads * part;"),
         ("a limit on points leaves out a launch's totals", "landing.then(&add_landed<Reduction>, out[r]);", "if (grid.range().lo == range.lo) landing.then(&add_landed<Reduction>, out[r]);")),
    *_in("loop.hpp", "grid", "totals_test.cpp",
         ("a point that offers nothing offers what the one before did", "      (offer_nothing<Reductions>(values.template get<r>()), ...);\n", ""),
         ("totals of a reduction are those of the first", "total.add(of<Red>(thread.number, memory)[0]);", "total.add(of<Red>(component, memory)[0]);"),
         ("shared memory has room for parts of the smallest", "part = std::max({sizeof", "part = std::min({sizeof"),
         ("a reduction that nobody wants is added to", "wanted[r] = out[r] != nullptr;", "wanted[r] = true;")),
    *_in("search.hpp", "grid", "totals_test.cpp",
         ("the last point is found instead of the first", "comes_before(other.at, at)", "comes_before(at, other.at)"),
         ("points come one after another along their last axis", "before = a[axis] != b[axis] ? a[axis] < b[axis] : before;",
          "before = before || a[axis] < b[axis];"),
         ("points of all components are found as one", "found[r][c].add(", "found[r][0].add(")),
    *_in("loop.hpp", "grid", "alike_test.cpp",
         ("a thread leaves its last point out", "(has_several(sizeof points) ? grid.each() : 1); ++k) {\n      Index at;\n      if (grid.find",
          "(has_several(sizeof points) ? grid.each() - (grid.each() > 1) : 1); ++k) {\n      Index at;\n      if (grid.find"),
         ("a thread leaves its last cell out", "(has_several(sizeof points) ? grid.each() : 1); ++k) {\n      Index at;\n      if (!grid.find",
          "(has_several(sizeof points) ? grid.each() - (grid.each() > 1) : 1); ++k) {\n      Index at;\n      if (!grid.find"),
         ("a grid counts on several cells a thread where it has one", "EachCell<Points, targets>::block_threads, points_each(range, has_several(sizeof points) ? 4 : 1)",
          "EachCell<Points, targets>::block_threads, points_each(range, 4)"),
         ("a grid counts on several points a thread where it has one", "EachPoint<Points>::block_threads, points_each(range, has_several(sizeof points) ? 4 : 1)",
          "EachPoint<Points>::block_threads, points_each(range, 4)")),
    *_in("totals.hpp", "grid", "sums", ("the last of many totals is left out", "if (at < count) mine", "if (at + 1 < count) mine")),
    *_in("totals.hpp", "grid", "totals_test.cpp",
         ("blocks of the second pass overlap", "(thread.block * each + k) * threads", "(thread.block * (each - 1) + k) * threads")),
    *_in("kernel.hpp", "grid", "sums",
         ("a launch asks for no shared memory", "Kernel::shared, sizeof(Kernel)}", "0, sizeof(Kernel)}"),
         ("a launch has as many threads as most", "static_cast<unsigned>(threads_of<Kernel>()), Kernel::shared", "static_cast<unsigned>(threads), Kernel::shared")),
    *_in("kernel.hpp", "grid", "gates",
         ("all blocks take themselves for the first", "{blockIdx.x, static_cast", "{blockIdx.y, static_cast"),
         ("so many blocks of a processor that registers are spilled", "__launch_bounds__(threads_of<Kernel>(), 1)", "__launch_bounds__(threads_of<Kernel>(), 8)")),
)
SUM = "ops/loops/launch/sum.hpp"
SUMS = (
    *_in(SUM, "sum", "reduce_test.cpp",
         ("a part's bins are not raised for a larger number", "if (own > top_) raise(own);", "if (own > top_) top_ = own;"),
         ("a part's bins are not raised for a part of larger ones", "{\n    lower.raise(top_);\n    raise(lower.top_);", "{\n    lower.raise(top_);\n    top_ = lower.top_;"),
         ("the lower of two parts keeps its bins", "{\n    lower.raise(top_);\n    raise(lower.top_);", "{\n    raise(lower.top_);"),
         ("a part cuts at the bin of each number", "cut::edge(top, b, 0)", "cut::edge(own, b, 0)"),
         ("a part has subnormal numbers as others", "exponent == 0x7ff || own < 7 || top > 51", "exponent == 0x7ff || top > 51"),
         ("a part has the largest numbers as others", "exponent == 0x7ff || own < 7 || top > 51", "exponent == 0x7ff || own < 7"),
         ("a part asks for the largest number only whether that one is large", "own < 7 || top > 51", "own < 7 || own > 51"),
         ("a sum forgets that a part was infinite", "constexpr void Sum::add(const PartialSum& other) noexcept {\n  nan_ = nan_ || other.nan_;\n  above_ = above_ || other.above_;",
          "constexpr void Sum::add(const PartialSum& other) noexcept {\n  nan_ = nan_ || other.nan_;"),
         ("a sum takes a part's bins for its own", "add_counts(other.top_, other.counts_);", "add_counts(top_, other.counts_);")),
)
REGISTERS = (
    *_in("loop.hpp", "register", "gates",
         ("threads keep what lies in registers: nvcc drops a constructor that std::tuple calls", """  template <std::size_t... r>
  OPS_EVERYWHERE void offer(const Thread& thread, std::byte* memory, std::index_sequence<r...>) const {
    Arrays<PartOf, Reductions...> parts{};
""", """  template <class Red>
  struct Kept {
    typename Red::Part at[Red::components];
    OPS_EVERYWHERE Kept() noexcept {
      for (typename Red::Part& part : at) part = typename Red::Part{};
    }
  };
  struct Tuple : std::tuple<Kept<Reductions>...> {
    template <std::size_t r>
    OPS_EVERYWHERE auto* get() noexcept {
      return std::get<r>(*this).at;
    }
  };
  template <std::size_t... r>
  OPS_EVERYWHERE void offer(const Thread& thread, std::byte* memory, std::index_sequence<r...>) const {
    Tuple parts;
""")),
)
SOLVES = (
    *_in("lanes.hpp", "solve", "solve_test.cpp",
         ("pieces of lanes lie on each other", "(number * lanes + lane) * (depth + 1) + row", "(number * lanes + lane) * (depth - 1) + row"),
         ("lanes have one state", "numbers * lanes * (depth + 1) + lane * Walk::kept", "numbers * lanes * (depth + 1) + 0 * lane"),
         ("shared memory lacks the states of lanes", "(numbers * (depth + 1) + Walk::kept)", "(numbers * (depth + 1))"),
         ("a barrier is missing: a piece is computed while it comes", "    if (phase + 1 < phases) exchange<true>(here, step, thread.number);",
          "    if (phase + 1 < phases) {\n      exchange<true>(here, step, thread.number);\n"
          "      if (thread.number < lanes) compute(here, step, thread.number);\n    }"),
         ("lanes beyond the last are computed", "return part.at[0] + lane < first[0] + extents[0];", "return part.at[0] + lane <= first[0] + extents[0];"),
         ("some lanes of a piece do not come", "k < each; ++k", "k < each - 1; ++k"),
         ("the way up begins a piece too early", "2 * pieces(walk.rows) - 1 - step", "2 * pieces(walk.rows) - 2 - step"),
         ("rows beyond the last come and go", "if (at >= walk.rows) return;", "if (at > walk.rows) return;"),
         ("a launch of several begins where the first did", "kernel.first[axis] = part.lo[axis];", "kernel.first[axis] = 0;"),
         ("rows that are left over go up first",
          "for (; row >= ahead; row -= ahead) up<ahead>(lane, row, state);\n    for (; row > 0; --row) up<1>(lane, row, state);",
          "for (; row % ahead > 0; --row) up<1>(lane, row - 1, state);\n    for (; row > 0; row -= ahead) up<ahead>(lane, row, state);")),
    *_in("cut.hpp", "solve", "solve_test.cpp",
         ("arrays are not turned as lanes are", "    std::swap(all.lane[0], all.lane[longest()]);\n", ""),
         ("the first lower of every chunk counts as none", "lane.number + row == 0 ?", "row == 0 ?")),
    *_in("thomas.hpp", "solve", "solve_test.cpp",
         ("an added solution replaces", "there = add ? there + value : value;", "there = value;"),
         ("the unknown after is that before", "values[2] * lane.known[1]", "values[2] * lane.known[0]"),
         ("the last row is multiplied by an inverse", "values[3] / values[1]", "values[3] * (T{1} / values[1])")),
    *_in("chunks.hpp", "solve", "solve_test.cpp",
         ("a step of cyclic reduction writes what it reads", "next = rows(2)", "next = rows(1)"),
         ("the last step of cyclic reduction is left out", "distance < rows_; distance", "2 * distance < rows_; distance"),
         ("a chunk of one row", "tridsolver::chunk_rows >= 2 ? 1 : 0", "tridsolver::chunk_rows >= 1 ? 1 : 0"),
         ("the ends of chunks stay as they were", "const T* const values = known.at(at);", "return;\n    const T* const values = known.at(at);")),
    *_in("solve.cpp", "solve", "solve_test.cpp",
         ("products reach beyond the last row", "if (row < 0 || row >= rows) return false;", "if (row < 0 || row > rows) return false;"),
         ("products are those of the cell alone", "factor.shift * factor.cells.step[axis]", "0 * factor.cells.step[axis]")),
)
QUEUES = (
    *_in("launches/dependencies.cpp", "queue", "queue_test.cpp",
         ("who reads does not wait for who wrote", "before_.push_back(piece.writer);\n    if (piece.begin", "{}\n    if (piece.begin"),
         ("who writes does not wait for who reads", "    before_.insert(before_.end(), piece.readers.begin(), piece.readers.end());\n", ""),
         ("who writes does not wait for who wrote", "before_.push_back(piece.writer);\n    before_.insert", "{}\n    before_.insert"),
         ("only memory that begins at one place is the same", "return a.begin < b.end && b.begin < a.end;", "return a.begin == b.begin;"),
         ("what is written in part is forgotten", "return piece.begin >= memory.begin && piece.end <= memory.end;", "return meet(piece, memory);"),
         ("only the last reader counts", "same->readers.push_back(next_);", "same->readers.assign(1, next_);")),
    *_in("launches/batch.hpp", "queue", "queue_test.cpp",
         ("kernels lie on each other", "(task.bytes + sizeof(Unit) - 1) / sizeof(Unit)", "task.bytes / sizeof(Unit)"),
         ("what comes before a launch is that of the one before", "tasks_[number].first, tasks_[number].count",
          "tasks_[number == 0 ? 0 : number - 1].first, tasks_[number == 0 ? 0 : number - 1].count")),
    *_in("launches/queue.cpp", "queue", "queue_test.cpp",
         ("a total is read before the last launch is done", "launches > done_", "launches > done_ + 1"),
         ("the host waits for what has gone out only", "  send();\n  ++counts_.waits;", "  ++counts_.waits;"),
         ("a copy beside work begins before work that waits", "  send();\n  return stream_.begin_copy", "  return stream_.begin_copy"),
         ("what comes before is counted from the batch before", "  dependencies_.clear();\n", ""),
         ("sequences are cut at their length only", "next.entry == batch_.task(0).entry", "false")),
    *_in("launches/graphs.cpp", "queue", "queue_test.cpp",
         ("a graph keeps the values that it was made with", "    kept.graph->set(k, kept.batch.kernel(k));\n", ""),
         ("a graph's values are compared with those of the first time",
          "    std::memcpy(kept.batch.kernel(k), batch.kernel(k), bytes);\n    kept.graph->set(k, kept.batch.kernel(k));", "    kept.graph->set(k, batch.kernel(k));"),
         ("of values only the first address is compared", "batch.kernel(k), bytes) == 0", "batch.kernel(k), 8) == 0"),
         ("a graph of other grids is used", "task.blocks, batch.before(k).size()", "batch.before(k).size()"),
         ("a graph of other kernels is used", "reinterpret_cast<std::uintptr_t>(task.entry), task.blocks", "task.blocks"),
         ("a graph with other dependencies is used", "    shape.insert(shape.end(), batch.before(k).begin(), batch.before(k).end());\n", ""),
         ("values of kernels lie with those of their neighbours", "kept.graph->set(k, kept.batch.kernel(k));",
          "kept.graph->set(k, kept.batch.kernel(k + 1 < batch.size() ? k + 1 : k));"),
         ("the graph that was used last is forgotten", "std::ranges::min_element", "std::ranges::max_element")),
)
FAULTS = (*RACES, *BARRIERS, *TILES, *HALOS, *ALIKE, *STRIDES, *CONTRACTIONS, *GRIDS, *SUMS, *REGISTERS, *SOLVES, *QUEUES)
