// ops/api/names.hpp: provides macros, constants and standard headers that existing OPS programs need.
#pragma once

#include <cfloat>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <math.h>

#include "ops/data/types.hpp"

#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif
#ifndef MIN3
#define MIN3(a, b, c) MIN(a, MIN(b, c))
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MAX3
#define MAX3(a, b, c) MAX(a, MAX(b, c))
#endif
#ifndef SIGN
/// SIGN(a, b) is -a if b is negative, and a otherwise, whereas copysign(a, b) ignores the sign of a.
#define SIGN(a, b) ((b) < 0.0 ? (a) * (-1) : (a))
#endif

// The initial value of a reduction is ZERO_<type> for OPS_INC, and INFINITY_<type> for OPS_MIN.
// For OPS_MAX, the initial value is -INFINITY_<type>, or 0 for unsigned types.
#define ZERO_double 0.0
#define INFINITY_double INFINITY
#define ZERO_float 0.0f
#define INFINITY_float INFINITY
#define ZERO_half 0
#define INFINITY_half INFINITY
#define ZERO_char 0
#define INFINITY_char CHAR_MAX
#define ZERO_short 0
#define INFINITY_short SHRT_MAX
#define ZERO_int 0
#define INFINITY_int INT_MAX
#define ZERO_uint 0
#define INFINITY_uint UINT_MAX
#define ZERO_long 0
#define INFINITY_long LONG_MAX
#define ZERO_ul 0
#define INFINITY_ul ULONG_MAX
#define ZERO_ulong 0
#define INFINITY_ulong ULONG_MAX
#define ZERO_ll 0
#define INFINITY_ll LLONG_MAX
#define ZERO_ull 0
#define INFINITY_ull ULLONG_MAX
#define ZERO_bool 0
#define INFINITY_bool 1
#define ZERO_complexd complexd(0.0, 0.0)
#define INFINITY_complexd complexd(INFINITY, INFINITY)
#define ZERO_complexf complexf(0.0f, 0.0f)
#define INFINITY_complexf complexf(INFINITY, INFINITY)

#ifndef OPS_ALIGNMENT
#define OPS_ALIGNMENT 64
#endif
#ifndef MAX_DEPTH
#define MAX_DEPTH 15
#endif

// For compilers that do not support GPUs, the attributes __host__ and __device__ are defined as empty macros.
#if !defined(__CUDACC__) && !defined(__HIPCC__)
#ifndef __host__
#define __host__
#endif
#ifndef __device__
#define __device__
#endif
#endif
