// perf/micro/triad.hpp: STREAM triad a = b + s c with regular and with streaming stores, on all threads.
#pragma once

#include <cstddef>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace triad {

inline constexpr std::ptrdiff_t group = 8;  // elements: one cache line

#if defined(__AVX512F__)
inline void streamed_group(double* a, const double* b, const double* c, double s) {
  _mm512_stream_pd(a, _mm512_add_pd(_mm512_load_pd(b), _mm512_mul_pd(_mm512_set1_pd(s), _mm512_load_pd(c))));
}
#elif defined(__SSE2__)
inline void streamed_group(double* a, const double* b, const double* c, double s) {
  for (std::ptrdiff_t k = 0; k < group; k += 2)
    _mm_stream_pd(a + k, _mm_add_pd(_mm_load_pd(b + k), _mm_mul_pd(_mm_set1_pd(s), _mm_load_pd(c + k))));
}
#else
inline void streamed_group(double* a, const double* b, const double* c, double s) {
  for (std::ptrdiff_t k = 0; k < group; ++k) a[k] = b[k] + s * c[k];
}
#endif

inline void regular(double* a, const double* b, const double* c, std::ptrdiff_t n) {
#pragma omp parallel for simd schedule(static)
  for (std::ptrdiff_t i = 0; i < n; ++i) a[i] = b[i] + 3.0 * c[i];
}

inline void streamed(double* a, const double* b, const double* c, std::ptrdiff_t n) {
#pragma omp parallel for schedule(static)
  for (std::ptrdiff_t i = 0; i < n; i += group) streamed_group(a + i, b + i, c + i, 3.0);
}

}  // namespace triad
