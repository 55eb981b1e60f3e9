#include "learn/ensemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <span>
#include <utility>

#include "evaluate/tree_walk.hpp"
#include "grow/grow.hpp"
#include "learn/boost.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/random.hpp"
#include "support/text.hpp"

namespace espalier {

std::size_t ColumnsTried::of(std::size_t columns) const {
  const auto all = static_cast<double>(columns);
  switch (rule) {
    case Rule::all: return columns;
    case Rule::square_root: return std::max<std::size_t>(1, static_cast<std::size_t>(std::sqrt(all)));
    case Rule::third: return std::max<std::size_t>(1, columns / 3);
    case Rule::number: break;
  }
  return number;
}

std::string to_string(const ColumnsTried& tried) {
  switch (tried.rule) {
    case ColumnsTried::Rule::all: return "all";
    case ColumnsTried::Rule::square_root: return "sqrt";
    case ColumnsTried::Rule::third: return "third";
    case ColumnsTried::Rule::number: break;
  }
  return std::to_string(tried.number);
}

EnsembleOptions usual_ensemble(EnsembleKind kind, Task task) {
  EnsembleOptions options;
  options.kind = kind;
  const bool classes = task == Task::classification;
  if (kind == EnsembleKind::forest) {
    options.columns.rule = ColumnsTried::Rule::square_root;
  } else if (kind == EnsembleKind::extra_trees) {
    options.columns.rule = classes ? ColumnsTried::Rule::square_root : ColumnsTried::Rule::all;
    options.with_replacement = false;
  } else if (kind == EnsembleKind::boost) {
    options.trees = 200;
    options.rows = 0.5;
    options.columns.rule = ColumnsTried::Rule::square_root;
    options.with_replacement = false;
    options.combination = Combination::sum;
  }
  return options;
}

std::vector<std::pair<std::string, std::string>> describe(const EnsembleOptions& options) {
  if (options.kind == EnsembleKind::none) return {};
  std::vector<std::pair<std::string, std::string>> described = {
      {"ensemble", std::string(to_string(options.kind))},
      {"trees", std::to_string(options.trees)},
      {"rows", shortest(options.rows)},
  };
  if (options.kind != EnsembleKind::bagging) described.emplace_back("columns", to_string(options.columns));
  if (options.kind != EnsembleKind::boost) {
    described.emplace_back("replace", options.with_replacement ? "yes" : "no");
    described.emplace_back("combine", to_string(options.combination));
    return described;
  }
  described.emplace_back("learning-rate", shortest(options.boost.learning_rate));
  described.emplace_back("l2", shortest(options.boost.l2));
  described.emplace_back("min-child-weight", shortest(options.boost.least_bend));
  if (options.boost.held_out > 0) {
    described.emplace_back("early-stop", shortest(options.boost.held_out));
    described.emplace_back("patience", std::to_string(options.boost.patience));
  }
  return described;
}

namespace {

// Places of random_at() under the key of a tree; those of its nodes' choices are others (note [draws] in
// grow/drawn_columns.hpp).
constexpr std::uint64_t kRowDraw = std::uint64_t{1} << 61U;

std::size_t share_of(std::size_t rows, double share) {
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::llround(share * static_cast<double>(rows))));
}

// Calls take(place) for `wanted` of the places 0 ... count - 1, ascending.
template <typename Take>
void draw_each(std::size_t count, std::size_t wanted, std::uint64_t key, const Take& take) {
  for (std::size_t place = 0; place < count && wanted > 0; ++place) {
    if (random_below_at(key, kRowDraw + place, count - place) >= wanted) continue;
    take(place);
    --wanted;
  }
}

