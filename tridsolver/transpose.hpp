// tridsolver/transpose.hpp: squares of numbers transposed in registers.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace tridsolver {
namespace {

#if defined(__AVX512F__)
constexpr std::size_t vector_bytes = 64;
#elif defined(__AVX__)
constexpr std::size_t vector_bytes = 32;
#else
constexpr std::size_t vector_bytes = 16;
#endif

template <class T>
constexpr int width = static_cast<int>(vector_bytes / sizeof(T));

template <class T>
struct VectorOf {
  typedef T type __attribute__((vector_size(vector_bytes)));
};
template <class T>
using Vector = typename VectorOf<T>::type;

/// Where the numbers of two vectors come from that are shuffled like cards.
template <int n, int half, int... i>
struct Interleave {
  template <class V>
  static V of(V a, V b) {
    return __builtin_shufflevector(a, b, (i / 2 + half * n / 2 + i % 2 * n)...);
  }
};
template <int n, int half, class Numbers>
struct InterleaveAll;
template <int... i>
struct Numbers {};
template <int n, int... i>
struct UpTo : UpTo<n - 1, n - 1, i...> {};
template <int... i>
struct UpTo<0, i...> {
  using type = Numbers<i...>;
};
template <int n, int half, int... i>
struct InterleaveAll<n, half, Numbers<i...>> : Interleave<n, half, i...> {};
template <int n, int half>
using Shuffle = InterleaveAll<n, half, typename UpTo<n>::type>;

/// One perfect shuffle of the rows for every doubling of the width.
template <class T>
inline void transpose(Vector<T> (&v)[static_cast<std::size_t>(width<T>)]) {
  constexpr int n = width<T>;
  for (int stage = 1; stage < n; stage *= 2) {
    Vector<T> next[static_cast<std::size_t>(n)];
    for (int r = 0; r < n / 2; ++r) {
      next[2 * r] = Shuffle<n, 0>::of(v[r], v[r + n / 2]);
      next[2 * r + 1] = Shuffle<n, 1>::of(v[r], v[r + n / 2]);
    }
    for (int r = 0; r < n; ++r) v[r] = next[r];
  }
}

template <class T>
inline Vector<T> load(const T* from) {
  Vector<T> v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}
template <class T>
inline void store(T* to, Vector<T> v) {
  __builtin_memcpy(to, &v, sizeof v);
}

/// Past the caches, without reading the line first, where `to` is aligned; `fence` before others look.
template <class T>
inline void stream(T* to, Vector<T> v) {
#if defined(__SSE2__)
  if (reinterpret_cast<std::uintptr_t>(to) % vector_bytes == 0) {
#if defined(__AVX512F__)
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to), reinterpret_cast<__m512i>(v));
#elif defined(__AVX__)
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), reinterpret_cast<__m256i>(v));
#else
    _mm_stream_si128(reinterpret_cast<__m128i*>(to), reinterpret_cast<__m128i>(v));
#endif
    return;
  }
#endif
  store<T>(to, v);
}
inline void fence() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace
}  // namespace tridsolver
