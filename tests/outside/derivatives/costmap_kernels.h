#pragma once
/* signed distance to the nearest of NOBS discs, the discs are {x, y, radius} triples */
inline double nearest(double x, double y, const double* obs) {
  double best = 1.0e9;
  for (int o = 0; o < NOBS; o++) {
    const double* q = obs + 3 * o;
    best = fmin(best, hypot(x - q[0], y - q[1]) - q[2]);
  }
  return best;
}

void kernel_cost(ACC<double>& cost, const double* obs, const double* gain, const int* idx) {
  const double d = nearest((idx[0] + 0.5) * h, (idx[1] + 0.5) * h, obs);
  if (d > reach) {
    cost(0, 0) = 0.0;
    return;
  }
  if (d < 0.0) cost(0, 0) = *gain - 3.0 * d;
  else cost(0, 0) = *gain * pow(1.0 - d / reach, 2.5);
}

void kernel_start(ACC<double>& t, const int* idx, const int* start) { t(0, 0) = (idx[0] == start[0] && idx[1] == start[1]) ? 0.0 : 1.0e4; }

void kernel_wave(const ACC<double>& t, const ACC<double>& cost, ACC<double>& tn) {
  double best = MIN(MIN(t(-1, 0), t(1, 0)), MIN(t(0, -1), t(0, 1)));
  double diag = fmin(fmin(t(-1, -1), t(1, 1)), fmin(t(1, -1), t(-1, 1)));
  const double w = h * (1.0 + cost(0, 0));
  tn(0, 0) = MIN(t(0, 0), MIN(best + w, diag + sqrt(2.0) * w));
}

void kernel_goal(const ACC<double>& t, const double* pose, const int* idx, double* tmin) {
  /* travel time plus the cost of turning from the final heading */
  double a = atan2((idx[1] + 0.5) * h - pose[1], (idx[0] + 0.5) * h - pose[0]) - pose[2];
  double v = t(0, 0) + 0.35 * fabs(a);
  *tmin = fmin(*tmin, v);
}

void kernel_footprint(const ACC<double>& cost, const double* pose, const int* idx, double* worst) {
  double dx = (idx[0] + 0.5) * h - pose[0], dy = (idx[1] + 0.5) * h - pose[1];
  double along = cos(pose[2]) * dx + sin(pose[2]) * dy, across = -sin(pose[2]) * dx + cos(pose[2]) * dy;
  double v = cost(0, 0) * exp(-along * along - 4.0 * across * across);
  if (v > *worst) *worst = v;
}
