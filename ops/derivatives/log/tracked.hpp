// ops/derivatives/log/tracked.hpp: the tape's record of a dataset: which of its values are needed, and its derivative.
// It outlives the dataset's handle.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/derivatives/log/adjoint_field.hpp"
#include "ops/derivatives/log/origin.hpp"

namespace ops {

struct Tracked;

/// The derivative of one dataset. All tapes of an instance share it.
struct Derivative {
  Derivative(const Layout& layout, const std::string& name) : field(layout, name) {}
  AdjointField field;
  BufferRef seed;               ///< derivative of the objective with respect to the final values; null: zero
  BufferRef shown;              ///< what the user sees as the derivative, complete; null: zero and not asked for
  ops_dat alias = nullptr;      ///< the derivative as a dataset, if asked for
  Tracked* alias_of = nullptr;  ///< this dataset shows the derivative of that one (as the default tape tracks it)
};

/// A loop that reads values and carries no derivative on.
struct Reader {
  const std::string* name = nullptr;  ///< null: there is none
  std::source_location where = {};
  bool declared = false;   ///< passive by declaration; false: it computes nothing but passive data
  std::size_t before = 0;  ///< how many events came before it
};

struct Tracked {
  /// @param common  the derivative that another tape has for this dataset; null: a new one
  explicit Tracked(ops_dat handle, std::shared_ptr<Derivative> common = nullptr)
      : dat(handle),
        name(handle->name),
        layout(handle->layout),
        element(handle->element),
        components(handle->dim),
        passive(handle->passive),
        active(!handle->passive && is_real(handle->element)),
        tangent(layout, name),
        hessian(layout, name),
        derivative(common ? std::move(common) : std::make_shared<Derivative>(handle->layout, handle->name)) {
    begin_origin();
  }
  /// The same dataset with derivatives of its own.
  explicit Tracked(const Tracked& like)
      : dat(like.dat),
        name(like.name),
        layout(like.layout),
        element(like.element),
        components(like.components),
        passive(like.passive),
        active(like.active),
        tangent(layout, name),
        hessian(layout, name),
        derivative(std::make_shared<Derivative>(layout, name)) {}
  Tracked& operator=(const Tracked&) = delete;

  ops_dat dat;  ///< null once freed
  std::string name;
  Layout layout;
  Type element;
  int components;
  bool passive;  ///< is declared so
  bool active;   ///< can carry a derivative

  bool on_tape = false;     ///< some event refers to it
  bool introduced = false;  ///< false: only external functions have used it so far

  // recording
  Box needed = Box::none();  ///< cells of the present version that recorded adjoints read
  Box saved = Box::none();   ///< part of `needed` whose needed values lie in a saved region already
  /// disjoint cells of the present version that belong to what was before the step as well: not to be altered
  std::vector<Box> frozen;
  BufferRef kept;      ///< a version that stays as it is through every recording; null: there is none
  bool used = false;   ///< a recorded loop or transfer has read or written its values
  bool given = false;  ///< the user has set values since the recording began

  // warnings
  bool computed = false;  ///< a recorded loop has written some of its values
  static constexpr std::size_t nobody = static_cast<std::size_t>(-1);
  Origin origin;                        ///< of its present values
  std::size_t overwritten_by = nobody;  ///< the first event that left nothing of its first values inside
  /// the last event that did so, after their use, with values that depend on nothing
  std::size_t refilled_by = nobody;
  Reader passive_reader;                            ///< the first one
  bool zero_inside = true, zero_everywhere = true;  ///< its derivative, as is known from the last sweep alone
  bool newly_seeded = false;                        ///< by the program, since the last interpretation
  std::source_location seeded;                      ///< where
  bool is_computed() const noexcept { return computed || overwritten_by != nobody; }
  /// Present values are inputs, or carry no derivative.
  void begin_origin() {
    origin = {};
    computed = false;
    if (active) origin.inputs.add(InputId::of_dataset(dat->index));
  }

  void freeze() { frozen = {layout.allocated}; }
  /// A recording begins: nothing of what was before is needed, but for what is kept.
  void thaw() {
    if (kept && kept == dat->buffer) return freeze();
    frozen.clear();
  }
  /// Protects versions to which others refer. All other versions may be overwritten in place.
  void refreeze() {
    if (dat->buffer.use_count() > 1) return freeze();
    frozen.clear();
    needed = saved = Box::none();
  }

  // forward sweep of tangents
  AdjointField tangent;  ///< derivative along the directions last given to ops_tangent
  AdjointField hessian;  ///< derivative of the gradient along the directions last given to ops_hessian_vector

  // reverse sweep
  std::shared_ptr<Derivative> derivative;
  AdjointField& field = derivative->field;
  BufferRef& seed = derivative->seed;
  BufferRef& shown = derivative->shown;
  ops_dat& alias = derivative->alias;
  Tracked*& alias_of = derivative->alias_of;

  /// Cell (0, 0, ..) of a buffer of this dataset.
  std::byte* base(const BufferRef& buffer) const {
    return buffer->here() + layout.origin * static_cast<std::ptrdiff_t>(layout.element);
  }
};

}  // namespace ops
