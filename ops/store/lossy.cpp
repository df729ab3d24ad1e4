// ops/store/lossy.cpp: zfp, on numbers brought to magnitudes of at most 1, as it knows nothing of subnormal ones.
// A packed chunk is what zfp has made of each part, then all that is exact (zstd): the chunk with zero bytes in place of other numbers.
#include "ops/store/lossy.hpp"

#include <zfp.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "ops/store/codec.hpp"

namespace ops {
namespace {

constexpr std::size_t word = 8;  // zfp reads and writes whole ones

template <class T>
using Bits = std::conditional_t<sizeof(T) == sizeof(std::uint64_t), std::uint64_t, std::uint32_t>;

template <class T>
T number_at(const std::byte* base, std::int64_t position) {
  T value;
  std::memcpy(&value, base + position * static_cast<std::int64_t>(sizeof(T)), sizeof value);
  return value;
}
template <class T>
void put_number(std::byte* base, std::int64_t position, T value) {
  std::memcpy(base + position * static_cast<std::int64_t>(sizeof(T)), &value, sizeof value);
}

std::size_t whole_words(std::size_t bytes) { return (bytes + word - 1) / word * word; }

/// Numbers times a power of two, and back. In two factors, as one may be beyond the range of numbers.
class Scale {
 public:
  explicit Scale(double largest) {
    int exponent = 0;
    std::frexp(largest, &exponent);
    const int half = exponent / 2;
    down_ = {std::ldexp(1.0, -half), std::ldexp(1.0, half - exponent)};
    up_ = {std::ldexp(1.0, half), std::ldexp(1.0, exponent - half)};
  }
  double down(double value) const noexcept { return value * down_[0] * down_[1]; }
  double up(double value) const noexcept { return value * up_[0] * up_[1]; }

 private:
  std::array<double, 2> down_{}, up_{};
};

struct Close {
  void operator()(zfp_stream* stream) const { zfp_stream_close(stream); }
  void operator()(zfp_field* field) const { zfp_field_free(field); }
  void operator()(bitstream* bits) const { stream_close(bits); }
};

/// zfp for one part: its numbers, dense.
class Zfp {
 public:
  template <class T>
  Zfp(std::vector<T>& numbers, const RealsPart& part, double tolerance) : stream_(zfp_stream_open(nullptr)) {
    const auto type = sizeof(T) == sizeof(double) ? zfp_type_double : zfp_type_float;
    const auto n = [&](std::size_t axis) { return static_cast<std::size_t>(part.extent[axis]); };
    field_.reset(part.extent[2] > 1   ? zfp_field_3d(numbers.data(), type, n(0), n(1), n(2))
                 : part.extent[1] > 1 ? zfp_field_2d(numbers.data(), type, n(0), n(1))
                                      : zfp_field_1d(numbers.data(), type, n(0)));
    zfp_stream_set_accuracy(stream_.get(), tolerance);
  }
  std::size_t most() const { return whole_words(zfp_stream_maximum_size(stream_.get(), field_.get())); }
  std::size_t compress(std::byte* to, std::size_t bytes) {
    open(to, bytes);
    return zfp_compress(stream_.get(), field_.get());
  }
  bool decompress(const std::byte* from, std::size_t bytes) {
    open(const_cast<std::byte*>(from), bytes);  // is only read
    return zfp_decompress(stream_.get(), field_.get()) > 0;
  }

 private:
  void open(std::byte* at, std::size_t bytes) {
    bits_.reset(stream_open(at, bytes));
    zfp_stream_set_bit_stream(stream_.get(), bits_.get());
    zfp_stream_rewind(stream_.get());
  }
  std::unique_ptr<zfp_stream, Close> stream_;
  std::unique_ptr<zfp_field, Close> field_;
  std::unique_ptr<bitstream, Close> bits_;
};

/// Grows word by word.
class Writer {
 public:
  void add(std::span<const std::byte> bytes) {
    packed.insert(packed.end(), bytes.begin(), bytes.end());
    packed.resize(whole_words(packed.size()));
  }
  void add(std::uint64_t number) { add(std::as_bytes(std::span(&number, 1))); }
  std::vector<std::byte> packed;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> from) : rest_(from) {}
  std::span<const std::byte> take(std::size_t bytes) {
    const auto taken = rest_.first(bytes);
    rest_ = rest_.subspan(whole_words(bytes));
    return taken;
  }
  std::uint64_t number() { return number_at<std::uint64_t>(take(word).data(), 0); }

 private:
  std::span<const std::byte> rest_;
};

/// A number among exact bytes: never zero bytes, which stand for one that is not exact. What would be is no number that a computation gives.
template <class T>
class Exact {
 public:
  static Bits<T> from(T value) noexcept { return std::bit_cast<Bits<T>>(value) ^ key; }
  static T value(Bits<T> bits) noexcept { return std::bit_cast<T>(bits ^ key); }

 private:
  static constexpr Bits<T> key = static_cast<Bits<T>>(0xfffa5c3b'fffa5c3bULL);
};

/// The numbers of one part of a chunk.
template <class T>
class Numbers {
 public:
  Numbers(const RealsPart& part, std::int64_t begin, const Tolerance& tolerance)
      : part_(part), largest_(tolerance.largest[static_cast<std::size_t>(part.component)]), fraction_(tolerance.fraction), scale_(largest_) {
    part_.first -= begin;
  }

