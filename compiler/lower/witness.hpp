// Witnesses: for each rule, an input that reaches it. They become the header's static_asserts and the seeds of the
// boundary vectors (audit/boundary.hpp).
#pragma once

#include <cstddef>
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
  std::vector<double> row;  // per feature of the model; NaN where only a missing value reaches the rule
  bool complete = true;     // no missing value in it
};

// Calls `visit` once for every rule of one of the model's trees that some input of the field types reaches, with the
// domains that the tests on its path leave. Where surrogates or blends have a say, rules whose input is not found by
// following the tests twice are left out; every witness is one by the interpreter's word. With a stride only rule 1 and
// each stride-th after it.
void for_each_witness(const Model& model, const Tree& tree, const std::vector<Field>& fields,
                      const std::function<void(const Witness&, const PathDomains&)>& visit, std::size_t stride = 1);

// A value of the field's type inside the domain: missing (NaN) only if no known one is; none if nothing reaches it.
std::optional<double> value_inside(const Field& field, const Domain& domain);

// A row with a value inside each field's domain; none if one of them is empty.
std::optional<std::vector<double>> row_inside(const Model& model, const std::vector<Field>& fields,
                                              const PathDomains& domains);

}  // namespace espalier
