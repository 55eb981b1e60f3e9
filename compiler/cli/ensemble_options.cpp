#include "cli/ensemble_options.hpp"

#include <fmt/format.h>

#include <charconv>

#include "cli/option_values.hpp"
#include "learn/boost.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

ColumnsTried parse_columns(const std::string& given) {
  if (given == "sqrt") return {ColumnsTried::Rule::square_root, 0};
  if (given == "third") return {ColumnsTried::Rule::third, 0};
  if (given == "all") return {ColumnsTried::Rule::all, 0};
  ColumnsTried columns{ColumnsTried::Rule::number, 0};
  const char* const end = given.data() + given.size();
  const auto [stop, error] = std::from_chars(given.data(), end, columns.number);
  if (error != std::errc() || stop != end || columns.number == 0) {
    usage(fmt::format("--columns {}: expected sqrt, third, all or a whole number of at least 1", in_quotes(given)),
          "sqrt is usual");
  }
  return columns;
}

}  // namespace

void EnsembleOption::add_to(OptionGroups& options) {
  options.group("Several trees")
      .add_options()  //
      ("ensemble",
       one_of<EnsembleKind>("--ensemble", "KIND", kind_,
                            {{"bagging", EnsembleKind::bagging},
                             {"forest", EnsembleKind::forest},
                             {"extra-trees", EnsembleKind::extra_trees},
                             {"boost", EnsembleKind::boost}}),
       "many trees that answer together: bagging (each grown from rows that are drawn with replacement), forest (which "
       "also tries only some of the columns at each node), extra-trees (all rows, and tests that are drawn) or boost "
       "(each mends what those before it have left; their steps are added up)")  //
      ("trees", whole<std::size_t>("--trees", "N", [this](std::size_t n) { trees_ = n; }),
       "so many of them (default 100); boost: rounds (default 200), of more than two classes with a tree for each")  //
      ("columns", text(&columns_text_, "N"),
       "forest, extra-trees, boost: how many columns are tried at a node: sqrt (default; extra-trees of numbers: all), "
       "third, all or N")  //
      ("rows", number("--rows", "SHARE", rows_, {0, 1, true, false}),
       "the share of the rows that a tree is grown from (default 1; boost: 0.5)")  //
      ("replace", one_of<bool>("--replace", "YES", replace_, {{"yes", true}, {"no", false}}),
       "rows are drawn with replacement, so that some come several times and some not at all (default yes; no for "
       "extra-trees)")  //
      ("combine",
       one_of<Combination>("--combine", "HOW", combine_, {{"mean", Combination::mean}, {"vote", Combination::vote}}),
       "the answer is the label with the largest mean of the trees' probabilities (mean), or the one that most trees "
       "answer (vote; default with a cost matrix)")  //
      ("learning-rate", number("--learning-rate", "X", learning_rate_, {0, 1, true, false}),
       "boost: the part of each tree's steps that is taken (default 0.1)")  //
      ("l2", number("--l2", "X", l2_, {}),
       "boost: what is added to the weight of a leaf, so that few rows say little (default 1)")  //
      ("min-child-weight", number("--min-child-weight", "X", least_bend_, {}),
       "boost: what the rows of a branch weigh at least (default 1); of classes, a row weighs p(1-p) by the "
       "probability "
       "of its answer")  //
      ("early-stop", number("--early-stop", "SHARE", held_out_, {0, 1, true, true}),
       "boost: hold out this share of the rows, and keep the rounds that helped them")  //
      ("patience", whole<std::size_t>("--patience", "N", [this](std::size_t n) { patience_ = n; }),
       "--early-stop: end when N rounds in a row have not helped (default 20)");
}

const char* EnsembleOption::name() const {
  switch (kind_.value_or(EnsembleKind::none)) {
    case EnsembleKind::none: break;
    case EnsembleKind::bagging: return "bagging";
    case EnsembleKind::forest: return "forest";
    case EnsembleKind::extra_trees: return "extra-trees";
    case EnsembleKind::boost: return "boost";
  }
  return "none";
}

