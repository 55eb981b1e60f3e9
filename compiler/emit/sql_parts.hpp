// A decision program cut for SQL: expressions that no parser finds too deep.
//
// note [CASE]: a branch is a WHEN, its `yes` stands behind THEN, and its `no` is the next WHEN of the same CASE, or its
// ELSE. Only `yes` nests, so a chain of any length is one flat CASE. SQLite's parser has a stack for about seventeen
// nested CASEs, fewer inside subqueries; PostgreSQL and DuckDB take many more. What nests deeper than kMaxCaseNesting
// becomes a part of its own: its parent answers with minus the part's number, and a later stage of the query goes on
// from there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lower/program.hpp"

namespace espalier {

inline constexpr std::uint32_t kMaxCaseNesting = 8;
// Source order is kept up to this nesting; beyond it, the flatter child is nested.
inline constexpr std::uint32_t kReadableCaseNesting = 4;

struct SqlPart {
  std::uint32_t entry = 0;  // step of SqlParts::program
  std::uint32_t stage = 0;  // 0: asked first; a part of stage n continues one of stage n - 1
};

struct SqlParts {
  Program program;             // Op::call leads to part `value`
  std::vector<SqlPart> parts;  // parts[0] is the root; the others are numbered from 1, in the order of their stages
  std::uint32_t stages = 1;
};

// `program` answers with rules and has one function.
SqlParts cut_for_sql(const Program& program);

}  // namespace espalier
