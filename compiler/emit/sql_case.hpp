// A decision program as CASE expressions, spelled out: note [CASE] in emit/sql_program.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "emit/sql_program.hpp"
#include "model/model.hpp"

namespace espalier {

// What stands where a way ends, with a comment: "3  -- setosa", "-2  -- goes on in part 2".
struct SqlEnds {
  std::function<std::string(std::uint32_t rule)> answer;
  std::function<std::string(std::uint32_t part)> part;
};

// The expression of a part, its first line without indentation, its last without a line feed. Comments end its lines.
std::string case_expression(const SqlParts& parts, const SqlPart& part, const SqlWords& words, const SqlEnds& ends,
                            std::size_t indent);

// Leaves with their rules, in the order of the rules.
std::vector<const Node*> leaves_by_rule(const Tree& tree);

}  // namespace espalier
