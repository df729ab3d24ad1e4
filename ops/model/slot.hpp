// ops/model/slot.hpp: one instance of a model, declared once and then evaluated and differentiated any number of times.
#pragma once

#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "ops/api/instance.hpp"
#include "ops/api/several_instances.hpp"
#include "ops/data/buffer.hpp"
#include "ops/data/layout.hpp"
#include "ops/derivatives/gradients/direction.hpp"
#include "ops/model/declaration.hpp"
#include "ops/model/model.hpp"
#include "ops/model/strided.hpp"

namespace ops::model {

using Body = void (*)(ops_model&);

/// A model of the program.
struct Program {
  std::string name;
  Body body;
  Where where;  ///< of OPS_MODEL
};
/// @throws OPSException  there is none of that name: lists those that there are
const Program& find_program(const std::string& name);
std::vector<std::string> program_names();

/// Values of the interior of a dataset that stay as they are while the view lives.
struct View {
  std::shared_ptr<void> keeper;  ///< the version; a packed copy where users cannot have its address
  std::byte* first = nullptr;    ///< component 0 of the first interior cell, in the memory of the host or the device
  BufferRef on_device;           ///< the version there; null: on the host
  Layout layout;                 ///< of the version
};

class Slot {
 public:
  /// @param words  options of the runtime, as on a command line
  Slot(const Program& program, const Request& request, const std::vector<std::string>& words);
  ~Slot();
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

  const Declaration& declared() const noexcept { return declared_; }
  /// What the runtime has printed since this was last called.
  bool has_said() { return said_.tellp() > 0; }
  std::string said() { return std::exchange(said_, std::ostringstream()).str(); }
  /// Whether another evaluation may follow; the target `checked` remembers what loops have done.
  bool lasts() const noexcept { return world_->halo_check == nullptr; }

  // An evaluation: begin, set the inputs that are given, run.

  /// Everything is as the body has left it, and nothing is recorded.
  void begin();
  void set(std::size_t input, const Strided& values);
  /// @param recorded  for derivatives
  void run(bool recorded);
  /// The components of a reduction's result, always at the same place.
  const std::vector<std::byte>& result(std::size_t output) const { return results_[output]; }
  View output(std::size_t output);

  // Derivatives of a recorded run, in any order and any number of times.

  /// Sets the weight of an output in what is differentiated. @param values  of the output's type: the interior, or the
  /// components packed; null: zero
  void seed(std::size_t output, const Strided& values);
  /// Gradients are zero if all seeds are.
  void interpret();
  /// Once for each interpretation.
  View gradient(std::size_t input);
  void scalar_gradient(std::size_t input, void* into);

  /// The inputs' directions: null for those that do not move.
  void tangent(const std::vector<const void*>& directions);
  void output_tangent(std::size_t output, void* into);
  void hessian_vector(const std::vector<const void*>& directions);
  void product(std::size_t input, void* into);

 private:
  /// Values after the body, which are never changed: who writes gets another buffer.
  struct FirstDat {
    ops_dat dat;
    BufferRef values;
    ops_access reducing;
  };
  struct FirstScalar {
    ops_scalar scalar;
    std::vector<std::byte> value;
  };

  /// The program's calls without an instance are about this one meanwhile.
  template <class Call>
  void as_default(const Call& call);
  void check_options(const Request& request) const;
  void keep_first_values();
  void restore(const FirstDat& first);
  BufferRef copy_of(const FirstDat& first);
  void forget_what_runs_declared();
  Tape& tape() const;
  std::vector<ops_ad_direction> moved(const std::vector<const void*>& directions) const;

  const Where where_;  ///< for errors
  std::ostringstream said_;
  std::unique_ptr<OPS_instance> instance_;  ///< null while it is the thread's default
  OPS_instance* const world_;               ///< the same
  Declaration declared_;
  std::vector<FirstDat> first_dats_;
  std::vector<FirstScalar> first_scalars_;
  std::optional<RandomState> first_random_;
  std::vector<std::vector<std::byte>> results_;  ///< by output
  std::vector<bool> seeded_;                     ///< by output
};

}  // namespace ops::model
