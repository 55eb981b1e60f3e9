#include "report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "emit/escape.hpp"
#include "emit/render.hpp"
#include "emit/rule_text.hpp"
#include "report/figure_text.hpp"
#include "report/group_plot.hpp"
#include "report/importance_report.hpp"
#include "report/page_model.hpp"
#include "report/plot_marks.hpp"
#include "report/tree_drawing.hpp"
#include "report/tree_report.hpp"
#include "support/number_text.hpp"
#include "support/sha256.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using Context = nlohmann::json;  // of templates

constexpr std::size_t kSentence = 2000;  // characters
constexpr double kBarOfColumn = 120;     // as in the template
constexpr std::size_t kMostClassesInPage = 100;
constexpr std::size_t kMostColumnsRanked = 40;

std::string escaped(std::string_view text) {
  return xml_text(text, kSentence);
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8U | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) text += j <= count ? kDigits[group >> (18 - 6 * j) & 63U] : '=';
  }
  return text;
}

// What a Content-Security-Policy names a script or a style by.
std::string policy_hash(std::string_view text) {
  const std::string hex = sha256_hex(text);
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return fmt::format("'sha256-{}'", base64(bytes));
}

// Styles are known by their hashes, those in pictures too.
class PageStyles {
 public:
  explicit PageStyles(std::string_view style) { hashes_.insert(policy_hash(style)); }

  // A picture as a part of the page: its ids are its own.
  std::string embed(std::string svg) {
    const std::string own = fmt::format("picture-{}-", ++pictures_);
    for (const std::string name : {"espalier-tree-", "espalier-plot-", "espalier-path-"}) {
      for (const std::string mark : {"id=\"", "labelledby=\"", " "}) {
        const std::string old = mark + name;
        for (std::size_t at = svg.find(old); at != svg.npos; at = svg.find(old, at + own.size())) {
          svg.replace(at + mark.size(), name.size(), own);
        }
      }
    }
    constexpr std::string_view kOpen = "<style>";
    for (std::size_t at = svg.find(kOpen); at != svg.npos; at = svg.find(kOpen, at + 1)) {
      const std::size_t begin = at + kOpen.size();
      hashes_.insert(policy_hash(std::string_view(svg).substr(begin, svg.find("</style>", begin) - begin)));
    }
    return svg;
  }

  std::string policy() const { return fmt::format("{}", fmt::join(hashes_, " ")); }

 private:
  std::set<std::string> hashes_;
  std::size_t pictures_ = 0;
};

std::string title_of(const PageFacts& facts) {
  if (!facts.title.empty()) return facts.title;
  return fmt::format("{} for {}", facts.model.trees.size() > 1 ? "Trees" : "Decision tree",
                     in_quotes(facts.model.target, 60));
}

Context card(const std::string& name, const std::string& figure, const std::string& note) {
  return {{"name", escaped(name)}, {"figure", escaped(figure)}, {"note", escaped(note)}};
}

std::vector<std::size_t> tests_of_columns(const Model& model) {
  std::vector<std::size_t> tests(model.features.size(), 0);
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      for_each_tested(node, [&](std::uint32_t feature) { ++tests[feature]; });
    }
  }
  return tests;
}

