#include "learn/fold_judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "evaluate/figures.hpp"
#include "evaluate/tree_walk.hpp"
#include "model/interpret.hpp"
#include "prune/cost_complexity.hpp"

namespace espalier {
namespace {

// Sums over the ranks below a place, each of which can change.
class RankSums {
 public:
  explicit RankSums(std::size_t ranks) : nodes_(ranks + 1, 0.0) {}

  void add(std::size_t rank, double amount) {
    for (std::size_t at = rank + 1; at < nodes_.size(); at += at & (~at + 1)) nodes_[at] += amount;
  }
  double below(std::size_t rank) const {
    double sum = 0;
    for (std::size_t at = rank; at > 0; at -= at & (~at + 1)) sum += nodes_[at];
    return sum;
  }

 private:
  std::vector<double> nodes_;
};

// Pairs of a row of the label and another one, with the larger probability for the former; ties by half. Groups of
// rows are added and taken out.
class PairsInOrder {
 public:
  explicit PairsInOrder(std::size_t ranks) : of_label_(ranks), others_(ranks) {}

  void come(std::size_t rank, double of_label, double others) {
    in_order_ += new_pairs(rank, of_label, others);
    change(rank, of_label, others);
  }
  void go(std::size_t rank, double of_label, double others) {
    change(rank, -of_label, -others);
    in_order_ -= new_pairs(rank, of_label, others);
  }
  double in_order() const { return in_order_; }

 private:
  void change(std::size_t rank, double of_label, double others) {
    of_label_.add(rank, of_label);
    others_.add(rank, others);
    all_of_label_ += of_label;
  }
  double new_pairs(std::size_t rank, double of_label, double others) const {
    const double others_below = others_.below(rank);
    const double others_tied = others_.below(rank + 1) - others_below;
    const double tied_or_below = of_label_.below(rank + 1);
    const double tied = tied_or_below - of_label_.below(rank);
    const double above = all_of_label_ - tied_or_below;
    return of_label * (others_below + others_tied / 2) + others * (above + tied / 2) + of_label * others / 2;
  }

  RankSums of_label_;
  RankSums others_;
  double all_of_label_ = 0;
  double in_order_ = 0;
};

struct Ranked {
  std::size_t rank;
  double of_label;
  double others;
};

// The groups' ranks by their probability of the label.
std::vector<Ranked> rank_groups(const std::vector<AnswerGroup>& groups, std::size_t label) {
  std::vector<double> probabilities;
  probabilities.reserve(groups.size());
  for (const AnswerGroup& group : groups) probabilities.push_back(group.distribution[label]);
  std::sort(probabilities.begin(), probabilities.end());
  probabilities.erase(std::unique(probabilities.begin(), probabilities.end()), probabilities.end());
  std::vector<Ranked> ranked;
  for (const AnswerGroup& group : groups) {
    const auto place = std::lower_bound(probabilities.begin(), probabilities.end(), group.distribution[label]);
    double others = 0;
    for (std::size_t other = 0; other < group.weights.size(); ++other) {
      if (other != label) others += group.weights[other];
    }
    ranked.push_back({static_cast<std::size_t>(place - probabilities.begin()), group.weights[label], others});
  }
  return ranked;
}

// What each label's rows weigh: those of any one step.
std::vector<double> label_weights(const std::vector<AnswerGroup>& groups, std::size_t labels) {
  std::vector<double> weights(labels, 0.0);
  for (const AnswerGroup& group : groups) {
    if (group.first > 0 || group.end == 0) continue;
    for (std::size_t label = 0; label < labels; ++label) weights[label] += group.weights[label];
  }
  return weights;
}

}  // namespace

std::vector<double> missed_areas(const std::vector<AnswerGroup>& groups, std::size_t steps, std::size_t labels) {
  struct Event {
    std::size_t step;
    std::uint32_t group;
    bool comes;
  };
  std::vector<Event> events;
  for (std::uint32_t group = 0; group < groups.size(); ++group) {
    if (groups[group].first >= groups[group].end) continue;
    events.push_back({groups[group].first, group, true});
    events.push_back({groups[group].end, group, false});
  }
  // At one step, groups are taken out before others are added, so that no row is counted twice.
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    if (a.step != b.step) return a.step < b.step;
    return a.comes != b.comes ? b.comes : a.group < b.group;
  });
  const std::vector<double> weights = label_weights(groups, labels);
  double all = 0;
  for (const double weight : weights) all += weight;
  std::vector<double> missed(steps, 0.0);
  std::size_t known = 0;
  for (std::size_t label = 0; label < labels; ++label) {
    const double pairs = weights[label] * (all - weights[label]);
    if (pairs <= 0) continue;
    ++known;
    const std::vector<Ranked> ranked = rank_groups(groups, label);
    PairsInOrder count(ranked.size());
    std::size_t next = 0;
    for (std::size_t step = 0; step < steps; ++step) {
      for (; next < events.size() && events[next].step <= step; ++next) {
        const Ranked& group = ranked[events[next].group];
        if (events[next].comes) {
          count.come(group.rank, group.of_label, group.others);
        } else {
          count.go(group.rank, group.of_label, group.others);
        }
      }
      missed[step] += 1 - std::clamp(count.in_order() / pairs, 0.0, 1.0);
    }
  }
  if (known == 0) return {};
  for (double& area : missed) area /= static_cast<double>(known);
  return missed;
}

