#include "emit/sql_forest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "emit/emit_record.hpp"
#include "emit/forest_text.hpp"
#include "emit/render.hpp"
#include "emit/sql_sums.hpp"
#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

constexpr std::size_t kMostSoftmaxLabels = 100;  // e^score of each stands in each probability; SQLite's max() takes 127
constexpr std::size_t kIndentOfChain = 4;

// note [probabilities of scores]
//
// 1 / (1 + e^-x) and e^x are no exact operations: these probabilities are right but for the last digits. PostgreSQL
// takes an e^x that is too large or too small for an error, so it is not asked for one beyond e^±700.
constexpr double kFarScore = 700;

std::size_t digits_of(double whole) {
  return fmt::format("{:.0f}", whole).size();
}

class ForestQuery {
 public:
  ForestQuery(const Model& model, const Lowered& lowered, const EmitOptions& options)
      : model_(model),
        verdict_(*lowered.verdict),
        dialect_(options.dialect),
        sums_(sql_sums(verdict_, options.dialect)),
        words_(sql_words(model, lowered.fields, options.dialect)),
        writer_(model, lowered.fields, words_, sums_),
        columns_(sql_columns(model, options.probabilities)),
        tally_(sql_tally(model)) {
    for (const std::string& label : model.labels) labels_.push_back(sql_string(dialect_, label));
  }

  std::size_t longest_way() const { return writer_.longest_way(); }

  // The answer alone: the sums and the verdict on them stand in one subquery.
  json answer() const {
    const SumChain chain = whole_chain();
    return json::array({chain_text(chain, verdict(references(chain), labels_), "")});
  }

  // What the outer query makes probabilities of: the sums, in columns that it keeps.
  json scores() const {
    const SumChain chain = whole_chain();
    if (tally_ == SqlTally::together) return json::array({chain_text(chain, packed(chain), columns_.scores.front())});
    json chains = json::array();
    for (std::size_t sum = 0; sum < chain.base.size(); ++sum) {
      SumChain own;
      own.base = {chain.base[sum]};
      for (const TreeColumn& column : chain.columns) {
        if (column.sum != sum) continue;
        own.columns.push_back(column);
        own.columns.back().sum = 0;
      }
      chains.push_back(chain_text(own, "s.\"sum_1\"", columns_.scores[sum]));
    }
    return chains;
  }

  std::string verdict_on_scores() const {
    if (tally_ != SqlTally::together) return verdict(kept_sums(), labels_);
    std::string text = fmt::format("CASE {}", kept_piece(1, label_digits()));
    for (std::size_t label = 0; label < labels_.size(); ++label) {
      text += fmt::format(" WHEN {} THEN {}", label_number(label), labels_[label]);
    }
    return text + " END";
  }

  json probabilities() const {
    const std::vector<std::string> shares = verdict_.combination == Combination::sum ? linked() : means();
    json list = json::array();
    for (std::size_t label = 0; label < shares.size(); ++label) {
      list.push_back({{"value", shares[label]}, {"name", sql_identifier(dialect_, columns_.probabilities[label])}});
    }
    return list;
  }

  std::string sums_are() const {
    if (verdict_.combination == Combination::vote) return "A tree's column says which label it votes for.";
    if (model_.task == Task::classification && verdict_.combination == Combination::mean) {
      return is_whole(verdict_.type) ? "A tree's column has its leaf's shares of the labels, in parts of 65,536."
                                     : "A tree's column has its leaf's share of a label.";
    }
    if (verdict_.exponent == 0 || !is_whole(verdict_.type)) return "A tree's column has what its leaf adds.";
    return fmt::format("A tree's column has what its leaf adds, in units of 2^{}: whole numbers, whose sums are exact.",
                       -verdict_.exponent);
  }

  const SqlColumns& columns() const { return columns_; }

 private:
  json chain_text(const SumChain& chain, const std::string& result, const std::string& name) const {
    const SumChainText text = writer_.write(chain, kIndentOfChain);  // also of a score that no tree adds to
    return {{"text", text.text},
            {"last", text.last},
            {"result", result},
            {"name", name.empty() ? "" : sql_identifier(dialect_, name)}};
  }

