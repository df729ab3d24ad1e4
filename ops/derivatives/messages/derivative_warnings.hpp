// ops/derivatives/messages/derivative_warnings.hpp: warnings about seeds and about derivatives that the program reads,
// and detection of the moment when all seeded results have their values.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ops/derivatives/log/recording.hpp"
#include "ops/derivatives/log/shown_derivatives.hpp"
#include "ops/derivatives/log/tape_observer.hpp"
#include "ops/derivatives/messages/broken_path.hpp"

namespace ops {

class DerivativeWarnings {
 public:
  /// @param sweep  goes through the recording once more
  DerivativeWarnings(Recording& recording, const ShownDerivatives& shown, std::function<void(TapeObserver&)> sweep)
      : recording_(recording), shown_(shown), sweep_(std::move(sweep)) {}

  // While recording
  /// Derivatives may be lost here: said once something is asked that this may matter to.
  /// @param once  said once of this; "": of the text
  /// @param set   the dataset that the program has set; null: it has set none
  void cut(std::string text, std::string once = {}, const Tracked* set = nullptr);
  /// What the program has set of it since its last use is a constant, as it says.
  void declared(const Tracked& dat);
  /// The event that is about to be appended leaves nothing of what the dataset held inside.
  void overwritten(Tracked& dat, const Box& cells, bool from_nothing);

  // Interpretation
  void replaced_seed(const ResultEvent& result, const std::byte* captured);
  /// The last event that matters: a seeded result, or a write to a seeded dataset. What comes later cannot change the
  /// gradient.
  std::size_t objective_end() const;
  /// Warns of values from outside of loops that came before event `end`.
  void report_cuts(std::size_t end);
  void old_seeds(Where where);
  void begins(Where where);
  /// Second derivatives have used the seeds as well.
  void seeds_used() { seeds_used_ = recording_.events.nodes.size(); }
  /// Default tape: ways on which influence on what is seeded was lost, in the interpretation of whichever tape.
  void lost(const std::vector<const Leak*>& leaks);
  /// The program gets derivatives that are stored during the sweep without asking again.
  void warn_of_stores(const std::vector<const Leak*>& leaks);

  /// The program reads the derivative: warns of what is doubtful about it. @param whole  halos as well
  void asked(const Tracked& dat, bool whole, const char* call, Where where);
  void asked(const ops_scalar_core& scalar, const char* call, Where where);
  /// The program reads the dataset that shows the derivative, perhaps as one among all: warns of paths that it omits.
  void read(const Tracked& dat, const ops_dat_core& shown, const std::source_location& where);
  /// Of the last interpretation: results that the program has read, that depend on active data and that have no seed:
  /// "reduction 'r', read at file:line".
  std::vector<std::string> unseeded() const;

  void forget(int dataset);
  void clear();

 private:
  void warn_if_stale(const Tracked& dat, const std::string& begin);
  void warn_if_zero(const Tracked& dat, const std::string& begin);
  void warn_if_zero(const ops_scalar_core& scalar, const std::string& begin);
  std::string replaced_by(const ops_scalar_core& scalar) const;
  void warn_if_not_finite(const Tracked& dat, bool whole, const std::string& begin);
  bool seeded(const Tracked& dat) const;
  void report_not_finite(const std::string& what);
  std::string where_not_finite();

  struct Cut {
    std::size_t event;
    std::string text, once;
    const Tracked* set;
  };
  struct Interpretation {
    std::size_t events = 0;     ///< recorded when it began
    std::size_t objective = 0;  ///< after this one all that was seeded had its value
    Where where;
    Objective path = {};
  };

  Recording& recording_;
  const ShownDerivatives& shown_;
  std::function<void(TapeObserver&)> sweep_;
  std::vector<Cut> cuts_;
  std::vector<Leak> lost_;
  Interpretation interpretation_;  ///< the last one
  std::size_t seeds_used_ = 0;     ///< how many events had been recorded when second derivatives last used their seeds
  bool not_finite_reported_ = false;  ///< that a derivative of the last interpretation is not finite
};

}  // namespace ops
