// Kernels of estuary; two of them with adjoints written by hand.
#pragma once
static const double gravity = 9.81;

template <int DX>
void wall(ACC<double>& h, ACC<double>& q) {
  h(0, 0) = h(DX, 0);
  q(0, 0, 0) = -q(0, DX, 0);
  q(1, 0, 0) = q(1, DX, 0);
}
inline double celerity(double h) { return sqrt(gravity * h); }
inline void fastest(const ACC<double>& h, const ACC<double>& q, double* speed) {
  const double u = fabs(q(0, 0, 0)) / h(0, 0), v = fabs(q(1, 0, 0)) / h(0, 0);
  *speed = MAX(*speed, MAX(u, v) + celerity(h(0, 0)));
}
inline void choose(const double* speed, const double* clock, double* dt, double* next, const double* last) {
  *dt = fmin(0.35 / *speed, *last - *clock);
  *next = *clock + *dt;
}
// Lax-Friedrichs fluxes through a face with the states l and r, along axis `d`.
struct State { double h, q[2]; };
inline State flux(const State& l, const State& r, int d, double speed) {
  const double ul = l.q[d] / l.h, ur = r.q[d] / r.h;
  State f;
  f.h = 0.5 * (l.q[d] + r.q[d]) - 0.5 * speed * (r.h - l.h);
  for (int c = 0; c < 2; ++c) f.q[c] = 0.5 * (ul * l.q[c] + ur * r.q[c]) - 0.5 * speed * (r.q[c] - l.q[c]);
  f.q[d] += 0.25 * gravity * (l.h * l.h + r.h * r.h);
  return f;
}
inline State state_at(const ACC<double>& h, const ACC<double>& q, int i, int j) { return {h(i, j), {q(0, i, j), q(1, i, j)}}; }
void advance(const ACC<double>& h, const ACC<double>& q, const ACC<double>& bed, const double* dt, const double* speed, ACC<double>& hn, ACC<double>& qn) {
  const State w = state_at(h, q, 0, 0);
  const State west = flux(state_at(h, q, -1, 0), w, 0, *speed), east = flux(w, state_at(h, q, 1, 0), 0, *speed);
  const State south = flux(state_at(h, q, 0, -1), w, 1, *speed), north = flux(w, state_at(h, q, 0, 1), 1, *speed);
  hn(0, 0) = w.h - *dt * ((east.h - west.h) + (north.h - south.h));
  for (int c = 0; c < 2; ++c) qn(c, 0, 0) = w.q[c] - *dt * ((east.q[c] - west.q[c]) + (north.q[c] - south.q[c]));
  qn(0, 0, 0) -= *dt * gravity * w.h * 0.5 * (bed(1, 0) - bed(-1, 0));
}

// Silt is picked up by the flow and settles where the bed is low.
void settle(const ACC<double>& h, const ACC<double>& q, const ACC<double>& bed, ACC<double>& silt, const double* rough) {
  const double speed2 = (q(0, 0, 0) * q(0, 0, 0) + q(1, 0, 0) * q(1, 0, 0)) / (h(0, 0) * h(0, 0));
  silt(0, 0) = 0.95 * silt(0, 0) + *rough * speed2 - 0.02 * bed(0, 0) * bed(0, 0);
}
void settle_adjoint(const ACC<double>& h, ACC<double>& h_a1s, const ACC<double>& q, ACC<double>& q_a1s, const ACC<double>& bed, ACC<double>& bed_a1s,
                    const ACC<double>& silt, ACC<double>& silt_a1s, const double* rough, double* rough_a1s) {
  const double seed = silt_a1s(0, 0), per = 1.0 / (h(0, 0) * h(0, 0)), square = q(0, 0, 0) * q(0, 0, 0) + q(1, 0, 0) * q(1, 0, 0);
  *rough_a1s += square * per * seed;
  for (int c = 0; c < 2; ++c) q_a1s(c, 0, 0) += 2.0 * *rough * q(c, 0, 0) * per * seed;
  h_a1s(0, 0) -= 2.0 * *rough * square * per / h(0, 0) * seed;
  bed_a1s(0, 0) -= 0.04 * bed(0, 0) * seed;
  silt_a1s(0, 0) = 0.95 * seed;
}

void across(const ACC<double>& h, ACC<double>& a, ACC<double>& b, ACC<double>& c) {
  const double low = 0.1 * (h(0, 0) + h(0, -1)), high = 0.1 * (h(0, 0) + h(0, 1));
  a(0, 0) = -low;
  c(0, 0) = -high;
  b(0, 0) = 1.0 + low + high;
}
void coarsen(const ACC<double>& silt, ACC<double>& mean) { mean(0, 0) = 0.25 * ((silt(0, 0) + silt(1, 0)) + (silt(0, 1) + silt(1, 1))); }
void nudge(const ACC<double>& mean, ACC<double>& silt) { silt(0, 0) += 0.1 * (mean(0, 0) - silt(0, 0)) * fabs(mean(0, 0)); }
void add_column(const ACC<double>& silt, ACC<double>& column) { column(0, 0) += silt(0, 0) * silt(0, 0); }
void zero_column(ACC<double>& column) { column(0, 0) = 0.0; }

void measure(const ACC<double>& h, const ACC<double>& silt, const ACC<int>& gauge, double* sums) {
  if (gauge(0, 0) == 0) return;
  sums[0] += h(0, 0) * h(0, 0);
  sums[1] += silt(0, 0) * gauge(0, 0);
}
void measure_adjoint(const ACC<double>& h, ACC<double>& h_a1s, const ACC<double>& silt, ACC<double>& silt_a1s, const ACC<int>& gauge, const double* sums,
                     const double* sums_a1s) {
  if (gauge(0, 0) == 0) return;
  h_a1s(0, 0) += 2.0 * h(0, 0) * sums_a1s[0];
  silt_a1s(0, 0) += gauge(0, 0) * sums_a1s[1];
}
void weigh(const ACC<double>& column, const int* idx, double* total) { *total += column(0, 0) / (1 + idx[0]); }
