struct vital {
  double fertility, survival;
};
inline double survival_of(int age, const double* mort) { return exp(-(mort[0] + mort[1] * pow(age / 10.0, 3)) * season); }
inline vital rates_of(int age, const double* fert, const double* mort) {
  vital v;
  v.fertility = fert[age];
  v.survival = survival_of(age, mort);
  return v;
}

void births_zero(ACC<double>& b) { b(0, 0, 0) = 0.0; }
void births_sum(const ACC<double>& n, ACC<double>& b, const double* fert, const double* mort, const int* idx) {
  vital v = rates_of(idx[2], fert, mort);
  /* those who die in a season give birth half as often */
  b.combine_inc(0, 0, 0, v.fertility * 0.5 * (1.0 + v.survival) * n(0, 0, 0));
}
void grow_older(const ACC<double>& n, const ACC<double>& b, ACC<double>& nn, const double* mort, const int* idx) {
  const int age = idx[2];
  if (age == 0) {
    nn(0, 0, 0) = season * b(0, 0, 0) / (1.0 + crowding * b(0, 0, 0));
    return;
  }
  /* the young move about */
  double from = n(0, 0, -1);
  if (age <= 3) {
    const int step[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    int k = 0;
    while (1) {
      if (k == 4) break;
      from += 0.05 * (n(step[k][0], step[k][1], -1) - n(0, 0, -1));
      k++;
    }
  }
  nn(0, 0, 0) = survival_of(age - 1, mort) * from;
}
void tally(const ACC<double>& n, const int* idx, double* t) {
  int group = idx[2] < 3 ? 0 : idx[2] < 8 ? 1 : 2;
  t[group] += n(0, 0, 0) * (group == 2 ? 0.5 + n(0, 0, 0) : 1.0);
}
