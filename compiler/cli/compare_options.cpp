#include "cli/compare_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/option_values.hpp"
#include "cli/parsing.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

const std::vector<std::string> kAlgorithms = {"id3", "c45", "cart"};
constexpr std::size_t kTextShown = 200;

// Whatever is wrong with a text, or with its learner, is said of it.
template <typename Work>
auto within_text(const std::string& text, const Work& work) {
  try {
    return work();
  } catch (const Diagnostic& error) {
    throw about("--compare " + in_quotes(text, kTextShown), error);
  }
}

// The words of a text as options alone: its first word may be the name of an algorithm.
std::vector<std::string> option_words(const std::string& text) {
  std::vector<std::string> words = words_of(text);
  if (words.empty()) usage("expected a learner, found nothing", "for example --compare c45 \"cart --max-depth 5\"");
  if (words[0].starts_with('-') && words[0].size() > 1) return words;
  if (std::find(kAlgorithms.begin(), kAlgorithms.end(), words[0]) == kAlgorithms.end()) {
    const std::string near = did_you_mean(words[0], kAlgorithms);
    usage(fmt::format("expected {} or an option, found {}", fmt::join(kAlgorithms, ", "), in_quotes(words[0])),
          near.empty() ? "DATA goes before --compare, whose values end at the next option" : near);
  }
  words.insert(words.begin(), "--algorithm");
  return words;
}

bool holds(const po::options_description& options, const std::string& name) {
  return options.find_nothrow(name, false) != nullptr;
}

// An option of the command that no learner has would be the same for all of them.
[[noreturn]] void explain_in_text(const po::error& error, const po::options_description& learning,
                                  const po::options_description& all) {
  if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&error)) {
    std::string name = unknown->get_option_name();
    name.erase(0, name.find_first_not_of('-'));
    if (holds(all, name)) {
      usage(fmt::format("--{} is no option of a learner", name), "it is for all of them: give it outside the texts");
    }
  }
  explain(error, learning, "a text has options about learning: see 'espalier help evaluate'");
}

void refuse_stray_words(const std::vector<po::option>& options) {
  for (const po::option& option : options) {
    if (!option.string_key.empty()) continue;
    usage(fmt::format("unexpected {}", in_quotes(option.value.front())),
          "a text is an algorithm and options; names with blanks need quotes inside it");
  }
}

// Those of `others` that are about learning and that the text does not have itself.
std::vector<po::option> left_unsaid(const std::vector<po::option>& others, const std::vector<po::option>& in_text,
                                    const po::options_description& learning) {
  std::vector<po::option> unsaid;
  for (const po::option& option : others) {
    const auto same = [&](const po::option& other) { return other.string_key == option.string_key; };
    if (!holds(learning, option.string_key) || std::any_of(in_text.begin(), in_text.end(), same)) continue;
    unsaid.push_back(option);
  }
  return unsaid;
}

// The options of a learner among these, as they would be written in a text.
std::string written(const std::vector<po::option>& options) {
  LearnerOptions learner;
  OptionGroups groups;
  learner.add_to(groups);
  const po::options_description learning = groups.all();
  std::string text;
  for (const po::option& option : left_unsaid(options, {}, learning)) {
    text += fmt::format("{}--{}", text.empty() ? "" : " ", option.string_key);
    for (const std::string& value : option.value) text += " " + value;
  }
  return text;
}

bool same_options(const std::vector<po::option>& a, const std::vector<po::option>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const po::option& left, const po::option& right) {
    return left.string_key == right.string_key && left.value == right.value;
  });
}

}  // namespace

void CompareOptions::add_to(OptionGroups& options) {
  // Words that are no learners are refused before anything else: they may be what another complaint is missing.
  const auto refuse_others = [](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) within_text(text, [&] { option_words(text); });
  };
  options.group("Options").add_options()(
      "compare", po::value(&texts_)->multitoken()->composing()->value_name("LEARNER...")->notifier(refuse_others),
      "two or more learners on the same rows, with tests of their differences: an algorithm with options in quotes, "
      "such as c45 \"cart --max-depth 5\"; options about learning outside the quotes are for all of them");
}

void CompareOptions::check(const std::vector<po::option>& others, const po::options_description& all) {
  if (texts_.size() < 2) {
    usage(fmt::format("--compare {}: one learner alone cannot be compared", in_quotes(texts_.front(), kTextShown)),
          "for example --compare c45 \"cart --max-depth 5\"");
  }
  for (const std::string& text : texts_) {
    within_text(text, [&] { read_text(text, others, all); });
  }
  refuse_repeated();
  for_all_ = written(others);
}

void CompareOptions::read_text(const std::string& text, const std::vector<po::option>& others,
                               const po::options_description& all) {
  Entry& entry = entries_.emplace_back();
  entry.text = std::string(trim(text));
  OptionGroups groups;
  entry.options.add_to(groups);
  const po::options_description learning = groups.all();
  try {
    po::parsed_options parsed = parse_words(option_words(text), learning);
    refuse_stray_words(parsed.options);
    entry.given = parsed.options;
    po::variables_map values;
    po::store(parsed, values);
    parsed.options = left_unsaid(others, entry.given, learning);
    po::store(parsed, values);
    po::notify(values);
  } catch (const po::error& error) {
    explain_in_text(error, learning, all);
  }
  entry.options.check();
}

void CompareOptions::refuse_repeated() const {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    for (std::size_t j = i + 1; j < entries_.size(); ++j) {
      if (!same_options(entries_[i].given, entries_[j].given)) continue;
      usage(fmt::format("--compare {}: the learner is given twice", in_quotes(entries_[j].text, kTextShown)));
    }
  }
}

std::vector<std::string> CompareOptions::inputs() const {
  std::vector<std::string> inputs;
  for (const Entry& entry : entries_) {
    for (const std::string& input : entry.options.inputs()) inputs.push_back(input);
  }
  return inputs;
}

std::vector<Learner> CompareOptions::learners(const Dataset& data, std::uint64_t seed, std::size_t threads,
                                              const DataOptions& reading, Warnings& warnings) const {
  std::vector<Learner> learners;
  for (const Entry& entry : entries_) {
    within_text(entry.text, [&] {
      learners.push_back({entry.text, entry.options.learn(data, seed, threads, reading, warnings)});
    });
  }
  return learners;
}

}  // namespace espalier::cli
