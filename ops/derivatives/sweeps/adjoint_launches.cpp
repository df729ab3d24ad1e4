// ops/derivatives/sweeps/adjoint_launches.cpp: builds arguments of adjoint launches: shapes with addresses, rows of
// zeros, captured values.
#include <algorithm>

#include "ops/derivatives/log/footprint.hpp"
#include "ops/derivatives/sweeps/adjoint_launches.hpp"

namespace ops {

/// @param in, out  buffers of `dat`; null stays null
ArgView AdjointLaunches::view(const EventArg& arg, Buffer* in, Buffer* out, const Tracked& dat) const {
  ArgView v = events_.shapes[arg.shape];
  const std::ptrdiff_t origin = dat.layout.origin * static_cast<std::ptrdiff_t>(dat.layout.element);
  if (in) v.in = in->to_read() + origin;
  if (out) v.out = out->here() + origin;
  v.from = in;
  v.to = out;
  v.layout = &dat.layout;
  return v;
}

ArgView AdjointLaunches::zero_seed(const LoopEvent& event, const EventArg& arg) {
  if (arg.reduction) {
    ArgView v;
    v.bytes = static_cast<std::size_t>(arg.reduction->size);
    v.in = zeros_.bytes(v.bytes);
    return v;
  }
  const ArgView& shape = events_.shapes[arg.shape];
  return zeros_.row(shape, footprint(shape, event.call->range), *arg.dat);
}

/// What an adjoint reads and no version ever held is zero.
ArgView AdjointLaunches::primal(const LoopEvent& event, std::size_t i) {
  const EventArg& arg = events_.args_of(event)[i];
  ArgView v;
  if (arg.reads && !arg.primal)
    throw OPSException(OPS_INTERNAL_ERROR)
        << "the adjoint of loop '" << event.call->name << "' needs old values of dataset '" << arg.dat->name
        << "', but these values were discarded and not recomputed";
  if (arg.dat && !arg.primal && event.call->facts(i)->adjoint_reads) {
    const ArgView& shape = events_.shapes[arg.shape];
    return zeros_.row(
        shape,
        hull(footprint(shape, event.call->range), footprint(shape, event.call->range, event.call->facts(i)->reads)),
        *arg.dat);
  }
  if (arg.dat) return view(arg, arg.primal.get(), nullptr, *arg.dat);
  if (arg.by_value) {
    v.in = events_.value(arg.value);
    v.bytes = arg.bytes;
  }
  return v;
}

/// With primal values and constants; seeds and targets empty.
AdjointLaunch AdjointLaunches::launch_of(const LoopEvent& event) {
  const auto given = events_.args_of(event);
  args.assign(given.size(), {});
  for (std::size_t i = 0; i < given.size(); ++i) {
    args[i].primal = primal(event, i);
    args[i].hole = Box::none();
    if (!given[i].dat) continue;
    args[i].seed = args[i].target = view(given[i], nullptr, nullptr, *given[i].dat);
    args[i].reads = event.call->facts(i)->reads;
    args[i].points = event.call->facts(i)->offsets;
  }
  constants.clear();
  for (const auto& value : constants_of(events_, event)) constants.push_back(value->data());
  AdjointLaunch launch;
  launch.dims = event.call->dims;
  launch.range = event.call->range;
  launch.args = args.data();
  launch.constants = constants.data();
  launch.owners = constants_of(events_, event);
  launch.arguments = static_cast<int>(args.size());
  const LoopImplementation& loop = *event.call->implementation;
  if (loop.axis >= 0)
    launch.lines = lines_of(loop, event.call->range, args[static_cast<std::size_t>(loop.axis)].primal.in);
  return launch;
}

/// Whether an owner form can be asked to write cells: each of the hull of its targets is the centre of one iteration
/// point.
bool AdjointLaunches::writes_all(const LoopEvent& event, const EventArg& arg) const {
  const ArgView& shape = events_.shapes[arg.shape];
  for (std::size_t d = 0; d < static_cast<std::size_t>(event.call->dims); ++d)
    if (shape.step[d] != shape.pitch[d] || shape.divisor[d] != 1 || arg.dat->layout.collapsed[d]) return false;
  return true;
}

Box AdjointLaunches::target_cells(const LoopEvent& event, std::size_t arg) const {
  const EventArg& target = events_.args_of(event)[arg];
  return intersection(footprint(events_.shapes[target.shape], event.call->range, event.call->facts(arg)->offsets),
                      target.dat->layout.allocated);
}

}  // namespace ops
