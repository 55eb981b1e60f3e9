#include "report/diff_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "emit/rule_text.hpp"
#include "model/words.hpp"
#include "report/figure_text.hpp"
#include "report/region_report.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kRegionsShown = 20;
constexpr std::size_t kMovedShown = 10;

std::string name_of(const Difference& difference, double answer) {
  if (difference.task == Task::regression) return shortest(answer);
  return in_quotes(difference.labels[static_cast<std::size_t>(answer)], kLabelShown);
}

nlohmann::ordered_json answer_json(const Difference& difference, double answer) {
  if (difference.task == Task::regression) return answer;
  return difference.labels[static_cast<std::size_t>(answer)];
}

std::string rules_of(const RuleRange& rules) {
  if (rules.first == 0) return "";
  return rules.first == rules.last ? fmt::format(" (rule {})", rules.first)
                                   : fmt::format(" (rules {}-{})", rules.first, rules.last);
}

std::string share_of_rows(const Difference& difference, std::size_t rows, double weight) {
  return fmt::format("{} ({})", counted(rows, "row"), percent(difference.weight > 0 ? weight / difference.weight : 0));
}

std::string rows_of(const DiffFacts& facts, const DiffRegion& region) {
  if (!facts.data.empty()) return share_of_rows(facts.difference, region.rows, region.weight);
  const double most = std::min(region.old_most, region.new_most);
  return most < 1 ? fmt::format("at most {} of the training rows", percent(most)) : "";
}

std::string regions_text(const DiffFacts& facts, bool verbose) {
  const Difference& difference = facts.difference;
  const std::size_t shown = verbose ? difference.kept.size() : std::min(kRegionsShown, difference.kept.size());
  const MissingWords missing = facts.complete_rows ? MissingWords::never : MissingWords::where_decided;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const DiffRegion& region = difference.kept[i];
    const std::string rows = rows_of(facts, region);
    text += fmt::format("{}{} -> {}{}{}\n", i == 0 ? "regions   " : "          ",
                        name_of(difference, region.old_answer) + rules_of(region.old_rules),
                        name_of(difference, region.new_answer), rules_of(region.new_rules),
                        rows.empty() ? rows : "; " + rows);
    text += fmt::format("            if {}\n", region_text(difference.space, region.region, missing));
  }
  if (difference.regions > shown) {
    text += fmt::format("          ... {} more{}\n", grouped(difference.regions - shown),
                        verbose ? "" : "; --verbose and --json tell more");
  }
  return text;
}

// What is not known where the time ran out.
std::string undecided_text(const DiffFacts& facts) {
  const Difference& difference = facts.difference;
  if (difference.complete) return "";
  std::string text;
  if (difference.undecided_rows > 0) {
    text += fmt::format("          of {} it is not known; --seconds gives it more time\n",
                        counted(difference.undecided_rows, "row"));
  } else if (!facts.data.empty()) {
    text += "          every row of the file was answered by both models: that count is exact\n";
  }
  if (difference.undecided) {
    text += fmt::format(
        "          undecided are {} of the inputs, if numbers are spread evenly over their training range\n",
        percent(*difference.undecided));
  }
  return text;
}

// Numbers: the largest difference. Labels: an example, where no region is told.
std::string largest_text(const Difference& difference) {
  std::string text;
  if (difference.task == Task::regression) {
    if (!difference.where.empty()) {
      text += fmt::format("largest   {} at {}\n", shortest(difference.largest),
                          row_text(difference.space, difference.where));
    }
    if (!difference.complete && difference.largest_at_most > difference.largest &&
        std::isfinite(difference.largest_at_most)) {
      text += fmt::format("{}no input differs by more than {}\n", text.empty() ? "largest   " : "          ",
                          shortest(difference.largest_at_most));
    }
  } else if (difference.regions == 0 && !difference.where.empty()) {
    text += fmt::format("example   {} -> {} at {}\n", name_of(difference, difference.where_old),
                        name_of(difference, difference.where_new), row_text(difference.space, difference.where));
  }
  return text;
}

