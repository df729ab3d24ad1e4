#define HARM(a, b) (2.0 * (a) * (b) / ((a) + (b)))

void conductivity(const ACC<double>& logk, ACC<double>& k) { k(0, 0, 0) = exp(logk(0, 0, 0)); }

// Explicit in the plane, implicit along z: fills the diagonals and the right-hand side.
void assemble(const ACC<double>& h, const ACC<double>& k, ACC<double>& a, ACC<double>& b, ACC<double>& c,
              ACC<double>& d, const int* idx) {
  double up = 0.0, down = 0.0, k0 = k(0, 0, 0), flow = 0.0;
  if (idx[2] > 0) down = rz * HARM(k0, k(0, 0, -1));
  if (idx[2] < nz - 1) up = rz * HARM(k0, k(0, 0, 1));
  a(0, 0, 0) = -down;
  c(0, 0, 0) = -up;
  b(0, 0, 0) = 1.0 + up + down;
  for (int s = -1; s <= 1; s += 2) {
    flow += HARM(k0, k(s, 0, 0)) * (h(s, 0, 0) - h(0, 0, 0));
    flow += HARM(k0, k(0, s, 0)) * (h(0, s, 0) - h(0, 0, 0));
  }
  d(0, 0, 0) = h(0, 0, 0) + rxy * flow;
}

void pump(ACC<double>& d, const double* rate, const int* well) { d(0, 0, 0) -= rate[*well]; }

void take(const ACC<double>& d, ACC<double>& h) { h(0, 0, 0) = d(0, 0, 0); }

void gauge(const ACC<double>& h, const double* seen, double* j) {
  double e = h(0, 0, 0) - *seen;
  *j += e * e;
}
