/* one day of SEIR with commuting; gbl mob holds nine travel weights */
void seir_day(const ACC<double>& S, const ACC<double>& E, const ACC<double>& I, const ACC<double>& R, ACC<double>& Sn, ACC<double>& En,
              ACC<double>& In, ACC<double>& Rn, const ACC<double>& pop, const ACC<int>& zone, const double* beta, const double* pars,
              const double* mob, const int* day) {
  int period = *day / 5;
  if (period > 11) period = 11;
  double b = beta[period];
  switch (zone(0, 0)) {
    case 0:
      break;
    case 1:
      b *= pars[2];
      break;
    case 2:
      if (*day > 20) b *= pars[3];
      else b *= 1.1;
      break;
    default:
      b = 0.0;
  }
  double force = 0.0;
  int m = 0;
  for (int dj = -1; dj <= 1; dj++)
    for (int di = -1; di <= 1; di++, m++) force += mob[m] * I(di, dj) / pop(di, dj);
  /* saturating contact rate, never more than all susceptibles */
  double inf = MIN(b * force / (1.0 + 0.5 * force) * S(0, 0), S(0, 0));
  double onset = pars[0] * E(0, 0), rec = pars[1] * I(0, 0);
  Sn(0, 0) = S(0, 0) - inf;
  En(0, 0) = E(0, 0) + inf - onset;
  In(0, 0) = I(0, 0) + onset - rec;
  Rn(0, 0) = R(0, 0) + rec;
}

void add_burden(const ACC<double>& I, double* burden) { *burden += I(0, 0); }
void peak(const ACC<double>& R, const ACC<double>& pop, double* attack) { *attack = MAX(*attack, R(0, 0) / pop(0, 0)); }
