#include "lower/packed_trees.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace espalier {
namespace {

// note [packed nodes]
//
// The two nodes that a test leads to stand side by side, so that one number tells where both are, and the outcome of
// the comparison is added to it: nothing branches. Nodes stand behind all that lead to them, so that the number is a
// distance without a sign, and few bytes hold it. Pairs that are equal stand once; those of two leaves once for all
// trees, if distances stay below 2^16.

constexpr std::size_t kNearNodes = 0xFFFF;

// What stands at a place: a leaf, or a test of the table at hand.
struct Place {
  bool is_leaf = false;
  std::int64_t value = 0;                                         // what a leaf says; the number of a test
  friend auto operator<=>(const Place&, const Place&) = default;  // NOLINT(modernize-use-nullptr): there is none
};
using Pair = std::pair<Place, Place>;

std::size_t signed_bytes(std::int64_t lowest, std::int64_t highest) {
  const auto fits = [&](std::int64_t low, std::int64_t high) { return low <= lowest && highest <= high; };
  if (fits(INT8_MIN, INT8_MAX)) return 1;
  if (fits(INT16_MIN, INT16_MAX)) return 2;
  return fits(INT32_MIN, INT32_MAX) ? 4 : 8;
}

std::size_t unsigned_bytes(std::size_t highest) {
  return highest <= 0xFF ? 1 : highest <= 0xFFFF ? 2 : 4;
}

// Where half of the rows take either side of a test, most have come to a leaf after the mean way and one more. Trees
// that are not much deeper are walked to the end.
std::uint32_t usual_steps(const DecisionTable& table) {
  std::vector<double> mean(table.tests.size(), 0);
  const auto from = [&](TableTarget target) { return target.is_answer ? 0 : mean[target.index]; };
  for (std::size_t i = table.tests.size(); i-- > 0;) {
    mean[i] = 1 + (from(table.tests[i].yes) + from(table.tests[i].no)) / 2;
  }
  const double expected = mean.empty() ? 0 : mean.front();
  const auto longest = static_cast<double>(longest_way(table));
  constexpr double kNearlyEven = 1.5;
  return static_cast<std::uint32_t>(longest <= kNearlyEven * expected + 1 ? longest : std::ceil(expected) + 1);
}

class Packer {
 public:
  using Says = std::function<std::int64_t(std::size_t tree, std::uint32_t answer)>;

  Packer(std::span<const DecisionTable> tables, Says says, std::uint32_t leaf_input)
      : tables_(tables), says_(std::move(says)), leaf_input_(leaf_input) {}

  PackedTrees pack() {
    collect();
    std::size_t nodes = 2 * leaf_pairs_.size();
    for (std::size_t t = 0; t < tables_.size(); ++t) nodes += 1 + 2 * trees_[t].size();
    shares_leaves_ = nodes <= kNearNodes;
    for (std::size_t t = 0; t < tables_.size(); ++t) place(t);
    if (shares_leaves_) place_leaf_pairs();
    for (const auto& [node, pair] : open_) {
      packed_.nodes[node].next = static_cast<std::uint32_t>(leaf_pairs_.at(pair) - node);
    }
    measure();
    return std::move(packed_);
  }

 private:
  Place place_of(std::size_t tree, TableTarget target) const {
    return {target.is_answer, target.is_answer ? says_(tree, target.index) : target.index};
  }
  Pair pair_of(std::size_t tree, const TableTest& test) const {
    return {place_of(tree, test.yes), place_of(tree, test.no)};
  }
  static bool is_of_leaves(const Pair& pair) { return pair.first.is_leaf && pair.second.is_leaf; }

  // The pairs of each tree, in the order of the last tests that lead to them: a test stands in pairs of those before.
  void collect() {
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      std::map<Pair, std::size_t> last;
      for (std::size_t i = 0; i < tables_[t].tests.size(); ++i) {
        const Pair pair = pair_of(t, tables_[t].tests[i]);
        if (is_of_leaves(pair)) {
          leaf_pairs_.try_emplace(pair, 0);
        } else {
          last[pair] = i;
        }
      }
      std::vector<std::pair<std::size_t, Pair>> order;
      for (const auto& [pair, test] : last) order.emplace_back(test, pair);
      std::sort(order.begin(), order.end());
      std::vector<Pair>& pairs = trees_.emplace_back();
      for (const auto& entry : order) pairs.push_back(entry.second);
    }
  }