// Shares of a whole in whole parts that add up to it: rounded down, and what is left goes to the largest remainders, of
// equal ones to the first.
std::vector<double> whole_shares(const std::vector<double>& distribution) {
  std::vector<double> shares;
  std::vector<double> remainders;
  double left = kWholeShare;
  for (const double share : distribution) {
    const double exact = share * kWholeShare;
    shares.push_back(std::floor(exact));
    remainders.push_back(exact - shares.back());
    left -= shares.back();
  }
  std::vector<std::size_t> order(shares.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
  for (std::size_t i = 0; left > 0; i = (i + 1) % order.size(), --left) ++shares[order[i]];
  for (std::size_t i = order.size(); left < 0; --i, ++left) --shares[order[i - 1]];  // rounding made it more than all
  return shares;
}

std::string gigabytes(std::size_t bytes) {
  return fmt::format("{:.2f} GB", static_cast<double>(bytes) / 1e9);
}

class EnsembleLearner {
 public:
  EnsembleLearner(const Dataset& data, const GrowOptions& grow, const PruneOptions& prune,
                  const EnsembleOptions& options, std::size_t threads)
      : data_(data),
        prune_(prune),
        options_(options),
        threads_(threads),
        grower_(data, tree_options(data, grow, options), threads) {}

  LearnedEnsemble learn(const ProgressReport& progress) {
    LearnedEnsemble learned;
    learned.model = grower_.model_of(Tree());
    std::vector<Tree> trees(options_.trees);
    trees.front() = grow_one(0);
    refuse_large(trees.front());
    in_parallel(
        trees.size() - 1, threads_, [&](std::size_t i) { trees[i + 1] = grow_one(i + 1); }, progress);
    learned.model.trees = std::move(trees);
    combine(learned.model);
    if (options_.out_of_bag && leaves_rows_out(options_)) learned.out_of_bag = answer_left_out(learned.model);
    return learned;
  }

 private:
  static GrowOptions tree_options(const Dataset& data, const GrowOptions& given, const EnsembleOptions& options) {
    GrowOptions grow = given;
    const std::size_t columns = data.features.size();
    const std::size_t tried = options.columns.of(columns);
    grow.tried_columns = tried < columns ? tried : 0;
    grow.random_cuts = options.kind == EnsembleKind::extra_trees;
    return grow;
  }

  std::uint64_t key_of(std::size_t tree) const { return random_at(grower_.options().seed, tree); }

  // How often each row comes.
  std::vector<std::uint32_t> draw(std::size_t tree) const {
    const std::uint64_t key = key_of(tree);
    const std::size_t rows = data_.rows();
    const std::size_t wanted = share_of(rows, options_.rows);
    std::vector<std::uint32_t> copies(rows, 0);
    if (options_.with_replacement) {
      for (std::size_t i = 0; i < wanted; ++i) ++copies[random_below_at(key, kRowDraw + i, rows)];
      return copies;
    }
    draw_each(rows, wanted, key, [&](std::size_t row) { copies[row] = 1; });
    return copies;
  }

  Tree grow_one(std::size_t number) const {
    const std::vector<std::uint32_t> copies = draw(number);
    Model alone = grower_.model_of(grower_.grow(copies, key_of(number)));
    if (prune_.method != PruneMethod::none) alone.trees.front() = pruned(alone, copies);
    return as_one_of_several(std::move(alone));
  }

  Tree pruned(const Model& alone, const std::vector<std::uint32_t>& copies) const {
    const std::span<const double> weights = grower_.weights();
    std::vector<double> grown_from;
    std::vector<double> left_out;
    for (std::size_t row = 0; row < data_.rows(); ++row) {
      grown_from.push_back(weights[row] * copies[row]);
      left_out.push_back(copies[row] == 0 ? weights[row] : 0);
    }
    return prune(alone, prune_, WeightedRows{data_, grown_from}, WeightedRows{data_, left_out}).tree;
  }

  // Leaves keep what they answer, all nodes the weight that came there.
  Tree as_one_of_several(Model alone) const {
    const bool classes = alone.task == Task::classification;
    std::vector<std::vector<double>> distributions;
    if (classes && options_.combination == Combination::mean) {
      distributions = class_distributions(alone, alone.trees.front());
    }
    Tree tree = std::move(alone.trees.front());
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      Node& node = tree.nodes[i];
      node.total = node.weight();
      std::vector<double>().swap(node.counts);
      node.deviation = 0;
      if (!node.is_leaf()) {
        node.label = 0;
        node.value = 0;
      } else if (!distributions.empty()) {
        node.label = 0;
        node.shares = whole_shares(distributions[i]);
      }
    }
    tree.nodes.shrink_to_fit();
    return tree;
  }

  void refuse_large(const Tree& tree) const {
    const bool shares = data_.task == Task::classification && options_.combination == Combination::mean;
    refuse_large_trees(tree, shares ? data_.labels.size() * sizeof(double) : 0, options_.trees, options_.memory_limit);
  }

  void combine(Model& model) const {
    model.combination = options_.combination;
    model.costs.clear();  // the labels of leaves have been chosen with them in mind
    model.smoothing = {};
    if (model.task == Task::classification) return;
    model.sums.exponent = exponent_for(model);
    for (Tree& tree : model.trees) {
      for (Node& node : tree.nodes)
        node.value = std::ldexp(units_of(node.value, model.sums.exponent), -model.sums.exponent);
    }
  }

  static double units_of(double value, int exponent) { return std::nearbyint(std::ldexp(value, exponent)) + 0.0; }

  // note [units of means]: values become whole multiples of 2^-e, and a mean is off by half of that at most. The
  // largest sum is less than 2^31 units, so that 32 bits hold it, as long as the largest value has 2^23 of them, as
  // many as a float tells apart (up to about 200 trees). Otherwise it is less than 2^52.
  static int exponent_for(const Model& model) {
    double largest = 0;
    double sum = 0;
    for (const Tree& tree : model.trees) {
      double of_tree = 0;
      for (const Node& node : tree.nodes) of_tree = std::max(of_tree, std::abs(node.value));
      largest = std::max(largest, of_tree);
      sum += of_tree;
    }
    if (sum == 0) return 0;
    const int short_sums = 30 - std::ilogb(sum);
    const int fine = 23 - std::ilogb(largest);
    return std::clamp(short_sums >= fine ? short_sums : 51 - std::ilogb(sum), -kLargestExponent, kLargestExponent);
  }

  OutOfBag answer_left_out(const Model& model) const {
    const std::size_t rows = data_.rows();
    const bool classes = model.task == Task::classification;
    const std::size_t width = classes ? model.labels.size() : 1;
    std::vector<std::int64_t> sums(rows * width, 0);  // whole numbers: the order of the trees does not show
    std::vector<std::uint32_t> trees(rows, 0);
    std::mutex adding;
    in_parallel(model.trees.size(), threads_, [&](std::size_t number) {
      const Tree& tree = model.trees[number];
      const std::vector<std::uint32_t> copies = draw(number);
      std::vector<std::size_t> left_out;
      for (std::size_t row = 0; row < rows; ++row) {
        if (copies[row] == 0) left_out.push_back(row);
      }
      std::vector<std::uint32_t> leaves(left_out.size());
      if (tree.nodes.size() > 1) TreeWalk(model, tree, data_).find_leaves(left_out, leaves);
      const std::lock_guard lock(adding);
      for (std::size_t i = 0; i < left_out.size(); ++i) {
        const Node& leaf = tree.nodes[leaves[i]];
        std::int64_t* const to = sums.data() + left_out[i] * width;
        ++trees[left_out[i]];
        if (!classes) {
          *to += static_cast<std::int64_t>(units_of(leaf.value, model.sums.exponent));
        } else if (model.combination == Combination::vote) {
          ++to[leaf.label];
        } else {
          for (std::size_t label = 0; label < width; ++label)
            to[label] += static_cast<std::int64_t>(leaf.shares[label]);
        }
      }
    });
    OutOfBag result;
    Answers& predicted = result.answers.predicted;
    const Answers right = right_answers(data_);
    for (std::size_t row = 0; row < rows; ++row) {
      if (trees[row] == 0) continue;
      result.rows.push_back(row);
      result.answers.actual.append(right, row);
      if (!data_.weights.empty()) result.answers.weights.push_back(data_.weights[row]);
      const std::span<const std::int64_t> of_row(sums.data() + row * width, width);
      if (!classes) {
        predicted.values.push_back(
            std::ldexp(static_cast<double>(of_row[0]) / static_cast<double>(trees[row]), -model.sums.exponent));
        continue;
      }
      predicted.labels.push_back(static_cast<std::uint32_t>(std::ranges::max_element(of_row) - of_row.begin()));
      const double whole = model.combination == Combination::vote ? 1.0 : kWholeShare;
      for (const std::int64_t sum : of_row) {
        predicted.probabilities.push_back(static_cast<double>(sum) / (whole * static_cast<double>(trees[row])));
      }
    }
    return result;
  }

  const Dataset& data_;
  PruneOptions prune_;
  EnsembleOptions options_;
  std::size_t threads_;
  TreesGrower grower_;
};

}  // namespace

