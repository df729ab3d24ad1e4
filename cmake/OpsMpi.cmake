# MPI::MPI_CXX, if there is an MPI. Its C++ bindings, which nothing here uses, are not looked for: that takes a second.
set(MPI_CXX_VALIDATE_SKIP_MPICXX TRUE)
find_package(MPI QUIET COMPONENTS CXX)
unset(MPI_CXX_VALIDATE_SKIP_MPICXX)
