// tests/ops/api/declared_world.hpp: a block of 4 x 3 cells and a dataset that numbers them, made anew for every test.
#pragma once

#define OPS_2D
#include "ops.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

struct World {
  World() {
    ops_init(0, nullptr, 1);
    block = ops_decl_block(2, "block");
    u = ops_decl_dat<double>(block, "u", {4, 3}, {.halo = 1});
    q = ops_decl_dat<float>(block, "q", {4, 3}, {.dim = 2});
    sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
    ops_dat_set_data(u, numbers);
  }
  ~World() {
    if (ops::default_instance_or_null() != nullptr) ops_exit();
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  std::vector<double> numbers{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};  // of cell (i, j): 10 j + i
  ops_block block = nullptr;
  ops_dat u = nullptr, q = nullptr;
  ops_reduction sum = nullptr;
};
