// ops/derivatives/messages/handed_out.hpp: copies of values at the time when the program got a raw pointer to them, to
// detect writes through a pointer that it releases as read. Only if a check requests it.
#pragma once

#include <map>
#include <source_location>
#include <vector>

#include "ops/data/handles.hpp"

namespace ops {

class HandedOut {
 public:
  /// Before a pointer is handed out.
  void taken(ops_dat dat, std::source_location where);
  /// A pointer was given back as written.
  void written(ops_dat dat);
  /// A pointer was given back as read.
  /// @throws OPSException  it was the last, and none was given back as written, but values have changed
  void read(ops_dat dat, std::source_location where);
  void forget(ops_dat dat) { known_.erase(dat); }

 private:
  struct Values {
    std::vector<std::byte> bytes;  ///< of all cells, dense
    std::source_location where;    ///< of the first pointer
    bool written = false;
  };
  std::map<ops_dat, Values> known_;  ///< while pointers are out
};

}  // namespace ops
