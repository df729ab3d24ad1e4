// ops/derivatives/messages/progress.hpp: progress messages of long operations.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

namespace ops {

/// On a terminal one line, rewritten; elsewhere a line now and then. Short runs say nothing.
class Progress {
 public:
  /// @param clock  [s]
  Progress(std::ostream& out, bool terminal, std::function<double()> clock);

  /// Something begins, and what went on before is over. @param what  "reverse"
  void begin(std::string what);
  /// @param fraction  of the work that is done, for the time that is left
  /// @param doing     what goes on in particular; may be ""
  void at(std::int64_t done, std::int64_t total, double fraction, const char* doing = "");
  /// Nothing goes on any more.
  void end();

  static constexpr double quiet = 2;              ///< from the first beginning on [s]
  static constexpr double rewritten_after = 0.2;  ///< on a terminal [s]
  static constexpr double repeated_after = 10;    ///< elsewhere, [s] ..
  static constexpr double repeated_part = 0.1;    ///< .. and more of the work done since

 private:
  bool due(double now, double fraction) const;
  void show(const std::string& text);

  std::ostream* out_;
  bool terminal_;
  std::function<double()> clock_;
  std::string what_;
  double first_ = -1, begun_ = 0;
  double said_ = 0, said_fraction_ = 0;  ///< with the last line
  std::size_t width_ = 0;                ///< of what stands on the terminal
};

}  // namespace ops
