// Names that nobody vetted, divided by NUL: of the target, then by turns of labels, numbers, words and columns of
// words. Whatever they are, the output is that of harmless names, with other identifiers and other texts.
//
// Every ESPALIER_FUZZ_COMPILE-th output (none by default) is compiled.
#include <algorithm>
#include <cstdlib>
#include <set>

#include "fuzz/emit_checks.hpp"
#include "model/model_json.hpp"
#include "support/sample_models.hpp"
#include "support/text.hpp"

namespace espalier::fuzz {
namespace {

struct Names {
  std::string target;
  std::vector<std::string> labels;
  std::vector<std::string> numbers;
  std::vector<std::string> words;
  std::vector<std::string> columns;
};

// Where it is not UTF-8, what it says in Latin-1; and never the same twice.
std::string made_a_name(std::string_view text, std::set<std::string>& taken) {
  std::string name = first_invalid_utf8(text) ? latin1_to_utf8(text) : std::string(text);
  while (name.empty() || !taken.insert(name).second) name += "x";
  return name;
}

Names names_in(std::string_view input) {
  Names names;
  std::set<std::string> columns;
  std::set<std::string> labels;
  std::set<std::string> words;
  std::size_t turn = 0;
  for (std::size_t begin = 0; begin <= input.size() && turn < 40; ++turn) {
    const std::size_t end = std::min(input.find('\0', begin), input.size());
    const std::string_view text = input.substr(begin, end - begin);
    begin = end + 1;
    if (turn == 0) {
      names.target = made_a_name(text, columns);
    } else if (turn % 4 == 1) {
      names.labels.push_back(made_a_name(text, labels));
    } else if (turn % 4 == 2) {
      names.numbers.push_back(made_a_name(text, columns));
    } else if (turn % 4 == 3) {
      names.words.push_back(made_a_name(text, words));
    } else {
      names.columns.push_back(made_a_name(text, columns));
    }
  }
  for (const char* label : {"yes", "no"}) {
    if (names.labels.size() < 2) names.labels.push_back(made_a_name(label, labels));
  }
  for (const char* word : {"one", "two"}) {
    if (names.words.size() < 2) names.words.push_back(made_a_name(word, words));
  }
  return names;
}

// As many, and harmless.
Names tamed(const Names& names) {
  const auto numbered = [](const std::string& stem, const std::vector<std::string>& like) {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < like.size(); ++i) list.push_back(stem + std::to_string(i + 1));
    return list;
  };
  return {"tame_target", numbered("tame_label_", names.labels), numbered("tame_number_", names.numbers),
          numbered("tame_word_", names.words), numbered("tame_column_", names.columns)};
}

// A tree with a test on each column, one below the other.
class TreeOfNames {
 public:
  explicit TreeOfNames(const Names& names) : names_(names) {
    model_.target = names.target;
    model_.labels = names.labels;
    model_.missing = MissingPolicy::learned;
    const auto tests = static_cast<std::uint32_t>(names.numbers.size() + names.columns.size());
    for (const std::string& name : names.numbers) {
      model_.features.push_back(sample::real(name, -100, 100));
      nodes_.push_back(sample::at_most(last_feature(), 0.5 + last_feature(), next_two(), counts(tests)));
      nodes_.push_back(leaf());
    }
    for (const std::string& name : names.columns) {
      model_.features.push_back(sample::categorical(name, names.words));
      Node node = sample::test(TestKind::member, last_feature(), next_two(), counts(tests));
      node.categories = {last_feature() % static_cast<std::uint32_t>(names.words.size())};
      node.missing_child = 1;
      nodes_.push_back(node);
      nodes_.push_back(leaf());
    }
    nodes_.push_back(leaf());
    model_.trees = {Tree{std::move(nodes_)}};
  }
  Model take() { return std::move(model_); }

 private:
  std::uint32_t last_feature() const { return static_cast<std::uint32_t>(model_.features.size() - 1); }
  std::vector<std::uint32_t> next_two() const {
    const auto at = static_cast<std::uint32_t>(nodes_.size());
    return {at + 1, at + 2};
  }
  // Of what is left of the tree: any numbers would do, but not none.
  std::vector<double> counts(std::uint32_t tests) const {
    std::vector<double> list(names_.labels.size(), 0);
    list[0] = 2.0 * (tests + 1);
    return list;
  }
  Node leaf() const {
    std::vector<double> list(names_.labels.size(), 0);
    list[nodes_.size() % list.size()] = 1;
    return sample::leaf(std::move(list));
  }

  const Names& names_;
  Model model_;
  std::vector<Node> nodes_;
};

bool is_compiled(RandomEngine& choices) {
  static const char* const kEvery = std::getenv("ESPALIER_FUZZ_COMPILE");
  const std::uint64_t every = kEvery == nullptr ? 0 : std::strtoull(kEvery, nullptr, 10);
  return every > 0 && uniform_below(choices, every) == 0;
}

}  // namespace

void check_input(std::string_view input) {
  const Names names = names_in(input);
  const Names tame = tamed(names);
  const Model model = TreeOfNames(names).take();
  const Model tame_model = TreeOfNames(tame).take();
  validate(model, "names");
  RandomEngine choices = choices_of(input);
  RandomEngine same_choices = choices;
  const Made made = check_emitted(model, some_making(model, choices));
  require_same_structure(made, make_files(tame_model, some_making(tame_model, same_choices)));
  if (is_compiled(choices)) require_compiles(model, made);
}

}  // namespace espalier::fuzz
