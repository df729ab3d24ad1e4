// A network of pipes: fifteen one-dimensional blocks of two to seven cells, joined end to end in any orientation to a loop that runs through each of them.
// More processes than cells in most blocks. A dataset of integers counts arrivals. One gradient by states and one number for each pipe.
#define OPS_1D
#include <algorithm>
#include <utility>
#include "ops.hpp"
#include "check.h"

constexpr int pipes = 15, steps = 9;
constexpr int length[pipes] = {3, 2, 2, 4, 2, 5, 3, 2, 2, 4, 2, 2, 7, 3, 2};
constexpr bool flipped[pipes] = {false, true, true, false, true, false, true, false, false, true, true, false, true, true, false};
void flow(const ACC<double>& q, ACC<double>& next, const double* friction, const int* side) {
  const double up = *side > 0 ? q(-1) : q(1), down = *side > 0 ? q(1) : q(-1);
  next(0) = q(0) + 0.3 * (up - q(0)) * up + 0.05 * (down - q(0)) - 0.01 * *friction * q(0) * q(0);
}
void place(const ACC<double>& from, ACC<double>& to) { to(0) = from(0); }
void count(const ACC<double>& q, ACC<int>& arrivals, const int* idx) { arrivals(0) += q(0) > 0.5 ? 1 + idx[0] : 0; }
void totals(const ACC<double>& q, const ACC<int>& arrivals, const int* idx, double* sum, double* least, int* all) {
  *sum += q(0) * (1.0 + idx[0]);
  *least = MIN(*least, q(0));
  *all += arrivals(0);
}

template <class T>
T plain(const std::vector<T>& x, std::vector<T>* end = nullptr, std::vector<int>* arrivals = nullptr) {
  std::vector<T> q, friction(x.end() - pipes, x.end());
  std::vector<int> pipe, index;
  q.assign(x.begin(), x.end() - pipes);
  for (int p = 0; p < pipes; ++p)
    for (int i = 0; i < length[p]; ++i) pipe.push_back(p), index.push_back(flipped[p] ? length[p] - 1 - i : i);
  const int n = static_cast<int>(q.size());
  std::vector<int> met(n);
  for (int s = 0; s < steps; ++s) {
    std::vector<T> v(n);
    for (int i = 0; i < n; ++i) {
      const T up = q[(i + n - 1) % n], down = q[(i + 1) % n];
      v[i] = q[i] + 0.3 * (up - q[i]) * up + 0.05 * (down - q[i]) - 0.01 * friction[pipe[i]] * q[i] * q[i];
    }
    q = v;
    for (int i = 0; i < n; ++i) met[i] += re(q[i]) > 0.5 ? 1 + index[i] : 0;
  }
  T sum = 0, least = 1e300;
  for (int i = 0; i < n; ++i) {
    sum += q[i] * (1.0 + index[i]);
    if (re(q[i]) < re(least)) least = q[i];
  }
  if (end) *end = q, *arrivals = met;
  return sum * 0.5 + 4.0 * least;
}