Context cards_of(const PageFacts& facts) {
  const Model& model = facts.model;
  const Provenance& provenance = model.provenance;
  const TreeSize size = tree_size(model);
  Context cards = Context::array();
  if (provenance.evaluation) {
    const Evaluation& evaluation = *provenance.evaluation;
    const std::string score = evaluation.standard_error
                                  ? score_text(model.task, evaluation.score, *evaluation.standard_error)
                                  : score_text(model.task, evaluation.score);
    cards.push_back(card(model.task == Task::regression ? "estimated error (RMSE)" : "estimated accuracy", score,
                         evaluation.method));
  } else if (provenance.training_score) {
    cards.push_back(card(fmt::format("{} on the training rows", score_name(model.task)),
                         score_text(model.task, *provenance.training_score), "on other rows it is worse"));
  }
  if (provenance.baseline) {
    cards.push_back(card("one answer for all rows", score_text(model.task, *provenance.baseline),
                         model.task == Task::regression ? "always the mean" : "always the most frequent class"));
  }
  // Where a class is rare, accuracy says little: always answering the other one has more.
  if (provenance.evaluation && provenance.evaluation->balanced_accuracy) {
    const auto& area = provenance.evaluation->auc;
    cards.push_back(card(
        "balanced accuracy", percent(*provenance.evaluation->balanced_accuracy),
        area ? fmt::format("mean recall of the classes; AUC {}", share_text(*area)) : "mean recall of the classes"));
  }
  if (model.decision_threshold && provenance.evaluation && provenance.evaluation->recall) {
    const auto& precision = provenance.evaluation->precision;
    cards.push_back(card(fmt::format("found of {}", in_quotes(model.labels[model.decision_threshold->label], 30)),
                         percent(*provenance.evaluation->recall),
                         precision ? fmt::format("{} of those answered so are right", percent(*precision)) : ""));
  }
  cards.push_back(card("rules", grouped(size.leaves),
                       model.trees.size() > 1 ? fmt::format("in {}", counted(model.trees.size(), "tree"))
                                              : fmt::format("at most {} to an answer", counted(size.depth, "test"))));
  const std::vector<std::size_t> tests = tests_of_columns(model);
  const auto asked = static_cast<std::size_t>(std::ranges::count_if(tests, [](std::size_t n) { return n > 0; }));
  cards.push_back(card("columns asked for", grouped(asked), fmt::format("of {}", grouped(tests.size()))));
  if (provenance.rows > 0) cards.push_back(card("training rows", grouped(provenance.rows), ""));
  return cards;
}

std::string missing_sentence(MissingPolicy policy) {
  switch (policy) {
    case MissingPolicy::refuse:
      return "The training rows had no missing values. Where an answer meets one all the same, it fails every test.";
    case MissingPolicy::majority: return "A missing value takes the branch that more training rows took.";
    case MissingPolicy::learned: return "A missing value takes the branch that was better for the training rows.";
    case MissingPolicy::own_category: return "Missing is a value of its own.";
    case MissingPolicy::surrogate:
      return "Where a value is missing, tests of other columns decide, and if these are missing too, the larger "
             "branch.";
    case MissingPolicy::fractional:
      return "A row with a missing value goes down every branch with a part of its weight, and the answers are "
             "blended.";
  }
  return "";
}

std::string combination_sentence(const Model& model) {
  switch (model.combination) {
    case Combination::single: return "";
    case Combination::vote: return "Each tree names a label; most votes win, and ties go to the first label.";
    case Combination::mean: return "The answers of the trees are averaged.";
    case Combination::sum: return "The values of the trees are added up.";
  }
  return "";
}

Context sentences_of(const PageFacts& facts) {
  const Model& model = facts.model;
  Context sentences = Context::array();
  if (model.task == Task::regression) {
    sentences.push_back(escaped(fmt::format("The model answers with a number for {}.", in_quotes(model.target, 60))));
  } else {
    sentences.push_back(escaped(fmt::format("The model answers with one of {}: {}.",
                                            counted(model.labels.size(), "label"), quoted_words(model.labels, 20))));
  }
  if (!combination_sentence(model).empty()) sentences.push_back(combination_sentence(model));
  sentences.push_back(missing_sentence(model.missing));
  if (model.decision_threshold) {
    sentences.push_back(escaped(fmt::format("{} is answered from a probability of {} on.",
                                            in_quotes(model.labels[model.decision_threshold->label], 60),
                                            shortest(model.decision_threshold->probability))));
  }
  return sentences;
}

bool is_text_column(const std::string& head) {
  return head == "if" || head == "then";
}

