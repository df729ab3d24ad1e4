// Around the plain programs: what inputs start with, and a main that prints values, derivatives, and how far both can
// be trusted.
#pragma once
#include <math.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "number.hpp"

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

inline std::set<int> left_out;

/// As in harness.hpp.
inline double start_value(int input, int k) {
  return -0.9 + 2.0 * ((7919 * (input + 1) + 104729LL * k) % 99991) / 99991.0;
}
inline double direction(int input, int k) { return static_cast<double>((31 * (input + 3) + 7 * k) % 17) / 8.0 - 1.0; }

/// As an input of that type is rounded.
template <class T>
double rounded(double x) {
  return std::is_same_v<T, Number<float>> ? static_cast<double>(static_cast<float>(x)) : x;
}
template <class T>
void put(Number<T>& x, double value, double change) {
  history::steps.push_back({{-1, -1}, {0, 0}});
  x = Number<T>(static_cast<T>(value + change), static_cast<int>(history::steps.size()) - 1);
}
inline void put(long double& x, double value, double change) {
  x = static_cast<long double>(value) + static_cast<long double>(change);
}

inline std::string line(const char* what, const std::string& name, const std::vector<double>& values) {
  std::string out = std::string(what) + " " + name;
  char word[40];
  for (const double v : values) out.append(word, static_cast<std::size_t>(std::snprintf(word, sizeof word, " %a", v)));
  return out + "\n";
}
template <class T, class F>
auto all_of(const std::vector<T>& all, F f) {
  std::vector<decltype(f(all[0]))> out;
  for (const T& x : all) out.push_back(f(x));
  return out;
}
