// ops/loops/engine/variant.hpp: prepares calls that differ only in their range and values.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/loops/engine/arg_plan.hpp"
#include "ops/loops/launch/loop_call.hpp"
#include "ops/loops/launch/request.hpp"

namespace ops {

struct Variant {
  /// @throws OPSException  a constant that the implementation needs is missing or has another size
  explicit Variant(LoopCall call);

  LoopCall checked;                ///< each of these calls, but for its range
  std::vector<std::string> types;  ///< the arguments' type strings, which the user's may not outlive
  std::vector<ops_arg> given;      ///< as the call had them: what later calls are compared with
  std::vector<ArgPlan> plans;
  bool optional = false;   ///< some argument was given switched off
  bool by_kernel = false;  ///< the user's own kernel runs, though there is an implementation
  /// has a gathering dataset, or a reduction whose running value the kernel sees: the range cannot be executed in parts
  bool ordered = false;
  /// points may write the same cell: generated code runs them in order, and reads what it writes where it writes it
  bool in_order = false;
  ops_dat twice = nullptr;  ///< a dataset of which an argument writes a cell that another one uses at the same point
  std::vector<const Constant*> constants;

  std::int64_t calls = 0;  ///< of which the loop's points were there
  std::int64_t recorded_calls = 0;
  bool again = false;  ///< made to run recorded loops again

  // Refilled by every call, kept so that no call allocates.
  std::vector<const void*> values;  ///< of each argument that is passed by value: where they are; else null
  std::vector<ArgView> views;
  std::vector<Points> reads;        ///< of each argument: the points it is read through
  std::vector<Totals> totals;       ///< of reductions whose running value the kernel does not see
  std::vector<char> watched;        ///< arguments of which this call has to see what is read; 0 between calls
  std::vector<BufferRef> replaced;  ///< versions that this call replaces by new ones; null elsewhere, and between calls
  std::vector<BufferRef> touched;   ///< what the reference touches; empty between calls
  std::vector<CallRef> starts;      ///< of arguments: the loop that begins their reduction; null: none has run yet
  std::vector<const void*> constant_values;
  std::vector<ConstantRef> constant_refs;

  /// The call on this range. Equal calls share one object as long as a reference to it exists.
  const CallRef& call(const Box& range, bool passive);
  /// Where points share a cell: the call as derivatives see it, of those points that count; the same object likewise.
  const CallRef& recorded(const CallRef& call);
  /// Addresses and accesses of the arguments; again where one of them is switched on that was given switched off.
  void plan();
  bool fits(const LoopRequest& request) const noexcept;
  bool uses(ops_dat dat) const noexcept;
  /// The version that the present call reads.
  const BufferRef& before(ops_dat dat) const noexcept;
  /// What may have changed since the variant was checked. @throws OPSException
  void check_state(std::size_t argument) const;
  /// By datasets that are switched on: of both versions where there is a new one.
  std::span<const BufferRef> touched_buffers();
  /// Between calls a variant keeps no version alive.
  void let_go();

 private:
  /// What calls of a variant can differ in, but for values.
  struct Key {
    Box range;
    bool passive;
    std::vector<char> on;  ///< of arguments that were given switched off: whether they are touched
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept;
  };
  struct Made {
    CallRef call, recorded;  ///< `recorded`: null where it was not asked for
  };
  void forget_what_nobody_keeps();

  std::unordered_map<Key, Made, KeyHash> made_;
  Made* last_ = nullptr;
  Key key_{};              ///< of `last_`
  std::size_t most_ = 64;  ///< number of calls in `made_` above which unreferenced ones are deleted
};

/// Checks everything that does not depend on the range, and looks for an implementation.
/// @throws OPSException  see checks.hpp, and the constructor
std::unique_ptr<Variant> make_variant(const LoopRequest& request);

}  // namespace ops