std::string rules_table(const RulesFacts& facts) {
  const std::vector<std::string> names = rules_head(facts);
  Context context = {{"heads", Context::array()}, {"rules", Context::array()}, {"left_out", ""}};
  for (const std::string& name : names) context["heads"].push_back({{"text", name}, {"number", !is_text_column(name)}});
  for (const RuleFacts& rule : facts.rules) {
    if (context["rules"].size() == kMostRulesInPage) break;
    const std::vector<std::string> texts = rules_line(facts, rule, false);
    const std::vector<std::string> keys = rules_line(facts, rule, true);
    Context cells = Context::array();
    for (std::size_t i = 0; i < names.size(); ++i) {
      Context lines = Context::array();
      if (names[i] == "if" && rule.reachable && !rule.conditions.empty()) {
        for (std::size_t c = 0; c < rule.conditions.size(); ++c) {
          lines.push_back(escaped((c > 0 ? "and " : "") + rule.conditions[c]));
        }
      } else {
        lines.push_back(escaped(texts[i]));
      }
      cells.push_back({{"style", names[i] == "if"           ? "conditions"
                                 : is_text_column(names[i]) ? ""
                                                            : "number"},
                       {"key", escaped(i == 0 ? fmt::format("{}", 1000000 * rule.tree + rule.rule) : keys[i])},
                       {"lines", std::move(lines)}});
    }
    context["rules"].push_back({{"number", rule.rule}, {"label", rule.label}, {"cells", std::move(cells)}});
  }
  if (facts.rules.size() > kMostRulesInPage) {
    context["left_out"] = fmt::format("{} of {} rules are here; 'espalier rules' has all.", grouped(kMostRulesInPage),
                                      grouped(facts.rules.size()));
  }
  return render_template("templates/report/rules_table.html.inja", context);
}

std::string rules_words(const RulesFacts& facts) {
  std::string words = facts.list ? "The rules are a list: of those that apply to a row, the first answers. Beside it "
                                   "are the rows that the rule "
                                   "answers, and their share of all."
                                 : "A rule is a way through the tree: all conditions on a column as one, the answer, "
                                   "the training rows that came "
                                   "there and their share of all.";
  if (facts.model.task == Task::classification) {
    words +=
        " Purity is the share of them that has the answer, with an interval of 95 %; lift is how much more frequent "
        "the answer is there than elsewhere.";
  }
  if (facts.list) {
    if (!facts.list->data.empty()) words += " " + list_sentence(*facts.list);
  } else if (facts.complete_rows && facts.model.missing != MissingPolicy::refuse) {
    words += " The conditions are those of rows without missing values.";
  }
  if (!facts.data.empty()) {
    words += fmt::format(" The last columns are about the {} of {}.", counted(facts.rows, "row"),
                         in_quotes(facts.data, 200));
    if (facts.drift) {
      words += fmt::format(" The rules' shares of them differ {} from those in training (stability index {}).",
                           *facts.drift < 0.1    ? "little"
                           : *facts.drift < 0.25 ? "somewhat"
                                                 : "much",
                           fixed(*facts.drift, 3));
    }
  }
  return escaped(words);
}

// A table of figures: the first cell of a line is its name.
Context table(const std::string& title, const std::vector<std::string>& heads,
              const std::vector<std::vector<std::string>>& rows) {
  Context entry = {{"title", escaped(title)}, {"heads", Context::array()}, {"rows", Context::array()}};
  for (const std::string& head : heads) entry["heads"].push_back(escaped(head));
  for (const std::vector<std::string>& row : rows) {
    Context cells = Context::array();
    for (const std::string& cell : row) cells.push_back(escaped(cell));
    entry["rows"].push_back(std::move(cells));
  }
  return entry;
}

