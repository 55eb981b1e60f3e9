// Several trees in SQL: a chain of common table expressions that stands in a subquery and ends with the sums. A tree is
// a column, or one for each sum that it adds to; trees that are too deep for one expression go on in further stages.
//
// note [tree columns]
//
// What a column holds of the leaf that a row reaches is a number that is added; or, where a tree adds to several sums
// and all that is whole, something that tells all of it: the number of the label that it votes for, or a text of its
// shares, '65536 00000 00000'. A part that goes on later is a number below all that leaves have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emit/rule_text.hpp"
#include "emit/sql_program.hpp"
#include "lower/input_type.hpp"
#include "lower/verdict.hpp"
#include "model/model.hpp"

namespace espalier {

// SQLite takes 2,000 columns and expressions of depth 1,000; so many trees are added up at a time.
inline constexpr std::size_t kSqlColumnsAtATime = 400;

enum class TreeColumnKind { number, label, shares };

struct TreeColumn {
  std::size_t tree = 0;  // of the model
  TreeColumnKind kind = TreeColumnKind::number;
  std::size_t sum = 0;                   // number: where it is added
  std::optional<std::uint32_t> label{};  // number: of its share or vote; none: of the leaf's value
};

struct SumChain {
  std::vector<TreeColumn> columns;
  std::vector<double> base;  // per sum, in units of the verdict
};

// How a dialect does sums.
struct SqlSums {
  SqlDialect dialect = SqlDialect::ansi;
  SumType type = SumType::int32;
  bool is_large = false;  // whole: sums need 64 bits

  std::string number(double amount) const;                                                // a number that is added
  std::string in_doubles(std::string_view) const;                                         // a sum as a double
  std::string_view double_type() const;                                                   // "DOUBLE PRECISION"
  std::string piece(std::string_view text, std::size_t begin, std::size_t length) const;  // of a text, from 1
};
SqlSums sql_sums(const Verdict& verdict, SqlDialect dialect);

// What keeps a planner from putting expressions together again, and so from repeating them.
struct SqlFence {
  std::string_view select;  // behind SELECT
  std::string_view end;     // behind the query
};
SqlFence sql_fence(SqlDialect dialect);

// The common table expressions, from WITH on, each line indented by `indent`. The last one has the sums:
// s."sum_1", s."sum_2"; behind it stands SELECT ... FROM `last`.
struct SumChainText {
  std::string text;
  std::string last;
};

// A tree cut for SQL.
struct SqlCutTree {
  SqlParts parts;
  std::vector<const Node*> leaves;  // by rule
  RuleNotes notes;
  std::size_t longest_way = 0;
};

class SumChainWriter {
 public:
  // Keeps references.
  SumChainWriter(const Model& model, const std::vector<Field>& fields, const SqlWords& words, const SqlSums& sums);

  // Throws Diagnostic(bad_input) if sums may be infinite.
  SumChainText write(const SumChain& chain, std::size_t indent) const;
  std::size_t longest_way() const;  // tests for an answer, of all trees

 private:
  const Model& model_;
  const SqlWords& words_;
  const SqlSums& sums_;
  std::vector<SqlCutTree> cuts_;  // per tree
};

}  // namespace espalier