void EnsembleOption::check() {
  if (!kind_) {
    const auto needs = [](bool is_given, const char* option) {
      if (is_given) usage(fmt::format("{} is about several trees", option), "add --ensemble forest, or leave it out");
    };
    needs(trees_.has_value(), "--trees");
    needs(!columns_text_.empty(), "--columns");
    needs(rows_.has_value(), "--rows");
    needs(replace_.has_value(), "--replace");
    needs(combine_.has_value(), "--combine");
    check_boosting();
    return;
  }
  if (trees_ && (*trees_ == 0 || *trees_ > kMostTrees)) {
    usage(fmt::format("--trees {}: expected a whole number from 1 to {}", *trees_, grouped(kMostTrees)),
          "100 is usual");
  }
  if (!columns_text_.empty()) {
    if (*kind_ == EnsembleKind::bagging) {
      usage("--columns: bagging tries all columns at every node", "--ensemble forest tries some of them");
    }
    columns_ = parse_columns(columns_text_);
  }
  check_boosting();
}

void EnsembleOption::check_boosting() const {
  if (!boosts()) {
    const auto needs = [](bool is_given, const char* option) {
      if (is_given) usage(fmt::format("{} is about boosting", option), "add --ensemble boost, or leave it out");
    };
    needs(learning_rate_.has_value(), "--learning-rate");
    needs(l2_.has_value(), "--l2");
    needs(least_bend_.has_value(), "--min-child-weight");
    needs(held_out_.has_value(), "--early-stop");
    needs(patience_.has_value(), "--patience");
    return;
  }
  if (replace_) usage("--replace: boost draws rows without replacement", "--rows SHARE says how many; leave it out");
  if (combine_) usage("--combine: the steps of boost are added up", "leave it out");
  if (patience_ && !held_out_) usage("--patience goes with --early-stop", "add --early-stop 0.2, or leave it out");
  if (patience_ == std::size_t{0}) usage("--patience 0: at least 1 round has to pass", "20 is usual");
}

EnsembleOptions EnsembleOption::in_effect(const Dataset& data, bool costs) const {
  if (!kind_) return {};
  EnsembleOptions options = usual_ensemble(*kind_, data.task);
  options.trees = trees_.value_or(options.trees);
  options.columns = columns_.value_or(options.columns);
  options.rows = rows_.value_or(options.rows);
  options.with_replacement = replace_.value_or(options.with_replacement);
  if (options.columns.rule == ColumnsTried::Rule::number && options.columns.number > data.features.size()) {
    usage(fmt::format("--columns {}: the data has {}", options.columns.number, counted(data.features.size(), "column")),
          "--columns all tries all of them");
  }
  if (boosts()) {
    options.boost.learning_rate = learning_rate_.value_or(options.boost.learning_rate);
    options.boost.l2 = l2_.value_or(options.boost.l2);
    options.boost.least_bend = least_bend_.value_or(options.boost.least_bend);
    options.boost.held_out = held_out_.value_or(options.boost.held_out);
    options.boost.patience = patience_.value_or(options.boost.patience);
    const std::size_t most = kMostTrees / scores_per_row(data);
    if (options.trees > most) {
      usage(fmt::format("--trees {}: with a tree for each of {} that is more than the {} that a model may have",
                        options.trees, counted(data.labels.size(), "class"), grouped(kMostTrees)),
            fmt::format("at most {} rounds", grouped(most)));
    }
    return options;
  }
  if (combine_ == Combination::vote && data.task == Task::regression) {
    usage(fmt::format("--combine vote is for classes, and the target {} is a number", in_quotes(data.target)),
          "leave it out: numbers are averaged");
  }
  if (combine_ == Combination::mean && costs) {
    usage("--combine mean answers with the most probable label, whatever a wrong answer costs",
          "leave it out: with --cost-matrix each tree votes for the label that costs least");
  }
  options.combination = combine_.value_or(costs ? Combination::vote : options.combination);
  return options;
}

}  // namespace espalier::cli