  // Of two labels whose shares are whole numbers, the second one's says all.
  bool is_of_second() const { return tally_ == SqlTally::one && model_.labels.size() == 2 && !verdict_.one_of_two; }

  // What the trees' shares or votes of a row add up to.
  double whole() const { return divisor_of(model_); }

  SumChain whole_chain() const {
    SumChain chain;
    const bool scores = model_.task == Task::regression || verdict_.combination == Combination::sum;
    chain.base = is_of_second() ? std::vector<double>{0} : verdict_.base;
    for (std::size_t tree = 0; tree < model_.trees.size(); ++tree) {
      if (scores) {
        chain.columns.push_back({tree, TreeColumnKind::number, model_.trees[tree].output});
      } else if (tally_ == SqlTally::one) {
        const auto last = static_cast<std::uint32_t>(model_.labels.size() - 1);
        chain.columns.push_back({tree, TreeColumnKind::number, 0, last});
      } else if (tally_ == SqlTally::together) {
        const bool votes = verdict_.combination == Combination::vote;
        chain.columns.push_back({tree, votes ? TreeColumnKind::label : TreeColumnKind::shares});
      } else {
        for (std::uint32_t label = 0; label < model_.labels.size(); ++label) {
          chain.columns.push_back({tree, TreeColumnKind::number, label, label});
        }
      }
    }
    return chain;
  }

  static std::vector<std::string> references(const SumChain& chain) {
    std::vector<std::string> names;
    for (std::size_t sum = 0; sum < chain.base.size(); ++sum) names.push_back(fmt::format("s.\"sum_{}\"", sum + 1));
    return names;
  }

  // Means of floats are compared after the division: rounding may make equals of them.
  std::string compared(const std::string& sum) const {
    if (is_whole(verdict_.type) || verdict_.combination == Combination::sum) return sum;
    return fmt::format("({} / {})", sum, sums_.number(static_cast<double>(verdict_.trees)));
  }

  // `answers`: what is said of each label, as literals.
  std::string verdict(const std::vector<std::string>& sums, const std::vector<std::string>& answers) const {
    if (model_.task == Task::regression) return value_of_sum(sums.front());
    if (model_.labels.size() == 1) return answers.front();
    if (is_of_second()) {
      return fmt::format("CASE WHEN {} > {} THEN {} ELSE {} END", sums.front(), sums_.number(std::floor(whole() / 2)),
                         answers[1], answers[0]);
    }
    if (verdict_.one_of_two) {
      return fmt::format("CASE WHEN {} > {} THEN {} ELSE {} END", sums.front(), sums_.number(0), answers[1],
                         answers[0]);
    }
    // The first that none of those behind it exceeds; those before it were exceeded.
    std::string text = "CASE";
    for (std::size_t label = 0; label + 1 < answers.size(); ++label) {
      std::vector<std::string> terms;
      for (std::size_t other = label + 1; other < answers.size(); ++other) {
        terms.push_back(fmt::format("{} >= {}", compared(sums[label]), compared(sums[other])));
      }
      text += fmt::format("\n        WHEN {} THEN {}", fmt::join(terms, " AND "), answers[label]);
    }
    return text + fmt::format("\n        ELSE {} END", answers.back());
  }

  // The number that a regression answers.
  std::string value_of_sum(const std::string& sum) const {
    const bool mean = verdict_.combination == Combination::mean;
    const auto trees = static_cast<double>(verdict_.trees);
    if (!is_whole(verdict_.type)) return sums_.in_doubles(mean ? compared(sum) : sum);
    std::string text = sums_.in_doubles(sum);
    if (mean) text += " / " + sql_number(dialect_, trees);
    return text + scale();
  }

  // From units to numbers, exactly: a power of two.
  std::string scale() const {
    if (verdict_.exponent == 0) return "";
    const std::string power = sql_number(dialect_, std::ldexp(1.0, std::abs(verdict_.exponent)));
    return fmt::format(" {} {}", verdict_.exponent > 0 ? "/" : "*", power);
  }

