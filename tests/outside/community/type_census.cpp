// Datasets of all types that the interface names, in one dimension: kernels made by macros, constants and global arguments of each type.
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <iostream>

#define OPS_1D
#include "ops_seq_v2.h"
#include "agree.h"

#define N 29
short offset_short = -7;
unsigned int mask = 0xF0F0F0F0u;
bool flip = true;
float third = 1.0f / 3.0f;
complexd rotation(0.6, 0.8);
const long long big = 1LL << 40;
char letters[5] = {'o', 'p', 's', '!', '?'};

void fill_short(ACC<short>& s, ACC<char>& c, const int* i) {
  s(0) = static_cast<short>(i[0] * 1200 + offset_short);
  c(0) = letters[(i[0] % 5 + 5) % 5];
}

void fill_unsigned(ACC<uint>& u, ACC<ull>& w, ACC<unsigned long>& l, const int* i) {
  u(0) = (0x9E3779B9u * static_cast<uint>(i[0])) ^ mask;
  w(0) = 0x9E3779B97F4A7C15ull * static_cast<ull>(i[0] + 3);
  l(0) = ~static_cast<unsigned long>(i[0]);
}

void fill_long(ACC<long>& l, ACC<ll>& w, const int* i, const long long* shift) {
  l(0) = static_cast<long>(i[0]) * i[0] * 1000003L - 5;
  w(0) = *shift - (static_cast<ll>(i[0]) << 33);
}

void fill_bool(ACC<bool>& b, ACC<int>& n, const int* i, const bool* start) {
  b(0) = (i[0] % 3 == 0) != *start;
  n(0) = b(0) ? -i[0] : i[0] / 2;
}

void fill_complex(ACC<complexd>& z, ACC<complexf>& w, const int* i) {
  z(0) = complexd(1.0, 0.1 * i[0]) * rotation;
  w(0) = complexf(static_cast<float>(i[0]), -third);
}

// What wraps, shifts and truncates.
void mix_integers(const ACC<uint>& u, const ACC<ull>& w, const ACC<short>& s, const ACC<char>& c, ACC<uint>& u_next, ACC<ull>& w_next,
                  ACC<short>& s_next, ACC<char>& c_next) {
  u_next(0) = (u(-1) << 5 | u(-1) >> 27) + u(1);
  w_next(0) = (w(0) >> 7) * 31u + (w(1) & 0xFFFFull);
  s_next(0) = static_cast<short>(s(-1) + s(1) * 3);
  c_next(0) = static_cast<char>(c(1) > c(-1) ? c(1) : c(-1) - 1);
}

void mix_long(const ACC<long>& l, const ACC<ll>& w, ACC<long>& l_next, ACC<ll>& w_next) {
  l_next(0) = l(1) % 97 - l(-1) / 13;
  w_next(0) = w(0) > w(1) ? w(-1) : -w(1);
}

void mix_bool(const ACC<bool>& b, const ACC<int>& n, ACC<bool>& b_next, ACC<int>& n_next) {
  b_next(0) = (b(-1) && !b(1)) || (flip && b(0));
  n_next(0) = b(0) + n(-1) % 4 * (b(1) ? 10 : -10);
}

void mix_complex(const ACC<complexd>& z, const ACC<complexf>& w, ACC<complexd>& z_next, ACC<complexf>& w_next) {
  const complexd mean = 0.5 * (z(-1) + z(1));
  z_next(0) = mean * std::conj(z(0)) / (complexd(2.0, 0.0) + z(0));
  complexf t = w(1) - w(-1);
  t *= w(0);
  w_next(0) = t;
}

void census(const ACC<bool>& b, const ACC<int>& n, const ACC<complexd>& z, int* true_ones, int* least, int* most, double* norm,
            float* real_most) {
  if (b(0)) *true_ones += 1;
  *least = MIN(*least, n(0));
  *most = MAX(*most, n(0));
  *norm += z(0).real() * z(0).real() + z(0).imag() * z(0).imag();
  const float re = static_cast<float>(z(0).real());
  if (re > *real_most) *real_most = re;
}

ops_block line;
ops_stencil S1D_0, S1D_M1_P1;
#define DAT(T, type, name) ops_dat name = declare<T>(type, #name), name##_next = declare<T>(type, #name "_next")
#define IN(d, type) ops_arg_dat(d, 1, S1D_M1_P1, type, OPS_READ)
#define OUT(d, type) ops_arg_dat(d, 1, S1D_0, type, OPS_WRITE)

