// Small models that can be checked by hand, and random ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "support/random.hpp"

namespace espalier::sample {

// Parts of models made by hand. The label of a node is the majority of its counts.
Feature numeric(std::string name, double minimum, double maximum);  // whole numbers
Feature real(std::string name, double minimum, double maximum);
Feature categorical(std::string name, std::vector<std::string> categories);
Node leaf(std::vector<double> counts);
Node test(TestKind kind, std::uint32_t feature, std::vector<std::uint32_t> children, std::vector<double> counts);
// value <= threshold: children[0], else and for missing values children[1].
Node at_most(std::uint32_t feature, double threshold, std::vector<std::uint32_t> children, std::vector<double> counts);

Node grouped(std::uint32_t feature, std::vector<std::uint32_t> groups, std::vector<std::uint32_t> children,
             std::vector<double> counts);
// Regression: the node, a leaf unless another is given, with its answer.
Node answering(double value, double total, double deviation, Node node = leaf({}));
Surrogate at_most_instead(std::uint32_t feature, double threshold, bool reversed = false);
Surrogate member_instead(std::uint32_t feature, std::vector<std::uint32_t> categories, bool reversed = false);

// One answer whatever the row, no features: 14 rows, 5 of them otherwise.
Model single_leaf();

// The golf tree of C4.5 with a test of each kind:
//   outlook = sunny: humidity <= 75: Play (2), > 75: Don't Play (3)
//   outlook = overcast: Play (4)
//   outlook = rain: windy = true: Don't Play (2), else Play (3)
Model golf();

// Golf as a decision list:
//   1: humidity > 75 and outlook = sunny: Don't Play (3)
//   2: windy = true and outlook = rain: Don't Play (2)
//   3: else: Play (9)
Model golf_list();
// A rule, whose first child answers by it.
Node rule(std::vector<RulePart> parts, std::vector<std::uint32_t> children, std::vector<double> counts);

// Golf under MissingPolicy::fractional. The branches of outlook have 5/14, 4/14 and 5/14 of the weight.
Model fractional_golf();

// Golf under MissingPolicy::surrogate:
//   humidity <= 75: instead temperature <= 70, then windy = true the other way round
//   windy = true: instead temperature > 70
Model surrogate_golf();

// Tests that only MissingPolicy::own_category has, and those on intervals and groups:
//   humidity <= 75: color in {red, blue}: Play (2), color = green (and missing): Don't Play (3)
//   75 < humidity <= 80: age is known: Play (4), age is missing: Don't Play (1)
//   humidity > 80: color is known: Play (6/1), color is missing: Don't Play (2)
//   humidity is missing: Play (1)
Model own_category_sample();

// Ten rents, 9 9 11 11 | 33 37 | 19 20 20 21, told apart by area and district; missing values take the larger child:
//   area <= 50: 10 (4)
//   area > 50: district = centre: 35 (2), else 20 (4)
Model regression_sample();

// Three trees on x (whole), color (red, green, blue) and y, each with leaves of the rules 1, 2, ...; missing values
// take the second child:
//   tree 1: x <= 10: 1, else 2
//   tree 2: color = red: 1, else y <= 0.5: 2, else 3
//   tree 3: x <= 50: 1, else color = green: 2, else 3
// Labels a, b, c by vote: 1: a, b; 2: c, a, b; 3: c, b, a.
Model voting_forest();
// The same by shares (of 65536): 1: [65536, 0, 0], [0, 40000, 25536]; 2: [1, 2, 65533], [65535, 1, 0], [0, 65536, 0];
// 3: [16384, 16384, 32768], [0, 49152, 16384], [32768, 32767, 1].
Model averaging_forest();
// Numbers, in sixteenths: 1: 1.5, -0.0625; 2: 100, 0, 3; 3: 2.25, 7, -8.
Model number_forest();
// The same values as scores above -0.5: of label b of a and b, by the logistic function.
Model boosted_pair();
// The same values, one tree for each of three labels, above [0, 1, -1], by softmax.
Model boosted_labels();

// `tests` tests `x <= tests - depth`, one below the other on the left side.
Model chain(std::uint32_t tests);

// A valid model of classification, refusing missing values or sending them to the larger child, with less_equal, member
// and multiway tests and names of every kind of character.
Model random_model(RandomEngine& engine);

// A valid model of the task and policy with everything that these allow: intervals, groups, tests for presence,
// branches for missing values, surrogates, costs, empty branches, ties, answers of any size.
Model random_model(RandomEngine& engine, Task task, MissingPolicy missing);

// What several trees there can be, and the policies that they can have.
struct ForestKind {
  Task task;
  Combination combination;
};
inline constexpr ForestKind kForestKinds[] = {{Task::classification, Combination::vote},
                                              {Task::classification, Combination::mean},
                                              {Task::classification, Combination::sum},
                                              {Task::regression, Combination::mean},
                                              {Task::regression, Combination::sum}};
inline constexpr MissingPolicy kForestPolicies[] = {MissingPolicy::refuse, MissingPolicy::majority,
                                                    MissingPolicy::learned, MissingPolicy::own_category,
                                                    MissingPolicy::surrogate};

// The same for several trees, up to five. Sums are often equal, or nearly so. Some features compare floats.
Model random_forest(RandomEngine& engine, Task task, Combination combination, MissingPolicy missing);

// A decision list with everything that the policy, refuse or own_category, allows: rules that overlap, contradict
// themselves or never apply, up to nine. Some features compare floats.
Model random_list(RandomEngine& engine, MissingPolicy missing);

// The model with its numbers made whole-number columns within 1 to 99 and its thresholds halves within -200 to 399.5,
// on both sides of the ends of int8 and uint8.
Model with_small_whole_numbers(Model model, RandomEngine& engine);

// A row for the model: values on, next to and far from its thresholds, categories, unknown ones, missing.
std::vector<double> random_row(const Model& model, RandomEngine& engine);

}  // namespace espalier::sample
