void flux(const ACC<double>& h, const ACC<double>& b, const ACC<double>& c, ACC<double>& q, const int* idx) {
  double hm, slope;
  hm = 0.5 * (h(0) + h(1));
  if (hm <= 0.0) {
    q(0) = 0.0;
    return;
  }
  slope = (h(1) + b(1) - h(0) - b(0)) / ice.dx;
  double d = ice.gamma * pow(hm, 5) * slope * slope;
  if (idx[0] >= ice.slide_from) d += 0.5 * (c(0) + c(1)) * hm * hm;
  q(0) = -d * slope;
}

void thickness(ACC<double>& h, const ACC<double>& q, const ACC<double>& b, const double* warm) {
  double balance = ice.lapse * (h(0) + b(0) - ice.ela - *warm);
  balance = balance > ice.cap ? ice.cap : balance;
  double hn = h(0) + ice.dt * (balance - (q(0) - q(-1)) / ice.dx);
  h(0) = MAX(hn, 0.0);
}

void volume(const ACC<double>& h, double* vol, int* cells) {
  vol[0] += h(0) * ice.dx;
  if (h(0) > 0) *cells += 1;
}

void pick_radar(const ACC<double>& h, const ACC<double>& obs, double* vol) {
  *vol += 0.5 * (h(0) - obs(0)) * (h(0) - obs(0));
}
