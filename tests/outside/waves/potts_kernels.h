#define STATES 4

// Advances the generator of one cell (xorshift) and returns the new word.
inline unsigned int shake(unsigned int x) {
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return x;
}

void seed_cells(ACC<int>& spin, ACC<unsigned int>& rng, ACC<char>& pinned, const int* idx) {
  unsigned int x = 2463534242u + 7919u * idx[0] + 104729u * idx[1];
  for (int n = 0; n < 3; n++) x = shake(x);
  rng(0, 0) = x;
  spin(0, 0) = x % STATES;
  pinned(0, 0) = (idx[0] * 5 + idx[1] * 3) % 23 == 0;
}

void flip(const ACC<int>& spin, ACC<int>& next, ACC<unsigned int>& rng, const ACC<char>& pinned, const int* heat) {
  int votes[STATES], s = spin(0, 0);
  for (int q = 0; q < STATES; q++) votes[q] = 0;
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++)
      if (i || j) votes[spin(i, j)]++;
  next(0, 0) = s;
  if (pinned(0, 0)) return;
  unsigned int x = shake(rng(0, 0));
  rng(0, 0) = x;
  int trial = (x >> 4) % STATES, tries = 0;
  while (true) {
    int gain = votes[trial] - votes[s];
    if (gain > 0 || (int)((x >> 9) & 255) < heat[MIN(-gain, 8)]) {
      next(0, 0) = trial;
      break;
    }
    if (++tries == 2) break;
    trial = (trial + 1) % STATES;
  }
}

void census(const ACC<int>& s, int* count, int* bonds, int* lo, int* hi, const int* idx) {
  count[s(0, 0)] += 1;
  *bonds += (s(0, 0) == s(1, 0)) + (s(0, 0) == s(0, 1) ? 1 : 0);
  if (s(0, 0) == 3) {
    *lo = MIN(*lo, idx[0] + idx[1]);
    *hi = MAX(*hi, idx[0] * idx[1]);
  }
}