std::string answers_text(const DiffFacts& facts) {
  const Difference& difference = facts.difference;
  const std::string domain = domain_text(difference.space, facts.complete_rows);
  if (difference.same_answers()) {
    const std::string same =
        facts.tolerance > 0 ? fmt::format("differ by at most {}", shortest(facts.tolerance)) : "are the same";
    return fmt::format("answers   {} for {}\n", same, domain);
  }
  if (!difference.complete && difference.regions == 0 && difference.where.empty() && difference.differing_rows == 0) {
    return "answers   no difference was found before the time ran out; --seconds gives it more\n" +
           undecided_text(facts) + fmt::format("inputs    {}\n", domain) + largest_text(difference);
  }
  const std::string where = difference.regions > 0 ? " in " + counted(difference.regions, "region") : "";
  const std::string found = difference.complete ? "" : " that were found before the time ran out";
  std::string text = "answers   differ" + where + (difference.regions > 0 ? found : "");
  if (!facts.data.empty()) {
    text += fmt::format("{} for {} of {}", where.empty() ? "" : ",",
                        share_of_rows(difference, difference.differing_rows, difference.differing_weight),
                        in_quotes(facts.data, 60));
  }
  text += "\n";
  if (difference.regions == 0) {
    text += "          no whole region of such inputs was found before the time ran out; --seconds gives it more\n";
  }
  text += undecided_text(facts);
  text += fmt::format("inputs    {}\n", domain);
  text += largest_text(difference);
  for (std::size_t i = 0; i < difference.changes.size(); ++i) {
    const AnswerChange& change = difference.changes[i];
    const std::string regions = change.regions > 0 ? counted(change.regions, "region") : "";
    const std::string rows = facts.data.empty() ? "" : share_of_rows(difference, change.rows, change.weight);
    text += fmt::format("{}{} -> {}: {}{}{}\n", i == 0 ? "changes   " : "          ", name_of(difference, change.from),
                        name_of(difference, change.to), regions, regions.empty() || rows.empty() ? "" : ", ", rows);
  }
  return text;
}

std::string tests_text(const Difference& difference, bool verbose) {
  if (difference.moved.empty()) return "";
  const std::size_t shown = verbose ? difference.moved.size() : std::min(kMovedShown, difference.moved.size());
  std::string text =
      fmt::format("tests     {} the same, {} not:\n", grouped(difference.same_tests), grouped(difference.moved.size()));
  for (std::size_t i = 0; i < shown; ++i) {
    const MovedTest& moved = difference.moved[i];
    text += fmt::format("          {} -> {}\n", moved.from, moved.to);
  }
  if (shown < difference.moved.size()) {
    text += fmt::format("          ... {} more\n", grouped(difference.moved.size() - shown));
  }
  return text;
}

std::string lines_text(const char* head, const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += fmt::format("{:<10}{}\n", text.empty() ? head : "", line);
  return text;
}

std::string file_text(const char* head, const ComparedFile& file) {
  return fmt::format("{:<10}{}: {}; trained on {}\n", head, printable(file.path, 200), to_text(file.size),
                     counted(file.rows, "row"));
}

std::vector<std::string> changed_columns(const Model& before, const Model& after) {
  std::vector<std::string> lines;
  const auto find = [](const Model& model, const std::string& name) {
    const auto found = std::ranges::find(model.features, name, &Feature::name);
    return found == model.features.end() ? nullptr : &*found;
  };
  for (const Feature& feature : before.features) {
    if (find(after, feature.name) == nullptr) lines.push_back(fmt::format("without {}", in_quotes(feature.name, 60)));
  }
  for (const Feature& feature : after.features) {
    const Feature* const old = find(before, feature.name);
    if (old == nullptr) {
      lines.push_back(fmt::format("with {}", in_quotes(feature.name, 60)));
      continue;
    }
    const auto old_words = category_of_words(*old);
    const auto new_words = category_of_words(feature);
    const auto more =
        std::ranges::count_if(new_words, [&](const auto& word) { return !old_words.contains(word.first); });
    const auto fewer =
        std::ranges::count_if(old_words, [&](const auto& word) { return !new_words.contains(word.first); });
    if (more > 0 || fewer > 0) {
      lines.push_back(fmt::format("{}: {} more, {} fewer", in_quotes(feature.name, 60),
                                  counted(static_cast<std::size_t>(more), "word"),
                                  grouped(static_cast<std::size_t>(fewer))));
    }
  }
  return lines;
}

std::vector<std::string> changed_settings(const Model& before, const Model& after) {
  std::vector<std::string> lines;
  const auto compare = [&](const std::string& what, const std::string& from, const std::string& to) {
    if (from != to) {
      lines.push_back(fmt::format("{}: {} -> {}", printable(what), from.empty() ? "none" : printable(from),
                                  to.empty() ? "none" : printable(to)));
    }
  };
  const auto score = [](const Model& model) {
    const auto& evaluation = model.provenance.evaluation;
    return evaluation ? score_text(model.task, evaluation->score) : std::string();
  };
  compare("target", before.target, after.target);
  compare("missing values", std::string(to_string(before.missing)), std::string(to_string(after.missing)));
  compare("trees", std::string(to_string(before.combination)), std::string(to_string(after.combination)));
  compare("tool", before.provenance.tool, after.provenance.tool);
  if (before.provenance.data_sha256 != after.provenance.data_sha256) lines.push_back("trained with another file");
  compare("rows", grouped(before.provenance.rows), grouped(after.provenance.rows));
  std::map<std::string, std::pair<std::string, std::string>> options;
  for (const auto& [name, value] : before.provenance.options) options[name].first = value;
  for (const auto& [name, value] : after.provenance.options) options[name].second = value;
  for (const auto& [name, values] : options) compare(name, values.first, values.second);
  compare("estimate", score(before), score(after));
  return lines;
}

