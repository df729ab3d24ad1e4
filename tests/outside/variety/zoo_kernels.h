// Kernels of the zoo of types.
void zoo_mark(ACC<marker_t> &m, ACC<bool> &solid, ACC<char> &letter, const int *idx) {
  marker_t here;
  here.kind = (idx[0] + 2 * idx[1] + 3 * idx[2]) % 4;
  here.share[0] = 0.25f * here.kind;
  here.share[1] = 1.0f - here.share[0];
  here.inside.x = 0.125 * idx[0];
  here.inside.n = (short)(idx[1] - idx[2]);
  m(0, 0, 0) = here;
  solid(0, 0, 0) = here.kind == 3;
  letter(0, 0, 0) = (char)('a' + here.kind);
}

void zoo_start(const ACC<marker_t> &m, ACC<float> &f, ACC<double> &rho) {
  const zone_t &z = zones[m(0, 0, 0).kind];
  double v[3] = {z.vel[0], z.vel[1], z.vel[2]};
  v[z.where] += 0.01 * m(0, 0, 0).inside.x;
  for (int q = 0; q < 19; q++) f(q, 0, 0, 0) = (float)equilibrium(q, z.rho, v, e19, w19);
  rho(0, 0, 0) = z.rho;
}

void zoo_collide(const ACC<float> &f, const ACC<bool> &solid, ACC<float> &g, ACC<double> &mom, const relax_t *p) {
  double rho = 0.0, v[3] = {0.0, 0.0, 0.0};
  for (int q = 0; q < 19; q++) {
    rho += f(q, 0, 0, 0);
    for (int d = 0; d < 3; d++) v[d] += e19[q][d] * f(q, 0, 0, 0);
  }
  for (int d = 0; d < 3; ++d) {
    v[d] = v[d] / rho + p->force[d];
    mom(1 + d, 0, 0, 0) = rho * v[d];
  }
  mom(0, 0, 0, 0) = rho;
  if (solid(0, 0, 0)) {
    for (int q = 0; q < 19; q++) g(opposite[q], 0, 0, 0) = f(q, 0, 0, 0);
  } else {
    for (int q = 0; q < 19; q++)
      g(q, 0, 0, 0) = (float)(f(q, 0, 0, 0) + p[0].omega * (equilibrium(q, rho, v, e19, w19) - f(q, 0, 0, 0)));
  }
}

void zoo_stream(const ACC<float> &g, ACC<float> &f) {
  for (int q = 0; q < 19; q++) f(q, 0, 0, 0) = g(q, -e19[q][0], -e19[q][1], -e19[q][2]);
}

void zoo_integers(const ACC<char> &letter, ACC<long> &big, ACC<long long> &bigger, ACC<short> &small, ACC<unsigned int> &hash, const int *idx,
                  const relax_t *p) {
  long at = idx[0] + 100L * idx[1] + 10000L * idx[2];
  big(0, 0, 0) = at * 1000003L * 100000L;
  bigger(0, 0, 0) = (long long)at << 33;
  if (bigger(0, 0, 0) > p->limit) bigger(0, 0, 0) -= p->limit;
  small(0, 0, 0) = (short)(letter(0, 0, 0) - 'b');
  unsigned int h = 2166136261u;
  for (int k = 0; k < 3; k++) h = (h ^ (unsigned int)idx[k]) * 16777619u;
  hash(0, 0, 0) = h;
}

void zoo_wave(ACC<complexd> &psi, const ACC<marker_t> &m, const int *idx) {
  std::complex<double> i(0.0, 1.0);
  psi(0, 0, 0, 0) = std::exp(i * (0.1 * idx[0])) * (1.0 + m(0, 0, 0).share[0]);
  psi(1, 0, 0, 0) = complexd(idx[1], -idx[2]) / complexd(1.0, 2.0);
}

void zoo_norms(const ACC<complexd> &psi, const ACC<short> &small, const ACC<long> &big, double *n, int *count, float *range, int *most) {
  n[0] += std::norm(psi(0, 0, 0, 0));
  n[1] += psi(1, 0, 0, 0).real() * std::conj(psi(0, 0, 0, 0)).imag();
  if (small(0, 0, 0) > 0) *count += small(0, 0, 0);
  range[0] = MIN(range[0], (float)std::abs(psi(1, 0, 0, 0)));
  int low = (int)(big(0, 0, 0) % 1009L);
  *most = MAX(*most, low);
}

void zoo_mass(const ACC<float> &f, double *sum) {
  for (int q = 0; q < 19; q++) sum[0] += f(q, 0, 0, 0);
}
void zoo_tally(const ACC<double> &mom, double *sum) {
  for (int c = 0; c < 4; c++) sum[c] += mom(c, 0, 0, 0) * mom(c, 0, 0, 0);
}