template <class T>
ops_dat declare(const char* type, const char* name) {
  int size = N, base = 0, d_m = -1, d_p = 1;
  return ops_decl_dat(line, 1, &size, &base, &d_m, &d_p, static_cast<T*>(nullptr), type, name);
}

template <class T>
struct With {
  T v[N + 2];
  T& operator()(int i) { return v[i + 1]; }
};

template <class T>
void compare(ops_dat dat, With<T>& expected) {
  int wrong = 0;
  // each process looks at its own part
  int disp[1], size[1];
  ops_dat_get_extents(dat, 0, disp, size);
  std::vector<char> bytes(sizeof(T) * static_cast<size_t>(size[0]));
  ops_dat_fetch_data(dat, 0, bytes.data());
  const T* found = reinterpret_cast<const T*>(bytes.data());
  for (int i = 0; i < size[0]; ++i) wrong += !(found[i] == expected(disp[0] + i));
  if (wrong) std::cout << dat->name << " (" << dat->type << "): " << wrong << " values are wrong" << std::endl;
  check::wrong += wrong != 0;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  line = ops_decl_block(1, "line");
  int around[] = {-1, 0, 1};
  S1D_0 = ops_decl_stencil(1, 1, around + 1, "0");
  S1D_M1_P1 = ops_decl_stencil(1, 3, around, "-1:1");
  ops_decl_const("offset_short", 1, "short", &offset_short);
  ops_decl_const("mask", 1, "uint", &mask);
  ops_decl_const("flip", 1, "bool", &flip);
  ops_decl_const("third", 1, "float", &third);
  ops_decl_const("rotation", 1, "complexd", &rotation);
  ops_decl_const("letters", 5, "char", letters);
  DAT(short, "short", s);
  DAT(char, "char", c);
  DAT(uint, "uint", u);
  DAT(ull, "ull", w);
  DAT(long, "long", l);
  DAT(ll, "long long", q);
  DAT(bool, "bool", b);
  DAT(int, "int", n);
  DAT(complexd, "complexd", z);
  DAT(complexf, "complexf", y);
  ops_dat ul = declare<unsigned long>("ulong", "ul");
  ops_reduction ones = ops_decl_reduction_handle(sizeof(int), "int", "ones"), least = ops_decl_reduction_handle(sizeof(int), "int", "least");
  ops_reduction most = ops_decl_reduction_handle(sizeof(int), "int", "most"), norm = ops_decl_reduction_handle(sizeof(double), "double", "norm");
  ops_reduction real_most = ops_decl_reduction_handle(sizeof(float), "float", "real_most");
  ops_partition("");

  int all[] = {0, N}, wide[] = {-1, N + 1};
  const bool start = true;
  ops_par_loop(fill_short, "fill_short", line, 1, wide, OUT(s, "short"), OUT(c, "char"), ops_arg_idx());
  ops_par_loop(fill_unsigned, "fill_unsigned", line, 1, wide, OUT(u, "uint"), OUT(w, "ull"), OUT(ul, "ulong"), ops_arg_idx());
  ops_par_loop(fill_long, "fill_long", line, 1, wide, OUT(l, "long"), OUT(q, "long long"), ops_arg_idx(),
               ops_arg_gbl(&big, 1, "long long", OPS_READ));
  ops_par_loop(fill_bool, "fill_bool", line, 1, wide, OUT(b, "bool"), OUT(n, "int"), ops_arg_idx(), ops_arg_gbl(&start, 1, "bool", OPS_READ));
  ops_par_loop(fill_complex, "fill_complex", line, 1, wide, OUT(z, "complexd"), OUT(y, "complexf"), ops_arg_idx());
  ops_par_loop(mix_integers, "mix_integers", line, 1, all, IN(u, "uint"), IN(w, "ull"), IN(s, "short"), IN(c, "char"), OUT(u_next, "uint"),
               OUT(w_next, "ull"), OUT(s_next, "short"), OUT(c_next, "char"));
  ops_par_loop(mix_long, "mix_long", line, 1, all, IN(l, "long"), IN(q, "long long"), OUT(l_next, "long"), OUT(q_next, "long long"));
  ops_par_loop(mix_bool, "mix_bool", line, 1, all, IN(b, "bool"), IN(n, "int"), OUT(b_next, "bool"), OUT(n_next, "int"));
  ops_par_loop(mix_complex, "mix_complex", line, 1, all, IN(z, "complexd"), IN(y, "complexf"), OUT(z_next, "complexd"), OUT(y_next, "complexf"));
  ops_par_loop(census, "census", line, 1, all, IN(b_next, "bool"), IN(n_next, "int"), IN(z_next, "complexd"),
               ops_arg_reduce(ones, 1, "int", OPS_INC), ops_arg_reduce(least, 1, "int", OPS_MIN), ops_arg_reduce(most, 1, "int", OPS_MAX),
               ops_arg_reduce(norm, 1, "double", OPS_INC), ops_arg_reduce(real_most, 1, "float", OPS_MAX));

  With<short> S, S2;
  With<char> C, C2;
  With<uint> U, U2;
  With<ull> W, W2;
  With<long> L, L2;
  With<ll> Q, Q2;
  With<bool> B, B2;
  With<int> I, I2;
  With<complexd> Z, Z2;
  With<complexf> Y, Y2;
  With<unsigned long> UL;
  for (int i = -1; i <= N; ++i) {
    S(i) = static_cast<short>(i * 1200 - 7), C(i) = "ops!?"[(i + 5) % 5];
    U(i) = (0x9E3779B9u * static_cast<uint>(i)) ^ 0xF0F0F0F0u, W(i) = 0x9E3779B97F4A7C15ull * static_cast<ull>(i + 3),
    UL(i) = ~static_cast<unsigned long>(i);
    L(i) = static_cast<long>(i) * i * 1000003L - 5, Q(i) = (1LL << 40) - i * (1LL << 33);
    B(i) = i % 3 != 0, I(i) = B(i) ? -i : i / 2;
    Z(i) = complexd(1.0, 0.1 * i) * complexd(0.6, 0.8), Y(i) = complexf(static_cast<float>(i), -1.0f / 3.0f);
  }
  int sums[3] = {0, 1 << 30, -(1 << 30)};
  double squares = 0.0;
  float highest = -1e30f;
  for (int i = 0; i < N; ++i) {
    U2(i) = (U(i - 1) << 5 | U(i - 1) >> 27) + U(i + 1), W2(i) = (W(i) >> 7) * 31u + (W(i + 1) & 0xFFFFull);
    S2(i) = static_cast<short>(S(i - 1) + S(i + 1) * 3), C2(i) = static_cast<char>(C(i + 1) > C(i - 1) ? C(i + 1) : C(i - 1) - 1);
    L2(i) = L(i + 1) % 97 - L(i - 1) / 13, Q2(i) = Q(i) > Q(i + 1) ? Q(i - 1) : -Q(i + 1);
    B2(i) = (B(i - 1) && !B(i + 1)) || B(i), I2(i) = B(i) + I(i - 1) % 4 * (B(i + 1) ? 10 : -10);
    Z2(i) = 0.5 * (Z(i - 1) + Z(i + 1)) * std::conj(Z(i)) / (complexd(2.0, 0.0) + Z(i)), Y2(i) = (Y(i + 1) - Y(i - 1)) * Y(i);
    sums[0] += B2(i), sums[1] = std::min(sums[1], I2(i)), sums[2] = std::max(sums[2], I2(i));
    squares += std::norm(Z2(i)), highest = std::max(highest, static_cast<float>(Z2(i).real()));
  }
  compare(s, S), compare(c, C), compare(u, U), compare(w, W), compare(l, L), compare(q, Q), compare(b, B), compare(n, I), compare(ul, UL);
  compare(s_next, S2), compare(c_next, C2), compare(u_next, U2), compare(w_next, W2), compare(l_next, L2), compare(q_next, Q2);
  compare(b_next, B2), compare(n_next, I2), compare(z, Z), compare(y, Y), compare(z_next, Z2), compare(y_next, Y2);
  int found[3];
  double norm_found;
  float real_found;
  ops_reduction_result(ones, &found[0]);
  ops_reduction_result(least, &found[1]);
  ops_reduction_result(most, &found[2]);
  ops_reduction_result(norm, &norm_found);
  ops_reduction_result(real_most, &real_found);
  for (int k = 0; k < 3; ++k) check::number("census", found[k], sums[k]);
  check::number("norm", norm_found, squares, 1e-13), check::number("real part", real_found, highest);
  ops_printf("true %d, from %d to %d, norm %.12f, real part %.7f\n", found[0], found[1], found[2], norm_found, static_cast<double>(real_found));
  const int status = check::verdict();
  ops_exit();
  return status;
}
