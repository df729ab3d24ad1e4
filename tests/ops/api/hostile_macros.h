// tests/ops/api/hostile_macros.h: macros that programs define before they include an OPS header: C's complex numbers,
// X11, physics.
#pragma once
#include <complex.h>
#ifndef I
#define I _Complex_I  // as <complex.h> does, unless compilers are strict (-std=c++20 instead of gnu++20)
#endif

#define A 1.0
#define B 2.0
#define C 3.0
#define D 4.0
#define E 5.0
#define F 6.0
#define G 9.81
#define H 7.0
#define J 8.0
#define K 9.0
#define L 10.0
#define M 11
#define N 12
#define O 13
#define P 14.0
#define Q 15.0
#define R 287.0
#define S 16.0
#define U 17
#define V 18
#define W 19
#define X 0
#define Y 1
#define Z 2
#define NX 100
#define NY 100
#define PI 3.14159265358979
#define DIM 2
#define DT 0.1
#define EPS 1e-12
#define TRUE 1
#define FALSE 0
#define None 0L
#define Bool int
#define True 1
#define False 0
#define Status int
#define Success 0
#define Always 2
#define near
#define far
#define small char
#define interface struct
