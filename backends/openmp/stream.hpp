// backends/openmp/stream.hpp: streaming stores, which bypass the caches, for data that will not be read again soon.
// Rows are cut at multiples of 64 cells, so that whole cache lines are written.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "backends/common/address.hpp"
#include "backends/common/pieces.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace ops::openmp {

inline constexpr std::size_t line_bytes = 64;
/// Room for a component of one piece, in buffers of what is to be streamed: a line more than a piece, as with a power
/// of two all components would fall on the same cache sets.
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
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + part),
                     _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + part)));
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
  for (out += head, in += head, bytes -= head; bytes >= line_bytes;
       out += line_bytes, in += line_bytes, bytes -= line_bytes)
    store_line(out, in);
  std::memcpy(out, in, bytes);
}

/// Stores zero plus each of n values past the caches: a negative zero becomes a positive one.
template <class T>
void store_sums(T* to, const T* from, std::size_t n) noexcept {
  constexpr std::size_t line = line_bytes / sizeof(T);
  const std::size_t ragged = (line_bytes - reinterpret_cast<std::uintptr_t>(to) % line_bytes) % line_bytes / sizeof(T),
                    head = ragged < n ? ragged : n;
  std::size_t k = 0;
  for (; k < head; ++k) to[k] = T{} + from[k];
  for (; k + line <= n; k += line) {
    alignas(line_bytes) T sums[line];
#pragma omp simd
    for (std::size_t lane = 0; lane < line; ++lane) sums[lane] = T{} + from[k + lane];
    store_line(reinterpret_cast<char*>(to + k), reinterpret_cast<const char*>(sums));
  }
  for (; k < n; ++k) to[k] = T{} + from[k];
}

/// Copies one piece of a dataset from `buffer`: components interleaved (aos) or in buffers of streamed_cells.
template <class T, int dims, int components, bool aos>
void store_piece(const ArgView& view, const backend::Piece& s, const T* buffer) noexcept {
  constexpr int planes = aos ? 1 : components, cell = aos ? components : 1;
  T* to = backend::write_at<T, dims>(view, s);
  for (int r = 0; r < s.rows; ++r)
    for (int c = 0; c < planes; ++c)
      store_stream(to + r * view.step[1] + c * view.component, buffer + r * s.n * cell + c * streamed_cells,
                   static_cast<std::size_t>(s.n) * cell);
}

/// How many cells a loop computes before it stores them, where it writes whole lines: a line of the smallest of these
/// types.
template <class... T>
inline constexpr int cells_at_once = static_cast<int>(line_bytes / std::min({sizeof(T)...}));

/// Whether lines of a dataset begin at cells 0, 8, .. (floats: 0, 16, ..): index 0 of every row and component stands at
/// the start of a line.
template <class T, int dims, bool aos>
bool on_lines(const ArgView& view) noexcept {
  const auto whole = [](std::ptrdiff_t elements) {
    return elements * static_cast<std::ptrdiff_t>(sizeof(T)) % static_cast<std::ptrdiff_t>(line_bytes) == 0;
  };
  bool all = reinterpret_cast<std::uintptr_t>(view.out) % line_bytes == 0 && (aos || whole(view.component));
  for (int axis = 1; axis < dims; ++axis) all = all && whole(view.step[axis]);
  return all;
}

/// Stores `cells` cells, whole lines, past the caches. `buffer`: components interleaved (aos), or one after another.
template <int components, int cells, bool aos, class T>
void store_lines(T* to, std::ptrdiff_t component, const T* buffer) noexcept {
  constexpr int planes = aos ? 1 : components, elements = aos ? components * cells : cells,
                line = static_cast<int>(line_bytes / sizeof(T));
#pragma GCC unroll 32
  for (int c = 0; c < planes; ++c)
#pragma GCC unroll 32
    for (int k = 0; k < elements; k += line)
      store_line(reinterpret_cast<char*>(to + c * component + k),
                 reinterpret_cast<const char*>(buffer + c * elements + k));
}

/// Calls body(part, whole) for parts of a piece: those of whole lines, if there is to be streaming, and what is ragged
/// before and after them.
template <int cells, class Body>
void by_lines(const backend::Piece& s, bool stream, const Body& body) {
  const int end = s.x + s.n, first = stream ? std::min((s.x + cells - 1) & -cells, end) : end,
            last = std::max(first, end & -cells);
  const auto part = [&](int from, int to, bool whole) {
    if (from < to) body(backend::Piece{s.row, from, s.y, to - from, s.rows}, whole);
  };
  part(s.x, first, false);
  part(first, last, true);
  part(last, end, false);
}

/// Makes streamed stores of this thread visible to others. Call once at the end.
inline void store_fence() noexcept {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace ops::openmp
