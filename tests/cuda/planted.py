"""Faults for faults.py: what is wrong, in which file, and the check that is asked first."""

from __future__ import annotations

from dataclasses import dataclass

GENERATED, GOLDEN = "generated", "golden"  # text of random loops, of the golden program


@dataclass(frozen=True)
class Fault:
    """In `file` (of backends/cuda, <room>/<file> of another room of backends, or generated text) `right` becomes `wrong`. `first`: the check that is
    asked first; others follow."""

    kind: str
    what: str
    file: str
    right: str
    wrong: str
    first: str = "sums"


def _in(file: str, kind: str, first: str, *faults: tuple[str, str, str]) -> tuple[Fault, ...]:
    return tuple(Fault(kind, *(what, file, right, wrong), first) for what, right, wrong in faults)


RACES = (
    *_in("totals.hpp", "race", "sums", ("a step of a tree races: all threads add", "if (number < half) totals", "if (number + half < threads) totals")),
    *_in("grid.hpp", "race", "sums", ("threads of a row reach into the next row", "& ((1 << columns_) - 1)", "& ((2 << columns_) - 1)")),
    *_in("loop.hpp", "race", "sums",
         ("all blocks write one total", "* blocks + thread.block] = totals[0]", "* blocks] = totals[0]"),
         ("totals of components lie on each other", "static_cast<unsigned>(component - first) * blocks + thread.block", "thread.block"),
         ("values of components lie on each other", "static_cast<std::size_t>(component) * threads * value",
          "static_cast<std::size_t>(component) * value")),
    *_in("tile.hpp", "race", "tiles", ("tiles add to cells of the next launch", "if (at[axis] >= cells.hi[axis]) return;", "")),
    *_in("point.hpp", "race", "push",
         ("pushed values go beyond the part", "if (!wanted || !in<dims>(part, s, point, 1)) return 0;", "if (!wanted) return 0;")),
    *_in(GENERATED, "race", "sums",
         ("two values in one buffer", "buffers_[1 * row_cells]", "buffers_[0 * row_cells]"),
         ("buffers overlap by a value", "row_cells = Tile::sources", "row_cells = Tile::sources - 1")),
)
BARRIERS = (
    *_in("loop.hpp", "barrier", "sums",
         ("a barrier is missing in a tree", "halve(totals, number - 1, thread.number);",
          "if (number % 2 == 1) { halve(totals, number - 1, thread.number); if (number < halvings) halve(totals, number, thread.number); }"),
         ("the total is written one barrier early", "number <= halvings", "number < halvings")),
    *_in("totals.hpp", "barrier", "totals_test.cpp", ("the second pass writes one barrier early", "phase <= halvings", "phase < halvings")),
    *_in("tile.hpp", "barrier", "tiles", ("a barrier is missing in tiles", "source(corner, k, values);\n    } else {",
                                          "source(corner, k, values);\n    }\n    if (phase == 0) {")),
    *_in("kernel.hpp", "barrier", "gates",
         ("no barrier between phases on the device", "    if (phase > 0) __syncthreads();\n", ""),
         ("no barrier after the first phase on the device", "if (phase > 0) __syncthreads()", "if (phase > 1) __syncthreads()")),
)
TILES = (
    *_in("tile.hpp", "tile", "tiles",
         ("a tile's rim is too narrow", "return cells(axis) + most(axis) - least(axis);", "return cells(axis) + (most(axis) - least(axis)) / 2;"),
         ("source points of a tile begin one late", "corner[axis] - Tile::most(static_cast<int>(axis)) + rest % across",
          "corner[axis] - Tile::most(static_cast<int>(axis)) + 1 + rest % across"),
         ("source points are evaluated up to the number of threads", "k < Tile::sources; k += threads", "k < threads; k += threads"),
         ("a tile too many along an axis that tiles fill", "static_cast<unsigned>((cells.extent(axis) + Tile::cells(axis) - 1) / Tile::cells(axis))",
          "static_cast<unsigned>(cells.extent(axis) / Tile::cells(axis) + 1)"),
         ("the last tile of a row is left out", "count *= (std::int64_t{cells.extent(axis)} + Tile::cells(axis) - 1) / Tile::cells(axis);",
          "count *= axis == 0 && cells.extent(0) >= Tile::cells(0) ? cells.extent(0) / Tile::cells(0)\n"
          "                                                           : (cells.extent(axis) + Tile::cells(axis) - 1) / Tile::cells(axis);"),
         ("shared memory has room for half of the values", "Tile::buffers * Tile::sources * sizeof(T)", "Tile::buffers * Tile::sources * sizeof(T) / 2"),
         ("terms of a cell come in another order", "(term<target, component, k>(s, within, values, sum), ...);",
          "(term<target, component, static_cast<int>(sizeof...(k)) - 1 - k>(s, within, values, sum), ...);"),
         ("a component of a tile is left out", "component < Tile::components_of(target)", "component + 1 < Tile::components_of(target) || component == 0")),
    *_in("tile.hpp", "tile", "sums", ("opposite values of a shared buffer lose their sign", "t.sign > 0 ? sum + value : sum - value", "sum + value")),
    *_in("point.hpp", "tile", "sums", ("a box lacks its last cell", "at >= box.hi[a]) return false;", "at >= box.hi[a] - 1) return false;")),
)
HALOS = (
    *_in("tile.hpp", "halo", "tiles",
         ("a tile's halo is that of the tile before", "at[axis] = corner[axis] - Tile::most(static_cast<int>(axis)) + rest % across;",
          "at[axis] = corner[axis] - Tile::most(static_cast<int>(axis)) + rest % across - (axis == 0 && rest % across == 0);"),
         ("every second tile finds its first column as another left it", "k += threads) source(corner, k, values);",
          "k += threads)\n        if (thread.block % 2 == 0 || k % Tile::across(0) != 0) source(corner, k, values);")),
    *_in("point.hpp", "halo", "gather",
         ("cells that hold nothing are added to", "return in<dims>(hole, cell, Index{}, 1);", "return in<dims>(hole, cell, Index{}, 1) && false;"),
         ("source points beyond the range count", "return in<dims>(range, cell, point, -1);", "return in<dims>(range, cell, point, -1) || true;")),
    *_in("owner.cpp", "halo", "push",
         ("cells that get nothing stay as they are", "intersection(cells.reach, cells.hole)", "Box::none()"),
         ("source points of a part are those of its own place", "back[axis] = -p.offset[axis]", "back[axis] = 0")),
)
STRIDES = (
    *_in("point.hpp", "stride", "sums", ("rows are as far apart as points", "if constexpr (dims > 1) sum += s.y * step_[1];",
                                         "if constexpr (dims > 1) sum += s.y * step_[0];")),
    *_in("point.hpp", "stride", "tiles", ("planes are as far apart as rows", "* step_[axis];\n    return origin_ + sum;",
                                          "* step_[1];\n    return origin_ + sum;")),
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
         ("blocks of a group are counted from the first group", "thread.block - (k == 0 ? 0 : end_[k - 1])", "thread.block"),
         ("a limit on blocks leaves the second half of the items out", "for_items(what, items.cut(), pass);", "items.cut();")),
    *_in(GENERATED, "stride", "sums",
         ("rows of one dataset have the stride of another", "launch.args[0].pitch[1]", "launch.args[1].pitch[1]"),
         ("values of another dataset", "launch.args[0].in, launch.args[0]}", "launch.args[1].in, launch.args[1]}"),
         ("the seed of another point", "y_seed[x]", "y_seed[x + 1]")),
    *_in(GENERATED, "stride", "gather",
         ("a neighbour too far", "[x - 1]", "[x - 2]"),
         ("a component for another", "[2 * x + 1]", "[2 * x]"),
         ("what a cell holds is forgotten", "write ? 0 :", "write || true ? 0 :"),
         ("a target is written although nobody wants it", "target.out != nullptr) {", "target.out != nullptr || true) {")),
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
         ("threads beyond the range compute as well", "return column < range_.hi[0] - range_.lo[0] &&", "return column <= range_.hi[0] - range_.lo[0] &&"),
         ("the last row is left out", "row < range_.hi[1] - range_.lo[1];", "row < range_.hi[1] - range_.lo[1] - (range_.hi[1] - range_.lo[1] > 1);"),
         ("a block too few along a row", "(1 << columns_) - 1) >> columns_", "0) >> columns_"),
         ("a limit on blocks leaves the second half out", "  for_parts(high, blocks, body);\n", ""),
         ("halves of a range overlap", "low.hi[axis] = high.lo[axis] = box.lo[axis] + box.extent(longest) / 2;",
          "high.lo[axis] = box.lo[axis] + box.extent(longest) / 2;\n  low.hi[axis] = high.lo[axis] + (box.extent(longest) > 2);"),
         ("a launch may have more blocks than the limit", "blocks(box) <= most_blocks()", "blocks(box) / 2 <= most_blocks()")),
    *_in("grid.hpp", "grid", "tiles", ("planes are taken for rows", "block /= up_;", ""),
         ("a launch has blocks for one plane only", "for (int axis = 2; axis < max_dim; ++axis) count",
          "for (int axis = 3; axis < max_dim; ++axis) count")),
    *_in("grid.hpp", "grid", "grid_test.cpp",
         ("blocks are counted in 32 bits", "std::int64_t count = std::int64_t{across_} * up_;", "std::int64_t count = across_ * up_;")),
    *_in("totals.hpp", "grid", "sums", ("the last of many totals is left out", "if (at < count) mine", "if (at + 1 < count) mine")),
    *_in("totals.hpp", "grid", "totals_test.cpp",
         ("blocks of the second pass overlap", "(thread.block * each + k) * threads", "(thread.block * (each - 1) + k) * threads")),
    *_in("loop.hpp", "grid", "sums",
         ("memory for the totals of one component only", "return (sizeof(typename Red::Total) * Red::components * blocks",
          "return (sizeof(typename Red::Total) * blocks"),
         ("shared memory lacks the totals of a tree", "threads * (components * value + largest)", "threads * components * value + largest")),
    *_in("kernel.hpp", "grid", "gates",
         ("all blocks take themselves for the first", "{blockIdx.x, static_cast", "{blockIdx.y, static_cast"),
         ("so many blocks of a processor that registers are spilled", "__launch_bounds__(threads, 1)", "__launch_bounds__(threads, 8)"),
         ("a launch asks for no shared memory", "entry_of<Kernel>(), blocks, Kernel::shared,", "entry_of<Kernel>(), blocks, 0,")),
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
FAULTS = (*RACES, *BARRIERS, *TILES, *HALOS, *STRIDES, *CONTRACTIONS, *GRIDS, *REGISTERS, *SOLVES, *QUEUES)
