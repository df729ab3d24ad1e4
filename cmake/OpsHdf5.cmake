# OpsHdf5::hdf5, the C library, if there is one.  CMake's own module needs a C compiler, which this project and its users may do without.
include_guard(DIRECTORY)
find_path(OPSGRAD_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial hdf5)
find_library(OPSGRAD_HDF5_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)
mark_as_advanced(OPSGRAD_HDF5_INCLUDE OPSGRAD_HDF5_LIBRARY)
if(OPSGRAD_HDF5_INCLUDE AND OPSGRAD_HDF5_LIBRARY AND NOT TARGET OpsHdf5::hdf5)
  add_library(OpsHdf5::hdf5 UNKNOWN IMPORTED GLOBAL)
  set_target_properties(OpsHdf5::hdf5 PROPERTIES IMPORTED_LOCATION ${OPSGRAD_HDF5_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${OPSGRAD_HDF5_INCLUDE}
                        INTERFACE_COMPILE_DEFINITIONS H5_USE_110_API)  # later versions have other types by the same names
endif()
