// backends/openmp/stream.hpp: stores that go past the caches, for data that will not be read again soon.
// Knows bytes; knows nothing of loops. Rows are cut at multiples of 64 cells, so that lines are written whole.
#pragma once

#include <cstdint>
#include <cstring>

#include "backends/common/address.hpp"
#include "backends/common/pieces.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace ops::openmp {

inline constexpr std::size_t line_bytes = 64;
/// Room for a component of one piece, in buffers of what is to be streamed: a line more than a piece, as with a power of two all components
/// would fall on the same cache sets.
inline constexpr int streamed_cells = backend::piece_cells + 8;

/// What stands for the old values of cells that hold nothing: to read it costs less than to ask at every point.
template <class T, int components>
T* zeros() noexcept {
  alignas(line_bytes) static T none[components * streamed_cells];
  return none;
}

/// One aligned line past the caches.
inline void store_line(char* to, const char* from) noexcept {
#if defined(__AVX512F__)
  _mm512_stream_si512(reinterpret_cast<__m512i*>(to), _mm512_loadu_si512(from));
#elif defined(__AVX__)
  const auto half = [](const char* p) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p)); };
  _mm256_stream_si256(reinterpret_cast<__m256i*>(to), half(from));
  _mm256_stream_si256(reinterpret_cast<__m256i*>(to + 32), half(from + 32));
#elif defined(__SSE2__)
  for (std::size_t part = 0; part < line_bytes; part += 16)
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + part), _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + part)));
#else
  std::memcpy(to, from, line_bytes);
#endif
}

/// Copies n elements; whole lines past the caches, ragged ends through them.
template <class T>
void store_stream(T* to, const T* from, std::size_t n) noexcept {
  char* out = reinterpret_cast<char*>(to);
  const char* in = reinterpret_cast<const char*>(from);
  std::size_t bytes = n * sizeof(T);
  const std::size_t ragged = (line_bytes - reinterpret_cast<std::uintptr_t>(out) % line_bytes) % line_bytes;
  const std::size_t head = ragged < bytes ? ragged : bytes;
  std::memcpy(out, in, head);
  for (out += head, in += head, bytes -= head; bytes >= line_bytes; out += line_bytes, in += line_bytes, bytes -= line_bytes)
    store_line(out, in);
  std::memcpy(out, in, bytes);
}

/// Copies one piece of a dataset from `buffer`: components interleaved (aos) or in buffers of streamed_cells.
template <class T, int dims, int components, bool aos>
void store_piece(const ArgView& view, const backend::Piece& s, const T* buffer) noexcept {
  constexpr int planes = aos ? 1 : components, cell = aos ? components : 1;
  T* to = backend::write_at<T, dims>(view, s);
  for (int r = 0; r < s.rows; ++r)
    for (int c = 0; c < planes; ++c)
      store_stream(to + r * view.step[1] + c * view.component, buffer + r * backend::tile_cells * cell + c * streamed_cells,
                   static_cast<std::size_t>(s.n) * cell);
}

/// Makes streamed stores of this thread visible to others. Call once at the end.
inline void store_fence() noexcept {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace ops::openmp
