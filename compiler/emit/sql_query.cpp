#include "emit/sql_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "emit/about.hpp"
#include "emit/emit_record.hpp"
#include "emit/escape.hpp"
#include "emit/names.hpp"
#include "emit/render.hpp"
#include "emit/rule_text.hpp"
#include "emit/sql_case.hpp"
#include "emit/sql_forest.hpp"
#include "emit/sql_program.hpp"
#include "lower/passes.hpp"
#include "model/interpret.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using nlohmann::json;

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

// What a rule or a part is called behind THEN.
SqlEnds ends_of(const Model& model) {
  const auto answer = [&model, leaves = leaves_by_rule(only_tree(model))](std::uint32_t rule) {
    const Node& leaf = *leaves[rule - 1];
    return fmt::format(
        "{}  -- {}", rule,
        model.task == Task::regression ? shortest(leaf.value) : comment_text(model.labels[leaf.label], 40));
  };
  return {answer, [](std::uint32_t part) { return fmt::format("-{}  -- goes on in part {}", part, part); }};
}

// The stages of the query: the first asks the root; each further one goes on with the parts that the one before it
// names, and stands around it.
void add_stages(const Model& model, const SqlParts& parts, const SqlWords& words, json& context) {
  const SqlEnds ends = ends_of(model);
  const auto expression = [&](const SqlPart& part, std::size_t indent) {
    return case_expression(parts, part, words, ends, indent);
  };
  context["staged"] = parts.stages > 1;
  context["last_stage"] = parts.stages;
  context["numbers"] = words.numbers;
  context["first"] = expression(parts.parts.front(), parts.stages == 1 ? 2 : 4);
  context["outer_stages"] = json::array();
  for (std::uint32_t stage = parts.stages - 1; stage > 0; --stage) {
    json list = json::array();
    for (std::size_t p = 1; p < parts.parts.size(); ++p) {
      if (parts.parts[p].stage != stage) continue;
      list.push_back({{"number", p}, {"expression", expression(parts.parts[p], 8)}});
    }
    context["outer_stages"].push_back({{"number", stage}, {"parts", std::move(list)}});
  }
  context["inner_stages"] = json::array();
  for (std::uint32_t stage = 2; stage <= parts.stages; ++stage) context["inner_stages"].push_back(stage);
}

// (1, 'setosa'),  -- rule 1: 50 rows, 100.0 % "setosa"
std::string answer_rows(const Model& model, SqlDialect dialect, bool probabilities) {
  const RuleNotes notes(model);
  const Tree& tree = only_tree(model);
  const std::vector<const Node*> leaves = leaves_by_rule(tree);
  const auto distributions = probabilities ? class_distributions(model, tree) : std::vector<std::vector<double>>();
  std::vector<std::string> labels;
  for (const std::string& label : model.labels) labels.push_back(sql_string(dialect, label));
  std::string text;
  for (std::uint32_t i = 0; i < leaves.size(); ++i) {
    const std::uint32_t rule = i + 1;
    std::string answer =
        model.task == Task::regression ? sql_number(dialect, leaves[i]->value) : labels[leaves[i]->label];
    if (probabilities) {
      for (const double share : distributions[static_cast<std::size_t>(leaves[i] - tree.nodes.data())]) {
        answer += ", " + sql_number(dialect, share);
      }
    }
    fmt::format_to(std::back_inserter(text), "    ({}, {}){}  -- {}\n", rule, answer, rule == leaves.size() ? "" : ",",
                   notes.note({&rule, 1}));
  }
  return text;
}

void refuse_blends(const Model& model, const std::vector<Field>& fields) {
  if (!can_blend(model, fields)) return;
  throw Diagnostic(
      ExitCode::usage, "SQL cannot blend: this model sends a missing value down every branch (--missing fractional)",
      "train with --missing surrogate, learned or majority, or emit --language rules, which has the shares");
}

void refuse_probabilities(const Model& model) {
  if (model.task == Task::regression) {
    throw Diagnostic(ExitCode::usage, "--probabilities is for classes, and this model answers numbers",
                     "leave it out: the query has the number");
  }
  if (model.labels.size() <= kMostSqlProbabilities) return;
  throw Diagnostic(ExitCode::usage,
                   fmt::format("--probabilities of {} would be as many columns; {} is the most",
                               counted(model.labels.size(), "class"), kMostSqlProbabilities),
                   "leave it out, or take --language rules, which has the shares");
}

// The columns of the table of answers: "rule", "answer", "p1", "p2"; and what the query selects of them besides these
// two.
void add_probabilities(const SqlColumns& columns, SqlDialect dialect, json& context) {
  context["share_names"] = "";
  context["probabilities"] = json::array();
  for (std::size_t i = 0; i < columns.probabilities.size(); ++i) {
    const std::string share = fmt::format("\"p{}\"", i + 1);
    context["share_names"] = context["share_names"].get<std::string>() + ", " + share;
    context["probabilities"].push_back({{"share", share}, {"name", sql_identifier(dialect, columns.probabilities[i])}});
  }
}

std::string number_text(const Feature& feature) {
  return feature.date ? fmt::format("{} since 1970-01-01", to_string(feature.date->unit)) : "a number";
}