double charge(Charge by, const std::vector<std::vector<double>>& costs, std::uint32_t actual, std::uint32_t answered,
              std::span<const double> distribution) {
  switch (by) {
    case Charge::brier: return squared_distance(distribution, actual);
    case Charge::log_loss: return logarithmic_loss(distribution[actual]);
    case Charge::mistakes: return answered == actual ? 0 : 1;
    case Charge::costs: break;
  }
  if (answered == actual) return 0;
  return costs.empty() ? 1 : costs[actual][answered];
}

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

}  // namespace

StepLosses::Sums& StepLosses::Sums::operator+=(const Sums& other) {
  losses += other.losses;
  weighted += other.weighted;
  squares += other.squares;
  return *this;
}

StepLosses::Sums& StepLosses::Sums::operator-=(const Sums& other) {
  losses -= other.losses;
  weighted -= other.weighted;
  squares -= other.squares;
  return *this;
}

void StepLosses::add_row(double weight) {
  weight_ += weight;
  squared_weight_ += weight * weight;
}

void StepLosses::add(std::size_t first, std::size_t end, double weight, double loss) {
  const double weighted = weight * loss;
  const Sums sums{weighted, weight * weighted, weighted * weighted};
  sums_[first] += sums;
  sums_[end] -= sums;
}

void StepLosses::add(const StepLosses& other) {
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
  weight_ += other.weight_;
  squared_weight_ += other.squared_weight_;
}

std::vector<MeanLoss> StepLosses::means(std::uint32_t rounds) const {
  std::vector<MeanLoss> means(sums_.size() - 1);
  if (weight_ <= 0) return means;
  Sums sums;
  for (std::size_t i = 0; i < means.size(); ++i) {
    sums += sums_[i];
    const double mean = sums.losses / weight_;
    // The sum of w^2 (x - mean)^2.
    const double spread = sums.squares - 2 * mean * sums.weighted + mean * mean * squared_weight_;
    means[i] = {mean, std::sqrt(std::max(0.0, spread) * rounds) / weight_};
  }
  return means;
}

