#ifndef GLACIER_RESTART_KERNELS_H
#define GLACIER_RESTART_KERNELS_H
inline double power3(double x) { return x * x * x; }

void bed_kernel(ACC<double> &bed, const int *idx) { bed(0) = 1.0 - 0.02 * idx[0] + 0.1 * sin(0.5 * idx[0]); }

void ice_kernel(ACC<double> &ice, const int *idx) {
  double s = (idx[0] - 22.0) / 15.0;
  ice(0) = s * s < 1.0 ? sqrt(1.0 - s * s) : 0.0;
}

// shallow-ice flux at the face to the left
void flux_kernel(const ACC<double> &bed, const ACC<double> &ice, ACC<double> &flux) {
  double slope = bed(0) + ice(0) - bed(-1) - ice(-1);
  double mean = 0.5 * (ice(0) + ice(-1));
  flux(0) = -softness * power3(mean) * mean * mean * slope * fabs(slope);
}

void thickness_kernel(const ACC<double> &flux, ACC<double> &ice, const double *accumulation) {
  double t = ice(0) + flux(0) - flux(1) + *accumulation;
  if (t < 0.0)
    t = 0.0;
  ice(0) = t;
}

void volume_kernel(const ACC<double> &ice, double *v) { *v += ice(0); }
#endif
