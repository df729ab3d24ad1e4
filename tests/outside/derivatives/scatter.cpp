// Single scattering: float contrast, double sums, and complex fields without derivatives that a recorded loop reads. Seeds of a sum with
// ten components are known only after it has been read. Gradient by contrast and scalars in float and double, against the complex step.
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"
#define NDET 5
#include "scatter_kernels.h"

static const int NX = 29, NY = 31;
static const double K0 = 3.1, DAMP = 0.05;
typedef std::complex<double> cplx;
static float raw_at(int i, int j) { return 0.3f * (float)(sin(0.4 * i) * cos(0.3 * j)) + 0.1f; }

/* plain computation; R is float for the values, complex for the derivatives */
template <class R, class S>
void plain(const std::vector<R>& raw, const S* alpha, R relax, S* sig, std::vector<R>& chi) {
  chi.resize(NX * NY);
  for (int m = 0; m < 2 * NDET; m++) sig[m] = 0.0;
  auto at = [](int i, int j) { return (j + 1) * (NX + 2) + i + 1; };
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++) {
      R m = R(0.25f) * (raw[at(i - 1, j)] + raw[at(i + 1, j)] + raw[at(i, j - 1)] + raw[at(i, j + 1)]);
      R v = (R(1.0f) - relax) * raw[at(i, j)] + relax * m;
      chi[j * NX + i] = (std::real(v) > 0.02f ? v : R(0.02f)) + R(0.5f) * v * v;
      double x = 0.1 * i, y = 0.1 * j;
      cplx inc = cplx(cos(K0 * x), sin(K0 * x)) * exp(-DAMP * x);
      S a = S(chi[j * NX + i]) * std::exp(-alpha[j % 2] * 0.1 * double(j));
      for (int d = 0; d < NDET; d++) {
        double r = sqrt((x - 0.8 * d) * (x - 0.8 * d) + (y + 0.7) * (y + 0.7));
        cplx g = inc * cplx(cos(K0 * r), sin(K0 * r)) / r;
        sig[2 * d] += a * g.real() * 0.01;
        sig[2 * d + 1] += a * g.imag() * 0.01;
      }
    }
}
static double measured(int m) { return 0.02 * cos(1.3 * m); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block b = ops_decl_block(2, "sample");
  int size[] = {NX, NY}, base[] = {0, 0}, m1[] = {-1, -1}, p1[] = {1, 1}, none[] = {0, 0};
  std::vector<float> r0((NX + 2) * (NY + 2));
  for (int j = -1; j <= NY; j++)
    for (int i = -1; i <= NX; i++) r0[(j + 1) * (NX + 2) + i + 1] = raw_at(i, j);
  ops_dat raw = ops_decl_dat(b, 1, size, base, m1, p1, r0.data(), "float", "raw");
  ops_dat chi = ops_decl_dat(b, 1, size, base, none, none, (float*)NULL, "float", "chi");
  ops_dat inc = ops_decl_dat_passive(b, 1, size, base, none, none, (complexd*)NULL, "complexd", "incident");
  ops_dat green = ops_decl_dat_passive(b, NDET, size, base, none, none, (complexd*)NULL, "complexd", "green");
  int o1[] = {0, 0}, o5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_stencil S0 = ops_decl_stencil(2, 1, o1, "0"), S5 = ops_decl_stencil(2, 5, o5, "5");
  double alpha[2] = {0.3, 0.45};
  float relax = 0.4f;
  ops_scalar s_alpha = ops_decl_scalar("alpha", alpha, 2), s_relax = ops_decl_scalar("relax", &relax, 1);
  ops_reduction r = ops_decl_reduction_handle(2 * NDET * sizeof(double), "double", "signal");
  ops_partition("");
  int range[] = {0, NX, 0, NY};
  complexd wave(K0, DAMP);
  ops_par_loop_passive(fields, "fields", b, 2, range, ops_arg_dat(inc, 1, S0, "complexd", OPS_WRITE),
                       ops_arg_dat(green, NDET, S0, "complexd", OPS_WRITE), ops_arg_idx(), ops_arg_gbl(&wave, 1, "complexd", OPS_READ));
  ops_par_loop(smooth, "smooth", b, 2, range, ops_arg_dat(raw, 1, S5, "float", OPS_READ), ops_arg_dat(chi, 1, S0, "float", OPS_WRITE),
               ops_arg_scalar(s_relax, 1, "float", OPS_READ));
  ops_par_loop(receive, "receive", b, 2, range, ops_arg_dat(chi, 1, S0, "float", OPS_READ), ops_arg_dat(inc, 1, S0, "complexd", OPS_READ),
               ops_arg_dat(green, NDET, S0, "complexd", OPS_READ), ops_arg_scalar(s_alpha, 2, "double", OPS_READ), ops_arg_idx(),
               ops_arg_reduce(r, 2 * NDET, "double", OPS_INC));
  double sig[2 * NDET], seed[2 * NDET] = {0}, psig[2 * NDET], scale = 0;
  r->get_result(sig, seed);
  /* least squares against the measurement; the seed is known only now */
  double* sd = r->get_derivative<double>();
  for (int m = 0; m < 2 * NDET; m++) sd[m] = 2.0 * (sig[m] - measured(m));

  double err = 0, gerr = 0, gmax = 0;
  std::vector<float> pchi, got(NX * NY), graw((NX + 2) * (NY + 2));
  plain(r0, alpha, relax, psig, pchi);
  ops_dat_fetch_data(chi, 0, (char*)got.data());
  for (int i = 0; i < NX * NY; i++) err = fmax(err, fabs((double)got[i] - pchi[i]) / 0.1);
  for (double s : psig) scale = fmax(scale, fabs(s));
  for (int m = 0; m < 2 * NDET; m++) err = fmax(err, fabs(psig[m] - sig[m]) / scale);

  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<float> gr(NX * NY);
  ops_dat_fetch_derivative(raw, (char*)gr.data(), OPS_HOST);
  int pts[][2] = {{0, 0}, {28, 30}, {4, 9}, {13, 21}, {20, 2}, {28, 0}};
  std::vector<double> diff;
  for (int n = 0; n < 9; n++) {
    std::vector<cplx> z(r0.begin(), r0.end()), zc;
    cplx al[2] = {alpha[0], alpha[1]}, rx = relax, zs[2 * NDET];
    const cplx ih(0, 1e-30);
    if (n < 6) z[(pts[n][1] + 1) * (NX + 2) + pts[n][0] + 1] += ih;
    else if (n < 8) al[n - 6] += ih;
    else rx += ih;
    plain(z, al, rx, zs, zc);
    double ref = 0, g = n < 6   ? gr[pts[n][1] * NX + pts[n][0]]
                        : n < 8 ? s_alpha->get_derivative<double>()[n - 6]
                                : (double)*s_relax->get_derivative<float>();
    for (int m = 0; m < 2 * NDET; m++) ref += 2.0 * (zs[m].real() - measured(m)) * zs[m].imag() / 1e-30;
    if (n < 6) {
      gmax = fmax(gmax, fabs(ref));
      diff.push_back(fabs(g - ref));
    } else gerr = fmax(gerr, fabs(g / ref - 1));
    if (n >= 6 && fabs(g / ref - 1) > 1e-5) printf("  scalar %d: %.10g, expected %.10g\n", n, g, ref);
  }
  for (double d : diff) gerr = fmax(gerr, d / gmax);
  printf("largest relative error: values %.2e, gradient %.2e\n", err, gerr);
  bool ok = err < 1e-5 && gerr < 1e-5;
  ops_exit();
  printf("scatter: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}
