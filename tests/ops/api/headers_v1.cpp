// A program of the first API: its header, and every other compatibility header beside it.
#include <ops_seq.h>

#include <ops_checkpointing.h>
#include <ops_exceptions.h>
#include <ops_hdf5.h>
#include <ops_instance.h>
#include <ops_internal1.h>
#include <ops_internal2.h>
#include <ops_lib_core.h>
#include <ops_lib_cpp.h>
#include <ops_macros.h>
#include <ops_mpi_core.h>
#include <ops_tridiag.h>
#include <ops_util.h>

// What the headers bring along, used without an include of one's own.
__host__ __device__ double names() {
  const half h = 0;
  const complexd z(3.0, 4.0);
  const ll a = INFINITY_ll;
  const uint u = ZERO_uint;
  std::map<std::string, std::vector<int>> standard{{"x", {1}}};
  std::stringstream text;
  text << std::abs(z) << strlen("abc") << DBL_MAX;
  std::mt19937 random(1);
  void *plain = xrealloc(xmalloc(8), 16), *aligned = ops_realloc(ops_malloc(8), 16), *zeros = xcalloc(2, 8);
  free(plain);
  free(zeros);
  ops_free(aligned);
  ops_free(ops_calloc(2, 8));
  return MIN3(3, 1, 2) + MAX3(1, 2, 3) + MIN(1, 2) + MAX(1, 2) + SIGN(2.0, -1.0) + static_cast<double>(h) +
         static_cast<double>(u) + (a == LLONG_MAX ? 1 : 0) + ZERO_double + (INFINITY_double > 1e308 ? 1 : 0) +
         static_cast<double>(standard.size()) + 2;
}

static_assert(OPS_API == 1 && OPS_MAX_DIM == 5 && OPS_READ == 0 && OPS_MAX == 5 && OPS_HOST == 1 && OPS_DEVICE == 2);
static_assert(OPS_CHECKPOINT_MANUAL == 8 && REAL_PRECISION::Half == static_cast<REAL_PRECISION>(16));