  // The sums of several labels as one text, behind the number of the label with the largest: "1 0065536 0000000 ...".
  // All of a kind have as many digits; a power of ten in front makes them have them.
  std::string packed(const SumChain& chain) const {
    std::vector<std::string> numbers;
    for (std::size_t label = 0; label < model_.labels.size(); ++label) numbers.push_back(label_number(label));
    const std::vector<std::string> sums = references(chain);
    std::string text = verdict(sums, numbers);
    const std::size_t digits = sum_digits();
    for (const std::string& sum : sums) {
      const std::string padded = fmt::format("CAST(1{} + {} AS VARCHAR(20))", std::string(digits, '0'), sum);
      text += fmt::format("\n        || ' ' || {}", sums_.piece(padded, 2, digits));
    }
    return text;
  }

  std::size_t sum_digits() const { return digits_of(verdict_.largest); }
  std::size_t label_digits() const { return digits_of(static_cast<double>(model_.labels.size())); }
  std::string label_number(std::size_t label) const { return fmt::format("'{:0{}}'", label + 1, label_digits()); }

  std::string kept(std::size_t score) const { return "s." + sql_identifier(dialect_, columns_.scores[score]); }
  std::string kept_piece(std::size_t begin, std::size_t length) const { return sums_.piece(kept(0), begin, length); }

  // The sums, in the outer query.
  std::vector<std::string> kept_sums() const {
    std::vector<std::string> sums;
    if (tally_ == SqlTally::together) {
      for (std::size_t label = 0; label < model_.labels.size(); ++label) {
        const std::size_t begin = label_digits() + 2 + label * (sum_digits() + 1);
        sums.push_back(fmt::format("CAST({} AS BIGINT)", kept_piece(begin, sum_digits())));
      }
    } else {
      for (std::size_t score = 0; score < columns_.scores.size(); ++score) sums.push_back(kept(score));
    }
    return sums;
  }

  std::vector<std::string> means() const {
    std::vector<std::string> sums = kept_sums();
    if (is_of_second()) sums.insert(sums.begin(), fmt::format("({} - {})", sums_.number(whole()), sums.front()));
    for (std::string& sum : sums) {
      sum = is_whole(verdict_.type) ? fmt::format("{} / {}", sums_.in_doubles(sum), sql_number(dialect_, whole()))
                                    : sums_.in_doubles(compared(sum));
    }
    return sums;
  }

  std::string number(double value) const { return sql_number(dialect_, value); }

  std::string logistic(const std::string& x) const {
    return fmt::format("CASE WHEN {0} < {2} THEN {3} WHEN {0} > {1} THEN {4} ELSE {4} / ({4} + EXP(-{0})) END", x,
                       number(kFarScore), number(-kFarScore), number(0), number(1));
  }

  std::string power_of_e(const std::string& x) const {
    return fmt::format("CASE WHEN {0} < {1} THEN {2} ELSE EXP({0}) END", x, number(-kFarScore), number(0));
  }

  // See note [probabilities of scores].
  std::vector<std::string> linked() const {
    std::vector<std::string> scores;
    for (const std::string& sum : kept_sums()) {
      const std::string score = sums_.in_doubles(sum);
      scores.push_back(is_whole(verdict_.type) && verdict_.exponent != 0 ? fmt::format("({}{})", score, scale())
                                                                         : score);
    }
    if (verdict_.one_of_two) {
      const std::string second = logistic(scores.front());
      return {fmt::format("{} - {}", number(1), second), second};
    }
    // Each probability is a subquery of its own: the scores and the largest of them, what stands for each, and the
    // share of the label's.
    std::vector<std::string> named;
    std::vector<std::string> parts;
    std::vector<std::string> all;
    for (std::size_t label = 0; label < scores.size(); ++label) {
      named.push_back(fmt::format("{} AS \"x_{}\"", scores[label], label + 1));
      const std::string x = fmt::format("x.\"x_{}\"", label + 1);
      const std::string softmax = power_of_e(fmt::format("({} - x.\"most\")", x));
      const std::string part =
          verdict_.link == ScoreLink::softmax
              ? softmax
              : fmt::format("CASE WHEN x.\"most\" < {} THEN {} ELSE {} END", number(-kFarScore), softmax, logistic(x));
      parts.push_back(fmt::format("{} AS \"e_{}\"", part, label + 1));
      all.push_back(fmt::format("e.\"e_{}\"", label + 1));
    }
    // Of one number SQLite's max() would be the aggregate.
    const std::string_view largest = scores.size() == 1 ? "" : dialect_ == SqlDialect::sqlite ? "max" : "GREATEST";
    const SqlFence fence = sql_fence(dialect_);
    const std::string from = fmt::format(
        "FROM (SELECT{4} {0} FROM (SELECT{4} {1}, {2}({3}) AS \"most\" {5}) AS x {5}) AS e", fmt::join(parts, ", "),
        fmt::join(named, ", "), largest, fmt::join(scores, ", "), fence.select, fence.end);
    std::vector<std::string> shares;
    for (const std::string& one : all) {
      shares.push_back(fmt::format("(SELECT {} / ({}) {})", one, fmt::join(all, " + "), from));
    }
    return shares;
  }

