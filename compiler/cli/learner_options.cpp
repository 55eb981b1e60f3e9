#include "cli/learner_options.hpp"

#include <fmt/format.h>

#include "cli/option_values.hpp"
#include "data/bins.hpp"
#include "data/discretize.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

// Rows without missing values need no policy, and emitted code is smaller without one. With missing values, each
// algorithm has its own; ID3 has none, and that of C4.5 keeps no tree monotone.
MissingPolicy default_missing(Algorithm algorithm, const Dataset& data, bool monotone) {
  if (!data.first_missing) return MissingPolicy::refuse;
  switch (algorithm) {
    case Algorithm::id3: return MissingPolicy::refuse;
    case Algorithm::c45: return monotone ? MissingPolicy::learned : MissingPolicy::fractional;
    case Algorithm::cart: break;
  }
  return MissingPolicy::surrogate;
}

bool needs_classes(Discretizer method) {
  return method == Discretizer::mdlp || method == Discretizer::chimerge;
}

template <typename Value>
void set_if_given(const std::optional<Value>& given, Value& value) {
  if (given) value = *given;
}

std::function<void(std::size_t)> into(std::optional<std::size_t>& value) {
  return [&value](std::size_t given) { value = given; };
}

}  // namespace

void LearnerOptions::add_to(OptionGroups& options) {
  add_growing_to(options);
  monotone_.add_to(options);
  add_stopping_to(options);
  weighing_.add_to(options);
  threshold_for_.add_to(options);
  pruning_.add_to(options);
  ensemble_.add_to(options);
}

void LearnerOptions::add_growing_to(OptionGroups& options) {
  options.group("Learning")
      .add_options()  //
      ("algorithm,a", one_of("--algorithm", "NAME", algorithm_),
       "id3, c45 or cart (default): presets for the options below")  //
      ("criterion", one_of("--criterion", "NAME", criterion_),
       "information-gain (id3), gain-ratio (c45), gini (cart) or error; for regression variance (default) or "
       "absolute-deviation")  //
      ("categorical-split", one_of("--categorical-split", "NAME", categorical_),
       "multiway (id3, c45): a branch per value; equal: one value against the rest; subset: some values against the "
       "rest; auto (cart): subset for columns of up to 10 values, or one per 20 rows, and equal for others")  //
      ("group-values", po::bool_switch(&group_values_),
       "multiway: values that are better off together share a branch")  //
      ("threshold", one_of("--threshold", "NAME", threshold_),
       "midpoint (cart, id3) between two values; observed (c45): the largest value below it; round: the shortest "
       "decimal between the two")  //
      ("ties", one_of("--ties", "RULE", ties_),
       "of equally good tests, margin (cart, id3) takes the one with the widest gap between values, then the first "
       "name; first-column (c45) goes by the order of the columns")  //
      ("discretize", text(&discretize_, "HOW"),
       "cut numeric columns into intervals first: equal-width:K, equal-frequency:K, mdlp, chimerge or "
       "chimerge:ALPHA")  //
      ("bins", whole<std::size_t>("--bins", "N", into(bins_)),
       "cut numeric columns of more than N values (2 to 255) between N bins of about as many rows each: much faster on "
       "many rows, and nearly as good")  //
      ("missing", one_of("--missing", "POLICY", missing_),
       "missing values are refused (default for data without any, and of id3), take the branch of most rows (majority) "
       "or the better one (learned), are a value of their own (own-category), are decided by other columns (surrogate, "
       "cart) or go every way with a part of their weight (fractional, c45)")  //
      ("surrogates", whole<std::size_t>("--surrogates", "N", into(surrogates_)),
       "surrogate: at most N for a test (default 5)")  //
      ("smoothing", text(&smoothing_text_, "HOW"),
       "probabilities of a leaf: its shares (none), with one row more of each class (laplace), or with M rows more, of "
       "the classes as all training rows have them (m:M; default m:2); answers stay the same");
}

void LearnerOptions::add_stopping_to(OptionGroups& options) {
  options.group("When to stop")
      .add_options()  //
      ("max-depth", whole<std::size_t>("--max-depth", "N", into(max_depth_)),
       "at most N tests on a path; 0: no limit")  //
      ("max-leaves", whole<std::size_t>("--max-leaves", "N", into(max_leaves_)),
       "at most N leaves, where they gain most; 0: no limit")  //
      ("max-nodes", whole<std::size_t>("--max-nodes", "N", into(max_nodes_)),
       "at most N nodes, where they gain most; 0: no limit")  //
      ("min-split", amount("--min-split", "N", min_split_),
       "split only nodes of at least N rows, or N% of them")  //
      ("min-leaf", amount("--min-leaf", "N", min_leaf_),
       "a branch needs N rows, or N% of them (multiway: two of the branches)")  //
      ("min-gain", number("--min-gain", "X", min_gain_, {}),
       "a test must gain more than X by the criterion")  //
      ("chi-square", number("--chi-square", "ALPHA", chi_square_, {0, 1, true, true}),
       "a test must be significant at level ALPHA, for example 0.05")  //
      ("validate", number("--validate", "SHARE", validate_, {0, 1, true, true}),
       "hold out this share of the rows, and split only where it helps them");
}

