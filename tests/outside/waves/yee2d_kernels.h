#ifndef YEE2D_KERNELS_H
#define YEE2D_KERNELS_H

void hfield_x(const ACC<double>& ez, ACC<double>& hx, const ACC<double>& sigy) {
  hx(0, 0) = (1.0 - sigy(0, 0)) * hx(0, 0) - cmu * (ez(0, 1) - ez(0, 0));
}

void hfield_y(const ACC<double>& ez, ACC<double>& hy, const ACC<double>& sigx) {
  hy(0, 0) = (1.0 - sigx(0, 0)) * hy(0, 0) + cmu * (ez(1, 0) - ez(0, 0));
}

void efield(ACC<double>& ez, const ACC<double>& hx, const ACC<double>& hy, const ACC<double>& eps,
            const ACC<double>& sigx, const ACC<double>& sigy) {
  double curl, e, damp;
  curl = hy(0, 0) - hy(-1, 0);
  curl = curl - (hx(0, 0) - hx(0, -1));
  e = eps(0, 0) + kerr * ez(0, 0) * ez(0, 0);
  damp = 1.0 - sigx(0, 0) - sigy(0, 0);
  ez(0, 0) = damp * ez(0, 0) + ceps * curl / e;
}

void soft_source(ACC<double>& ez, const double* amp, const double* wavelet) {
  ez(0, 0) += amp[0] * (*wavelet) + amp[1] * wavelet[0] * wavelet[0];
}

void sensor(const ACC<double>& ez, const double* obs, double* misfit) {
  double d = ez(0, 0) - *obs;
  *misfit += 0.5 * d * d;
}
#endif
