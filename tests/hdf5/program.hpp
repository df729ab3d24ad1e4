// tests/hdf5/program.hpp: parts of a program that writes and reads files, chosen by its first argument; the second is
// the file.
#pragma once

#define OPS_2D
#include "ops_seq_v2.h"

#include <complex>
#include <string>
#include <vector>

/// Cells of every dataset here: 5 x 4 from (-1, 0), with halos of 1, 2 below and 2, 0 above.
inline int sizes[] = {5, 4}, bases[] = {-1, 0}, below[] = {-1, -2}, above[] = {2, 0};
inline constexpr int columns = 8, rows = 6;

/// What component c of the k-th cell of a dataset holds, all cells counted, axis 0 first.
template <class T>
T value_of(int k, int c) {
  if constexpr (std::is_same_v<T, bool>) return (k + c) % 3 == 0;
  else if constexpr (std::is_same_v<T, complexd> || std::is_same_v<T, complexf>)
    return {static_cast<typename T::value_type>(k + 0.5), static_cast<typename T::value_type>(-c)};
  else if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, half>) return static_cast<T>(k + 0.25 * c);
  else return static_cast<T>(k + c);
}

// Each returns the exit status.

int write_everything(const std::string& file);
int read_everything(const std::string& file);
int write_parts(const std::string& file);
int dump(const std::string& file);
int restart(const std::string& file);
int read_of_recorded(const std::string& file);
int derivative(const std::string& file);
int read_one(const std::string& file);
int add_one(const std::string& file);
int misuse(const std::string& file);
int steps(const std::string& file);
int steps_on_lines(const std::string& file);
int steps_on_points(const std::string& file);
int steps_of_odd_names(const std::string& file);
/// Of two blocks, in 2 and 3 dimensions, of double and float, 1 to 3 steps: a file for each.
int images(const std::string& folder);
/// So many steps more.
int many_steps(const std::string& file);
int step_of_another_grid(const std::string& file);
