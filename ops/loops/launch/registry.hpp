// ops/loops/launch/registry.hpp: the registry of loop implementations, by place and signature of the loop. Generated
// code registers itself before main(); ops_par_loop looks implementations up once per call site and signature.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "ops/data/parallel_for.hpp"
#include "ops/loops/launch/launch.hpp"

namespace ops {

class Machine;  // ops/data/machine.hpp

/// The place of this process among those of the program that run on one computer.
struct Seat {
  int place = 0;
  int of = 1;
};

/// What the tape needs to know of one argument; derived from the kernel's body by the translator, not from
/// declarations.
struct ArgFacts {
  bool written = false;  ///< the kernel may change it
  /// dat: the forward loop needs the values it had before (READ, RW, or written on some paths only)
  bool reads_old = false;
  /// reduction: the kernel assigns it, so it runs in serial order and sees the running value
  bool running = false;
  /// the adjoint, the tangent or the search for extrema evaluates the values it had before the loop
  bool adjoint_reads = false;
  bool reads_after = false;  ///< .. that it has after it instead; of written datasets, and only with adjoint_reads
  bool target = false;       ///< the adjoint contributes to its derivative
  /// written and differentiable: the adjoint reads its derivative after the loop, the tangent writes it
  bool seed = false;
  /// seed only: after the adjoint, its derivative on the range is only what `target` adds (false: a pure
  /// increment, whose derivative passes through untouched)
  bool consumed = false;
  bool scatter_only = false;  ///< target only: the owner form leaves it out, as it is accessed with strides
  /// target only: one read point (the centre), contribution = (constants and gbls) x one seed
  bool deferrable = false;
  int deferred_seed = -1;  ///< deferrable only: the argument whose seed it depends on
  /// consumed target only: one read point (the centre), contribution depends on its own seed, indices, constants and
  /// gbls
  bool renewable = false;
  /// dat: data choose some point that is read; `reads` then has all points of the stencil as it was translated
  bool computed = false;
  std::span<const Index> offsets = {};  ///< target only: the points it is read through (distinct, any order)
  std::span<const Index> reads = {};    ///< dat: every point the forward kernel reads (distinct, any order)
  /// dat written beside the point: every point the forward kernel writes (distinct, any order)
  std::span<const Index> writes = {};
  /// points through which the kernel reads values that become integers, or decide about a place in an array or about
  /// the end of a loop, so it must run with the program's values there. Scalars: empty, or the centre
  std::span<const Index> into_integers = {};
};

/// A real number, or an array of them, that the kernel reads from a struct, or that is a long double.
struct StructMember {
  int arg;             ///< of this argument; -1: of a declared constant
  int constant;        ///< of this one of LoopImplementation::constants; -1: of an argument
  std::size_t byte;    ///< where it begins
  std::size_t stride;  ///< bytes from one element to the next; 0: one number
  std::size_t count;   ///< elements; 0: until the argument or constant ends
  std::size_t size;    ///< of one number [bytes]: of a float, a double, or a long double
};

/// One loop of the program in one signature.
struct LoopImplementation {
  const char* file = "";  ///< trailing path components that identify the source file in this program
  int first_line = 0;     ///< of the ops_par_loop call, or of the macro that makes it
  int first_column = 0;
  int last_line = 0;
  int last_column = 0;
  const char* name = "";       ///< the loop's name string; "" if the translator could not resolve it (matches any)
  const char* instance = "";   ///< see is_instance(): set where instances of one template run different kernels
  const char* signature = "";  ///< see signature() in ops/loops/launch/signature.hpp
  const char* kernel = "";     ///< for messages
  /// null: run the reference (seq). Where points share a cell they write: in serial order
  LoopFunction primal = nullptr;
  AdjointFunction adjoint = nullptr;        ///< serial scatter form, always right; null: see `not_differentiable`
  AdjointFunction adjoint_owner = nullptr;  ///< owner-computes form, in parallel; null: use `adjoint`
  AttainedFunction attained = nullptr;      ///< of loops with MIN or MAX reductions that have a derivative
  /// owner form may have target == seed for one dataset (every target is read at the centre only)
  bool owner_in_place = false;
  /// owner form understands AdjointArg::renews for every renewable argument, and may have target == seed for that
  /// one alone
  bool owner_renews = false;
  /// of its values and their directions, see below Launch; null: see `not_differentiable`
  LoopFunction tangent = nullptr;
  /// The loop that computes values and directions, see below Launch: 2n arguments, with an adjoint whose targets n ..
  /// 2n-1 are the derivatives of this loop's adjoint, and whose targets 0 .. n-1 their derivatives along the
  /// directions. Null: not generated.
  const LoopImplementation* second = nullptr;
  const char* not_differentiable = "";  ///< why there is no adjoint, with file:line:col; "" if there is one
  /// the user's own adjoint of the kernel, which `adjoint` executes; "" if it was generated
  const char* user_adjoint = "";
  TouchedFunction touched = nullptr;  ///< null: may touch all arguments that are switched off
  /// exp and its like are not those that the user's compiler calls, and may differ in the last bits
  bool own_functions = false;
  /// the kernel makes whole numbers of real ones, which stay real, or remainders: floor, fmod and their like
  bool stairs = false;
  bool in_float = false;  ///< the kernel computes in float, whatever the types of its arguments
  int axis = -1;          ///< position of the argument whose value is the axis of Launch::lines; -1: there are no lines
  /// see Lines::relayed, which depends on shapes alone; null: never
  bool (*relayed)(const Box& range, const Lines& lines) = nullptr;
  std::span<const ArgFacts> args = {};
  std::span<const char* const> constants = {};  ///< names of the declared constants the kernel reads
  /// their sizes as translated [bytes]; 0: known when the program runs
  std::span<const std::size_t> constant_bytes = {};
  std::span<const StructMember> members = {};
};

/// The lines of a loop that has an axis. @param axis  the value of its argument `LoopImplementation::axis`
Lines lines_of(const LoopImplementation& loop, const Box& range, const void* axis);

/// A loop that only the reference can run.
struct RefusedLoop {
  const char* file = "";
  int first_line = 0;
  int first_column = 0;
  int last_line = 0;
  int last_column = 0;
  const char* name = "";
  const char* why = "";  ///< what the translator could not express, with file:line:col
};

/// Runs tasks [0, n) in parallel, each once; the body gets half-open chunks. Order and grouping are free.
class Executor {
 public:
  virtual ~Executor() = default;
  virtual void run(std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) const = 0;
};

/// One linked backend.
struct Backend {
  const char* name = "reference";
  const Executor* executor = nullptr;  ///< null: serial
  bool compare = false;                ///< run the reference as well and compare (the target `checked`)
  bool own_functions = false;          ///< exp and its like are those of a device, whose last bits may differ
};

/// Makes the machine of an instance; passes over memory may be spread with `parallel`. @param number  which one, where
/// there are several: of the first seat
using MakeMachine = std::shared_ptr<Machine> (*)(const ParallelFor& parallel, int number, Seat seat);
/// A device whose memory users may get pointers to.
struct DeviceMemory {
  /// where it has what stands at an address of the machine; null: there is no device
  void* (*at)(const void* address) = nullptr;
  void (*wait)() = nullptr;  ///< until all that was asked for is done
};
/// Constructing one before main() gives every instance such a machine instead of this process.
struct MachineRegistration {
  explicit MachineRegistration(MakeMachine make, const DeviceMemory& device = {});
};
/// Makes of a process's own machine the one that its instance gets.
using ShareMachine = std::shared_ptr<Machine> (*)(std::shared_ptr<Machine> own);
/// Constructing one before main() lets every instance be one of several processes.
struct ProcessesRegistration {
  ProcessesRegistration(ShareMachine share, Seat (*seat)());
};

/// Everything that generated code contributes to a program. Constructing one registers it for the process.
struct Registration {
  Registration(const Backend& backend, bool derivatives, std::span<const LoopImplementation> loops,
               std::span<const RefusedLoop> refused = {});
};
/// Constructing one before main(): the program reads members of handles that point to values (`dat->data`), which have
/// to be there whenever no call of the library is under way.
struct MembersRead {
  MembersRead();
};

/// What has been registered.
struct Registry {
  Backend backend;
  bool translated = false;               ///< some Registration exists
  bool members_read = false;             ///< see MembersRead
  bool derivatives = false;              ///< the program calls the derivative API and was translated for it
  std::deque<LoopImplementation> loops;  ///< addresses stay valid
  std::deque<RefusedLoop> refused;
  MakeMachine machine = nullptr;  ///< null: this process
  ShareMachine share = nullptr;   ///< null: it is the only one
  Seat (*seat)() = nullptr;
  DeviceMemory device;
};
const Registry& registry();
const Executor& executor();  ///< the backend's, or a serial one
/// by the executor
void on_all_cores(std::int64_t n, const std::function<void(std::int64_t first, std::int64_t last)>& body);
/// @param wrap  makes of a machine whose memory the host may touch the one that has this process's part
std::shared_ptr<Machine> make_machine(int number = 0,
                                      std::shared_ptr<Machine> (*wrap)(std::shared_ptr<Machine> own,
                                                                       const ParallelFor& parallel) = nullptr);

}  // namespace ops
