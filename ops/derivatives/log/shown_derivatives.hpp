// ops/derivatives/log/shown_derivatives.hpp: derivatives of datasets as the user reads and sets them.
#pragma once

#include <memory>
#include <utility>

#include "ops/derivatives/log/recording.hpp"

namespace ops {

class ShownDerivatives {
 public:
  /// @param home  of the default tape
  explicit ShownDerivatives(Recording& home) : recording_(home) {}

  /// The complete derivative: seed before, result after interpretation; made of zeros if need be.
  const BufferRef& of(Tracked& dat);
  /// What is shown now is the seed.
  void seed(Tracked& dat);
  /// The derivative as a dataset.
  ops_dat as_dat(Tracked& dat);
  /// The user wrote the derivative through its dataset.
  void written(Tracked& alias);
  /// Removes the seed; what is shown becomes zero.
  void make_zero(Tracked& dat);

  /// Whether there is anything to see.
  bool known() const noexcept { return interpreted_ || direct_; }
  bool interpreted() const noexcept { return interpreted_; }
  /// Whether the user sees and sets the derivative fields themselves.
  bool direct() const noexcept { return direct_; }
  /// @return  as it was
  bool set_direct(bool direct) noexcept { return std::exchange(direct_, direct); }
  void begin_direct();
  void end_direct();

  /// An interpretation begins, or the recording is forgotten: nothing is known.
  void hide();
  void forget() noexcept { interpreted_ = false; }
  /// An interpretation is over.
  void show();
  /// Datasets that show derivatives get those there are.
  void show_datasets();

 private:
  char* zeros(std::size_t bytes);

  Recording& recording_;
  bool interpreted_ = false;
  bool direct_ = false;
  std::unique_ptr<char, void (*)(void*)> zeros_{nullptr, nullptr};  ///< shown for known zero derivatives
  std::size_t zero_bytes_ = 0;
};

}  // namespace ops
