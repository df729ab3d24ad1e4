// ops/derivatives/messages/origins.hpp: tracks the initial values on which present values depend, and the ways on which
// derivatives lose influence.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ops/derivatives/log/external_accesses.hpp"
#include "ops/derivatives/log/recording.hpp"
#include "ops/derivatives/messages/leaks.hpp"

namespace ops {

class Origins {
 public:
  explicit Origins(Recording& recording) : recording_(recording) {}

  /// @param carried  derivatives follow what the loop computes
  /// @param number   as what the loop receives a number that the program may have computed: "argument 2"; "": none
  void loop(const LoopCall& call, std::span<const ArgView> views, std::span<const EventArg> roles, bool carried,
            const std::string& number = "");
  void moves(const Tracked& from, Tracked& to, const Box& cells, const char* what, const std::source_location& where);
  void external(const ExternalFunction& function, std::span<const EventArg> around);
  /// The program looks at the values of a dataset, or at a result that comes from there.
  void read(const Tracked& dat, const std::source_location& where);
  void read(const Origin& origin, const std::source_location& where);
  void write(Tracked& dat, const Box& cells, const std::source_location& where);
  /// The program declares that what it has set, since loops computed the dataset, depends on no result.
  void declared(Tracked& dat);
  /// A result comes from there, and is about to be an event.
  void result(const Origin& origin);
  /// The ways on which influence on what is seeded was lost.
  std::vector<const Leak*> lost() const;
  /// .. on this result. @param result  index of the event
  std::vector<const Leak*> lost_before(std::size_t result) const;
  void forget(int dataset);
  void clear();

 private:
  void computes(Tracked& dat, const Box& cells);
  Origin of_scalar(ops_scalar_core& scalar);
  void left_out(const LoopCall& call, const EventArg& role, std::size_t i, Flow& flow);

  Recording& recording_;
  Leaks leaks_;
  InputSet host_;          ///< on which values depend that the program has got from loops
  std::string host_read_;  ///< where, last
  std::map<const Tracked*, std::vector<const Leak*>> set_;        ///< by the program, since loops computed the dataset
  std::map<std::size_t, std::vector<const Leak*>> result_leaks_;  ///< by the index of the result's event
};

}  // namespace ops
