// tests/ops/api/world.hpp: a small program's worth of handles in the default instance, made anew for every test.
#pragma once

#ifndef OPS_2D
#define OPS_2D
#endif
#include "ops.hpp"
#include "ops/api/sub_dat.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

class World {
 public:
  explicit World(bool partition = true) {
    ops_init(0, nullptr, 1);
    block = ops_decl_block(2, "block");
    other = ops_decl_block(2, "other");
    u = dat(block, "u");
    v = dat(block, "v");
    w = dat(other, "w");
    int origin[] = {0, 0}, five[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
    centre = ops_decl_stencil(2, 1, origin, "centre");
    wide = ops_decl_stencil(2, 5, five, "wide");
    sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
    if (partition) ops_partition("");
  }
  ~World() {
    if (ops::default_instance_or_null() != nullptr) ops_exit();
  }

  /// 6 x 5 cells, one halo cell on each side.
  static ops_dat dat(ops_block on, const char* name, int dim = 1) {
    return ops_decl_dat(on, dim, size, base, d_m, d_p, static_cast<double*>(nullptr), "double", name);
  }

  static constexpr int size[] = {6, 5}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
  ops_block block, other;
  ops_dat u, v, w;
  ops_stencil centre, wide;
  ops_reduction sum;
};

/// A mistake, and what the message about it must contain.
struct Misuse {
  const char* name;
  void (*make)(World&);
  std::vector<const char*> said;
};

inline void PrintTo(const Misuse& misuse, std::ostream* out) { *out << misuse.name; }

class MisuseTest : public testing::TestWithParam<Misuse> {};

/// Throws an OPSException that says where the mistake stands and all that `said` lists.
inline void expect_refused(const Misuse& misuse, World& world) {
  try {
    misuse.make(world);
    ADD_FAILURE() << "no exception";
  } catch (const OPSException& error) {
    EXPECT_THAT(error.what(), testing::ContainsRegex("^[^ ]*misuse_[a-z]+_test\\.cpp:[0-9]+: "));
    for (const char* part : misuse.said) EXPECT_THAT(error.what(), testing::HasSubstr(part));
    EXPECT_GE(error.code, OPS_NOT_IMPLEMENTED);
    EXPECT_LE(error.code, OPS_INVALID_ARGUMENT);
  }
}

inline std::string misuse_name(const testing::TestParamInfo<Misuse>& info) { return info.param.name; }
