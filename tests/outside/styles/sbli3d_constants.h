// Publishes the constants that sbli3d.cpp defines.
#pragma once
extern double gama, Minf, Re, Delta0block0, Delta1block0, Delta2block0, dt, inv_0, inv_1;
extern int block0np0, block0np1, block0np2;
void publish() {
  ops_decl_const("gama", 1, "double", &gama);
  ops_decl_const("Minf", 1, "double", &Minf);
  ops_decl_const("Re", 1, "double", &Re);
  ops_decl_const("Delta0block0", 1, "double", &Delta0block0);
  ops_decl_const("Delta1block0", 1, "double", &Delta1block0);
  ops_decl_const("Delta2block0", 1, "double", &Delta2block0);
  ops_decl_const("dt", 1, "double", &dt);
  ops_decl_const("inv_0", 1, "double", &inv_0);
  ops_decl_const("inv_1", 1, "double", &inv_1);
  ops_decl_const("block0np0", 1, "int", &block0np0);
  ops_decl_const("block0np1", 1, "int", &block0np1);
  ops_decl_const("block0np2", 1, "int", &block0np2);
}