void LearnerOptions::check() {
  const GrowOptions defaults = preset(algorithm_.value_or(Algorithm::cart));
  const CategoricalSplit split = categorical_.value_or(defaults.categorical);
  if (group_values_ && split != CategoricalSplit::multiway) {
    usage("--group-values goes with --categorical-split multiway",
          fmt::format("--categorical-split {} is in effect", to_string(split)));
  }
  if (surrogates_ && missing_ && *missing_ != MissingPolicy::surrogate) {
    usage("--surrogates goes with --missing surrogate", fmt::format("--missing {} is in effect", to_string(*missing_)));
  }
  if (bins_ && (*bins_ < kFewestBins || *bins_ > kMostBins)) {
    usage(fmt::format("--bins {}: expected a whole number from {} to {}", *bins_, kFewestBins, kMostBins),
          "without --bins every cut is tried");
  }
  if (bins_ && !discretize_.empty()) {
    usage("--bins and --discretize exclude each other", "both say where numeric columns are cut");
  }
  if (!discretize_.empty()) discretization_ = parse_discretization(discretize_);
  if (!smoothing_text_.empty()) smoothing_ = parse_smoothing(smoothing_text_);
  monotone_.check();
  weighing_.check();
  threshold_for_.check(!weighing_.cost_file().empty());
  pruning_.check();
  ensemble_.check();
  if (ensemble_.given()) check_ensemble();
}

void LearnerOptions::check_ensemble() const {
  if (threshold_for_.given()) {
    usage("--threshold-for is for single trees", "--class-weight balanced makes the trees find rare classes");
  }
  if (validate_) usage("--validate is for single trees", "trees of an ensemble may well be too large for their rows");
  if (missing_ == MissingPolicy::fractional) {
    usage("--missing fractional is for single trees: parts of rows are not added up over several",
          "use --missing learned (the default for several trees), majority or surrogate");
  }
  pruning_.check_for_ensemble();
  if (ensemble_.boosts()) check_boosting();
}

// Each of its trees is a regression on gradients, whatever the task.
void LearnerOptions::check_boosting() const {
  const auto refuse = [](bool is_given, const std::string& option, const char* reason, const char* hint) {
    if (is_given) usage(fmt::format("{}: boosting {}", option, reason), hint);
  };
  const auto named = [](const char* option, const auto& value) {
    return value ? fmt::format("{} {}", option, to_string(*value)) : std::string(option);
  };
  constexpr const char* kLeaveOut = "leave it out";
  refuse(algorithm_.value_or(Algorithm::cart) != Algorithm::cart, named("--algorithm", algorithm_),
         "grows trees of its own, with two branches at each test", "leave it out, or use --ensemble bagging or forest");
  refuse(criterion_.has_value(), named("--criterion", criterion_), "chooses tests by the loss that they save",
         kLeaveOut);
  refuse(categorical_ == CategoricalSplit::multiway, "--categorical-split multiway", "has tests with two branches",
         "use subset, equal or auto");
  refuse(ties_ == TieRule::margin, "--ties margin", "takes the first of equally good tests", kLeaveOut);
  refuse(discretization_.has_value(), "--discretize", "cuts numeric columns into bins by itself",
         "--bins N says how many");
  refuse(smoothing_ && smoothing_->kind != SmoothingKind::none, "--smoothing", "adds up scores, not counts",
         "--l2 X makes leaves of few rows say less");
  refuse(chi_square_.has_value(), "--chi-square", "compares no counts of classes",
         "use --min-gain or --min-child-weight");
  refuse(missing_ == MissingPolicy::surrogate, "--missing surrogate", "sends missing values one way at each test",
         "use --missing learned (the default), own-category or majority");
  refuse(weighing_.costs_columns(), "--attribute-cost", "weighs no columns", kLeaveOut);
  refuse(!weighing_.cost_file().empty(), "--cost-matrix", "answers with the most probable label",
         "use --class-weight, or --ensemble forest, whose trees vote for the label that costs least");
  pruning_.refuse_for_boosting();
}

void LearnerOptions::refuse_ensemble(const char* reason) const {
  if (ensemble_.given()) usage(fmt::format("--ensemble {}: {}", ensemble_.name(), reason), "leave it out");
}

void LearnerOptions::refuse_threshold(const char* reason, const char* hint) const {
  if (threshold_for_.given()) usage(fmt::format("--threshold-for: {}", reason), hint);
}