nlohmann::ordered_json file_json(const ComparedFile& file) {
  return {{"file", file.path}, {"tree", to_json(file.size)}, {"rows", file.rows}};
}

nlohmann::ordered_json rules_json(const RuleRange& rules) {
  if (rules.first == 0) return nullptr;
  return {rules.first, rules.last};
}

}  // namespace

DiffFacts diff_facts(const Model& before, const std::string& before_path, const Model& after,
                     const std::string& after_path, Difference difference) {
  DiffFacts facts;
  facts.before = {before_path, tree_size(before), before.provenance.rows};
  facts.after = {after_path, tree_size(after), after.provenance.rows};
  facts.difference = std::move(difference);
  facts.columns = changed_columns(before, after);
  facts.settings = changed_settings(before, after);
  return facts;
}

std::string to_text(const DiffFacts& facts, bool verbose) {
  return file_text("old", facts.before) + file_text("new", facts.after) + answers_text(facts) +
         regions_text(facts, verbose) + tests_text(facts.difference, verbose) + lines_text("columns", facts.columns) +
         lines_text("settings", facts.settings);
}

nlohmann::ordered_json to_json(const DiffFacts& facts) {
  const Difference& difference = facts.difference;
  const bool rows = !facts.data.empty();
  nlohmann::ordered_json json = {{"old", file_json(facts.before)},
                                 {"new", file_json(facts.after)},
                                 {"same_answers", difference.same_answers()},
                                 {"complete", difference.complete},
                                 {"inputs", domain_json(difference.space, facts.complete_rows)},
                                 {"regions_found", difference.regions}};
  if (rows) {
    json["rows"] = {{"file", facts.data},
                    {"rows", difference.rows},
                    {"differing", difference.differing_rows},
                    {"share", difference.weight > 0 ? difference.differing_weight / difference.weight : 0}};
    if (!difference.complete) json["rows"]["undecided"] = difference.undecided_rows;
  }
  if (difference.task == Task::regression) {
    json["tolerance"] = facts.tolerance;
    json["largest_difference"] = difference.largest;
    json["largest_at_most"] = number_json(difference.largest_at_most);
    json["witness"] =
        difference.where.empty() ? nlohmann::ordered_json(nullptr) : row_json(difference.space, difference.where);
  } else {
    json["changes"] = nlohmann::ordered_json::array();
    for (const AnswerChange& change : difference.changes) {
      nlohmann::ordered_json entry = {{"old", answer_json(difference, change.from)},
                                      {"new", answer_json(difference, change.to)},
                                      {"regions", change.regions}};
      if (rows) entry["rows"] = change.rows;
      json["changes"].push_back(std::move(entry));
    }
  }
  if (difference.undecided) json["undecided_share"] = *difference.undecided;
  if (difference.task == Task::classification && !difference.where.empty()) {
    json["example"] = {{"row", row_json(difference.space, difference.where)},
                       {"old", answer_json(difference, difference.where_old)},
                       {"new", answer_json(difference, difference.where_new)}};
  }
  const MissingWords missing = facts.complete_rows ? MissingWords::never : MissingWords::where_decided;
  json["regions"] = nlohmann::ordered_json::array();
  for (const DiffRegion& region : difference.kept) {
    nlohmann::ordered_json entry = {{"old", answer_json(difference, region.old_answer)},
                                    {"new", answer_json(difference, region.new_answer)},
                                    {"old_rules", rules_json(region.old_rules)},
                                    {"new_rules", rules_json(region.new_rules)},
                                    {"text", region_text(difference.space, region.region, missing)},
                                    {"conditions", region_json(difference.space, region.region)},
                                    {"witness", row_json(difference.space, witness(difference.space, region.region))}};
    if (rows) {
      entry["rows"] = region.rows;
    } else {
      entry["training_share_at_most"] = std::min(region.old_most, region.new_most);
    }
    json["regions"].push_back(std::move(entry));
  }
  json["tests"] = {{"same", difference.same_tests}, {"moved", nlohmann::ordered_json::array()}};
  for (const MovedTest& moved : difference.moved) {
    json["tests"]["moved"].push_back({{"column", moved.column}, {"old", moved.from}, {"new", moved.to}});
  }
  json["columns"] = facts.columns;
  json["settings"] = facts.settings;
  return json;
}

}  // namespace espalier