  void place(std::size_t t) {
    const DecisionTable& table = tables_[t];
    packed_.starts.push_back(static_cast<std::uint32_t>(packed_.nodes.size()));
    packed_.steps.push_back(usual_steps(table));
    std::map<Pair, std::size_t> at;
    std::vector<std::pair<std::size_t, Pair>> open;  // nodes whose pair has no place yet
    const auto append = [&](const Place& place) {
      if (place.is_leaf) {
        packed_.nodes.push_back({place.value, 0, leaf_input_});
        return;
      }
      const TableTest& test = table.tests[static_cast<std::size_t>(place.value)];
      open.emplace_back(packed_.nodes.size(), pair_of(t, test));
      packed_.nodes.push_back({test.threshold, 0, test.input});
    };
    append(place_of(t, table.entry));
    for (const Pair& pair : trees_[t]) {
      at[pair] = packed_.nodes.size();
      append(pair.first);
      append(pair.second);
    }
    for (const auto& [node, pair] : open) {
      if (is_of_leaves(pair) && shares_leaves_) {
        open_.emplace_back(node, pair);
        continue;
      }
      const auto [entry, is_new] = at.try_emplace(pair, packed_.nodes.size());
      if (is_new) {
        append_leaf(pair.first);
        append_leaf(pair.second);
      }
      packed_.nodes[node].next = static_cast<std::uint32_t>(entry->second - node);
    }
  }

  void append_leaf(const Place& place) { packed_.nodes.push_back({place.value, 0, leaf_input_}); }

  void place_leaf_pairs() {
    for (auto& [pair, at] : leaf_pairs_) {
      at = packed_.nodes.size();
      append_leaf(pair.first);
      append_leaf(pair.second);
    }
  }

  void measure() {
    std::int64_t lowest = 0;
    std::int64_t highest = 0;
    std::size_t furthest = 0;
    for (const PackedNode& node : packed_.nodes) {
      lowest = std::min(lowest, node.threshold);
      highest = std::max(highest, node.threshold);
      furthest = std::max<std::size_t>(furthest, node.next);
    }
    packed_.threshold_bytes = signed_bytes(lowest, highest);
    packed_.next_bytes = unsigned_bytes(furthest);
    packed_.input_bytes = unsigned_bytes(leaf_input_);
  }

  std::span<const DecisionTable> tables_;
  Says says_;
  std::uint32_t leaf_input_;
  bool shares_leaves_ = false;
  std::vector<std::vector<Pair>> trees_;
  std::map<Pair, std::size_t> leaf_pairs_;
  std::vector<std::pair<std::size_t, Pair>> open_;  // nodes that lead to pairs of all trees
  PackedTrees packed_;
};

// The width of the thresholds of the tests, leaves aside.
std::size_t bytes_of_tests(std::span<const DecisionTable> tables) {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  for (const DecisionTable& table : tables) {
    for (const TableTest& test : table.tests) {
      lowest = std::min(lowest, test.threshold);
      highest = std::max(highest, test.threshold);
    }
  }
  return signed_bytes(lowest, highest);
}

std::vector<DecisionTable*> pointers(std::vector<DecisionTable>& tables) {
  std::vector<DecisionTable*> list;
  for (DecisionTable& table : tables) list.push_back(&table);
  return list;
}

// Amounts stand in the leaves themselves where these do not become wider by them.
LeafSays what_leaves_say(std::span<const NarrowedTree> trees, const Verdict& verdict, std::size_t bytes) {
  if (verdict.combination == Combination::vote) return LeafSays::label;
  if (!is_whole(verdict.type)) return LeafSays::addend;
  for (const NarrowedTree& tree : trees) {
    for (const Addend& addend : tree.answers.addends) {
      if (addend.amounts.size() != 1) return LeafSays::addend;
      const auto amount = static_cast<std::int64_t>(addend.amounts.front());
      if (signed_bytes(amount, amount) > bytes) return LeafSays::addend;
    }
  }
  return LeafSays::amount;
}

