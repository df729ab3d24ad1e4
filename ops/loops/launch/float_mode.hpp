// ops/loops/launch/float_mode.hpp: the floating-point mode of a thread: subnormal numbers as in IEEE 754, or flushed to
// zero.
#pragma once

#include <cstdint>

namespace ops {

/// The control bits of one thread's arithmetic.
class FloatMode {
 public:
#if defined(__x86_64__)
  static constexpr bool can_flush = true;
  static FloatMode present() noexcept { return FloatMode(__builtin_ia32_stmxcsr()); }
  void set() const noexcept { __builtin_ia32_ldmxcsr(static_cast<unsigned>(bits_)); }
#elif defined(__aarch64__)
  static constexpr bool can_flush = true;
  static FloatMode present() noexcept {
    std::uint64_t bits = 0;
    asm volatile("mrs %0, fpcr" : "=r"(bits));
    return FloatMode(bits);
  }
  void set() const noexcept { asm volatile("msr fpcr, %0" : : "r"(bits_)); }
#else
  static constexpr bool can_flush = false;
  static FloatMode present() noexcept { return FloatMode(0); }
  void set() const noexcept {}
#endif
  /// The same with zero for subnormal results and operands.
  FloatMode flushing() const noexcept { return FloatMode(bits_ | flush_bits); }
  FloatMode keeping() const noexcept { return FloatMode(bits_ & ~flush_bits); }

  bool operator==(const FloatMode& other) const noexcept {
    return (bits_ & control_bits) == (other.bits_ & control_bits);
  }

 private:
#if defined(__x86_64__)
  // FTZ and DAZ; all but the flags of what has happened
  static constexpr std::uint64_t flush_bits = 0x8040, control_bits = 0xffc0;
#elif defined(__aarch64__)
  static constexpr std::uint64_t flush_bits = std::uint64_t{1} << 24, control_bits = ~std::uint64_t{0};
#else
  static constexpr std::uint64_t flush_bits = 0, control_bits = 0;
#endif
  explicit FloatMode(std::uint64_t bits) : bits_(bits) {}
  std::uint64_t bits_;
};

/// While it lives, this thread computes in `mode`: workers of a loop in that of the thread that launched it.
class InFloatMode {
 public:
  explicit InFloatMode(const FloatMode& mode) noexcept : before_(FloatMode::present()), changed_(!(mode == before_)) {
    if (changed_) mode.set();
  }
  ~InFloatMode() {
    if (changed_) before_.set();
  }
  InFloatMode(const InFloatMode&) = delete;
  InFloatMode& operator=(const InFloatMode&) = delete;

 private:
  FloatMode before_;
  bool changed_;
};

/// While at least one of a thread's lives, that thread takes zero for subnormal numbers. Begins and ends on the same
/// thread.
class SubnormalsFlushed {
 public:
  SubnormalsFlushed() noexcept;
  ~SubnormalsFlushed();
  SubnormalsFlushed(const SubnormalsFlushed&) = delete;
  SubnormalsFlushed& operator=(const SubnormalsFlushed&) = delete;
};

}  // namespace ops
