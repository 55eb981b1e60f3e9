#include "emit/sql_sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>

#include "emit/render.hpp"
#include "emit/rule_text.hpp"
#include "emit/sql_case.hpp"
#include "lower/passes.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

constexpr std::size_t kShareDigits = 5;  // of 65,536
constexpr std::size_t kTermsOfLine = 8;

double amount_of(const Model& model, const TreeColumn& column, const Node& leaf) {
  if (!column.label) return addend_of(model, model.trees[column.tree], leaf).amounts.front();
  if (leaf_answer(model) == LeafAnswer::label) return leaf.label == *column.label ? 1 : 0;
  return leaf.shares[*column.label];
}

std::string shares_text(const Node& leaf) {
  std::string text;
  for (const double share : leaf.shares) text += fmt::format("{}{:05.0f}", text.empty() ? "" : " ", share);
  return fmt::format("'{}'", text);
}

// What leaves hold, and what stands for parts that go on later, as literals.
class Literals {
 public:
  Literals(const Model& model, const SumChain& chain, const SqlSums& sums) : model_(model), sums_(sums) {
    for (const TreeColumn& column : chain.columns) {
      if (column.kind != TreeColumnKind::number) continue;
      double largest = 0;
      for (const Node& node : model.trees[column.tree].nodes) {
        if (!node.is_leaf()) continue;
        const double amount = amount_of(model, column, node);
        lowest_ = std::min(lowest_, amount);
        largest = std::max(largest, std::abs(amount));
      }
      largest_ = std::max(largest_, largest);
      all_ += largest;
    }
    for (const double base : chain.base) all_ += std::abs(base);
  }

  // The largest magnitude that a sum can have, and the lowest number for a part, of so many.
  bool are_finite(std::size_t parts) const {
    if (is_whole(sums_.type)) return true;
    const double most = sums_.type == SumType::float32 ? static_cast<double>(std::numeric_limits<float>::max())
                                                       : std::numeric_limits<double>::max();
    return all_ < most && step() <= most / static_cast<double>(parts + 1);
  }

  std::string of_leaf(const TreeColumn& column, const Node& leaf) const {
    switch (column.kind) {
      case TreeColumnKind::label: return std::to_string(leaf.label + 1);
      case TreeColumnKind::shares: return shares_text(leaf);
      case TreeColumnKind::number: break;
    }
    return sums_.number(amount_of(model_, column, leaf));
  }

  std::string of_part(const TreeColumn& column, std::uint32_t part) const {
    switch (column.kind) {
      case TreeColumnKind::label: return fmt::format("-{}", part);
      case TreeColumnKind::shares: return fmt::format("'-{}'", part);
      case TreeColumnKind::number: break;
    }
    return sums_.number(is_whole(sums_.type) ? lowest_ - part : -step() * part);
  }

 private:
  // A power of two above all that leaves hold: its multiples are exact.
  double step() const { return largest_ == 0 ? 1 : std::ldexp(1.0, std::ilogb(largest_) + 1); }

  const Model& model_;
  const SqlSums& sums_;
  double lowest_ = 0;
  double largest_ = 0;
  double all_ = 0;
};

std::string column_name(const SumChain& chain, std::size_t c) {
  const TreeColumn& column = chain.columns[c];
  const auto of_same_tree = [&](std::size_t other) {
    return other < chain.columns.size() && chain.columns[other].tree == column.tree;
  };
  const bool alone = !of_same_tree(c + 1) && (c == 0 || !of_same_tree(c - 1));
  return alone ? fmt::format("\"tree_{}\"", column.tree + 1)
               : fmt::format("\"tree_{}_{}\"", column.tree + 1, *column.label + 1);
}

// What a column adds to a sum; empty if nothing.
std::string term(const SqlSums& words, const TreeColumn& column, const std::string& name, std::size_t sum) {
  switch (column.kind) {
    case TreeColumnKind::number: return column.sum == sum ? "t." + name : "";
    case TreeColumnKind::label: return fmt::format("CASE t.{} WHEN {} THEN 1 ELSE 0 END", name, sum + 1);
    case TreeColumnKind::shares: break;
  }
  return fmt::format("CAST({} AS INTEGER)", words.piece("t." + name, 1 + sum * (kShareDigits + 1), kShareDigits));
}

std::string indented(std::string_view text, std::size_t indent) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out += std::string(end > at ? indent : 0, ' ') + std::string(text.substr(at, end - at)) + '\n';
    at = end + 1;
  }
  return out;
}

