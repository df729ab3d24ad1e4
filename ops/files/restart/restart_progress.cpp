// ops/files/restart/restart_progress.cpp: the program's declarations, and whether it has passed the place of the file.
#include "ops/files/restart/restart_progress.hpp"

namespace ops {

void RestartProgress::check_not_past() const {
  if (on_the_way() && wanted->at != At::jump && place > wanted->place)
    throw OPSException(OPS_RUNTIME_ERROR)
        << "checkpoint file '" << file.name() << "' was written after " << wanted->place
        << " loops and transfers, at a point that does not occur in this program: "
           "the file was written by another program, or with other options; "
           "remove the file to start from the beginning";
}

std::vector<DeclaredDat> RestartProgress::declared() const {
  std::vector<DeclaredDat> all;
  for (const auto& dat : context.dats)
    if (dat && dat->buffer && !(beside != nullptr && beside->shows(dat.get())))
      all.push_back(
          {dat->index, dat->name_storage, type_name(dat->element), dat->dim, dat->layout.allocated, dat->reducing});
  return all;
}

}  // namespace ops
