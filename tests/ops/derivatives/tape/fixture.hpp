// tests/ops/derivatives/tape/fixture.hpp: a context with a tape, a block of 8 x 6 cells and a few kernels.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "ops/derivatives/gradients/derivatives.hpp"
#include "tests/ops/derivatives/tape/program.hpp"

namespace fixture {

using program::Call;
using program::Kernel;
using program::Term;

inline ops::Box box(int x0, int x1, int y0, int y1) {
  ops::Box b;
  b.lo = {x0, y0, 0, 0, 0};
  b.hi = {x1, y1, 1, 1, 1};
  return b;
}

class TapeTest : public testing::Test {
 protected:
  TapeTest() : tape(context) {
    context.out = &said;
    context.hooks = tape.hooks();
    context.partitioned = true;
    block = ops::declare_block(context, 2, "block", {});
    u = declare("u");
    v = declare("v");
    f = declare("f");
    sum = ops::declare_reduction(context, sizeof(double), "double", "sum", {});
    make(jacobi, {OPS_READ, OPS_READ, OPS_WRITE},
         {{.coefficient = 0.3, .out = 2, .a = 0, .a_offset = {-1, 0}},
          {.coefficient = 0.2, .out = 2, .a = 0, .a_offset = {1, 0}},
          {.coefficient = 0.4, .out = 2, .a = 0, .a_offset = {0, -1}},
          {.coefficient = 0.1, .out = 2, .a = 0, .a_offset = {0, 1}},
          {.coefficient = 0.7, .out = 2, .a = 1}});
    make(square, {OPS_READ, OPS_WRITE}, {{.kind = Term::square, .out = 1, .a = 0}});
    make(square_in_place, {OPS_RW}, {{.kind = Term::square, .out = 0, .a = 0}});
    make(copy, {OPS_READ, OPS_WRITE}, {{.out = 1, .a = 0}});
    make(zero, {OPS_WRITE}, {});
    make(total, {OPS_READ, OPS_INC}, {{.kind = Term::square, .out = 1, .a = 0}});
    total.args[1].reduction = true;
    program::finish<double>(total, true);
  }

  ops_dat declare(const char* name, bool passive = false, const char* type = "double") {
    static const int size[] = {8, 6}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
    ops::DatRequest request;
    request.size = size;
    request.base = base;
    request.d_m = d_m;
    request.d_p = d_p;
    request.type = type;
    request.element.known = false;
    request.name = name;
    request.passive = passive;
    const ops_dat dat = ops::declare_dat(block, request, {});
    if (dat->element == ops::Type::f64)
      program::for_points(dat->layout.allocated,
                          [&](const ops::Index& i) { at(dat, i) = 0.1 * i[0] - 0.2 * i[1] + 0.5; });
    return dat;
  }

  static void make(Kernel& kernel, std::vector<ops_access> access, std::vector<Term> terms) {
    for (const ops_access a : access) kernel.args.push_back({a, false, 1});
    kernel.terms = std::move(terms);
    program::finish<double>(kernel, true);
  }

  static double& at(ops_dat dat, const ops::Index& i) { return at(dat, dat->buffer, i); }
  static double& at(ops_dat dat, const ops::BufferRef& buffer, const ops::Index& i) {
    return reinterpret_cast<double*>(buffer->address)[ops::cell(dat->layout, i)];
  }
  /// Values from which any number of `square` and `jacobi` in turn stay finite, and their derivatives neither vanish
  /// nor grow without bound.
  void start() {
    for (const ops_dat dat : {u, v, f})
      program::for_points(dat->layout.allocated,
                          [&](const ops::Index& i) { at(dat, i) = 0.005 * i[0] - 0.003 * i[1] + 0.3; });
  }
  static bool all_finite(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
  }
  double derivative(ops_dat dat, const ops::Index& i) {
    return at(dat, tape.shown->of(tape.recording.tracked(dat)), i);
  }

  void run(const Kernel& kernel, std::vector<ops_dat> dats, const ops::Box& range, bool passive = false) {
    Call call;
    call.kernel = &kernel;
    call.range = range;
    call.dats = std::move(dats);
    call.reduction = sum;
    call.passive = passive;
    program::Motion plane;
    plane.step = {1, 1, 0, 0, 0};
    call.motions.assign(call.dats.size(), plane);
    program::run(context, call);
  }
  /// Of an external function.
  static ops_arg arg(ops_dat dat, ops_access access) {
    ops_arg a;
    a.dat = dat;
    a.acc = access;
    a.argtype = ops::ArgKind::dat;
    return a;
  }
  /// sum of squares of `dat`, its result read, seeded with 1.
  double objective(ops_dat dat) {
    std::memset(sum->data, 0, sizeof(double));
    run(total, {dat, nullptr}, all);
    double value;
    std::memcpy(&value, sum->data, sizeof value);
    if (context.hooks.tape) tape.recorder.reduction_result(sum, {});
    *ops_reduction_get_derivative<double>(sum) = 1.0;
    return value;
  }

  std::ostringstream said;
  ops::Context context;
  ops::Tape tape;
  ops_block block = nullptr;
  ops_dat u = nullptr, v = nullptr, f = nullptr;
  ops_reduction sum = nullptr;
  Kernel jacobi, square, square_in_place, copy, zero, total;
  ops::Box all = box(0, 8, 0, 6);
};

/// The text of the OPSException that `action` throws; empty if it throws none.
template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const OPSException& error) {
    return error.what();
  }
  return "";
}

}  // namespace fixture
