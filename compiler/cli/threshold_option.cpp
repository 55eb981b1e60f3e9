#include "cli/threshold_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/option_values.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr const char* kGoals = "recall:R, precision:P, f1, cost, or a probability above 0 and below 1";

[[noreturn]] void refuse_goal(const std::string& given, const std::string& word) {
  const std::vector<std::string> words = {"recall", "precision", "f1", "cost"};
  const std::string near = did_you_mean(word, words);
  usage(fmt::format("--threshold-for {}: expected {} after the last =", in_quotes(given), kGoals),
        near.empty() ? "for example --threshold-for yes=recall:0.8" : near);
}

double parse_share(const std::string& given, std::string_view text) {
  const auto share = parse_number(text);
  if (share && *share > 0 && *share <= 1) return *share;
  const bool percents = text.ends_with('%') || (share && *share > 1 && *share <= 100);
  usage(fmt::format("--threshold-for {}: expected a share above 0 and at most 1 after the :", in_quotes(given)),
        percents ? "write a share, such as 0.8 for 80 %" : "for example --threshold-for yes=recall:0.8");
}

ThresholdGoal parse_goal(const std::string& given, const std::string& text) {
  if (text == "f1") return {0, ThresholdAim::f1, 0};
  if (text == "cost") return {0, ThresholdAim::cost, 0};
  const std::size_t colon = text.find(':');
  const std::string word = text.substr(0, colon);
  if (colon != std::string::npos && (word == "recall" || word == "precision")) {
    const ThresholdAim aim = word == "recall" ? ThresholdAim::recall : ThresholdAim::precision;
    return {0, aim, parse_share(given, std::string_view(text).substr(colon + 1))};
  }
  if (word == "recall" || word == "precision") {
    usage(fmt::format("--threshold-for {}: how much {}?", in_quotes(given), word),
          fmt::format("for example {}:0.8, for 80 %", word));
  }
  if (const auto probability = parse_number(text)) {
    if (*probability > 0 && *probability < 1) return {0, ThresholdAim::fixed, *probability};
    usage(fmt::format("--threshold-for {}: a probability is above 0 and below 1", in_quotes(given)),
          *probability > 1 && *probability <= 100 ? "write a share, such as 0.25 for 25 %" : "");
  }
  refuse_goal(given, word);
}

// What helps with a class that is not there.
std::string help_with_label(const std::string& label, const ThresholdGoal& goal, const std::vector<std::string>& labels,
                            const std::vector<std::string>& shown) {
  for (const std::string_view word : {"recall", "precision"}) {  // present=recall=0.8
    const std::size_t end = label.size() > word.size() && label.ends_with(word) ? label.size() - word.size() - 1 : 0;
    if (end > 0 && std::find(labels.begin(), labels.end(), label.substr(0, end)) != labels.end()) {
      return fmt::format("a colon stands behind {}: {}={}:{}", word, printable(label.substr(0, end), 40), word,
                         to_string(goal));
    }
  }
  const std::string near = did_you_mean(label, labels);
  return near.empty() ? fmt::format("there are {}", enumerate(shown, 8)) : near;
}

}  // namespace

void ThresholdOption::add_to(OptionGroups& options) {
  options.group("Weights and costs")
      .add_options()(
          "threshold-for", text(&text_, "LABEL=GOAL"),
          "two classes: answer LABEL from a probability on that is chosen on the training rows, by trees that "
          "have not seen them: recall:R finds the share R of its rows with the best precision, precision:P is "
          "right in the share P of the answers with the largest recall, f1 has the largest F1, cost the least "
          "cost; or the probability itself");
}

void ThresholdOption::check(bool has_costs) {
  if (!given()) return;
  const std::size_t equals = text_.rfind('=');
  if (equals == std::string::npos) {
    usage(fmt::format("--threshold-for {}: expected a class, = and {}", in_quotes(text_), kGoals),
          "for example --threshold-for yes=recall:0.8");
  }
  label_ = text_.substr(0, equals);
  goal_ = parse_goal(text_, text_.substr(equals + 1));
  if (goal_.aim == ThresholdAim::cost && !has_costs) {
    usage(fmt::format("--threshold-for {} needs --cost-matrix: what does a wrong answer cost?", in_quotes(text_)),
          "name a file with --cost-matrix, or choose by recall:R, precision:P or f1");
  }
}

std::optional<ThresholdGoal> ThresholdOption::goal(const Dataset& data) const {
  if (!given()) return std::nullopt;
  if (data.task == Task::regression) {
    usage(fmt::format("--threshold-for is about probabilities of classes, and the target {} is a number",
                      in_quotes(data.target)),
          "leave it out, or use --task classification");
  }
  std::vector<std::string> shown;
  for (const std::string& label : data.labels) shown.push_back(in_quotes(label, 40));
  if (data.labels.size() != 2) {
    usage(fmt::format("--threshold-for is for two classes, and the target {} has {}: {}", in_quotes(data.target),
                      data.labels.size(), enumerate(shown, 8)),
          data.labels.size() > 2 ? "--class-weight and --cost-matrix weigh several classes against each other" : "");
  }
  const auto found = std::find(data.labels.begin(), data.labels.end(), label_);
  if (found == data.labels.end()) {
    usage(fmt::format("--threshold-for: there is no class {}", in_quotes(label_)),
          help_with_label(label_, goal_, data.labels, shown));
  }
  ThresholdGoal goal = goal_;
  goal.label = static_cast<std::uint32_t>(found - data.labels.begin());
  return goal;
}

}  // namespace espalier::cli
