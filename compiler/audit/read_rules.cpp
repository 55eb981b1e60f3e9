#include "audit/read_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "emit/rules_json.hpp"
#include "model/blend.hpp"
#include "support/json_document.hpp"

namespace espalier {
namespace {

constexpr std::array<std::string_view, 8> kOps = {"<=", ">", "within", "in", "not in", "known", "missing", "never"};
constexpr std::array<std::string_view, 1> kFormat = {"espalier-rules"};
constexpr std::array<std::string_view, 1> kOrder = {"first"};
constexpr std::array<std::string_view, 9> kConditionKeys = {"column", "op",        "value",   "above", "upto",
                                                            "values", "otherwise", "missing", "share"};
constexpr std::array<std::string_view, 10> kBlendedKeys = {"column", "op",        "value",   "above", "upto",
                                                           "values", "otherwise", "missing", "share", "known"};

using StatedCondition = RulesFile::Condition;
using Rule = RulesFile::Rule;

class Reader {
 public:
  Reader(const JsonDocument& document, const Model& model) : document_(document), model_(model) {}

  std::vector<Rule> rules(std::size_t entry) const {
    return read_array(document_, entry, [this](const JsonDocument&, std::size_t item) { return rule(item); });
  }

  std::vector<std::vector<std::uint32_t>> costs(std::size_t entry) const {
    auto costs = read_array(document_, entry, [](const JsonDocument& document, std::size_t row) {
      return read_array(document, row, read_index);
    });
    for (const auto& row : costs) require(row.size() == model_.labels.size(), entry, "a row needs a cost per label");
    require(costs.size() == model_.labels.size(), entry, "expected a row per label");
    return costs;
  }

  std::vector<RulesFile::RulesOfTree> trees(std::size_t entry) const {
    return read_array(document_, entry, [this](const JsonDocument& document, std::size_t item) {
      const Fields fields(document, item);
      RulesFile::RulesOfTree tree;
      if (const auto output = fields.find("output")) tree.output = read_index(document, *output);
      require(tree.output < std::max<std::size_t>(1, model_.sums.base.size()), item, "there is no such output");
      tree.rules = rules(fields.at("rules"));
      return tree;
    });
  }

  BlendThreshold threshold(std::size_t entry) const {
    const Fields fields(document_, entry);
    const BlendThreshold threshold{read_index(document_, fields.at("label")),
                                   read_index(document_, fields.at("share"))};
    require(model_.labels.size() == 2 && threshold.label < 2, fields.at("label"), "expected one of two labels");
    return threshold;
  }

 private:
  void require(bool kept, std::size_t entry, const std::string& rule) const {
    if (!kept) refuse(document_, entry, rule);
  }

  template <typename Texts>
  std::uint32_t position(std::size_t entry, const Texts& texts, std::string_view noun) const {
    const std::string text = read_string(document_, entry);
    const auto found = std::find(texts.begin(), texts.end(), text);
    require(found != texts.end(), entry, fmt::format("the model has no such {}", noun));
    return static_cast<std::uint32_t>(found - texts.begin());
  }

  Rule rule(std::size_t entry) const {
    const Fields fields(document_, entry);
    Rule rule;
    rule.id = read_index(document_, fields.at("id"));
    rule.conditions = read_array(document_, fields.at("conditions"),
                                 [this](const JsonDocument&, std::size_t item) { return condition(item); });
    if (model_.combination != Combination::single) {
      addend(fields, entry, rule);
      return rule;
    }
    if (model_.task == Task::regression) {
      rule.value = read_number(document_, fields.at("answer"));
      if (const auto scaled = fields.find("scaled")) {
        rule.scaled = static_cast<std::int32_t>(read_number(document_, *scaled));
      }
      return rule;
    }
    rule.label = position(fields.at("answer"), model_.labels, "label");
    for (const double share : read_array(document_, fields.at("probabilities"), read_number)) {
      rule.probabilities.push_back(static_cast<float>(share));
    }
    require(rule.probabilities.size() == model_.labels.size(), entry, "expected a probability per label");
    if (const auto shares = fields.find("shares")) rule.shares = read_array(document_, *shares, read_index);
    if (const auto support = fields.find("support")) rule.support = read_index(document_, *support);
    require(rule.shares.empty() || rule.shares.size() == model_.labels.size(), entry, "expected a share per label");
    return rule;
  }

