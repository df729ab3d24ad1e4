// ops/derivatives/messages/not_finite.hpp: finds the first derivative of a reverse sweep that is NaN or infinite: its
// dataset, its position, and the event that produced it.
#pragma once

#include <optional>
#include <string>

#include "ops/derivatives/log/events.hpp"
#include "ops/derivatives/log/tape_observer.hpp"

namespace ops {

struct NotFinite {
  Index cell;
  double value;
};

/// The first value in `cells` of a buffer, axis 0 fastest, that is NaN or infinite.
std::optional<NotFinite> first_not_finite(const BufferRef& buffer, const Layout& layout, Type element,
                                          const Box& cells);
/// The same of memory of the host.
std::optional<NotFinite> first_not_finite(const std::byte* values, const Layout& layout, Type element,
                                          const Box& cells);

/// "nan at (3, 0)"
std::string described(const NotFinite& found, int dims);

/// Watches one sweep and remembers the first event after which, or before which, a derivative is not finite.
class NotFiniteObserver final : public TapeObserver {
 public:
  explicit NotFiniteObserver(const Events& events) : events_(events) {}
  void external_ran(double) override {}
  void step() override {}
  void forgotten() override {}
  void begins(const Event&) override {}
  void shows(const Event& event, std::span<const std::byte* const> reductions) override;
  void ends(const Event& event) override;
  void swept() override {}
  /// What was found, for a sentence; "": nothing.
  const std::string& origin() const noexcept { return origin_; }

 private:
  std::string in_dat(const Event& event, const EventArg& arg, std::size_t i) const;

  const Events& events_;
  std::string origin_;
};

}  // namespace ops
