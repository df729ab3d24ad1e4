// ops/derivatives/messages/handed_out.hpp: values of datasets as they were when a raw pointer to them was handed out,
// to see whether the program wrote through a pointer that it gives back as read. Only where a check is asked for.
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