Context score_table(const EvaluationFacts& facts) {
  const Figures& figures = facts.figures;
  const Metrics& metrics = figures.metrics;
  const Task task = facts.task;
  std::vector<std::vector<std::string>> rows = {
      {score_name(task), score_text(task, metrics.score)},
      {fmt::format("its interval of {:g} %", 100 * figures.level),
       fmt::format("{} to {}", score_text(task, figures.interval.low), score_text(task, figures.interval.high))},
      {fmt::format("always {}", answer_text(task, facts.baseline)), score_text(task, facts.baseline_score)},
      {"rows", grouped(metrics.rows / metrics.rounds)}};
  if (task == Task::regression) {
    rows.push_back({"mean absolute error", figure_text(metrics.mean_absolute_error)});
    rows.push_back({"R2", known_text(metrics.r_squared)});
    rows.push_back({"mean error (bias)", figure_text(figures.errors.mean)});
  } else {
    const Agreement& agreement = figures.agreement;
    if (metrics.mean_cost) rows.push_back({"mean cost", figure_text(*metrics.mean_cost)});
    rows.push_back(
        {"balanced accuracy", agreement.balanced_accuracy ? percent(*agreement.balanced_accuracy) : "undefined"});
    rows.push_back({"macro F1", known_text(agreement.macro_f1)});
    rows.push_back({"kappa", known_text(agreement.kappa)});
    rows.push_back({"Matthews' correlation", known_text(agreement.matthews)});
    rows.push_back({"log loss", share_text(figures.probability.log_loss)});
    rows.push_back({"Brier score", share_text(figures.probability.brier)});
    rows.push_back({"mean AUC", known_text(figures.mean_area)});
    rows.push_back({"calibration error", share_text(figures.calibration.expected_error)});
  }
  return table("Figures", {"figure", "value"}, rows);
}

Context classes_table(const EvaluationFacts& facts) {
  std::vector<std::vector<std::string>> rows;
  const std::vector<ClassFigures>& classes = facts.figures.metrics.classes;
  for (std::size_t i = 0; i < std::min(classes.size(), kMostClassesInPage); ++i) {
    const ClassFigures& figures = classes[i];
    rows.push_back({printable(facts.labels[i], kLabelShown), weight_text(figures.support),
                    known_text(figures.precision), known_text(figures.recall), known_text(figures.f1),
                    known_text(facts.figures.areas[i])});
  }
  return table("Classes",
               {"class", facts.figures.metrics.rounds > 1 ? "answers" : "rows", "precision", "recall", "F1", "AUC"},
               rows);
}

// How much worse answers get where a column is shuffled.
Context importance_table(const ImportanceFacts& facts) {
  std::vector<std::vector<std::string>> rows;
  for (const FeatureImportance& column : facts.ranking) {
    if (rows.size() == kMostColumnsRanked) break;
    const double points = std::round(1000 * column.permutation.mean) / 10 + 0.0;  // no "-0.0"
    rows.push_back({printable(facts.columns[column.feature], kLabelShown),
                    facts.task == Task::regression ? figure_text(column.permutation.mean) : fixed(points, 1),
                    percent(column.impurity_share.mean), fmt::format("{} of {}", column.asked_in, facts.splits)});
  }
  return table("What each column is worth",
               {"column", facts.task == Task::regression ? "error rises by" : "accuracy falls by (points)",
                "share of what the tests do", "trees that ask for it"},
               rows);
}

Context figure_tables(const PageFacts& facts) {
  Context tables = Context::array();
  if (!facts.evaluation) return tables;
  tables.push_back(score_table(facts.evaluation->facts));
  if (facts.model.task == Task::classification) tables.push_back(classes_table(facts.evaluation->facts));
  if (facts.refit && facts.refit->importance) tables.push_back(importance_table(*facts.refit->importance));
  return tables;
}

Context escaped_list(const std::vector<std::string>& texts) {
  Context list = Context::array();
  for (const std::string& text : texts) list.push_back(escaped(text));
  return list;
}

Context groups_of(const PageFacts& facts, PageStyles& styles) {
  Context columns = Context::array();
  if (!facts.groups) return columns;
  for (const GroupedBy& by : facts.groups->columns) {
    const GroupPage page = group_page(*facts.groups, by);
    Context tables = Context::array();
    for (const GroupTable& one : page.tables) tables.push_back(table(one.title, one.heads, one.rows));
    columns.push_back({{"title", escaped("By " + in_quotes(by.comparison.column, 60))},
                       {"before", escaped_list(page.before)},
                       {"tables", std::move(tables)},
                       {"after", escaped_list(page.after)},
                       {"svg", styles.embed(draw_groups(*facts.groups, by))}});
  }
  return columns;
}