  struct Found {
    bool off = false;      ///< some number will not come back exactly
    bool refused = false;  ///< some number cannot be among exact bytes
  };
  /// @param exact  the chunk as it is; afterwards numbers stand in it as `Exact` says
  Found pack(std::byte* exact, Writer& to) const {
    std::vector<T> numbers;
    numbers.reserve(static_cast<std::size_t>(part_.volume()));
    for_each_position(part_, [&](std::int64_t at) {
      const T value = number_at<T>(exact, at);
      numbers.push_back(std::isfinite(value) ? static_cast<T>(scale_.down(value)) : T{0});
    });
    compress(numbers, to);
    return keep_exceptions(exact, numbers);
  }

  bool unpack(Reader& from, std::byte* chunk) const {
    std::vector<T> numbers(static_cast<std::size_t>(part_.volume()));
    const auto stream = from.take(from.number());
    if (!stream.empty() && !Zfp(numbers, part_, step()).decompress(stream.data(), stream.size())) return false;
    std::size_t k = 0;
    for_each_position(part_, [&](std::int64_t at) {
      const auto bits = number_at<Bits<T>>(chunk, at);
      put_number(chunk, at, bits == 0 ? seen(numbers[k]) : Exact<T>::value(bits));
      ++k;
    });
    return true;
  }

 private:
  double step() const { return fraction_ * scale_.down(largest_); }
  T seen(T number) const { return static_cast<T>(scale_.up(number)); }

  /// Afterwards the numbers are those that will come back. Where there is none but zero, nothing is written.
  void compress(std::vector<T>& numbers, Writer& to) const {
    if (largest_ == 0) return to.add(0);
    Zfp zfp(numbers, part_, step());
    const std::size_t length_at = to.packed.size(), at = length_at + word;
    to.packed.resize(at + zfp.most());
    const std::size_t length = zfp.compress(to.packed.data() + at, to.packed.size() - at);
    to.packed.resize(at + whole_words(length));
    put_number<std::uint64_t>(to.packed.data() + length_at, 0, length);
    if (length > 0) zfp.decompress(to.packed.data() + at, length);
  }
  /// Programs ask whether a number is zero, or which sign it has: zero stays zero.
  Found keep_exceptions(std::byte* exact, const std::vector<T>& numbers) const {
    const double bound = fraction_ * largest_;
    Found found;
    std::size_t k = 0;
    for_each_position(part_, [&](std::int64_t at) {
      const T value = number_at<T>(exact, at), back = seen(numbers[k++]);
      const bool within = std::abs(static_cast<double>(value) - static_cast<double>(back)) <= bound && value != 0;
      found.off = found.off || (within && value != back);
      const Bits<T> bits = within ? 0 : Exact<T>::from(value);
      found.refused = found.refused || (!within && bits == 0);
      put_number(exact, at, bits);
    });
    return found;
  }

  RealsPart part_;  ///< positions in the chunk
  double largest_, fraction_;
  Scale scale_;
};

template <class T>
void find_largest(std::span<const std::byte> piece, const Reals& reals, std::vector<double>& largest) {
  for (const RealsPart& part : parts(reals, cut(reals, std::numeric_limits<std::int64_t>::max()), 0, std::numeric_limits<std::int64_t>::max() / 2)) {
    double& most = largest[static_cast<std::size_t>(part.component)];
    for_each_position(part, [&](std::int64_t at) {
      const double size = std::abs(static_cast<double>(number_at<T>(piece.data(), at)));
      if (size > most && std::isfinite(size)) most = size;
    });
  }
}

template <class T>
std::optional<Packed> pack_as(const Chunked<const std::byte>& chunk, const Tolerance& tolerance, std::size_t limit) {
  std::vector<std::byte> exact(chunk.bytes.begin(), chunk.bytes.end());
  Writer to;
  bool off = false;
  for (const RealsPart& part : chunk.parts) {
    const auto found = Numbers<T>(part, chunk.begin, tolerance).pack(exact.data(), to);
    if (found.refused || to.packed.size() >= limit) return std::nullopt;
    off = off || found.off;
  }
  std::vector<std::byte> scratch;
  const auto less = compressed(exact, scratch);
  if (less.empty()) return std::nullopt;
  Writer all;
  all.add(less.size());
  all.add(less);
  all.add(to.packed);
  return all.packed.size() < limit ? std::optional(Packed{std::move(all.packed), off}) : std::nullopt;
}

template <class T>
bool unpack_as(Reader& from, const Chunked<std::byte>& chunk, const Tolerance& tolerance) {
  return std::ranges::all_of(chunk.parts, [&](const RealsPart& part) { return Numbers<T>(part, chunk.begin, tolerance).unpack(from, chunk.bytes.data()); });
}

}  // namespace

Tolerance tolerance(std::span<const std::byte> piece, const Reals& reals, double fraction) {
  Tolerance all{fraction, std::vector<double>(static_cast<std::size_t>(reals.components))};
  reals.wide ? find_largest<double>(piece, reals, all.largest) : find_largest<float>(piece, reals, all.largest);
  return all;
}

std::optional<Packed> pack(const Chunked<const std::byte>& chunk, const Reals& reals, const Tolerance& tolerance, std::size_t limit) {
  if (chunk.parts.empty()) return std::nullopt;
  return reals.wide ? pack_as<double>(chunk, tolerance, limit) : pack_as<float>(chunk, tolerance, limit);
}

bool unpack(std::span<const std::byte> packed, const Chunked<std::byte>& chunk, const Reals& reals, const Tolerance& tolerance) {
  Reader from(packed);
  if (!decompress(from.take(from.number()), chunk.bytes)) return false;
  return reals.wide ? unpack_as<double>(from, chunk, tolerance) : unpack_as<float>(from, chunk, tolerance);
}

}  // namespace ops
