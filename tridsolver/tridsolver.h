// tridsolver/tridsolver.h: the solver for programs in C, or anything that calls C.
#ifndef TRIDSOLVER_H
#define TRIDSOLVER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TRID_MAX_DIMS = 4 };

/* One system along `axis` for every choice of the other indices. */
typedef struct trid_shape {
  int dims; /* 1 to 4 */
  int axis;
  int64_t cells[TRID_MAX_DIMS]; /* along each axis */
} trid_shape;

/* The first cell of an array, and the distance of neighbours along each axis [elements]. */
typedef struct trid_array_f64 {
  double* first;
  int64_t step[TRID_MAX_DIMS];
} trid_array_f64;
typedef struct trid_array_f32 {
  float* first;
  int64_t step[TRID_MAX_DIMS];
} trid_array_f32;

/* a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i along shape.axis. a, b and c are only read; d too, unless it is x. */
typedef struct trid_batch_f64 {
  trid_shape shape;
  trid_array_f64 a, b, c, d, x;
  int add;        /* x += solution */
  int transposed; /* solves with the transposed matrices */
} trid_batch_f64;
typedef struct trid_batch_f32 {
  trid_shape shape;
  trid_array_f32 a, b, c, d, x;
  int add;
  int transposed;
} trid_batch_f32;

/* Calls body(data, first, last) for disjoint parts that cover [0, n), perhaps in parallel, and returns when all are
 * done. */
typedef void (*trid_body)(void* data, int64_t first, int64_t last);
typedef void (*trid_parallel)(void* context, int64_t n, trid_body body, void* data);

enum { TRID_OK = 0, TRID_BAD_SHAPE = 1, TRID_NO_MEMORY = 2, TRID_FAULT = 3 };

/* parallel may be NULL: one thread. TRID_OK, TRID_BAD_SHAPE or TRID_NO_MEMORY. */
int trid_solve_f64(const trid_batch_f64* batch, trid_parallel parallel, void* context);
int trid_solve_f32(const trid_batch_f32* batch, trid_parallel parallel, void* context);
/* Also looks for zero pivots and values that are not finite: TRID_FAULT, and the reason in text, cut to `bytes`. */
int trid_solve_checked_f64(const trid_batch_f64* batch, trid_parallel parallel, void* context, char* text,
                           size_t bytes);
int trid_solve_checked_f32(const trid_batch_f32* batch, trid_parallel parallel, void* context, char* text,
                           size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