Context figure_sentences(const PageFacts& facts) {
  const Model& model = facts.model;
  const Provenance& provenance = model.provenance;
  Context sentences = Context::array();
  if (provenance.evaluation) {
    sentences.push_back(escaped(
        fmt::format("On rows that it had not seen, the learner scored {} ({}).",
                    provenance.evaluation->standard_error
                        ? score_text(model.task, provenance.evaluation->score, *provenance.evaluation->standard_error)
                        : score_text(model.task, provenance.evaluation->score),
                    printable(provenance.evaluation->method))));
  }
  if (provenance.training_score) {
    sentences.push_back(fmt::format("On its own training rows the model scores {}; that says little about others.",
                                    score_text(model.task, *provenance.training_score)));
  }
  if (facts.evaluation) {
    sentences.push_back(escaped(fmt::format("What follows is about {}.", facts.evaluation->facts.method)));
    if (facts.evaluation->training_rows) {
      sentences.push_back("These are the rows that the model was made of: on others it is worse.");
    }
  } else {
    sentences.push_back("No rows were given: 'espalier report MODEL --data FILE' adds figures and plots.");
  }
  return sentences;
}

std::string kind_of_column(const Feature& feature) {
  if (feature.kind == FeatureKind::categorical) return feature.ordered ? "ordered words" : "words";
  if (feature.date) return "dates";
  return feature.integer ? "whole numbers" : "numbers";
}

std::string range_of(const Feature& feature) {
  if (feature.kind == FeatureKind::categorical) return quoted_words(feature.categories, kWordsShown);
  if (feature.date) {
    const std::string first = date_text(feature.minimum, feature.date->unit);
    const std::string last = date_text(feature.maximum, feature.date->unit);
    if (!first.empty() && !last.empty()) return fmt::format("{} to {}", first, last);
  }
  return fmt::format("{} to {}", shortest(feature.minimum), shortest(feature.maximum));
}

Context columns_of(const PageFacts& facts) {
  const Model& model = facts.model;
  const std::vector<std::size_t> tests = tests_of_columns(model);
  std::map<std::string, double> shares;
  if (model.combination == Combination::single) {
    for (const ColumnPurity& column : purity_facts(model).columns) shares[column.column] = column.share;
  }
  std::vector<std::size_t> order(model.features.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const double share_a = shares[model.features[a].name];
    const double share_b = shares[model.features[b].name];
    return share_a != share_b ? share_a > share_b : tests[a] > tests[b];
  });
  Context columns = Context::array();
  for (const std::size_t i : order) {
    const Feature& feature = model.features[i];
    const double share = shares[feature.name];
    columns.push_back({{"name", escaped(feature.name)},
                       {"kind", kind_of_column(feature)},
                       {"range", escaped(range_of(feature))},
                       {"tests", grouped(tests[i])},
                       {"share", share > 0 ? percent(share) : ""},
                       {"bar", coordinate(std::clamp(share, 0.0, 1.0) * kBarOfColumn)}});
  }
  return columns;
}

Context properties_of(const PageFacts& facts) {
  Context list = Context::array();
  if (!facts.proofs) return list;
  for (const ProvenProperty& proven : facts.proofs->properties) {
    Context lines = Context::array();
    const std::string details = proof_details(*facts.proofs, proven);
    for (std::size_t at = 0; at < details.size();) {
      const std::size_t end = std::min(details.find('\n', at), details.size());
      lines.push_back(escaped(trim(std::string_view(details).substr(at, end - at))));
      at = end + 1;
    }
    const std::string verdict(to_string(proven.proof.verdict));
    list.push_back({{"text", escaped(proven.property.text)},
                    {"verdict", proven.proof.no_rows ? "proven: no row meets the condition" : verdict},
                    {"style", verdict},
                    {"lines", std::move(lines)}});
  }
  return list;
}

