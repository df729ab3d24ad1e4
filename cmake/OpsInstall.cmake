# Installs libraries, headers, translator, templates and ops_add_app, so that find_package(OPSgrad) gives a project
# elsewhere everything that the build tree has.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(OPSGRAD_HEADERS ${CMAKE_INSTALL_INCLUDEDIR}/opsgrad)
set(OPSGRAD_SHARE ${CMAKE_INSTALL_DATADIR}/opsgrad)
set(OPSGRAD_CONFIG ${CMAKE_INSTALL_LIBDIR}/cmake/OPSgrad)

target_include_directories(ops_ops INTERFACE $<INSTALL_INTERFACE:${OPSGRAD_HEADERS}>)
foreach(library ops_flags ops_format ops_ops ${OPSGRAD_LIBRARIES})
  string(REGEX REPLACE "^ops_" "" exported ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${exported})
  get_target_property(header_sets ${library} INTERFACE_HEADER_SETS)
  set(installed_sets)
  foreach(header_set IN LISTS header_sets)
    if(header_set)
      list(APPEND installed_sets FILE_SET ${header_set} DESTINATION ${OPSGRAD_HEADERS})
    endif()
  endforeach()
  install(TARGETS ${library} EXPORT OPSgradTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${installed_sets})
endforeach()

# Headers whole rather than by file set alone: generated code includes private ones of the rooms as well.
install(DIRECTORY ops backends tridsolver DESTINATION ${OPSGRAD_HEADERS} FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h"
        PATTERN "include" EXCLUDE PATTERN "templates" EXCLUDE)
install(DIRECTORY include/ DESTINATION ${OPSGRAD_HEADERS} FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(DIRECTORY translator DESTINATION ${OPSGRAD_SHARE} FILES_MATCHING PATTERN "*.py" PATTERN "__pycache__" EXCLUDE)
install(PROGRAMS translator/ops DESTINATION ${OPSGRAD_SHARE}/translator)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_DATADIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_BINDIR} OUTPUT_VARIABLE share_from_bin)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_DATADIR}/opsgrad OUTPUT_VARIABLE include_from_share)
install(CODE "file(CREATE_LINK ${include_from_share}/opsgrad \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${OPSGRAD_SHARE}/include\" SYMBOLIC)")
install(CODE "file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
file(CREATE_LINK ${share_from_bin}/opsgrad/translator/ops
     \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/ops\" SYMBOLIC)")
install(DIRECTORY backends DESTINATION ${OPSGRAD_SHARE} FILES_MATCHING PATTERN "*.j2" PATTERN "target.py"
        PATTERN "__pycache__" EXCLUDE)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/OPSgradConfig.cmake.in ${PROJECT_BINARY_DIR}/OPSgradConfig.cmake
                              INSTALL_DESTINATION ${OPSGRAD_CONFIG} PATH_VARS OPSGRAD_SHARE)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/OPSgradConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT OPSgradTargets NAMESPACE ops:: DESTINATION ${OPSGRAD_CONFIG})
install(FILES ${PROJECT_BINARY_DIR}/OPSgradConfig.cmake ${PROJECT_BINARY_DIR}/OPSgradConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/OpsApp.cmake ${CMAKE_CURRENT_LIST_DIR}/OpsHdf5.cmake
              ${CMAKE_CURRENT_LIST_DIR}/OpsPython.cmake DESTINATION ${OPSGRAD_CONFIG})
