// ops/machines/ranks/margin.hpp: extends a process's part of a loop into its copies of neighbours' cells, so that the
// owners need not send these cells. One deep exchange then serves several loops. Every process comes to the same
// decision.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "ops/loops/launch/work.hpp"
#include "ops/machines/ranks/transfers.hpp"

namespace ops::ranks {

/// What a loop needs that is done at `far` cells beyond a part.
struct Margin {
  struct Reading {
    const Buffer* buffer;
    const Layout* layout;
    Box cells;  ///< that the loop reads
    int reach;  ///< copies at `far + reach` have to be up to date [cells]
  };
  std::vector<Reading> read;
  int most = 0;  ///< `far` is no more than that [cells]
};

/// How a loop can be done beyond a part; nothing: it can only be done at a part's own cells.
/// @param divided  as divided_as says @param most  cells beyond a part
std::optional<Margin> margin_of(const Launch& launch, const Work& work, const Layout& divided, int most);
std::optional<Margin> margin_of(const AdjointLaunch& launch, const Work& work, const Layout& divided, int most);

/// The cells of a part of this process, and those as far beside it along the axes that are cut.
Box grown(const Layout& layout, const Index& part, int far);

/// The copies that are no further than so many cells away from the part that has them.
class Zones {
 public:
  const std::vector<Needed>& of(const Layout& layout, int far);

 private:
  std::map<std::vector<std::int64_t>, std::vector<Needed>> known_;
};

}  // namespace ops::ranks