// The levels of one chain: for each block of trees its stages, and then the sums so far.
class Levels {
 public:
  Levels(const Model& model, const SqlWords& words, const SqlSums& sums, std::span<const SqlCutTree> cuts,
         const SumChain& chain)
      : words_(words), sums_(sums), cuts_(cuts), chain_(chain), literals_(model, chain, sums) {
    std::size_t most_parts = 0;
    for (const TreeColumn& column : chain.columns) most_parts = std::max(most_parts, cut(column).parts.parts.size());
    if (literals_.are_finite(most_parts)) return;
    throw Diagnostic(ExitCode::bad_input, "SQL cannot add up such large numbers: the sums of the trees may be infinite",
                     "take --language cpp or c");
  }

  json levels() {
    json list = json::array();
    std::string sums_before;
    for (std::size_t begin = 0; begin < std::max<std::size_t>(1, chain_.columns.size()); begin += kSqlColumnsAtATime) {
      begin_ = begin;
      end_ = std::min(begin + kSqlColumnsAtATime, chain_.columns.size());
      const std::size_t block = begin / kSqlColumnsAtATime + 1;
      std::string trees;
      for (std::uint32_t stage = 0; stage < stages(); ++stage) {
        json from = json::array();
        if (stage > 0) from.push_back(trees + " AS t");
        if (!words_.numbers.empty()) from.push_back("n");
        trees = fmt::format("trees_{}", block) + (stage == 0 ? "" : fmt::format("_stage_{}", stage + 1));
        list.push_back({{"stage", stage + 1},
                        {"name", trees},
                        {"columns", columns(stage)},
                        {"from", std::move(from)},
                        {"last_stage", stage + 1 == stages()},
                        {"last", end_ == chain_.columns.size()}});
      }
      list.back()["before"] = sums_before;
      list.back()["sums"] = sums(sums_before.empty());
      sums_before = sums_name(begin);
      list.back()["sums_name"] = sums_before;
    }
    return list;
  }

  static std::string sums_name(std::size_t column) { return fmt::format("sums_{}", column / kSqlColumnsAtATime + 1); }

 private:
  const SqlCutTree& cut(const TreeColumn& column) const { return cuts_[column.tree]; }

  std::uint32_t stages() const {
    std::uint32_t stages = 1;
    for (std::size_t c = begin_; c < end_; ++c) stages = std::max(stages, cut(chain_.columns[c]).parts.stages);
    return stages;
  }

  json columns(std::uint32_t stage) const {
    constexpr std::size_t kIndentOfFirst = 4;
    constexpr std::size_t kIndentOfPart = 8;
    json list = json::array();
    for (std::size_t c = begin_; c < end_; ++c) {
      const TreeColumn& column = chain_.columns[c];
      json entry = {{"name", column_name(chain_, c)}, {"parts", json::array()}};
      const std::vector<SqlPart>& parts = cut(column).parts.parts;
      for (std::size_t p = 0; p < parts.size(); ++p) {
        if (parts[p].stage != stage) continue;
        if (stage == 0) {
          entry["expression"] = expression(column, parts[p], kIndentOfFirst);
        } else {
          entry["parts"].push_back({{"code", literals_.of_part(column, static_cast<std::uint32_t>(p))},
                                    {"expression", expression(column, parts[p], kIndentOfPart)}});
        }
      }
      list.push_back(std::move(entry));
    }
    // A score that no tree adds to.
    if (list.empty()) list.push_back({{"name", "\"none\""}, {"parts", json::array()}, {"expression", "0"}});
    return list;
  }

  std::string expression(const TreeColumn& column, const SqlPart& part, std::size_t indent) const {
    const SqlCutTree& tree = cut(column);
    const auto answer = [&](std::uint32_t rule) {
      return fmt::format("{}  -- {}", literals_.of_leaf(column, *tree.leaves[rule - 1]), tree.notes.note({&rule, 1}));
    };
    const auto later = [&](std::uint32_t number) {
      return fmt::format("{}  -- goes on in part {}", literals_.of_part(column, number), number);
    };
    return case_expression(tree.parts, part, words_, {answer, later}, indent);
  }

