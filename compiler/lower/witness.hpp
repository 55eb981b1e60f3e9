// Witnesses: for each rule, an input that reaches it. They become the header's static_asserts and the seeds of the
// boundary vectors (audit/boundary.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "lower/domain.hpp"
#include "lower/program.hpp"
#include "model/model.hpp"

namespace espalier {

struct Witness {
  std::uint32_t rule = 0;
  std::uint32_t label = 0;
  std::vector<double> row;  // per feature of the model; NaN where only a missing value reaches the rule
  bool complete = true;     // no missing value in it
};

// Calls `visit` once for every rule that some input of the field types reaches, with the domains that the
// tests on its path leave.
void for_each_witness(const Model& model, const std::vector<Field>& fields,
                      const std::function<void(const Witness&, const PathDomains&)>& visit);

// A value of the field's type inside the domain: missing (NaN) only if no known one is; none if nothing reaches it.
std::optional<double> value_inside(const Field& field, const Domain& domain);

}  // namespace espalier
