// ops/store/lossy.cpp: zfp, on numbers brought to magnitudes of at most 1, as it knows nothing of subnormal ones.
// A packed chunk is what is no number (zstd, with zeros in place of numbers), then of each part what zfp made of it and the exceptions.
#include "ops/store/lossy.hpp"

#include <zfp.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>

#include "ops/store/codec.hpp"

namespace ops {
namespace {

constexpr std::size_t word = 8;  // zfp reads and writes whole ones

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
  void add(const void* bytes, std::size_t count) {
    const std::size_t at = packed.size();
    packed.resize(at + whole_words(count));
    std::memcpy(packed.data() + at, bytes, count);
  }
  void add(std::uint64_t number) { add(&number, sizeof number); }
  std::vector<std::byte> packed;
  bool off = false;
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
  template <class T>
  T value() {
    return number_at<T>(take(sizeof(T)).data(), 0);
  }

 private:
  std::span<const std::byte> rest_;
};

/// The numbers of one part of a chunk.
template <class T>
class Numbers {
 public:
  Numbers(const RealsPart& part, std::int64_t begin, const Tolerance& tolerance)
      : part_(part), largest_(tolerance.largest[static_cast<std::size_t>(part.component)]), fraction_(tolerance.fraction), scale_(largest_) {
    part_.first -= begin;
  }

  void pack(const std::byte* chunk, Writer& to) const {
    std::vector<T> numbers;
    numbers.reserve(static_cast<std::size_t>(part_.volume()));
    for_each_position(part_, [&](std::int64_t at) {
      const T value = number_at<T>(chunk, at);
      numbers.push_back(std::isfinite(value) ? static_cast<T>(scale_.down(value)) : T{0});
    });
    compress(numbers, to);
    add_exceptions(chunk, numbers, to);
  }

  bool unpack(Reader& from, std::byte* chunk) const {
    std::vector<T> numbers(static_cast<std::size_t>(part_.volume()));
    const auto stream = from.take(from.number());
    if (!stream.empty() && !Zfp(numbers, part_, step()).decompress(stream.data(), stream.size())) return false;
    std::size_t k = 0;
    for_each_position(part_, [&](std::int64_t at) { put_number(chunk, at, seen(numbers[k++])); });
    for (std::uint64_t count = from.number(); count > 0; --count) {
      const auto at = static_cast<std::int64_t>(from.number());
      put_number(chunk, at, from.value<T>());
    }
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
  void add_exceptions(const std::byte* chunk, const std::vector<T>& numbers, Writer& to) const {
    const double bound = fraction_ * largest_;
    const std::size_t count_at = to.packed.size();
    std::uint64_t count = 0;
    to.add(count);
    std::size_t k = 0;
    for_each_position(part_, [&](std::int64_t at) {
      const T value = number_at<T>(chunk, at), back = seen(numbers[k++]);
      if (std::abs(static_cast<double>(value) - static_cast<double>(back)) <= bound) {
        to.off = to.off || std::memcmp(&value, &back, sizeof value) != 0;
        return;
      }
      to.add(static_cast<std::uint64_t>(at));
      to.add(&value, sizeof value);
      ++count;
    });
    put_number(to.packed.data() + count_at, 0, count);
  }

  RealsPart part_;  ///< positions in the chunk
  double largest_, fraction_;
  Scale scale_;
};

/// Everything but numbers, for which there are zeros.
std::vector<std::byte> without_numbers(const Chunked<const std::byte>& chunk, const Reals& reals) {
  std::vector<std::byte> rest(chunk.bytes.begin(), chunk.bytes.end());
  for (const RealsPart& part : chunk.parts)
    for_each_position(part, [&](std::int64_t at) { std::memset(rest.data() + static_cast<std::size_t>(at - chunk.begin) * reals.element(), 0, reals.element()); });
  return rest;
}

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
bool unpack_parts(Reader& from, const Chunked<std::byte>& chunk, const Tolerance& tolerance) {
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
  Writer to;
  const std::vector<std::byte> rest = without_numbers(chunk, reals);
  std::vector<std::byte> scratch;
  const auto less = compressed(rest, scratch);
  if (less.empty()) return std::nullopt;
  to.add(less.size());
  to.add(less.data(), less.size());
  for (const RealsPart& part : chunk.parts) {
    if (to.packed.size() >= limit) return std::nullopt;
    if (reals.wide)
      Numbers<double>(part, chunk.begin, tolerance).pack(chunk.bytes.data(), to);
    else
      Numbers<float>(part, chunk.begin, tolerance).pack(chunk.bytes.data(), to);
  }
  if (to.packed.size() >= limit) return std::nullopt;
  return Packed{std::move(to.packed), to.off};
}

bool unpack(std::span<const std::byte> packed, const Chunked<std::byte>& chunk, const Reals& reals, const Tolerance& tolerance) {
  Reader from(packed);
  if (!decompress(from.take(from.number()), chunk.bytes)) return false;
  return reals.wide ? unpack_parts<double>(from, chunk, tolerance) : unpack_parts<float>(from, chunk, tolerance);
}

}  // namespace ops
