#include "emit/rule_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "emit/escape.hpp"
#include "model/interpret.hpp"
#include "support/number_text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kRunsShown = 6;

// "2-4, 7" from 2, 3, 4, 7.
std::string runs(std::span<const std::uint32_t> rules) {
  std::string out;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < rules.size();) {
    std::size_t last = i;
    while (last + 1 < rules.size() && rules[last + 1] == rules[last] + 1) ++last;
    if (shown == kRunsShown) return out + fmt::format(", ... {}", rules.back());
    if (shown++ > 0) out += ", ";
    out += last == i ? fmt::format("{}", rules[i]) : fmt::format("{}-{}", rules[i], rules[last]);
    i = last + 1;
  }
  return out;
}

bool answers_medians(const Model& model) {
  const auto& options = model.provenance.options;
  return std::find(options.begin(), options.end(),
                   std::pair<std::string, std::string>("criterion", "absolute-deviation")) != options.end();
}

}  // namespace

std::string weight_text(double weight) {
  return std::floor(weight) == weight ? fmt::format("{:.0f}", weight) : fixed(weight, 2);
}

RuleNotes::RuleNotes(const Model& model) : regression_(model.task == Task::regression) {
  const Tree& tree = only_tree(model);
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  std::size_t rules = 0;
  for (const std::uint32_t number : numbers) rules += number > 0 ? 1 : 0;
  weight_.assign(rules + 1, 0);
  right_.assign(rules + 1, 0);
  answer_.assign(rules + 1, "");
  const std::string_view statistic = answers_medians(model) ? "median" : "mean";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == 0) continue;
    const Node& node = tree.nodes[i];
    weight_[numbers[i]] = node.weight();
    if (regression_) {
      answer_[numbers[i]] = fmt::format("{} {}", statistic, shortest(node.value));
      continue;
    }
    right_[numbers[i]] = node.counts[node.label];
    answer_[numbers[i]] = comment_text(model.labels[node.label], 40);
  }
}

std::string RuleNotes::note(std::span<const std::uint32_t> rules) const {
  double weight = 0;
  double right = 0;
  for (const std::uint32_t rule : rules) {
    weight += weight_[rule];
    right += right_[rule];
  }
  const std::string which = fmt::format("{} {}", rules.size() == 1 ? "rule" : "rules", runs(rules));
  if (weight == 0) return which + ": no training rows";
  const std::string rows = fmt::format("{}: {} {}", which, weight_text(weight), weight == 1 ? "row" : "rows");
  if (regression_) return fmt::format("{}, {}", rows, answer_[rules.front()]);
  return fmt::format("{}, {} {}", rows, percent(right / weight), answer_[rules.front()]);
}

}  // namespace espalier
