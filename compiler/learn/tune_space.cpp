#include "learn/tune_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "grow/options.hpp"
#include "grow/training_set.hpp"
#include "learn/ensemble.hpp"

namespace espalier {
namespace {

constexpr std::size_t kHand = 4;
constexpr double kRowsPerLeaf = 15;        // the largest leaves asked for: so many of them make up the data
constexpr double kDepthPerDoubling = 1.5;  // the deepest limit: a tree that halves its rows has one per doubling

// Without more than two values, all kinds of tests on words come down to the same one.
bool has_words(const Dataset& data) {
  return std::any_of(data.features.begin(), data.features.end(), [](const FeatureColumn& column) {
    return column.kind == ColumnKind::categorical && column.categories.size() > 2;
  });
}

std::vector<std::string> depths(std::size_t rows) {
  const double most = kDepthPerDoubling * std::log2(static_cast<double>(std::max<std::size_t>(2, rows)));
  std::vector<std::string> values = {""};
  for (const int depth : {2, 3, 4, 5, 6, 8, 10, 12, 15, 20}) {
    if (depth <= std::max(3.0, most)) values.push_back(std::to_string(depth));
  }
  return values;
}

// By default columns of few words are split by sets; where there are others, these may be, too.
std::vector<std::string> tests_on_words(const Dataset& data) {
  std::vector<std::string> values = {"", "equal", "multiway"};
  const std::size_t rows = telling_rows(data);
  const bool sets_everywhere =
      std::all_of(data.features.begin(), data.features.end(), [&](const FeatureColumn& column) {
        return split_for(CategoricalSplit::automatic, rows, column.categories.size()) == CategoricalSplit::subset;
      });
  if (!sets_everywhere) values.emplace_back("subset");
  return values;
}

// The default is among them already.
std::vector<std::string> leaf_sizes(const Dataset& data, bool weighed) {
  const auto all = static_cast<double>(data.rows());
  const double usual = usual_options(Algorithm::cart, data.task).min_leaf.value;
  std::vector<std::string> values = {""};
  if (weighed) {  // nobody knows what a weight of 5 is
    for (const double share : {0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0}) {
      if (share * all / 100 >= 1.5) values.push_back(fmt::format("{}%", share));
    }
    return values;
  }
  for (const int size : {1, 2, 3, 5, 7, 10, 20, 30, 50, 100, 200, 500, 1000, 2000}) {
    if (size != usual && size * kRowsPerLeaf <= all) values.push_back(std::to_string(size));
  }
  return values;
}

std::vector<SettingChoice> ways_to_grow(const Dataset& data, bool weighed) {
  std::vector<SettingChoice> choices;
  if (data.task == Task::classification) {
    // ID3 refuses missing values and has no limit of its own; error is blind to most of what a test gains.
    choices.push_back({"algorithm", {"", "c45"}});
    choices.push_back({"criterion", {"", "gini", "information-gain", "gain-ratio"}});
  } else {
    // Absolute deviations take many times as long as squares, and the score is a square.
    choices.push_back({"criterion", {"", "", "", "absolute-deviation"}});
  }
  if (has_words(data)) choices.push_back({"categorical-split", tests_on_words(data)});
  choices.push_back({"max-depth", depths(data.rows())});
  choices.push_back({"min-leaf", leaf_sizes(data, weighed)});
  return choices;
}

// Several trees. What is not said is what usual_ensemble() has.

// Of large and of many small trees, leaves of a fiftieth of the rows are large.
std::vector<std::string> leaf_sizes_of_several(const Dataset& data, bool weighed) {
  constexpr double kLeavesAtLeast = 50;
  if (weighed) return leaf_sizes(data, true);
  const double usual = usual_options(Algorithm::cart, data.task).min_leaf.value;
  std::vector<std::string> values = {""};
  for (const int size : {1, 2, 3, 5, 10, 20, 50, 100}) {
    const bool small = size * kLeavesAtLeast <= static_cast<double>(data.rows());
    if (size != usual && (size <= 3 || small)) values.push_back(std::to_string(size));
  }
  return values;
}

std::vector<std::string> depths_of_several(std::size_t rows) {
  std::vector<std::string> values;
  for (const std::string& depth : depths(rows)) {
    if (depth != "2" && depth != "3" && depth != "5") values.push_back(depth);
  }
  return values;
}

// Those that mean different numbers of columns, and not the usual one.
std::vector<std::string> columns_tried(const Dataset& data, EnsembleKind kind) {
  const std::size_t all = data.features.size();
  const std::size_t root = ColumnsTried{ColumnsTried::Rule::square_root, 0}.of(all);
  const std::size_t usual = usual_ensemble(kind, data.task).columns.of(all);
  std::vector<std::string> values = {""};
  std::vector<std::size_t> numbers = {usual};
  const auto add = [&](const std::string& value, std::size_t number) {
    if (number == 0 || number > all || std::find(numbers.begin(), numbers.end(), number) != numbers.end()) return;
    numbers.push_back(number);
    values.push_back(value);
  };
  add("sqrt", root);
  add("third", ColumnsTried{ColumnsTried::Rule::third, 0}.of(all));
  add("all", all);
  for (const std::size_t number : {root / 2, 2 * root, 4 * root}) add(std::to_string(number), number);
  return values;
}

std::vector<SettingChoice> ways_to_boost(const Dataset& data) {
  std::vector<SettingChoice> choices = {
      {"learning-rate", {"", "0.03", "0.05", "0.2", "0.3"}}, {"max-depth", {"", "2", "3", "4", "8"}},
      {"min-child-weight", {"", "0.1", "3", "10"}},          {"l2", {"", "0", "3", "10"}},
      {"columns", columns_tried(data, EnsembleKind::boost)}, {"rows", {"", "0.7", "1"}}};
  if (has_words(data)) choices.push_back({"categorical-split", {"", "equal"}});
  return choices;
}

// Rounds are not drawn but counted: trees are grown once for all of them.
std::vector<Settings> rounds_to_boost() {
  return {{}, {{"trees", "50"}}, {{"trees", "100"}}, {{"trees", "400"}}};
}

std::vector<SettingChoice> ways_to_grow_several(const Dataset& data, const SpaceWishes& wishes) {
  const EnsembleKind kind = wishes.ensemble;
  const bool classes = data.task == Task::classification;
  const bool bagging = kind == EnsembleKind::bagging;
  std::vector<SettingChoice> choices;
  if (bagging && classes) choices.push_back({"algorithm", {"", "c45"}});
  if (classes) choices.push_back({"criterion", {"", "gini", "information-gain"}});
  if (has_words(data)) choices.push_back({"categorical-split", tests_on_words(data)});
  choices.push_back({"max-depth", depths_of_several(data.rows())});
  choices.push_back({"min-leaf", leaf_sizes_of_several(data, wishes.weighed)});
  if (bagging && classes) choices.push_back({"prune", {"", "none", "pessimistic", "error-based"}});
  if (!bagging) choices.push_back({"columns", columns_tried(data, kind)});
  if (kind == EnsembleKind::extra_trees) {
    choices.push_back({"replace", {"", "yes"}});
  } else {
    choices.push_back({"rows", {"", "0.5", "0.7"}});
    choices.push_back({"replace", {"", "no"}});
  }
  if (classes && wishes.select_by && judges_probabilities(*wishes.select_by)) {
    choices.push_back({"smoothing", {"", "laplace", "m:1", "m:5"}});
  }
  return choices;
}

TuneSpace space_of_several(const Dataset& data, const SpaceWishes& wishes) {
  const bool boosts = wishes.ensemble == EnsembleKind::boost;
  TuneSpace space;
  space.growing = boosts ? ways_to_boost(data) : ways_to_grow_several(data, wishes);
  space.pruning = boosts ? rounds_to_boost() : std::vector<Settings>{{}};
  space.smoothing = {"smoothing", {""}};
  return space;
}

std::vector<Settings> ways_to_prune(Task task) {
  std::vector<Settings> ways = {{{"prune", "cost-complexity"}}, {{"prune", "none"}}};
  if (task == Task::regression) return ways;
  ways.push_back({{"prune", "cost-complexity"}, {"risk", "impurity"}});
  ways.push_back({{"prune", "pessimistic"}});
  for (const char* confidence : {"0.01", "0.05", "0.1", "0.25", "0.5"}) {
    ways.push_back({{"prune", "error-based"}, {"confidence", confidence}});
  }
  return ways;
}

const Setting* find(const Settings& settings, const std::string& option) {
  const auto found =
      std::find_if(settings.begin(), settings.end(), [&](const Setting& setting) { return setting.option == option; });
  return found == settings.end() ? nullptr : &*found;
}

// What of a way to prune is left to say where some of it was given; nothing if it contradicts that.
std::optional<Settings> beside(const Settings& given, const Settings& way) {
  Settings rest;
  for (const Setting& setting : way) {
    const Setting* const fixed = find(given, setting.option);
    if (fixed == nullptr) {
      rest.push_back(setting);
    } else if (*fixed != setting) {
      return std::nullopt;
    }
  }
  return rest;
}

void respect(const Settings& given, TuneSpace& space) {
  std::erase_if(space.growing, [&](const SettingChoice& choice) { return find(given, choice.option) != nullptr; });
  std::vector<Settings> ways;
  for (const Settings& way : space.pruning) {
    auto rest = beside(given, way);
    if (rest && std::find(ways.begin(), ways.end(), *rest) == ways.end()) ways.push_back(std::move(*rest));
  }
  if (ways.empty()) ways.emplace_back();
  space.pruning = std::move(ways);
  if (find(given, space.smoothing.option) != nullptr) space.smoothing.values = {""};
}

bool varies(const SettingChoice& choice) {
  return std::any_of(choice.values.begin(), choice.values.end(),
                     [&](const std::string& value) { return value != choice.values.front(); });
}

void add(const SettingChoice& choice, std::size_t value, Settings& settings) {
  if (!choice.values[value].empty()) settings.push_back({choice.option, choice.values[value]});
}

}  // namespace

std::string command_line(const Settings& settings) {
  std::string text;
  for (const Setting& setting : settings) {
    text += fmt::format("{}--{} {}", text.empty() ? "" : " ", setting.option, setting.value);
  }
  return text;
}

std::vector<std::string> TuneSpace::searched() const {
  std::vector<std::string> options;
  const auto add_once = [&](const std::string& option) {
    if (std::find(options.begin(), options.end(), option) == options.end()) options.push_back(option);
  };
  for (const SettingChoice& choice : growing) {
    if (varies(choice)) add_once(choice.option);
  }
  for (const Settings& way : pruning) {
    for (const Setting& setting : way) {
      if (pruning.size() > 1) add_once(setting.option);
    }
  }
  if (varies(smoothing)) add_once(smoothing.option);
  return options;
}

TuneSpace tune_space(const Dataset& data, const SpaceWishes& wishes) {
  TuneSpace space;
  if (wishes.ensemble != EnsembleKind::none) {
    space = space_of_several(data, wishes);
    respect(wishes.given, space);
    // Rows that are held out end boosting.
    if (find(wishes.given, "early-stop") != nullptr) space.pruning = {{}};
    return space;
  }
  space.growing = ways_to_grow(data, wishes.weighed);
  space.pruning = ways_to_prune(data.task);
  space.smoothing = {"smoothing", {""}};
  if (wishes.select_by && judges_probabilities(*wishes.select_by)) {
    space.smoothing.values = {"", "none", "laplace", "m:1", "m:5", "m:10"};
  }
  respect(wishes.given, space);
  return space;
}

TuneDraw::TuneDraw(const TuneSpace& space, std::uint64_t seed) : space_(space), engine_(seed) {
  for (const SettingChoice& choice : space_.growing) growing_.push_back({choice.values.size()});
  pruning_ = {space_.pruning.size()};
  smoothing_ = {space_.smoothing.values.size()};
}

std::size_t TuneDraw::deal(Deck& deck) {
  if (deck.left.empty()) {
    for (std::size_t card = 0; card < deck.cards; ++card) deck.left.push_back(card);
    shuffle(deck.left, engine_);
  }
  const std::size_t card = deck.left.back();
  deck.left.pop_back();
  return card;
}

void TuneDraw::deal_hand() {
  grown_by_.clear();
  in_hand_ = std::min(kHand, pruning_.cards * smoothing_.cards);
  for (std::size_t i = 0; i < growing_.size() && !first_; ++i) {
    add(space_.growing[i], deal(growing_[i]), grown_by_);
  }
  first_ = false;
}

Settings TuneDraw::next() {
  if (in_hand_ == 0) deal_hand();
  --in_hand_;
  Settings settings = grown_by_;
  const Settings& way = space_.pruning[deal(pruning_)];
  settings.insert(settings.end(), way.begin(), way.end());
  add(space_.smoothing, deal(smoothing_), settings);
  return settings;
}

}  // namespace espalier