json column_lines(const Model& model, const std::vector<Field>& fields) {
  json lines = json::array();
  for (const Field& field : fields) {
    const Feature& feature = model.features[field.feature];
    lines.push_back(feature.kind == FeatureKind::categorical
                        ? fmt::format("    {}: text, {}", comment_text(feature.name),
                                      counted(feature.categories.size(), "known value"))
                        : fmt::format("    {}: {}, {} to {} in training", comment_text(feature.name),
                                      number_text(feature), shortest(feature.minimum), shortest(feature.maximum)));
  }
  return lines;
}

std::string_view missing_note(SqlDialect dialect) {
  return has_nan(dialect) ? "NULL, NaN, or a text that training did not see"
                          : "NULL, or a text that training did not see";
}

// A name for the table of answers that hides no table of the user's.
std::string answers_name(const std::string& table) {
  const std::vector<std::string> parts = table_parts(table);
  return parts.size() == 1 && lower_case(parts.back()) == "answers" ? "answers_2" : "answers";
}

}  // namespace

void refuse_alike(const Model& model, const std::vector<Field>& fields, SqlDialect dialect) {
  std::map<std::string, std::string> seen;
  for (const Field& field : fields) {
    const std::string& name = model.features[field.feature].name;
    std::string read = name.substr(0, longest_identifier(dialect));
    if (ignores_case(dialect)) read = lower_case(read);
    const auto [other, is_new] = seen.try_emplace(read, name);
    if (is_new) continue;
    throw Diagnostic(ExitCode::usage,
                     fmt::format("--dialect {}: {} and {} would be the same column", to_string(dialect),
                                 in_quotes(other->second, 80), in_quotes(name, 80)),
                     ignores_case(dialect) ? "names that differ in case only are one; rename a column in the data"
                                           : "only 63 bytes of a name count; rename a column in the data");
  }
}

SqlColumns sql_columns(const Model& model, bool probabilities) {
  std::set<std::string> taken = {lower_case(model.target)};
  for (const Feature& feature : model.features) taken.insert(lower_case(feature.name));
  const auto unlike = [&](const std::string& wish) {
    std::string name = wish;
    for (std::size_t n = 2; !taken.insert(lower_case(name)).second; ++n) name = fmt::format("{}_{}", wish, n);
    return name;
  };
  const auto letters = [](const std::string& name) {
    const auto plain = [](char c) { return c > 0x20 && c < 0x7F && c != '"'; };
    const bool as_it_is = name.size() <= 40 && std::all_of(name.begin(), name.end(), plain) && !name.empty();
    return as_it_is ? name : identifier_letters(name).substr(0, 40);
  };
  const std::string target = letters(model.target);
  SqlColumns columns;
  columns.answer = unlike(target.empty() ? "prediction" : "predicted_" + target);
  const bool several = model.combination != Combination::single;
  if (!several) columns.rule = unlike("rule");
  if (!probabilities) return columns;
  for (const std::string& label : model.labels) {
    columns.probabilities.push_back(unlike("probability_" + letters(label)));
    if (several && sql_tally(model) == SqlTally::separate) columns.scores.push_back(unlike("score_" + letters(label)));
  }
  if (several && columns.scores.empty()) columns.scores = {unlike("scores")};
  return columns;
}

json sql_context(const Model& model, const Lowered& lowered, const EmitOptions& options, std::size_t most_tests) {
  const SqlDialect dialect = options.dialect;
  json context;
  context["about"] = about_model(model, lowered.fields, "SQL", most_tests, missing_note(dialect));
  context["dialect"] = std::string(to_string(dialect));
  context["columns"] = column_lines(model, lowered.fields);
  context["record"] = write_emit_record(emit_record(model, lowered, options), model.task);
  context["table"] = sql_table(dialect, options.table);
  return context;
}

std::string emit_sql(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  const SqlDialect dialect = options.dialect;
  refuse_blends(model, lowered.fields);
  if (options.probabilities) refuse_probabilities(model);
  refuse_alike(model, lowered.fields, dialect);
  if (lowered.verdict) return emit_sql_forest(model, lowered, options);
  const SqlWords words = sql_words(model, lowered.fields, dialect);
  const Program program = fold(build_program(model, only_tree(model), AnswerKind::rule, lowered.fields));
  const SqlParts parts = cut_for_sql(program);
  const SqlColumns columns = sql_columns(model, options.probabilities);

  json context = sql_context(model, lowered, options, longest_way(program));
  context["answers"] = sql_identifier(dialect, answers_name(options.table));
  context["answer_rows"] = answer_rows(model, dialect, options.probabilities);
  context["answer"] = sql_identifier(dialect, columns.answer);
  context["rule"] = sql_identifier(dialect, columns.rule);
  add_probabilities(columns, dialect, context);
  add_stages(model, parts, words, context);
  // A planner that put the stages together again would repeat them over and over.
  context["fence"] = dialect == SqlDialect::postgresql ? " OFFSET 0" : dialect == SqlDialect::sqlite ? " LIMIT 1" : "";
  context["join"] = dialect == SqlDialect::duckdb ? "JOIN" : "LEFT JOIN";
  // Where identifiers have no escapes, letters beyond ASCII stand in them as they are.
  return render_template("templates/sql/query.sql.inja", context,
                         ignores_case(dialect) ? RenderedText::printable : RenderedText::ascii);
}

}  // namespace espalier