// By their amounts; -0 comes before 0.
bool comes_before(const Addend& a, const Addend& b) {
  const auto below = [](double x, double y) { return x != y ? x < y : std::signbit(x) && !std::signbit(y); };
  return std::lexicographical_compare(a.amounts.begin(), a.amounts.end(), b.amounts.begin(), b.amounts.end(), below);
}

// What the leaves of all trees add, each once and in order.
std::vector<Addend> distinct_addends(std::span<const NarrowedTree> trees) {
  std::vector<Addend> all;
  for (const NarrowedTree& tree : trees) {
    for (const Addend& addend : tree.answers.addends) all.push_back({0, addend.amounts});
  }
  std::sort(all.begin(), all.end(), comes_before);
  const auto same = [](const Addend& a, const Addend& b) { return !comes_before(a, b) && !comes_before(b, a); };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

std::size_t key_bytes_of(const Program& program, const std::vector<TableInput>& inputs) {
  DecisionTables tables;
  tables.inputs = inputs;
  return key_bytes(program, tables);
}

}  // namespace

ForestTables build_forest_tables(std::span<const NarrowedTree> trees, std::span<const std::uint32_t> order,
                                 const Verdict& verdict) {
  ForestTables forest;
  std::vector<DecisionTable> answers;
  std::vector<DecisionTable> rules;
  for (const NarrowedTree& tree : trees) rules.push_back(build_table(tree.rules));
  forest.places.resize(trees.size());
  for (const std::uint32_t tree : order) {
    forest.places[tree] = static_cast<std::uint32_t>(answers.size());
    answers.push_back(build_table(trees[tree].answers));
    forest.longest_way += std::max(longest_way(answers.back()), longest_way(rules[tree]));
    const std::vector<Addend>& addends = trees[tree].answers.addends;
    forest.outputs.push_back(addends.empty() ? 0 : addends.front().first);
  }
  std::vector<DecisionTable*> all = pointers(answers);
  for (DecisionTable* table : pointers(rules)) all.push_back(table);
  const Program& program = trees.front().answers;
  forest.inputs = number_inputs(program.fields, all, forest.uniform);
  forest.key_bytes = key_bytes_of(program, forest.inputs);
  forest.says = what_leaves_say(trees, verdict, bytes_of_tests(answers));
  if (forest.says == LeafSays::addend) forest.addends = distinct_addends(trees);

  const auto number_of = [&](const Addend& addend) {
    const auto at = std::lower_bound(forest.addends.begin(), forest.addends.end(), addend, comes_before);
    return static_cast<std::int64_t>(at - forest.addends.begin());
  };
  std::vector<std::vector<std::int64_t>> said;  // per place and addend
  for (const std::uint32_t tree : order) {
    std::vector<std::int64_t>& of_tree = said.emplace_back();
    for (const Addend& addend : trees[tree].answers.addends) {
      switch (forest.says) {
        case LeafSays::label: of_tree.push_back(addend.first); break;
        case LeafSays::amount: of_tree.push_back(static_cast<std::int64_t>(addend.amounts.front())); break;
        case LeafSays::addend: of_tree.push_back(number_of(addend)); break;
      }
    }
  }
  const auto leaf_input = static_cast<std::uint32_t>(forest.inputs.size());
  forest.answers = Packer(
                       answers, [&](std::size_t t, std::uint32_t answer) { return said[t][answer]; }, leaf_input)
                       .pack();
  forest.rules = Packer(
                     rules, [](std::size_t, std::uint32_t rule) { return std::int64_t{rule}; }, leaf_input)
                     .pack();
  return forest;
}