Context origin_of(const PageFacts& facts) {
  const Provenance& provenance = facts.model.provenance;
  Context rows = Context::array();
  const auto add = [&](const std::string& name, const std::string& text) {
    if (!text.empty()) rows.push_back({{"name", escaped(name)}, {"text", escaped(text)}});
  };
  add("model file, SHA-256", facts.model_sha256);
  add("training data, SHA-256", provenance.data_sha256);
  add("made by", provenance.tool);
  for (const auto& [name, value] : provenance.options) add(name, value);
  return rows;
}

Context certificate_of(const PageFacts& facts) {
  Context sentences = Context::array();
  if (facts.program.proven) {
    sentences.push_back(
        "The decision program that code in C++, C and Rust is made of was proven to answer as the model does, for "
        "every input. 'espalier verify MODEL FILE' proves the same of a file.");
  } else {
    sentences.push_back(
        fmt::format("The decision program that code is made of was compared with the model on {} boundary vectors: {}.",
                    grouped(facts.program.vectors),
                    facts.program.mismatches == 0 ? "no difference" : grouped(facts.program.mismatches) + " differ"));
  }
  if (facts.refit && facts.refit->same_tree) {
    sentences.push_back(
        "The learner that the model records was run again on the training file, and made the same tree.");
  } else if (facts.refit) {
    sentences.push_back(escaped(
        fmt::format("The tree could not be made again from the training file: {}.",
                    facts.refit->why_not.empty() ? "the recorded options make another one" : facts.refit->why_not)));
  }
  if (facts.program.unreachable_rules > 0) {
    sentences.push_back(fmt::format("No input reaches {} of the rules.", grouped(facts.program.unreachable_rules)));
  }
  return sentences;
}

// A model as the text of a script element: nothing in it can end the element.
std::string script_json(const nlohmann::ordered_json& value) {
  std::string text;
  for (const char c : value.dump(-1, ' ', true)) {
    if (c == '<' || c == '>' || c == '&') {
      text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      text += c;
    }
  }
  return text;
}

Context sections_of(const PageFacts& facts, bool alive) {
  Context sections = Context::array();
  const auto add = [&](const char* id, const char* title) { sections.push_back({{"id", id}, {"title", title}}); };
  add("summary", "Summary");
  add("tree", "The tree");
  if (alive) add("try", "Try a row");
  add("rules", "The rules");
  add("figures", "How good it is");
  if (facts.groups) add("groups", "Whom it treats how");
  add("columns", "The columns");
  if (facts.proofs) add("properties", "What was proven");
  add("origin", "Where it comes from");
  return sections;
}

Context plots_of(const PageFacts& facts, PageStyles& styles) {
  Context plots = Context::array();
  const auto add = [&](const std::string& title, const std::string& svg) {
    plots.push_back({{"title", escaped(title)}, {"svg", styles.embed(svg)}});
  };
  if (facts.evaluation) {
    add(facts.model.task == Task::regression ? "Answers and errors" : "Curves, calibration and confusion",
        evaluation_svg(facts.evaluation->facts, facts.evaluation->answered));
  }
  for (const PagePlot& plot : facts.plots) add(plot.title, plot.svg);
  return plots;
}

}  // namespace

