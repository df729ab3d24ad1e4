// tests/conformance/types.cpp: every element type of the API in loops, several types in one kernel, integer reductions,
// a struct of the application as passive data.
#include <vector>

#define OPS_1D
#include "ops_seq_v2.h"

#include "expect.hpp"

struct particle {
  float mass;
  int kind;
};
int type_error(const particle*, const char* type) { return strcmp(type, "particle"); }

constexpr int N = 37;

template <class T>
void triple(ACC<T>& x, const int* idx) {
  x(0) = (T)(3 * idx[0]);
}

template <class T>
void shift(const ACC<T>& x, ACC<T>& y) {
  y(0) = x(1);
}

void mix(const ACC<float>& f, const ACC<int>& i, const ACC<char>& c, ACC<double>& d, ll* sum, int* most) {
  d(0) = f(0) * 0.5 + i(0) - c(0);
  *sum += i(0);
  *most = MAX(*most, i(0));
}

void set_particle(ACC<particle>& p, const int* idx) {
  p(0).mass = 0.5f * idx[0];
  p(0).kind = idx[0] % 4;
}

void mass_of_kind(const ACC<particle>& p, ACC<double>& m, const int* kind) {
  m(0) = p(0).kind == kind[0] ? p(0).mass : 0.0;
}

void set_complex(ACC<complexd>& z, const int* idx) { z(0) = complexd(idx[0], -idx[0]); }

ops_block line;
ops_stencil S0, S1;

template <class T>
ops_dat declare(const char* type, const char* name) {
  int size = N, base = 0, d_m = -1, d_p = 1;
  T* temp = NULL;
  return ops_decl_dat(line, 1, &size, &base, &d_m, &d_p, temp, type, name);
}

template <class T>
void check(Verdict& verdict, const char* type) {
  ops_dat x = declare<T>(type, "x"), y = declare<T>(type, "y");
  int all[] = {-1, N + 1}, inner[] = {0, N};
  ops_par_loop(triple<T>, "triple", line, 1, all, ops_arg_dat(x, 1, S0, type, OPS_WRITE), ops_arg_idx());
  ops_par_loop(shift<T>, "shift", line, 1, inner, ops_arg_dat(x, 1, S1, type, OPS_READ),
               ops_arg_dat(y, 1, S0, type, OPS_WRITE));
  const auto got = cells<T>(y, {0, N});
  for (int i = 0; i < N; ++i) verdict.same(got[i], (T)(3 * (i + 1)), type, i);
}

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  line = ops_decl_block(1, "line");
  int s0[] = {0}, s1[] = {0, 1};
  S0 = ops_decl_stencil(1, 1, s0, "0");
  S1 = ops_decl_stencil(1, 2, s1, "0,1");
  ops_dat f = declare<float>("float", "f"), i = declare<int>("int", "i"), c = declare<char>("char", "c"),
          d = declare<double>("double", "d");
  ops_dat p = declare<particle>("particle", "p"), z = declare<complexd>("complexd", "z");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(ll), "ll", "sum"),
                most = ops_decl_reduction_handle(sizeof(int), "int", "most");
  ops_partition("");

  Verdict verdict("types");
  check<double>(verdict, "double");
  check<float>(verdict, "float");
  check<int>(verdict, "int");
  check<uint>(verdict, "uint");
  check<long>(verdict, "long");
  check<ul>(verdict, "ulong");
  check<ll>(verdict, "ll");
  check<ll>(verdict, "long long");
  check<ull>(verdict, "ull");
  check<short>(verdict, "short");
  check<char>(verdict, "char");

  int inner[] = {0, N};
  ops_par_loop(triple<float>, "triple", line, 1, inner, ops_arg_dat(f, 1, S0, "float", OPS_WRITE), ops_arg_idx());
  ops_par_loop(triple<int>, "triple", line, 1, inner, ops_arg_dat(i, 1, S0, "int", OPS_WRITE), ops_arg_idx());
  ops_par_loop(triple<char>, "triple", line, 1, inner, ops_arg_dat(c, 1, S0, "char", OPS_WRITE), ops_arg_idx());
  ops_par_loop(mix, "mix", line, 1, inner, ops_arg_dat(f, 1, S0, "float", OPS_READ),
               ops_arg_dat(i, 1, S0, "int", OPS_READ), ops_arg_dat(c, 1, S0, "char", OPS_READ),
               ops_arg_dat(d, 1, S0, "double", OPS_WRITE), ops_arg_reduce(sum, 1, "ll", OPS_INC),
               ops_arg_reduce(most, 1, "int", OPS_MAX));
  ll got_sum;
  int got_most, kind = 3;
  ops_reduction_result(sum, &got_sum);
  ops_reduction_result(most, &got_most);
  verdict.same(got_sum, (ll)3 * N * (N - 1) / 2, "sum");
  verdict.same(got_most, 3 * (N - 1), "most");
  auto got = cells<double>(d, {0, N});
  for (int n = 0; n < N; ++n) verdict.same(got[n], 3 * n * 0.5f + 3 * n - (char)(3 * n), "mix", n);

  ops_par_loop(set_particle, "set_particle", line, 1, inner, ops_arg_dat(p, 1, S0, "particle", OPS_WRITE),
               ops_arg_idx());
  ops_par_loop(mass_of_kind, "mass_of_kind", line, 1, inner, ops_arg_dat(p, 1, S0, "particle", OPS_READ),
               ops_arg_dat(d, 1, S0, "double", OPS_WRITE), ops_arg_gbl(&kind, 1, "int", OPS_READ));
  got = cells<double>(d, {0, N});
  for (int n = 0; n < N; ++n) verdict.same(got[n], n % 4 == 3 ? 0.5 * n : 0.0, "mass", n);

  ops_par_loop(set_complex, "set_complex", line, 1, inner, ops_arg_dat(z, 1, S0, "complexd", OPS_WRITE), ops_arg_idx());
  const auto complex_values = cells<complexd>(z, {0, N});
  for (int n = 0; n < N; ++n) verdict.holds(complex_values[n] == complexd(n, -n), "complex");
  ops_exit();
  return verdict.finish();
}
