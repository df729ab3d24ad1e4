// tests/python/mistakes.cpp: a model that makes the mistake that it is asked for.
#define OPS_1D
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "ops.hpp"

void square(const ACC<double>& x, double* sum) { *sum += x(0) * x(0); }
void fill(ACC<double>& y) { y(0) = 2.0; }
void count(const ACC<double>& x, int* sum) { *sum += x(0) > 0.0 ? 1 : 0; }

OPS_MODEL(mistakes, model) {
  const std::vector<int> n = model.size({4});
  const std::string mistake = model.option("mistake", "none");
  const auto is = [&](const char* name) { return mistake == name; };
  const int offsets[] = {0};
  const double whole = 3.0;
  ops_block line = ops_decl_block(1, "line");
  ops_dat x = ops_decl_dat<double>(line, "x", n), y = ops_decl_dat<double>(line, "y", n);
  ops_dat passive = ops_decl_dat<double>(line, "passive", n, {.passive = true});
  ops_scalar number = ops_decl_scalar_passive("number", &whole, 1);
  ops_stencil point = ops_decl_stencil(1, 1, offsets, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_reduction counted = ops_decl_reduction_handle(sizeof(int), "int", "counted");
  model.input("x", x);
  model.input("passive", passive);
  model.input("number", number);
  model.output("same", x);
  model.output("counted", counted);
  if (!is("no objective")) model.objective("sum", sum);
  if (is("twice")) model.input("x", y);
  if (is("word")) model.input("lambda", y);
  if (is("own word")) model.input("threads", y);
  if (is("no name")) model.input("a b", y);
  if (is("underscore")) model.input("_y", y);
  if (is("slow body")) {
    int all[] = {0, n[0]};
    for (int k = 0; k < 2; ++k) {
      std::this_thread::sleep_for(std::chrono::milliseconds(80));
      ops_par_loop(fill, "fill", line, 1, all, ops_arg_dat(y, 1, point, "double", OPS_WRITE));
    }
    model.input("y", y);
  }
  if (is("null")) model.input("y", static_cast<ops_dat>(nullptr));
  if (is("same input")) model.input("again", x);
  if (is("same output")) model.output("again", x);
  if (is("same sum")) model.output("again", counted);
  if (is("body exits")) ops_exit();
  if (is("two objectives")) model.objective("other", sum);
  if (is("whole objective")) model.objective("other", counted);
  if (is("body throws")) throw std::runtime_error("the body does not like it");
  if (is("no run")) return;
  if (is("empty run")) return model.run({});
  model.run([=] {
    int all[] = {0, n[0]};
    if (mistake == "throws a number") throw 3;
    if (mistake == "freed") ops_free_dat(y);
    if (mistake == "exits") ops_exit();
    if (mistake == "begins") ops_init(0, nullptr, 1);
    if (mistake != "unused")
      ops_par_loop(square, "square", line, 1, all, ops_arg_dat(x, 1, point, "double", OPS_READ),
                   ops_arg_reduce(sum, 1, "double", OPS_INC));
    ops_par_loop(count, "count", line, 1, all, ops_arg_dat(x, 1, point, "double", OPS_READ),
                 ops_arg_reduce(counted, 1, "int", OPS_INC));
    double result = 0;
    if (mistake == "read") ops_reduction_result(sum, &result);
  });
}