  // What a rule of one of several trees adds.
  void addend(const Fields& fields, std::size_t entry, Rule& rule) const {
    switch (leaf_answer(model_)) {
      case LeafAnswer::label: rule.label = position(fields.at("answer"), model_.labels, "label"); break;
      case LeafAnswer::value: rule.adds = {read_number(document_, fields.at("value"))}; break;
      case LeafAnswer::shares:
        rule.adds = read_array(document_, fields.at("shares"), read_number);
        require(rule.adds.size() == model_.labels.size(), entry, "expected a share per label");
        break;
    }
  }

  // The flags of the categories that a list names.
  std::vector<bool> flags(std::size_t entry, const Feature& feature) const {
    std::vector<bool> listed(feature.categories.size(), false);
    for (const std::uint32_t c : read_array(document_, entry, [&](const JsonDocument&, std::size_t item) {
           return position(item, feature.categories, "category");
         })) {
      listed[c] = true;
    }
    return listed;
  }

  StatedCondition condition(std::size_t entry) const {
    const Fields fields(document_, entry);
    fields.allow_only(fields.find("share") ? NameList(kBlendedKeys) : NameList(kConditionKeys));
    StatedCondition condition;
    std::vector<std::string> names;
    for (const Feature& feature : model_.features) names.push_back(feature.name);
    condition.feature = position(fields.at("column"), names, "column");
    const Feature& feature = model_.features[condition.feature];
    condition.categorical = feature.kind == FeatureKind::categorical;
    condition.op = static_cast<RulesFile::Op>(read_choice(document_, fields.at("op"), kOps));
    operands(fields, feature, condition);
    condition.countable.assign(feature.categories.size(), true);
    if (const auto known = fields.find("known")) condition.countable = flags(*known, feature);
    if (const auto otherwise = fields.find("otherwise")) {
      condition.otherwise = read_array(document_, *otherwise,
                                       [this](const JsonDocument&, std::size_t item) { return this->condition(item); });
    }
    if (const auto share = fields.find("share")) condition.share = read_index(document_, *share);
    if (const auto missing = fields.find("missing")) condition.when_missing = read_boolean(document_, *missing);
    return condition;
  }

  void operands(const Fields& fields, const Feature& feature, StatedCondition& condition) const {
    const bool categorical = condition.categorical;
    switch (condition.op) {
      case RulesFile::Op::less_equal: condition.upto = read_number(document_, fields.at("value")); break;
      case RulesFile::Op::greater: condition.above = read_number(document_, fields.at("value")); break;
      case RulesFile::Op::within:
        condition.above = read_number(document_, fields.at("above"));
        condition.upto = read_number(document_, fields.at("upto"));
        break;
      case RulesFile::Op::in:
      case RulesFile::Op::not_in:
        require(categorical, fields.at("op"), "the column is numeric");
        condition.listed = flags(fields.at("values"), feature);
        return;
      default: return;
    }
    require(!categorical, fields.at("op"), "the column is categorical");
  }