FoldJudge::FoldJudge(const Dataset& data, const Model& model, RiskMeasure risk, const std::vector<double>& alphas,
                     Charge charge)
    : data_(data), model_(model), steps_(alphas.size()), charge_(charge), walk_(model, only_tree(model), data) {
  const Tree& tree = only_tree(model);
  for (const double critical : critical_alphas(tree, node_risks(model, tree, risk))) {
    first_.push_back(first_step(alphas, critical));
  }
  answering_.assign(tree.nodes.size(), 0);
  above_.assign(tree.nodes.size(), kNone);
  for (std::uint32_t at = 0; at < tree.nodes.size(); ++at) {  // parents before children
    for (const std::uint32_t child : tree.nodes[at].children) {
      const bool later = first_[child] < first_[at];  // the child is a leaf before its parent is
      answering_[child] = later ? child : answering_[at];
      if (later) above_[child] = answering_[at];
    }
  }
  if (model.missing != MissingPolicy::fractional) return;
  blender_ = std::make_unique<Blender>(model);
  for (const Node& node : tree.nodes) {
    shares_.push_back(node.is_leaf() ? std::vector<std::uint32_t>() : branch_shares(tree, node));
  }
}

void FoldJudge::take_distributions() {
  if (distributions_.empty()) distributions_ = class_distributions(model_, only_tree(model_));
}

void FoldJudge::judge(std::span<const std::size_t> rows, std::span<const double> weights, StepLosses& losses) {
  if (charge_ == Charge::brier || charge_ == Charge::log_loss) take_distributions();
  for (const std::size_t row : rows) losses.add_row(weights[row]);
  answer(rows, [&](std::size_t row, const StepAnswer& answer) {
    losses.add(answer.first, answer.end, weights[row], loss(row, answer));
  });
}

std::vector<double> FoldJudge::missed_areas(std::span<const std::size_t> rows, std::span<const double> weights) {
  take_distributions();
  const std::size_t labels = model_.labels.size();
  std::vector<AnswerGroup> groups;
  std::vector<std::uint32_t> group_of(distributions_.size(), kNone);  // per node that answers alone
  answer(rows, [&](std::size_t row, const StepAnswer& answer) {
    std::uint32_t group = answer.node == kNone ? kNone : group_of[answer.node];
    if (group == kNone) {
      group = static_cast<std::uint32_t>(groups.size());
      groups.push_back({answer.first, answer.end, {answer.distribution.begin(), answer.distribution.end()}, {}});
      groups.back().weights.assign(labels, 0.0);
      if (answer.node != kNone) group_of[answer.node] = group;
    }
    groups[group].weights[data_.classes[row]] += weights[row];
  });
  return espalier::missed_areas(groups, steps_, labels);
}

template <typename Use>
void FoldJudge::answer(std::span<const std::size_t> rows, const Use& use) {
  std::array<std::uint32_t, 1024> leaves;
  for (std::size_t first = 0; first < rows.size(); first += leaves.size()) {
    const auto block = rows.subspan(first, std::min(leaves.size(), rows.size() - first));
    walk_.find_leaves(block, std::span(leaves).first(block.size()));
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (leaves[i] == TreeWalk::kDivided) {
        answer_divided(block[i], use);
      } else {
        answer_path(block[i], leaves[i], use);
      }
    }
  }
}

// A category that the node has never seen divides nothing unless a value is missing.
template <typename Use>
void FoldJudge::answer_divided(std::size_t row, const Use& use) {
  if (blends(row)) {
    answer_blend(row, use);
    return;
  }
  std::uint32_t at = 0;
  while (!only_tree(model_).nodes[at].is_leaf()) at = walk_.next(at, row);
  answer_path(row, at, use);
}

bool FoldJudge::blends(std::size_t row) {
  if (!blender_) return false;
  fill_row(data_, row, values_);
  return std::any_of(values_.begin(), values_.end(), [](double value) { return std::isnan(value); });
}

double FoldJudge::loss(std::size_t row, const StepAnswer& answer) const {
  if (model_.task == Task::regression) {
    return (data_.targets[row] - answer.value) * (data_.targets[row] - answer.value);
  }
  return charge(charge_, model_.costs, data_.classes[row], answer.label, answer.distribution);
}

