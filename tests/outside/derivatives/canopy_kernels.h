void shade(ACC<double>& h, const double* rate, const int* idx) { h(0, 0) = h(0, 0) * (1.0 + rate[idx[1] % 3] / (1.0 + h(0, 0))); }
void reset(ACC<double>& top, ACC<double>& low) {
  top(0, 0) = -1.0e30;
  low(0, 0) = 1.0e30;
}
void skyline(const ACC<double>& h, ACC<double>& top, ACC<double>& low, const double* slope, const int* idx) {
  double v = h(0, 0) - slope[0] * idx[1] - slope[1] * sin(0.8 * idx[1]);
  top.combine_max(0, 0, v);
  low.combine_min(0, 0, v * fabs(v));
}
void edges(ACC<double>& top, const int* off) { top(0, 0) = top(*off, 0); }
void rough(const ACC<double>& top, const ACC<double>& low, double* j) {
  double d = 0.5 * (top(1, 0) - top(-1, 0));
  *j += hypot(1.0, d) * (top(0, 0) - low(0, 0));
}
void grow_to_light(ACC<double>& h, const ACC<double>& top) {
  double gap = top(0, 0) - h(0, 0);
  h(0, 0) += (gap > 0 ? 0.2 : 0.1) * gap;
}
