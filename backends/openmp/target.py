"""Target `openmp`: loops and derivatives for all cores, vectorised."""

from translator.view.target import Target

TARGET = Target(("openmp/owner.hpp", "openmp/pieces.hpp", "openmp/push.hpp", "openmp/rows.hpp"), primal=True, owner=True,
                streaming="ops::openmp", own_functions=True)
