// linear shallow water, forward-backward, float
void tide_velocity(const ACC<float> &eta, const ACC<float> &depth, ACC<float> &u, ACC<float> &v) {
  u(0, 0) -= courant * (eta(0, 0) - eta(-1, 0)) * (depth(0, 0) > 0.5f ? 1.0f : depth(0, 0));
  v(0, 0) -= courant * (eta(0, 0) - eta(0, -1));
}
void tide_height(const ACC<float> &u, const ACC<float> &v, const ACC<float> &depth, ACC<float> &eta) {
  float div = depth(1, 0) * u(1, 0) - depth(0, 0) * u(0, 0);
  div += depth(0, 1) * v(0, 1) - depth(0, 0) * v(0, 0);
  eta(0, 0) = eta(0, 0) - courant * div;
}
void tide_energy(const ACC<float> &eta, float *e) { *e += eta(0, 0) * eta(0, 0); }