FoldJudge::StepAnswer FoldJudge::answer_of(std::uint32_t at, std::size_t first, std::size_t end) const {
  const Node& node = only_tree(model_).nodes[at];
  const std::span<const double> distribution =
      distributions_.empty() ? std::span<const double>() : std::span<const double>(distributions_[at]);
  return {first, end, node.label, node.value, distribution, at};
}

// At every alpha one node on the row's way answers: the smaller alpha is, the deeper. From the root down.
template <typename Use>
void FoldJudge::answer_path(std::size_t row, std::uint32_t leaf, const Use& use) {
  way_.clear();
  for (std::uint32_t at = answering_[leaf]; at != kNone; at = above_[at]) way_.push_back(at);
  std::size_t end = steps_;
  for (auto at = way_.rbegin(); at != way_.rend(); ++at) {
    if (first_[*at] < end) use(row, answer_of(*at, first_[*at], end));
    end = first_[*at];
  }
}

// A row that is divided is answered by several nodes together: which, and from which step to which. A node that the
// whole row comes to answers alone, at once.
template <typename Use>
std::vector<FoldJudge::Change> FoldJudge::send(std::size_t row, const Use& use) const {
  const Tree& tree = only_tree(model_);
  std::vector<Change> changes;
  std::vector<Part> pending = {{0, kWholeWeight, steps_}};
  while (!pending.empty()) {
    const Part part = pending.back();
    pending.pop_back();
    const Node& node = tree.nodes[part.node];
    const std::size_t first = first_[part.node];
    if (first < part.end && part.weight == kWholeWeight) {
      use(row, answer_of(part.node, first, part.end));
    } else if (first < part.end) {
      changes.push_back({first, part.node, part.weight, true});
      changes.push_back({part.end, part.node, part.weight, false});
    }
    if (first == 0) continue;
    if (const auto branch = branch_if_known(model_, node, values_)) {
      pending.push_back({node.children[*branch], part.weight, first});
      continue;
    }
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const std::uint32_t share = part_of(part.weight, shares_[part.node][i]);
      if (share > 0) pending.push_back({node.children[i], share, first});
    }
  }
  std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) { return a.step < b.step; });
  return changes;
}

template <typename Use>
void FoldJudge::answer_blend(std::size_t row, const Use& use) {
  const std::vector<Change> changes = send(row, use);
  Blend blend;
  blend.shares.assign(model_.labels.size(), 0);
  std::vector<double> distribution(distributions_.empty() ? 0 : model_.labels.size());
  double value = 0;
  std::size_t nodes = 0;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Change& change = changes[i];
    const Node& node = only_tree(model_).nodes[change.node];
    nodes = change.begins ? nodes + 1 : nodes - 1;
    if (model_.task == Task::regression) {
      const double part = node.value * (static_cast<double>(change.weight) / kWholeWeight);
      value += change.begins ? part : -part;
    } else {
      const std::vector<std::uint32_t> shares = label_shares(node);
      for (std::size_t label = 0; label < shares.size(); ++label) {
        const std::uint32_t part = part_of(change.weight, shares[label]);
        blend.shares[label] += change.begins ? part : 0 - part;
      }
      const std::uint32_t support = part_of(change.weight, blender_->smoothing().support_of(node));
      blend.support += change.begins ? support : 0 - support;
    }
    if (nodes == 0 || i + 1 == changes.size() || changes[i + 1].step == change.step) continue;
    const std::uint32_t label = model_.task == Task::regression ? 0 : blender_->label(blend);
    if (!distribution.empty()) {
      const std::vector<std::uint32_t> shares = blender_->probabilities(blend);
      for (std::size_t j = 0; j < distribution.size(); ++j) {
        distribution[j] = static_cast<double>(shares[j]) / kWholeWeight;
      }
    }
    use(row, {change.step, changes[i + 1].step, label, value, distribution, kNone});
  }
}

}  // namespace espalier