int run() {
  ops_block block[pipes];
  ops_dat start[pipes], q[2][pipes], arrivals[pipes];
  ops_scalar friction[pipes];
  std::vector<double> x, rub;
  for (int p = 0; p < pipes; ++p) {
    const auto name = [&](const char* what) { return what + std::to_string(p); };
    block[p] = ops_decl_block(1, name("pipe").c_str());
    start[p] = ops_decl_dat<double>(block[p], name("start").c_str(), {length[p]});
    for (int t = 0; t < 2; ++t) q[t][p] = ops_decl_dat<double>(block[p], name(t ? "b" : "a").c_str(), {length[p]}, {.halo = 1});
    arrivals[p] = ops_decl_dat<int>(block[p], name("arrivals").c_str(), {length[p]});
    const double rubs = 1.0 + 0.1 * p;
    friction[p] = ops_decl_scalar(name("friction"), &rubs, 1);
    rub.push_back(rubs);
  }
  int offsets[] = {0, -1, 1};
  ops_stencil point = ops_decl_stencil(1, 1, offsets, "point"), three = ops_decl_stencil(1, 3, offsets, "three");
  ops_halo_group joints[2];
  for (int t = 0; t < 2; ++t) {
    std::vector<ops_halo> list;
    for (int p = 0; p < pipes; ++p) {
      const int next = (p + 1) % pipes;
      // cells at the downstream end of p, and at the upstream end of the next
      int one[] = {1}, up[] = {1};
      int last[] = {flipped[p] ? 0 : length[p] - 1}, after[] = {flipped[p] ? -1 : length[p]}, first[] = {flipped[next] ? length[next] - 1 : 0}, before[] = {flipped[next] ? length[next] : -1};
      list.push_back(ops_decl_halo(q[t][p], q[t][next], one, last, before, up, up));
      list.push_back(ops_decl_halo(q[t][next], q[t][p], one, first, after, up, up));
    }
    joints[t] = ops_decl_halo_group(static_cast<int>(list.size()), list.data());
  }
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum"), least = ops_decl_reduction_handle(sizeof(double), "double", "least"),
                all = ops_decl_reduction_handle(sizeof(int), "int", "all");
  ops_partition("");
  int number = 0;
  for (int p = 0; p < pipes; ++p) {
    std::vector<double> values(length[p]);
    for (int i = 0; i < length[p]; ++i, ++number) {
      x.push_back(0.5 + 0.4 * std::sin(1.3 * number));
      values[flipped[p] ? length[p] - 1 - i : i] = x.back();
    }
    ops_dat_set_data(start[p], values);
    ops_dat_set_data(arrivals[p], std::vector<int>(length[p], 0));
    int range[] = {0, length[p]};
    ops_par_loop(place, "place", block[p], 1, range, ops_arg_dat(start[p], 1, point, "double", OPS_READ), ops_arg_dat(q[0][p], 1, point, "double", OPS_WRITE));
  }
  x.insert(x.end(), rub.begin(), rub.end());
  for (int s = 0; s < steps; ++s) {
    ops_halo_transfer(joints[s % 2]);
    for (int p = 0; p < pipes; ++p) {
      int range[] = {0, length[p]}, side = flipped[p] ? -1 : 1;
      ops_par_loop(flow, "flow", block[p], 1, range, ops_arg_dat(q[s % 2][p], 1, three, "double", OPS_READ), ops_arg_dat(q[1 - s % 2][p], 1, point, "double", OPS_WRITE),
                   ops_arg_scalar(friction[p], 1, "double", OPS_READ), ops_arg_gbl(&side, 1, "int", OPS_READ));
      ops_par_loop(count, "count", block[p], 1, range, ops_arg_dat(q[1 - s % 2][p], 1, point, "double", OPS_READ), ops_arg_dat(arrivals[p], 1, point, "int", OPS_RW), ops_arg_idx());
    }
  }
  for (int p = 0; p < pipes; ++p) {
    int range[] = {0, length[p]};
    ops_par_loop(totals, "totals", block[p], 1, range, ops_arg_dat(q[steps % 2][p], 1, point, "double", OPS_READ), ops_arg_dat(arrivals[p], 1, point, "int", OPS_READ),
                 ops_arg_idx(), ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_reduce(least, 1, "double", OPS_MIN), ops_arg_reduce(all, 1, "int", OPS_INC));
  }
  const double j = 0.5 * ops_ad_objective(sum, 0.5) + 4.0 * ops_ad_objective(least, 4.0);
  std::vector<double> end, slope, rubbed;
  std::vector<int> met;
  const double expected = plain<double>(x, &end, &met);
  int met_all = 0, found_all = ops_reduction_result<int>(all);
  for (const int m : met) met_all += m;
  check::number("J", j, expected, 1e-13);
  check::that("arrivals", met_all == found_all);
  ops_interpret_adjoints();
  std::vector<double> found, counted, wanted(met.begin(), met.end());
  for (int p = 0; p < pipes; ++p) {
    std::vector<double> v = ops_dat_fetch_data<double>(q[steps % 2][p]), d = ops_dat_fetch_derivative<double>(start[p]);
    std::vector<int> a = ops_dat_fetch_data<int>(arrivals[p]);
    if (flipped[p]) std::reverse(v.begin(), v.end()), std::reverse(d.begin(), d.end()), std::reverse(a.begin(), a.end());
    found.insert(found.end(), v.begin(), v.end());
    slope.insert(slope.end(), d.begin(), d.end());
    counted.insert(counted.end(), a.begin(), a.end());
    rubbed.push_back(ops_scalar_fetch_derivative<double>(friction[p])[0]);
  }
  slope.insert(slope.end(), rubbed.begin(), rubbed.end());
  check::fields("end", found, end, 1e-13);
  check::fields("arrivals", counted, wanted);
  check::fields("slope", slope, check::gradient(x, [](const std::vector<Complex>& y) { return plain<Complex>(y); }), 1e-11);
  return check::verdict();
}
int main(int argc, char** argv) { return ops_main(argc, argv, run); }
