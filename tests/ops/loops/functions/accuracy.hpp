// tests/ops/loops/functions/accuracy.hpp: by how many units in the last place a function differs from what GNU MPFR
// says.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace accuracy {

struct Args {
  double x, y;
};

/// One function in double and in float; those of one argument leave the second alone.
struct Function {
  std::string name;
  double allowed;  // units in the last place
  int arguments;
  double (*in_double)(double, double);
  float (*in_float)(float, float);
  void (*in_floats)(const float* x, const float* y, float* values, int count);
  // good enough to tell which arguments are worth a look; for floats, the next is
  long double (*nearly)(long double, long double);
  double (*nearly_in_double)(double, double);
  int (*exact)(void* result, const void* x, const void* y);
  double least, most;  // where most of it happens
};

const std::vector<Function>& functions();

/// |value - f(args)| in units in the last place of f(args), in a type of so many digits and such a least exponent;
/// infinite where one is a number and the other is not.
double error_in_double(const Function& f, Args args);
double error_in_float(const Function& f, Args args);

/// The same from the C library, with an error of its own of about 0.01.
double rough_error_in_double(const Function& f, Args args);
double rough_error_in_float(const Function& f, Args args, float value);

/// x rounded to float.
double as_float(double x);

/// Any number of the 4096 signs and exponents, and any other.
Args of_exponent(std::uint64_t sign_and_exponent, std::mt19937_64& random);

/// Arguments of all kinds: any bits, where most of it happens, near 0, near 1, near multiples of pi / 2, powers that do
/// not overflow.
Args some_arguments(const Function& f, std::mt19937_64& random);

}  // namespace accuracy
