#include "grow/feature_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "grow/attribute_view.hpp"
#include "grow/criteria.hpp"

namespace espalier {
namespace {

bool measured_in_bits(Criterion criterion) {
  return criterion == Criterion::information_gain || criterion == Criterion::gain_ratio;
}

// C4.5's charge for having been able to choose among many cuts: the bits it takes to say which one. It has no meaning
// in other units.
double charge(const GrowOptions& options, std::size_t cuts_tried) {
  if (!options.charge_cuts || !measured_in_bits(options.criterion)) return 0;
  return std::log2(static_cast<double>(cuts_tried));
}

template <typename Id>
void count_labels(const CaseLists<Id>& lists, std::span<const Id> entries, std::size_t classes, ClassSums& sums) {
  sums.counts.assign(classes, 0);
  sums.cases = static_cast<std::uint32_t>(entries.size());
  for (const Id entry : entries) ++sums.counts[lists.labels[CaseLists<Id>::case_of(entry)]];
}

template <typename Id>
LevelSums sum_levels(const CaseLists<Id>& lists, std::span<const Id> entries, double center) {
  LevelSums sums;
  sums.cases = static_cast<std::uint32_t>(entries.size());
  for (const Id entry : entries) sums.sum += lists.levels[CaseLists<Id>::case_of(entry)] - center;
  return sums;
}

template <typename Id>
double weight_of(const CaseLists<Id>& lists, std::span<const Id> entries, const WeightScale& scale) {
  if (lists.weights.empty()) return static_cast<double>(entries.size());
  std::int64_t units = 0;
  for (const Id entry : entries) units += scale.units(lists.weights[CaseLists<Id>::case_of(entry)]);
  return scale.weight(units);
}

template <typename Id>
std::vector<ValueCase> value_cases(const NodeCases<Id>& node, std::uint32_t feature, std::span<const Id> entries) {
  const TrainingSet& training = node.plan.training;
  std::vector<ValueCase> cases;
  cases.reserve(entries.size());
  for (const Id entry : entries) {
    const Case item = node.lists.at(CaseLists<Id>::case_of(entry));
    cases.push_back({training.value(feature, item.row), training.responses[item.row], item.weight});
  }
  return cases;
}

std::vector<std::uint32_t> codes_up_to(double code) {
  std::vector<std::uint32_t> codes(static_cast<std::size_t>(code) + 1);
  std::iota(codes.begin(), codes.end(), 0U);
  return codes;
}

template <typename Id>
Gap gap_of(const NodeCases<Id>& node, const ListedColumn& column, const OfferedTest& offered) {
  if (column.packed) return {column.packing.lower, column.packing.upper};
  const TrainingSet& training = node.plan.training;
  if (offered.between_bins) {
    const BinnedColumn& bins = training.bins[column.feature];
    return {bins.highest[offered.between_bins->first], bins.lowest[offered.between_bins->second]};
  }
  const std::span<const Id> known = node.known_in(column.feature);
  const auto row = [&](std::size_t place) { return node.lists.rows[CaseLists<Id>::case_of(known[place])]; };
  return training.gap_between_rows(column.feature, row(offered.cut.boundary - 1), row(offered.cut.boundary));
}

// Whether the value is known, as a test of its own.
std::optional<Candidate> presence_test(const TrainingSet& training, const Tally& whole, const Cases& without,
                                       bool with_split_info) {
  Tally known = whole;
  Tally missing = whole.emptied();
  for (const Case& item : without) {
    missing.add(training.responses[item.row], item.weight);
    known.remove(training.responses[item.row], item.weight);
  }
  if (known.weight() < training.min_leaf || missing.weight() < training.min_leaf) return std::nullopt;
  const double gained = whole.gained_by(known.purity() + missing.purity());
  if (gained <= 0) return std::nullopt;
  Candidate candidate;
  candidate.test = TestKind::present;
  candidate.missing_child = 1;
  candidate.gain = gained / whole.weight();
  const double branches[] = {known.weight(), missing.weight()};
  if (with_split_info) candidate.split_info = split_info(branches, 0);
  return candidate;
}

OfferedTest offer(std::uint32_t feature, std::optional<Candidate> candidate) {
  OfferedTest offered;
  offered.worth.feature = feature;
  if (!candidate) return offered;
  candidate->feature = feature;
  offered.worth.gain = candidate->gain;
  offered.worth.split_info = candidate->split_info;
  offered.candidate = std::move(candidate);
  return offered;
}

}  // namespace

Candidate cut_between(const SearchPlan& plan, std::uint32_t feature, const Gap& gap) {
  const TrainingSet& training = plan.training;
  Candidate candidate;
  candidate.feature = feature;
  if (training.data.features[feature].kind == ColumnKind::ordinal) {
    candidate.test = TestKind::member;
    candidate.categories = codes_up_to(gap.below);
    return candidate;
  }
  candidate.test = TestKind::less_equal;
  // Intervals without rows here belong to the lower side.
  const auto& cuts = training.features[feature].cuts;
  candidate.gap = training.is_discretised(feature) ? *cuts[static_cast<std::size_t>(gap.above) - 1].gap : gap;
  return candidate;
}

// C4.5's MinSplit keeps cuts from shaving slivers off large nodes.
CutLimits cut_limits(const SearchPlan& plan, double known_weight, double level_grid) {
  CutLimits limits;
  limits.least_side = plan.training.min_leaf;
  if (plan.sums == CutSums::variance) limits.grid = level_grid;
  if (!plan.options.min_cut_share) return limits;
  const double share = known_weight / (10.0 * static_cast<double>(plan.training.data.labels.size()));
  limits.least_side = std::max(limits.least_side, std::min(share, 25.0));
  return limits;
}

void price_cut(const SearchPlan& plan, double node_weight, double taking_part, OfferedTest& offered) {
  const double gained = offered.cut.gained - charge(plan.options, offered.cut.tried);
  if (gained <= 0) return;
  offered.worth.gain = gained / node_weight;
  if (plan.options.criterion != Criterion::gain_ratio) return;
  const double branches[] = {offered.cut.below, taking_part - offered.cut.below};
  offered.worth.split_info = split_info(branches, node_weight - taking_part);
}

template <typename Id>
bool FeatureSearch<Id>::missing_counts(const NodeCases<Id>& node, std::uint32_t feature) const {
  const MissingPolicy policy = plan_.options.missing;
  if (policy != MissingPolicy::learned && policy != MissingPolicy::own_category) return false;
  return node.known_of(feature) < node.segment.size();
}

template <typename Id>
CutLimits FeatureSearch<Id>::limits(const NodeCases<Id>& node, std::uint32_t feature) const {
  const double known = plan_.options.min_cut_share ? weight_of(node.lists, node.known_in(feature), plan_.training.scale) : 0;
  return cut_limits(plan_, known, node.levels.grid);
}

template <typename Id>
void FeatureSearch<Id>::scan_classes(const NodeCases<Id>& node, std::uint32_t feature, bool missing_below,
                                     FoundCut& best) {
  const std::span<const Id> known = node.known_in(feature);
  const std::span<const Id> missing = node.missing_in(feature);
  const std::size_t classes = node.classes.counts.size();
  const ClassSums* whole = &node.classes;
  if (missing_below) {
    count_labels(node.lists, missing, classes, start_);
  } else {
    start_.counts.assign(classes, 0);
    start_.cases = 0;
  }
  if (!missing.empty() && !missing_counts(node, feature)) {
    count_labels(node.lists, known, classes, whole_);
    whole = &whole_;
  }
  const std::uint8_t* labels = node.lists.labels.data();
  const CutLimits cut_limits = limits(node, feature);
  switch (plan_.sums) {
    case CutSums::two_classes: scan_cuts(known, TwoClassSides(labels, *whole, start_), cut_limits, best); break;
    case CutSums::gini: scan_cuts(known, GiniSides(labels, *whole, start_, scratch_), cut_limits, best); break;
    default:
      scan_cuts(known, EntropySides(labels, plan_.logs.data(), *whole, start_, scratch_), cut_limits, best);
      break;
  }
}

template <typename Id>
void FeatureSearch<Id>::scan_levels(const NodeCases<Id>& node, std::uint32_t feature, bool missing_below,
                                    FoundCut& best) {
  const std::span<const Id> known = node.known_in(feature);
  const std::span<const Id> missing = node.missing_in(feature);
  const LevelFacts& levels = node.levels;
  LevelSums whole{levels.sum, static_cast<std::uint32_t>(node.segment.size())};
  if (!missing.empty() && !missing_counts(node, feature)) whole = sum_levels(node.lists, known, levels.center);
  const LevelSums start = missing_below ? sum_levels(node.lists, missing, levels.center) : LevelSums{};
  scan_cuts(known, VarianceSides(node.lists.levels.data(), levels.center, levels.grid, whole, start),
            limits(node, feature), best);
}

template <typename Id>
void FeatureSearch<Id>::scan_tallies(const NodeCases<Id>& node, const Tally& tally, std::uint32_t feature,
                                     bool missing_below, FoundCut& best) {
  const std::span<const Id> known = node.known_in(feature);
  const std::span<const Id> missing = node.missing_in(feature);
  const std::vector<std::uint32_t>& responses = plan_.training.responses;
  std::optional<Tally> of_known;
  if (!missing.empty() && !missing_counts(node, feature)) {
    of_known.emplace(tally.emptied());
    for (const Case& item : node.lists.cases(known)) of_known->add(responses[item.row], item.weight);
  }
  const Cases start = missing_below ? node.lists.cases(missing) : Cases{};
  scan_cuts(known, TallySides<Lists>(node.lists, responses, of_known ? *of_known : tally, start), limits(node, feature),
            best);
}

template <typename Id>
void FeatureSearch<Id>::scan(const NodeCases<Id>& node, const Tally* tally, std::uint32_t feature, bool missing_below,
                             FoundCut& best) {
  switch (plan_.sums) {
    case CutSums::tallies: scan_tallies(node, *tally, feature, missing_below, best); break;
    case CutSums::variance: scan_levels(node, feature, missing_below, best); break;
    default: scan_classes(node, feature, missing_below, best); break;
  }
}

template <typename Id>
OfferedTest FeatureSearch<Id>::best_cut(const NodeCases<Id>& node, const Tally* tally, std::uint32_t feature,
                                        double floor) {
  OfferedTest offered;
  offered.worth.feature = feature;
  offered.cut.gained = floor;
  scan(node, tally, feature, false, offered.cut);
  if (missing_counts(node, feature)) {
    FoundCut other;
    other.gained = offered.cut.gained;
    scan(node, tally, feature, true, other);
    if (other.boundary != 0) {
      offered.cut = other;
      offered.missing_below = true;
    }
  }
  if (offered.cut.boundary == 0) return offered;
  const bool all = plan_.options.criterion != Criterion::gain_ratio || missing_counts(node, feature);
  price_cut(plan_, node.weight, all ? node.weight : weight_of(node.lists, node.known_in(feature), plan_.training.scale), offered);
  return offered;
}

template <typename Id>
OfferedTest FeatureSearch<Id>::best(const NodeCases<Id>& node, const Tally* tally, std::uint32_t feature,
                                    double floor) {
  if (plan_.is_split_by_category(feature)) {
    const AttributeView view =
        make_view(plan_.training, plan_.options, feature, value_cases(node, feature, node.known_in(feature)),
                  value_cases(node, feature, node.missing_in(feature)), *tally);
    return offer(feature, best_category_test(view));
  }
  OfferedTest offered = best_cut(node, tally, feature, floor);
  if (!plan_.asks_presence(feature) || !missing_counts(node, feature)) return offered;
  const bool with_split_info = plan_.options.criterion == Criterion::gain_ratio;
  OfferedTest presence = offer(
      feature, presence_test(plan_.training, *tally, node.lists.cases(node.missing_in(feature)), with_split_info));
  return presence.worth.gain > offered.worth.gain ? std::move(presence) : std::move(offered);
}

template <typename Id>
Candidate realise(const NodeCases<Id>& node, const ListedColumn& column, const OfferedTest& offered) {
  if (offered.candidate) return *offered.candidate;
  const std::uint32_t feature = offered.worth.feature;
  Candidate candidate = cut_between(node.plan, feature, gap_of(node, column, offered));
  candidate.gain = offered.worth.gain;
  candidate.split_info = offered.worth.split_info;
  const MissingPolicy policy = node.plan.options.missing;
  const bool missing_took_part = policy == MissingPolicy::learned || policy == MissingPolicy::own_category;
  if (missing_took_part && node.known_of(feature) < node.segment.size()) {
    candidate.missing_child = offered.missing_below ? 0 : 1;
  }
  return candidate;
}

template class FeatureSearch<std::uint16_t>;
template class FeatureSearch<std::uint32_t>;
template Candidate realise(const NodeCases<std::uint16_t>&, const ListedColumn&, const OfferedTest&);
template Candidate realise(const NodeCases<std::uint32_t>&, const ListedColumn&, const OfferedTest&);

}  // namespace espalier