  json sums(bool first) const {
    json list = json::array();
    for (std::size_t sum = 0; sum < chain_.base.size(); ++sum) {
      std::vector<std::string> terms = first ? beginning(sum) : std::vector{fmt::format("s.\"sum_{}\"", sum + 1)};
      for (std::size_t c = begin_; c < end_; ++c) {
        std::string text = term(sums_, chain_.columns[c], column_name(chain_, c), sum);
        if (!text.empty()) terms.push_back(std::move(text));
      }
      if (terms.empty()) terms.push_back(sums_.number(0));
      std::string text;
      for (std::size_t i = 0; i < terms.size(); ++i) {
        if (i > 0) text += i % kTermsOfLine == 0 ? "\n      + " : " + ";
        text += terms[i];
      }
      list.push_back(fmt::format("{} AS \"sum_{}\"", text, sum + 1));
    }
    return list;
  }

  // What a sum begins with; it makes a sum of 64 bits of those that need it.
  std::vector<std::string> beginning(std::size_t sum) const {
    const std::string number = sums_.number(chain_.base[sum]);
    if (sums_.is_large) return {fmt::format("CAST({} AS BIGINT)", number)};
    if (chain_.base[sum] != 0) return {number};
    return {};
  }

  const SqlWords& words_;
  const SqlSums& sums_;
  std::span<const SqlCutTree> cuts_;  // per tree
  const SumChain& chain_;
  Literals literals_;
  std::size_t begin_ = 0;  // the columns of the block
  std::size_t end_ = 0;
};

}  // namespace

std::string SqlSums::number(double amount) const {
  if (is_whole(type)) return fmt::format("{:.0f}", amount + 0.0);
  if (type == SumType::float64) return sql_number(dialect, amount);
  const std::string text = shortest(static_cast<float>(amount));
  return dialect == SqlDialect::postgresql ? fmt::format("real '{}'", text) : fmt::format("CAST('{}' AS FLOAT)", text);
}

std::string SqlSums::in_doubles(std::string_view sum) const {
  return type == SumType::float64 ? std::string(sum) : fmt::format("CAST({} AS {})", sum, double_type());
}

std::string_view SqlSums::double_type() const {
  return dialect == SqlDialect::duckdb ? "DOUBLE" : "DOUBLE PRECISION";
}

std::string SqlSums::piece(std::string_view text, std::size_t begin, std::size_t length) const {
  return dialect == SqlDialect::ansi ? fmt::format("SUBSTRING({} FROM {} FOR {})", text, begin, length)
                                     : fmt::format("substr({}, {}, {})", text, begin, length);
}

SqlSums sql_sums(const Verdict& verdict, SqlDialect dialect) {
  const bool is_large = is_whole(verdict.type) && verdict.largest > std::numeric_limits<std::int32_t>::max();
  return {dialect, verdict.type, is_large};
}

SqlFence sql_fence(SqlDialect dialect) {
  switch (dialect) {
    case SqlDialect::sqlite: return {"", "LIMIT 1"};
    case SqlDialect::postgresql: return {"", "OFFSET 0"};
    case SqlDialect::ansi: return {" DISTINCT", ""};  // of one row
    case SqlDialect::duckdb: break;
  }
  return {"", ""};
}

SumChainWriter::SumChainWriter(const Model& model, const std::vector<Field>& fields, const SqlWords& words,
                               const SqlSums& sums)
    : model_(model), words_(words), sums_(sums) {
  for (const Tree& tree : model.trees) {
    const Program program = fold(build_program(model, tree, AnswerKind::rule, fields));
    cuts_.push_back(
        {cut_for_sql(program), leaves_by_rule(tree), RuleNotes(model, tree), espalier::longest_way(program)});
  }
}

std::size_t SumChainWriter::longest_way() const {
  std::size_t tests = 0;
  for (const SqlCutTree& cut : cuts_) tests += cut.longest_way;
  return tests;
}

SumChainText SumChainWriter::write(const SumChain& chain, std::size_t indent) const {
  const SqlFence fence = sql_fence(sums_.dialect);
  const json context = {{"numbers", words_.numbers},
                        {"fence_select", fence.select},
                        {"fence_end", fence.end},
                        {"levels", Levels(model_, words_, sums_, cuts_, chain).levels()}};
  const std::string text = render_template("templates/sql/sums.sql.inja", context,
                                           ignores_case(sums_.dialect) ? RenderedText::printable : RenderedText::ascii);
  return {indented(text, indent), Levels::sums_name(chain.columns.empty() ? 0 : chain.columns.size() - 1)};
}

}  // namespace espalier