  const Model& model_;
  const Verdict& verdict_;
  SqlDialect dialect_;
  SqlSums sums_;
  SqlWords words_;
  SumChainWriter writer_;
  SqlColumns columns_;
  SqlTally tally_;
  std::vector<std::string> labels_;  // as literals
};

void refuse_floats(const Model& model, SqlDialect dialect) {
  if (model.combination == Combination::vote || model.sums.arithmetic != Arithmetic::float32) return;
  if (dialect == SqlDialect::postgresql || dialect == SqlDialect::duckdb) return;
  throw Diagnostic(
      ExitCode::usage,
      fmt::format("--dialect {} has no 32-bit floats, and the trees' answers are added up in them", to_string(dialect)),
      "take --dialect postgresql or duckdb, or --language cpp or c");
}

void refuse_many_labels(const Model& model, bool probabilities) {
  const bool softmax = model.combination == Combination::sum && probabilities;
  const std::size_t most = softmax ? kMostSoftmaxLabels : kMostSqlLabels;
  if (model.labels.size() <= most) return;
  throw Diagnostic(ExitCode::usage,
                   fmt::format("SQL of several trees{} takes {} labels at most, and the model has {}",
                               softmax ? " with --probabilities" : "", most, counted(model.labels.size(), "label")),
                   softmax ? "leave --probabilities out" : "take --language cpp, c or rules");
}

}  // namespace

SqlTally sql_tally(const Model& model) {
  const bool scores = model.task == Task::regression || model.combination == Combination::sum;
  if (scores) return std::max<std::size_t>(1, model.sums.base.size()) == 1 ? SqlTally::one : SqlTally::separate;
  const bool whole = model.combination == Combination::vote || model.sums.arithmetic == Arithmetic::whole;
  if (whole) return model.labels.size() <= 2 ? SqlTally::one : SqlTally::together;
  return model.labels.size() == 1 ? SqlTally::one : SqlTally::separate;
}

std::string emit_sql_forest(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  refuse_inexact(model);
  refuse_floats(model, options.dialect);
  refuse_many_labels(model, options.probabilities);
  const ForestQuery query(model, lowered, options);
  json context = sql_context(model, lowered, options, query.longest_way());
  context["answer"] = sql_identifier(options.dialect, query.columns().answer);
  context["sums_are"] = query.sums_are();
  context["chains"] = options.probabilities ? query.scores() : query.answer();
  context["verdict"] = options.probabilities ? query.verdict_on_scores() : "";
  context["probabilities"] = options.probabilities ? query.probabilities() : json::array();
  // A planner that took the inner query apart would ask the trees for each probability. SQLite does not put a query
  // with a limit into one that has a limit, too.
  const std::string fence(sql_fence(options.dialect).end);
  context["fence"] = fence.empty() ? "" : " " + fence;
  context["rows_fence"] = options.dialect == SqlDialect::postgresql ? " OFFSET 0"
                          : options.dialect == SqlDialect::sqlite   ? " LIMIT -1"
                                                                    : "";
  return render_template("templates/sql/forest.sql.inja", context,
                         ignores_case(options.dialect) ? RenderedText::printable : RenderedText::ascii);
}

}  // namespace espalier
