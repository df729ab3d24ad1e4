// backends/launches/dependencies.hpp: finds dependencies between launches that access the same memory.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ops::launches {

/// Memory that a launch reads, or writes.
struct Touched {
  const std::byte *begin, *end;
  bool written;
};

/// Of launches 0, 1, .. that follow one another. Two that only read need not wait for one another.
class Dependencies {
 public:
  /// Launches that have to be done when the next one begins, in ascending order; what those wait for may be left out.
  std::span<const unsigned> of_next(std::span<const Touched> touched);
  void clear() noexcept;

 private:
  static constexpr unsigned none = ~0U;
  struct Piece {
    const std::byte *begin, *end;
    unsigned writer;                ///< the last; none: there was none
    std::vector<unsigned> readers;  ///< since
  };
  void read(const Touched& memory);
  void write(const Touched& memory);

  unsigned next_ = 0;
  std::vector<Piece> pieces_;  ///< may overlap
  std::vector<unsigned> before_;
};

}  // namespace ops::launches
