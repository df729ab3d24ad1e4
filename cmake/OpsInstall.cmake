# Installs libraries, headers, translator, templates and ops_add_app, so that find_package(OPSgrad) gives a project
# elsewhere everything that the build tree has.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Headers that are installed: those that users include (include/, and those of the solver, which is a library of its own), those that generated
# code includes (as templates and target.py of backends/ say), and all that these include. Every other header is private.
# An edit of one of these files configures the build again, as the edit may add an include.
function(_ops_published_headers variable)
  file(GLOB_RECURSE starts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.h ${PROJECT_SOURCE_DIR}/include/*.hpp)
  get_target_property(solver tridsolver HEADER_SET)
  file(GLOB descriptors CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/backends/*/backend.hpp)
  list(APPEND starts ${solver} ${descriptors})
  file(GLOB texts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/backends/*/templates/*.j2 ${PROJECT_SOURCE_DIR}/backends/*/target.py)
  foreach(text IN LISTS texts)
    file(READ ${text} content)
    string(REGEX MATCHALL "\"[a-z0-9_/]+\\.hpp\"" names "${content}")
    list(TRANSFORM names REPLACE "\"" "")
    foreach(name IN LISTS names)
      foreach(header ${PROJECT_SOURCE_DIR}/${name} ${PROJECT_SOURCE_DIR}/backends/${name})
        if(EXISTS ${header})
          list(APPEND starts ${header})
        endif()
      endforeach()
    endforeach()
  endforeach()
  _ops_files_of("${starts}" "${PROJECT_SOURCE_DIR};${PROJECT_SOURCE_DIR}/include" published)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${published} ${texts})
  set(${variable} ${published} PARENT_SCOPE)
endfunction()

# Of the headers that a library declares, those that are published; a package must not list headers that it does not bring.
function(_ops_keep_headers library published)
  get_target_property(own ${library} HEADER_SET)
  if(own)
    set(kept)
    foreach(header IN LISTS own)
      if(header IN_LIST published)
        list(APPEND kept ${header})
      endif()
    endforeach()
    set_property(TARGET ${library} PROPERTY HEADER_SET ${kept})
  endif()
endfunction()

set(OPSGRAD_HEADERS ${CMAKE_INSTALL_INCLUDEDIR}/opsgrad)
set(OPSGRAD_SHARE ${CMAKE_INSTALL_DATADIR}/opsgrad)
set(OPSGRAD_CONFIG ${CMAKE_INSTALL_LIBDIR}/cmake/OPSgrad)

target_include_directories(ops_ops INTERFACE $<INSTALL_INTERFACE:${OPSGRAD_HEADERS}>)
_ops_published_headers(published)
foreach(library ops_flags ops_ops ${OPSGRAD_LIBRARIES})
  string(REGEX REPLACE "^ops_" "" exported ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${exported})
  _ops_keep_headers(${library} "${published}")
  get_target_property(header_sets ${library} INTERFACE_HEADER_SETS)
  set(installed_sets)
  foreach(header_set IN LISTS header_sets)
    if(header_set)
      list(APPEND installed_sets FILE_SET ${header_set} DESTINATION ${OPSGRAD_HEADERS})
    endif()
  endforeach()
  install(TARGETS ${library} EXPORT OPSgradTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} ${installed_sets})
endforeach()

foreach(header IN LISTS published)
  cmake_path(RELATIVE_PATH header BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE folder)
  string(REGEX REPLACE "^include/" "" folder ${folder})
  cmake_path(REMOVE_FILENAME folder)
  install(FILES ${header} DESTINATION ${OPSGRAD_HEADERS}/${folder})
endforeach()
install(DIRECTORY translator DESTINATION ${OPSGRAD_SHARE} FILES_MATCHING PATTERN "*.py" PATTERN "__pycache__" EXCLUDE)
install(PROGRAMS translator/ops DESTINATION ${OPSGRAD_SHARE}/translator)
if(NOT SKBUILD)  # a wheel has no links; its command is opsgrad.command, and the translator finds the headers beside share/
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_DATADIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_BINDIR} OUTPUT_VARIABLE share_from_bin)
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_DATADIR}/opsgrad OUTPUT_VARIABLE include_from_share)
  install(CODE "file(CREATE_LINK ${include_from_share}/opsgrad \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${OPSGRAD_SHARE}/include\" SYMBOLIC)")
  install(CODE "file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
  file(CREATE_LINK ${share_from_bin}/opsgrad/translator/ops
       \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/ops\" SYMBOLIC)")
endif()
install(DIRECTORY backends DESTINATION ${OPSGRAD_SHARE} FILES_MATCHING PATTERN "*.j2" PATTERN "target.py"
        PATTERN "__pycache__" EXCLUDE)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/OPSgradConfig.cmake.in ${PROJECT_BINARY_DIR}/OPSgradConfig.cmake
                              INSTALL_DESTINATION ${OPSGRAD_CONFIG} PATH_VARS OPSGRAD_SHARE)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/OPSgradConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT OPSgradTargets NAMESPACE ops:: DESTINATION ${OPSGRAD_CONFIG})
install(FILES ${PROJECT_BINARY_DIR}/OPSgradConfig.cmake ${PROJECT_BINARY_DIR}/OPSgradConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/OpsApp.cmake ${CMAKE_CURRENT_LIST_DIR}/OpsHdf5.cmake ${CMAKE_CURRENT_LIST_DIR}/OpsMpi.cmake
              ${CMAKE_CURRENT_LIST_DIR}/OpsPython.cmake ${CMAKE_CURRENT_LIST_DIR}/OpsPythonModule.cmake DESTINATION ${OPSGRAD_CONFIG})
