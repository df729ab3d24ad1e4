#ifndef DENOISE_KERNELS
#define DENOISE_KERNELS
#define RGB(c) for (int c = 0; c < 3; c++)
enum Model { PERONA_MALIK = 0, TOTAL_VARIATION = 1 };

static inline double conductance(double s2, double k, int model) {
  if (model == PERONA_MALIK) return 1.0 / (1.0 + s2 / (k * k));
  return k / sqrt(s2 + 0.01);
}

template <int MODEL>
void diffuse(const ACC<double>& u, ACC<double>& out, const double* p) {
  double s2[4] = {0.0, 0.0, 0.0, 0.0};
  RGB(c) {
    s2[0] += (u(c, 1, 0) - u(c, 0, 0)) * (u(c, 1, 0) - u(c, 0, 0));
    s2[1] += (u(c, -1, 0) - u(c, 0, 0)) * (u(c, -1, 0) - u(c, 0, 0));
    s2[2] += pow(u(c, 0, 1) - u(c, 0, 0), 2);
    s2[3] += pow(u(c, 0, -1) - u(c, 0, 0), 2);
  }
  double g[4];
  for (int q = 0; q < 4; q++) g[q] = conductance(s2[q], p[MODEL], MODEL);
  RGB(c) {
    const double v = u(c, 0, 0);
    out(c, 0, 0) = v + tau * (g[0] * (u(c, 1, 0) - v) + g[1] * (u(c, -1, 0) - v) + g[2] * (u(c, 0, 1) - v) +
                              g[3] * (u(c, 0, -1) - v));
  }
}

void mirror_left(ACC<double>& u) { RGB(c) u(c, 0, 0) = u(c, 1, 0); }
void mirror_right(ACC<double>& u) { RGB(c) u(c, 0, 0) = u(c, -1, 0); }
void mirror_low(ACC<double>& u) { RGB(c) u(c, 0, 0) = u(c, 0, 1); }
void mirror_high(ACC<double>& u) { RGB(c) u(c, 0, 0) = u(c, 0, -1); }

void quality(const ACC<double>& u, const ACC<double>& ref, double* loss) {
  double acc = 0.0;
  RGB(c) {
    double d = u(c, 0, 0) - ref(c, 0, 0);
    acc += (d > 0 ? 1.0 : 1.5) * d * d;
  }
  *loss += acc;
}
#endif