std::string report_page(const PageFacts& facts) {
  const Model& model = facts.model;
  const std::string style(embedded_text("templates/report/page.css"));
  const bool alive = fits_page(model);
  std::string script;
  if (alive) {
    script = "\"use strict\";\n" + std::string(embedded_text("templates/report/model.js")) +
             std::string(embedded_text("templates/report/page.js"));
  }
  PageStyles styles(style);
  const TreePicture picture = tree_picture(model, {});
  Context context = {
      {"title", escaped(title_of(facts))},
      {"subtitle", escaped(fmt::format("What the model does, how well, and where it comes from; model {}",
                                       facts.model_sha256.substr(0, 12)))},
      {"tool", escaped(model.provenance.tool.empty() ? "espalier" : model.provenance.tool)},
      {"sections", sections_of(facts, alive)},
      {"cards", cards_of(facts)},
      {"sentences", sentences_of(facts)},
      {"alive", alive},
      {"tree_words",
       "Read it from left to right. A box asks for a column; a box with a stripe is a rule. The "
       "bars show the training rows, and lines are as thick as their share of them."},
      {"tree_svg", styles.embed(drawing(picture, DrawingForm::svg))},
      {"rules_words", rules_words(facts.rules)},
      {"rules_table", rules_table(facts.rules)},
      {"figure_sentences", figure_sentences(facts)},
      {"figure_tables", figure_tables(facts)},
      {"plots", plots_of(facts, styles)},
      {"groups", groups_of(facts, styles)},
      {"groups_words",
       facts.evaluation ? escaped(fmt::format("The figures are of {}, for groups of the rows. The largest gap of many "
                                              "is large by luck; its interval allows for that.",
                                              facts.evaluation->facts.method))
                        : ""},
      {"columns_words",
       "What the model was trained on. The last column says how much of the purity that all "
       "tests together add comes from the tests of a column."},
      {"columns", columns_of(facts)},
      {"properties", properties_of(facts)},
      {"origin", origin_of(facts)},
      {"certificate", certificate_of(facts)},
      {"style", style},
      {"script", script},
      {"model", alive ? script_json(page_model(model)) : ""}};
  context["script_hash"] = alive ? policy_hash(script) : "'none'";
  context["style_hashes"] = styles.policy();
  return render_template("templates/report/page.html.inja", context);
}

std::string to_html(const RulesFacts& facts) {
  const std::string style(embedded_text("templates/report/page.css"));
  const Context context = {{"title", escaped(fmt::format("{} for {}", counted(facts.rules.size(), "rule"),
                                                         in_quotes(facts.model.target, 60)))},
                           {"words", rules_words(facts)},
                           {"style", style},
                           {"style_hashes", policy_hash(style)},
                           {"table", rules_table(facts)}};
  return render_template("templates/report/rules.html.inja", context);
}

std::string to_text(const PageFacts& facts) {
  const Model& model = facts.model;
  std::string text =
      fmt::format("report    {} for {}\n", counted(facts.rules.all_rules, "rule"), in_quotes(model.target, 60));
  if (facts.evaluation) {
    const EvaluationFacts& evaluation = facts.evaluation->facts;
    text += fmt::format("figures   {} {}: {}\n", score_name(model.task),
                        score_text(model.task, evaluation.figures.metrics.score), evaluation.method);
  }
  if (facts.groups) {
    for (const GroupedBy& by : facts.groups->columns) {
      text += fmt::format("groups    by {}: {}\n", in_quotes(by.comparison.column, 60),
                          counted(by.comparison.groups.size(), "group"));
    }
  }
  if (facts.proofs) {
    text += fmt::format("proofs    {} proven, {} refuted, {} open\n", facts.proofs->count(ProofVerdict::proven),
                        facts.proofs->count(ProofVerdict::refuted), facts.proofs->count(ProofVerdict::open));
  }
  if (facts.refit && facts.refit->same_tree)
    text += "again     the recorded learner made the same tree of the training file\n";
  if (facts.refit && !facts.refit->same_tree) {
    text += fmt::format("again     not made again: {}\n",
                        facts.refit->why_not.empty() ? "the recorded options make another tree" : facts.refit->why_not);
  }
  if (!fits_page(model)) {
    text += fmt::format("          more than {} nodes: the page has no row to try and no tree to fold\n",
                        grouped(kMostNodesInPage));
  }
  return text;
}

nlohmann::ordered_json to_json(const PageFacts& facts) {
  nlohmann::ordered_json json = {{"rules", facts.rules.all_rules},
                                 {"model_sha256", facts.model_sha256},
                                 {"program_proven", facts.program.proven},
                                 {"interactive", fits_page(facts.model)}};
  if (facts.refit) json["same_tree_again"] = facts.refit->same_tree;
  if (facts.evaluation) json["evaluation"] = to_json(facts.evaluation->facts);
  if (facts.groups) json.update(to_json(*facts.groups));
  if (facts.proofs) json["proofs"] = to_json(*facts.proofs);
  return json;
}

}  // namespace espalier