std::vector<std::int64_t> keys_of(const Program& program, std::span<const TableInput> inputs, Row row) {
  std::vector<std::int64_t> keys;
  for (const TableInput& input : inputs) {
    const Field& field = program.fields[input.field];
    const std::size_t categories = program.category_counts[input.field];
    keys.push_back(key_of(field, input.missing, field_value(field, categories, row), categories));
  }
  keys.push_back(std::numeric_limits<std::int64_t>::min());
  return keys;
}

std::int64_t walk(const PackedTrees& trees, std::size_t tree, std::span<const std::int64_t> keys) {
  std::size_t at = trees.starts[tree];
  while (trees.nodes[at].next != 0) {
    const PackedNode& node = trees.nodes[at];
    at += node.next + (keys[node.input] > node.threshold ? 1 : 0);
  }
  return trees.nodes[at].threshold;
}

BatchNodes build_batch_nodes(const Program& answers) {
  BatchNodes nodes;
  DecisionTable table = build_table(answers);
  nodes.inputs = number_tested_inputs(answers.fields, {&table});
  nodes.key_bytes = key_bytes_of(answers, nodes.inputs);
  const auto leaf_input = static_cast<std::uint32_t>(nodes.inputs.size());
  nodes.tree =
      Packer(
          std::span(&table, 1), [](std::size_t, std::uint32_t answer) { return std::int64_t{answer}; }, leaf_input)
          .pack();
  return nodes;
}

std::uint32_t run(const Program& program, const BatchNodes& nodes, Row row) {
  return static_cast<std::uint32_t>(walk(nodes.tree, 0, keys_of(program, nodes.inputs, row)));
}

Addend addend_said(const ForestTables& tables, std::size_t place, std::int64_t said) {
  switch (tables.says) {
    case LeafSays::label: return {static_cast<std::uint32_t>(said), {1}};
    case LeafSays::amount: return {tables.outputs[place], {static_cast<double>(said)}};
    case LeafSays::addend: break;
  }
  return {tables.outputs[place], tables.addends[static_cast<std::size_t>(said)].amounts};
}