LearnOptions LearnerOptions::learn(const Dataset& data, std::uint64_t seed, std::size_t threads,
                                   const DataOptions& reading, Warnings& warnings) const {
  refuse_for_task(data);
  LearnOptions options;
  options.threshold_for = threshold_for_.goal(data);
  options.grow = grow(data);
  options.grow.seed = seed;
  options.prune = pruning_.prune(options.grow, data, seed, ensemble_.given());
  options.ensemble = ensemble_.in_effect(data, !options.grow.costs.empty());
  options.ensemble.memory_limit = options.ensemble.kind == EnsembleKind::none ? 0 : reading.memory_limit();
  options.threads = threads;
  options.prune_set = pruning_.read_prune_set(reading, data.weight_column, warnings);
  if (options.prune_set) warn_of_own_judges(options.prune_set->table.sha256, data.data_sha256, warnings);
  pruning_.warn_of_few_rows(data.rows(), warnings);
  return options;
}

LearnOptions LearnerOptions::vary(const Dataset& data, const LearnOptions& read) const {
  refuse_for_task(data);
  LearnOptions options;
  options.grow = grow(data, &read.grow.costs);
  options.grow.seed = read.grow.seed;
  options.prune = pruning_.prune(options.grow, data, read.prune.seed, ensemble_.given());
  options.ensemble = ensemble_.in_effect(data, !options.grow.costs.empty());
  options.ensemble.memory_limit = read.ensemble.memory_limit;
  options.threads = read.threads;
  options.prune_set = read.prune_set;
  return options;
}

void LearnerOptions::give(const Settings& settings) {
  OptionGroups groups;
  add_to(groups);
  const po::options_description options = groups.all();
  for (const auto& [option, value] : settings) {
    const auto semantic = options.find(option, false).semantic();
    boost::any parsed;
    semantic->parse(parsed, {value}, true);
    semantic->notify(parsed);
  }
}

GrowOptions LearnerOptions::grow(const Dataset& data, const CostMatrix* costs) const {
  GrowOptions options = usual_options(algorithm_.value_or(Algorithm::cart), data.task);
  options.missing = default_missing(options.algorithm, data, monotone_.given());
  if (ensemble_.given()) {
    // Each tree sees other holes: the better side is found among the rows that it has. Its probabilities are averaged
    // with those of the others, and need no rows that were never seen.
    if (options.missing != MissingPolicy::refuse) options.missing = MissingPolicy::learned;
    options.smoothing = {};
  }
  if (ensemble_.boosts()) options = boosting_options(options);
  options.group_values = group_values_;
  set_if_given(criterion_, options.criterion);
  set_if_given(categorical_, options.categorical);
  set_if_given(threshold_, options.threshold);
  set_if_given(ties_, options.ties);
  set_if_given(discretization_, options.discretization);
  set_if_given(bins_, options.bins);
  set_if_given(missing_, options.missing);
  set_if_given(surrogates_, options.surrogates);
  set_if_given(smoothing_, options.smoothing);
  set_if_given(max_depth_, options.max_depth);
  set_if_given(max_leaves_, options.max_leaves);
  set_if_given(max_nodes_, options.max_nodes);
  set_if_given(min_split_, options.min_split);
  set_if_given(min_leaf_, options.min_leaf);
  set_if_given(min_gain_, options.min_gain);
  set_if_given(chi_square_, options.chi_square);
  set_if_given(validate_, options.validate);
  if (surrogates_ && options.missing != MissingPolicy::surrogate) {
    usage("--surrogates goes with --missing surrogate",
          fmt::format("--missing {} is in effect for this data", to_string(options.missing)));
  }
  weighing_.apply(data, options, costs);
  monotone_.apply(data, options);
  return options;
}

void LearnerOptions::refuse_for_task(const Dataset& data) const {
  const std::string target = in_quotes(data.target);
  if (data.task == Task::classification) {
    if (!criterion_ || task_of(*criterion_) == Task::classification) return;
    usage(fmt::format("--criterion {} is for numbers, and the target {} has classes", to_string(*criterion_), target),
          "use gini, information-gain, gain-ratio or error, or --task regression");
  }
  if (criterion_ && task_of(*criterion_) == Task::classification) {
    usage(fmt::format("--criterion {} is for classes, and the target {} is a number", to_string(*criterion_), target),
          "use variance or absolute-deviation, or --task classification");
  }
  if (smoothing_ && smoothing_->kind != SmoothingKind::none) {
    usage(fmt::format("--smoothing is about probabilities of classes, and the target {} is a number", target),
          "leave it out, or use --task classification");
  }
  if (chi_square_) {
    usage(fmt::format("--chi-square compares classes, and the target {} is a number", target),
          "use --min-gain, or --task classification");
  }
  if (discretization_ && needs_classes(discretization_->method)) {
    usage(
        fmt::format("--discretize {} looks at classes, and the target {} is a number", in_quotes(discretize_), target),
        "use equal-width:K or equal-frequency:K, or --task classification");
  }
}

}  // namespace espalier::cli
