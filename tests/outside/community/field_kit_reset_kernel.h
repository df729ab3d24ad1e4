void tag_kernel(ACC<tag_type>& tag, const int* idx) {
  tag_type t = {static_cast<short>(idx[0] / 5 + 3 * (idx[1] / 4)), (idx[0] + idx[1]) % 7 != 0, 0.0f};
  t.porosity = 0.1f + 0.05f * static_cast<float>(t.material);
  tag(0, 0) = t;
}

void coordinates_kernel(ACC<double>& vertexx, ACC<double>& vertexy, const int* idx) {
  vertexx(0, 0) = window.dx * (idx[0] - window.x_min) * (1.0 + 0.01 * idx[0]);
  vertexy(0, 0) = window.dy * (idx[1] - window.y_min);
}

void generate_kernel(const ACC<double>& vertexx, const ACC<double>& vertexy, const ACC<tag_type>& tag, ACC<double>& density, ACC<double>& energy,
                     ACC<double>& xvel, ACC<double>& yvel) {
  const tag_type& t = tag(0, 0);
  density(0, 0) = regions[0].density;
  energy(0, 0) = regions[0].energy;
  xvel(0, 0) = yvel(0, 0) = 0.0;
  for (int r = 1; r < NUM_REGIONS; r++) {
    if (vertexx(1, 0) < regions[r].x_lo || vertexx(0, 0) >= regions[r].x_hi) continue;
    if (vertexy(0, 1) < regions[r].y_lo || vertexy(0, 0) >= regions[r].y_hi) continue;
    density(0, 0) = regions[r].density * (1.0 - t.porosity);
    energy(0, 0) = regions[r].energy;
    xvel(0, 0) = t.active ? 0.5 : -0.25;
    yvel(0, 0) = 0.125 * t.material;
  }
}