AmountType amount_type(const ForestTables& tables, SumType sums) {
  if (!is_whole(sums)) return {};
  double lowest = 0;
  double highest = 0;
  for (const Addend& addend : tables.addends) {
    for (const double amount : addend.amounts) {
      lowest = std::min(lowest, amount);
      highest = std::max(highest, amount);
    }
  }
  if (lowest < 0) return {signed_bytes(static_cast<std::int64_t>(lowest), static_cast<std::int64_t>(highest)), true};
  if (highest > 0xFFFF'FFFF) return {8, true};
  return {unsigned_bytes(static_cast<std::size_t>(highest)), false};
}

namespace {

constexpr std::size_t kFloatBytes = 4;

bool is_whole_number(double amount) {
  return amount == std::trunc(amount);
}

// What leaves add by place, as it lies in memory.
std::size_t bytes_of_addends(const ForestTables& tables) {
  std::size_t amounts = 0;
  bool whole = true;
  for (const Addend& addend : tables.addends) {
    amounts += addend.amounts.size();
    whole = whole && std::all_of(addend.amounts.begin(), addend.amounts.end(), is_whole_number);
  }
  return amounts * (whole ? amount_type(tables, SumType::int64).bytes : kFloatBytes);
}

}  // namespace

std::size_t constant_bytes(const ForestTables& tables) {
  const PackedTrees& trees = tables.answers;
  std::size_t bytes = trees.nodes.size() * trees.node_bytes();
  bytes += trees.starts.size() * unsigned_bytes(trees.starts.back());
  bytes += bytes_of_addends(tables);
  const bool one_output =
      std::all_of(tables.outputs.begin(), tables.outputs.end(), [](std::uint32_t output) { return output == 0; });
  if (!one_output && tables.says != LeafSays::label) bytes += tables.outputs.size();
  return bytes;
}

namespace {

Condition known(const Program& like, std::uint32_t field) {
  const bool category = like.fields[field].type == InputType::category;
  return category ? known_category(field, like.category_counts[field]) : known_number(field);
}

struct KnownKeys {
  std::int64_t lowest;
  std::int64_t highest;
};

KnownKeys known_keys(const Field& field, MissingSide side, std::size_t categories) {
  if (field.type == InputType::category) return {0, static_cast<std::int64_t>(categories) - 1};
  const bool whole = is_integer(field.type);
  return {key_of(field, side, whole ? lowest_number(field) : -std::numeric_limits<double>::infinity(), 0),
          key_of(field, side, whole ? highest_number(field) : std::numeric_limits<double>::infinity(), 0)};
}

// What the comparison of a key asks for the value; see note [keys]. A missing value is asked for by itself, since its
// key may be that of a number.
Condition condition_of(const Program& like, const TableInput& input, std::int64_t threshold) {
  const Field& field = like.fields[input.field];
  const std::size_t categories = like.category_counts[input.field];
  const bool if_missing = key_of(field, input.missing, std::nan(""), categories) <= threshold;
  const auto [lowest, highest] = known_keys(field, input.missing, categories);
  if (threshold >= highest || threshold < lowest) {
    Condition condition = known(like, input.field);
    if (threshold < lowest) condition = negated(std::move(condition));
    condition.when_missing = if_missing;
    return condition;
  }
  if (field.type == InputType::category) {
    std::vector<std::uint32_t> up_to(static_cast<std::size_t>(threshold) + 1);
    std::iota(up_to.begin(), up_to.end(), 0U);
    return {input.field, Compare::member, if_missing, 0, 0, std::move(up_to), {}};
  }
  const double value = value_of_key(field, threshold);
  return {input.field, Compare::less_equal, if_missing, value, value, {}, {}};
}

Step answering(std::int64_t said) {
  Step step;
  step.op = Op::answer;
  step.value = static_cast<std::uint32_t>(said);
  return step;
}

template <typename MakeLeaf>
Program unpacked(std::span<const TableInput> inputs, const PackedTrees& trees, std::size_t tree, const Program& like,
                 const MakeLeaf& make_leaf) {
  Program program;
  program.answers = like.answers;
  program.fields = like.fields;
  program.category_counts = like.category_counts;
  // Nodes stand behind those that lead to them: the steps do, too.
  std::map<std::size_t, std::uint32_t> step_of;
  step_of[trees.starts[tree]] = 0;
  for (const auto& [at, unused] : step_of) {
    const PackedNode& node = trees.nodes[at];
    if (node.next == 0) continue;
    step_of.try_emplace(at + node.next, 0);
    step_of.try_emplace(at + node.next + 1, 0);
  }
  std::uint32_t next = 0;
  for (auto& [at, step] : step_of) step = next++;
  for (const auto& [at, number] : step_of) {
    const PackedNode& node = trees.nodes[at];
    Step step;
    if (node.next == 0) {
      step = make_leaf(program, node.threshold);
    } else {
      step.op = Op::branch;
      step.condition = condition_of(like, inputs[node.input], node.threshold);
      step.yes = step_of.at(at + node.next);
      step.no = step_of.at(at + node.next + 1);
    }
    program.steps.push_back(std::move(step));
  }
  program.functions.push_back({});
  return program;
}

}  // namespace

Program unpacked_answers(const ForestTables& tables, std::size_t tree, const Program& like) {
  const std::size_t place = tables.places[tree];
  return unpacked(tables.inputs, tables.answers, place, like, [&](Program& program, std::int64_t said) {
    Step step;
    step.op = Op::add;
    step.value = static_cast<std::uint32_t>(program.addends.size());
    program.addends.push_back(addend_said(tables, place, said));
    return step;
  });
}

Program unpacked_rules(const ForestTables& tables, std::size_t tree, const Program& like) {
  return unpacked(tables.inputs, tables.rules, tree, like, [](Program&, std::int64_t said) { return answering(said); });
}

Program unpacked(const BatchNodes& nodes, const Program& like) {
  Program program =
      unpacked(nodes.inputs, nodes.tree, 0, like, [](Program&, std::int64_t said) { return answering(said); });
  program.values = like.values;
  return program;
}

}  // namespace espalier
