// ops/derivatives/messages/leaks.cpp: follows influence from dataset to dataset, for whole datasets.
#include "ops/derivatives/messages/leaks.hpp"

#include "ops/support/error.hpp"

namespace ops {

bool holds_reals(Type type) {
  return is_real(type) || type == Type::f16 || type == Type::c64 || type == Type::c32 || type == Type::user;
}

bool hides_reals(Type type) { return holds_reals(type) && !is_real(type); }

bool leaves_out(const LoopImplementation& implementation, std::size_t arg, const Tracked* dat, ops_scalar scalar) {
  if (!*implementation.user_adjoint || !implementation.adjoint) return false;
  const ArgFacts& facts = implementation.args[arg];
  const bool passes_through = facts.written && facts.seed && !facts.consumed;  // its derivative stays what it is
  return !facts.target && !passes_through &&
         ((dat && dat->active && !facts.reads.empty()) || (scalar && is_real(scalar->element)));
}

std::string Flow::subject() const {
  return std::string(what_) + (*name_ ? " '" + std::string(name_) + "'" : "") + " at " + place(where_);
}

Origin Flow::lost(const void* target, const char* verb, const std::string& object) const {
  Origin all{{}, origin_.leaks};
  if (!origin_.inputs.empty())
    all.leaks.push_back(leaks_.add(where_, target, origin_.inputs, [&] { return subject() + verb + object; }));
  return all;
}

void Flow::from_lost(const Origin& origin, const void* source, const std::string& how) {
  Origin rest{{}, origin.leaks};
  if (!origin.inputs.empty())
    rest.leaks.push_back(leaks_.add(where_, source, origin.inputs, [&] { return subject() + how; }));
  from(rest);
}

void Flow::from_number(const std::string& as, const InputSet& inputs) {
  const auto how = [&] { return subject() + " receives, as " + as + ", a number that the program may have computed"; };
  from({{},
        {leaks_.add(where_, &inputs, inputs, how,
                    "If there is no such dependence, or if gradients should ignore it, declare the number with "
                    "ops_ad_constant(number)")}});
}

void Flow::to(Tracked& dat, bool carried, bool whole) const {
  if (!holds_reals(dat.element)) return;
  if (whole) dat.origin = {};
  if (carried && dat.active) return dat.origin.unite(origin_);
  dat.origin.unite(
      lost(&dat, " computes ",
           std::string(dat.active || !is_real(dat.element) ? "" : "passive ") + "dataset '" + dat.name + "'"));
}

void Flow::to(ops_reduction handle, Origin& origin, bool carried) const {
  if (carried) return origin.unite(origin_);
  origin.unite(lost(handle, " adds to ", "reduction '" + handle->name_storage + "'"));
}

}  // namespace ops