std::vector<std::uint32_t> draw_share(const std::vector<std::uint32_t>& rows, double share, std::uint64_t key) {
  if (share >= 1) return rows;
  std::vector<std::uint32_t> drawn;
  draw_each(rows.size(), share_of(rows.size(), share), key, [&](std::size_t place) { drawn.push_back(rows[place]); });
  return drawn;
}

void refuse_large_trees(const Tree& tree, std::size_t leaf_bytes, std::size_t trees, std::size_t memory_limit) {
  if (memory_limit == 0) return;
  const std::size_t bytes = (tree.nodes.size() * sizeof(Node) + leaf_count(tree) * leaf_bytes) * trees;
  if (bytes <= memory_limit) return;
  throw Diagnostic(
      ExitCode::bad_input,
      fmt::format("{} of {} each, as the first one has, take {}, and the limit is {}", counted(trees, "tree"),
                  counted(tree.nodes.size(), "node"), gigabytes(bytes), gigabytes(memory_limit)),
      "--min-leaf N or --max-depth N make smaller trees, --trees N fewer; --memory-limit allows more");
}

LearnedEnsemble learn_ensemble(const Dataset& data, const GrowOptions& grow, const PruneOptions& prune,
                               const EnsembleOptions& options, std::size_t threads, const ProgressReport& progress) {
  if (options.kind == EnsembleKind::boost) return learn_boosted(data, grow, options, threads, progress);
  return EnsembleLearner(data, grow, prune, options, threads).learn(progress);
}

}  // namespace espalier