  const JsonDocument& document_;
  const Model& model_;
};

// The category of a value that counts as known; numbers are known unless they are NaN.
bool is_known(const StatedCondition& condition, double value) {
  if (!condition.categorical) return !std::isnan(value);
  return value >= 0 && value < static_cast<double>(condition.countable.size()) &&
         condition.countable[static_cast<std::size_t>(value)];
}

bool holds_for_known(const StatedCondition& condition, double value) {
  const auto listed = [&] { return condition.listed[static_cast<std::size_t>(value)]; };
  switch (condition.op) {
    case RulesFile::Op::less_equal: return value <= condition.upto;
    case RulesFile::Op::greater: return value > condition.above;
    case RulesFile::Op::within: return value > condition.above && value <= condition.upto;
    case RulesFile::Op::in: return listed();
    case RulesFile::Op::not_in: return !listed();
    case RulesFile::Op::known: return true;
    case RulesFile::Op::missing:
    case RulesFile::Op::never: break;
  }
  return false;
}

bool holds(const StatedCondition& condition, Row row) {
  if (is_known(condition, row[condition.feature])) return holds_for_known(condition, row[condition.feature]);
  for (const StatedCondition& other : condition.otherwise) {
    if (is_known(other, row[other.feature])) return holds_for_known(other, row[other.feature]);
  }
  return condition.when_missing;
}

bool applies(const Rule& rule, Row row) {
  return std::all_of(rule.conditions.begin(), rule.conditions.end(),
                     [&](const StatedCondition& condition) { return holds(condition, row); });
}

// What arrives at a rule of 2^31.
std::uint32_t weight_at(const Rule& rule, Row row) {
  std::uint32_t weight = kWholeWeight;
  for (const StatedCondition& condition : rule.conditions) {
    if (condition.share && !is_known(condition, row[condition.feature])) {
      weight = part_of(weight, *condition.share);
    } else if (!holds(condition, row)) {
      weight = 0;
    }
    if (weight == 0) break;
  }
  return weight;
}

std::uint32_t least_cost(const std::vector<std::uint32_t>& shares,
                         const std::vector<std::vector<std::uint32_t>>& costs) {
  std::uint32_t best = 0;
  std::uint64_t least = UINT64_MAX;
  for (std::uint32_t answer = 0; answer < shares.size(); ++answer) {
    std::uint64_t cost = 0;
    for (std::size_t actual = 0; actual < shares.size(); ++actual) {
      cost += std::uint64_t{shares[actual]} * costs[actual][answer];
    }
    if (cost >= least) continue;
    least = cost;
    best = answer;
  }
  return best;
}

}  // namespace

RulesFile::RulesFile(std::string_view text, const std::string& name, const Model& model)
    : regression_(model.task == Task::regression) {
  const JsonDocument document = parse_json(text, name);
  const Fields fields(document, 0);
  read_choice(document, fields.at("format"), kFormat);
  const bool several = model.combination != Combination::single;
  in_order_ = !several && is_list(only_tree(model));
  const std::uint64_t known_version = rules_version(model);
  if (const std::size_t version = fields.at("version"); read_whole(document, version) != known_version) {
    refuse(document, version,
           fmt::format("rules of {} are version {}",
                       several     ? "several trees"
                       : in_order_ ? "a decision list"
                                   : "a single tree",
                       known_version));
  }
  const std::size_t task = fields.at("task");
  if (read_choice<Task>(document, task) != model.task) refuse(document, task, "the model's is another");
  const Reader reader(document, model);
  if (const auto blend = fields.find("blend")) {
    blends_ = true;
    const Fields parts(document, *blend);
    if (regression_) {
      exponent_ = static_cast<int>(read_number(document, parts.at("exponent")));
    } else {
      costs_ = reader.costs(parts.at("costs"));
      if (const auto extras = parts.find("extras")) {
        smoothing_.extras = read_array(document, *extras, read_index);
        if (smoothing_.extras.size() != costs_.size()) refuse(document, *extras, "expected one per label");
        smoothing_.sum = std::accumulate(smoothing_.extras.begin(), smoothing_.extras.end(), std::uint32_t{0});
      }
      if (const auto threshold = parts.find("threshold")) threshold_ = reader.threshold(*threshold);
    }
  }
  if (several) {
    combination_ = read_choice<Combination>(document, fields.at("combination"));
    const Fields sums(document, fields.at("sums"));
    sums_.arithmetic = read_choice<Arithmetic>(document, sums.at("arithmetic"));
    if (const auto base = sums.find("base")) sums_.base = read_array(document, *base, read_number);
    if (const auto link = sums.find("link")) sums_.link = read_choice<ScoreLink>(document, *link);
    labels_ = model.labels.size();
    trees_ = reader.trees(fields.at("trees"));
    if (sums_.base != model.sums.base) refuse(document, fields.at("sums"), "the model's are others");
  } else {
    if (in_order_) read_choice(document, fields.at("order"), kOrder);
    rules_ = reader.rules(fields.at("rules"));
  }
}

GivenAnswer RulesFile::single(const Rule& rule) const {
  GivenAnswer answer;
  answer.label = rule.label;
  answer.value = rule.value;
  answer.rule = rule.id;
  answer.probabilities = rule.probabilities;
  return answer;
}

std::optional<GivenAnswer> RulesFile::blended(Row row) const {
  const Rule* largest = nullptr;
  BlendedRow blend;
  if (!regression_) blend.shares.assign(costs_.size(), 0);
  for (const Rule& rule : rules_) {
    const std::uint32_t weight = weight_at(rule, row);
    if (weight == 0) continue;
    if (weight > blend.largest) {
      blend.largest = weight;
      blend.rule = rule.id;
      largest = &rule;
    }
    for (std::size_t i = 0; i < std::min(rule.shares.size(), blend.shares.size()); ++i) {
      blend.shares[i] += part_of(weight, rule.shares[i]);
    }
    blend.support += part_of(weight, rule.support);
    blend.value_sum += std::int64_t{weight} * rule.scaled;
  }
  if (largest == nullptr) return std::nullopt;
  GivenAnswer answer = single(*largest);
  answer.blended = blend;
  if (blend.largest == kWholeWeight) return answer;
  if (regression_) {
    const std::int64_t value = blend.value_sum / 256;  // a whole number, as the header has it
    answer.value = std::ldexp(static_cast<double>(value), -(exponent_ + 23));
    return answer;
  }
  answer.label = label_of(blend);
  for (std::size_t i = 0; i < blend.shares.size(); ++i) {
    const std::uint32_t share = smoothing_.smoothed(blend.shares[i], blend.support, i);
    answer.probabilities[i] = static_cast<float>(static_cast<double>(share) / kWholeWeight);
  }
  return answer;
}

std::uint32_t RulesFile::label_of(const BlendedRow& blend) const {
  if (!threshold_) return least_cost(blend.shares, costs_);
  const std::uint32_t label = threshold_->label;
  return threshold_->decide(smoothing_.smoothed(blend.shares[label], blend.support, label));
}

namespace {

// Of a list. Its last rule always applies.
const Rule* first_rule(const std::vector<Rule>& rules, Row row) {
  const auto first = std::ranges::find_if(rules, [&](const Rule& rule) { return applies(rule, row); });
  return first == rules.end() ? nullptr : &*first;
}

// The only rule that applies; none if there is not exactly one.
const Rule* only_rule(const std::vector<Rule>& rules, Row row) {
  const auto matches = [&](const Rule& rule) { return applies(rule, row); };
  const auto first = std::find_if(rules.begin(), rules.end(), matches);
  if (first == rules.end() || std::any_of(first + 1, rules.end(), matches)) return nullptr;
  return &*first;
}

double in_precision(Arithmetic arithmetic, double value) {
  return arithmetic == Arithmetic::float32 ? static_cast<float>(value) : value;
}

}  // namespace

std::optional<GivenAnswer> RulesFile::added_up(Row row) const {
  GivenAnswer answer;
  std::vector<double> sums = sums_.base;
  if (combination_ != Combination::sum) sums.assign(std::max<std::size_t>(1, labels_), 0.0);
  const auto add = [&](std::size_t place, double amount) {
    sums[place] = in_precision(sums_.arithmetic, sums[place] + amount);
  };
  for (double& sum : sums) sum = in_precision(sums_.arithmetic, sum);
  for (const RulesOfTree& tree : trees_) {
    const Rule* rule = only_rule(tree.rules, row);
    if (rule == nullptr) return std::nullopt;
    answer.rules.push_back(rule->id);
    if (combination_ == Combination::vote) add(rule->label, 1);
    for (std::size_t i = 0; i < rule->adds.size(); ++i) {
      add(tree.output + i, in_precision(sums_.arithmetic, rule->adds[i]));
    }
  }
  if (combination_ != Combination::sum) {
    const bool units = sums_.arithmetic == Arithmetic::whole && !regression_ && combination_ == Combination::mean;
    const double divisor = static_cast<double>(trees_.size()) * (units ? kWholeShare : 1);
    for (double& sum : sums) sum = in_precision(sums_.arithmetic, sum / divisor);
    if (!regression_) {
      for (const double share : sums) answer.probabilities.push_back(static_cast<float>(share));
    }
  }
  if (regression_) {
    answer.value = sums_.link == ScoreLink::exponential ? std::exp(sums[0]) : sums[0];
  } else if (sums.size() < labels_) {
    answer.label = sums[0] > 0 ? 1 : 0;
  } else {
    answer.label = static_cast<std::uint32_t>(std::max_element(sums.begin(), sums.end()) - sums.begin());
  }
  return answer;
}

std::optional<GivenAnswer> RulesFile::answer(Row row) const {
  if (combination_ != Combination::single) return added_up(row);
  if (blends_) return blended(row);
  const Rule* rule = in_order_ ? first_rule(rules_, row) : only_rule(rules_, row);
  return rule == nullptr ? std::nullopt : std::optional(single(*rule));
}

}  // namespace espalier
