// ops/derivatives/tape/seeds.hpp: seeds of results, as the program sets them and as a sweep reads them.
#pragma once

#include "ops/derivatives/tape/tape_parts.hpp"

namespace ops {

struct ResultEvent;  // ops/derivatives/events/result_event.hpp

/// A loop adds to a reduction. A seed that was set after a result was read and before this loop may be meant for that
/// result, but belongs to the next one.
void adds_to(TapeParts& of, ops_reduction handle, const LoopCall& call);

class Seeds {
 public:
  explicit Seeds(TapeParts& of) : of_(of) {}

  /// Of the handle's last result.
  void set(ops_reduction handle, const void* seed);
  /// Gives each result the seed that the user left in its handle, and checks that there is any seed at all.
  /// @param call  of the program, for errors
  void settle(const char* call, Where where);
  /// Of all results: none.
  void clear();

 private:
  bool check(const char* call, const ResultEvent& event) const;

  TapeParts& of_;
};

}  // namespace ops
