#include "learn/step_areas.hpp"

#include <algorithm>
#include <cstdint>

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

}  // namespace espalier
