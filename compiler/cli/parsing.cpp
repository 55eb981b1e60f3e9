#include "cli/parsing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/option_values.hpp"
#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr int kStyle = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
constexpr std::string_view kBlanks = " \t\r\n";

bool takes_list(const std::string& word, const po::options_description& options) {
  if (!word.starts_with("--")) return false;
  const po::option_description* const option = options.find_nothrow(word.substr(2), false);
  return option != nullptr && option->semantic()->max_tokens() > 1;
}

bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && word.find_first_of(kBlanks) == std::string::npos;
}

// --keep, --keep COL
bool may_have_value(const std::string& word, const po::options_description& options) {
  if (!word.starts_with("--")) return false;
  const po::option_description* const option = options.find_nothrow(word.substr(2), false);
  return option != nullptr && option->semantic()->min_tokens() == 0 && option->semantic()->max_tokens() == 1;
}

// "--compare a b" as "--compare=a --compare=b", which Boost reads as it is meant whatever is in a and b.
std::vector<std::string> one_value_each(const std::vector<std::string>& words, const po::options_description& options) {
  std::vector<std::string> written;
  auto word = words.begin();
  while (word != words.end() && *word != "--") {
    const std::string& option = *word++;
    if (may_have_value(option, options)) {
      const bool has_value = word != words.end() && !word->empty() && !is_option(*word);
      written.push_back(has_value ? option + "=" + *word++ : option);
      continue;
    }
    if (!takes_list(option, options)) {
      written.push_back(option);
      continue;
    }
    if (word == words.end() || is_option(*word)) {  // Boost would take the option for a value
      using Fault = po::invalid_command_line_syntax;
      throw Fault(Fault::missing_parameter, option.substr(2), option, po::command_line_style::allow_long);
    }
    for (; word != words.end() && !is_option(*word); ++word) {
      // Boost wants something behind an equals sign.
      if (word->empty()) {
        written.insert(written.end(), {option, *word});
      } else {
        written.push_back(option + "=" + *word);
      }
    }
  }
  written.insert(written.end(), word, words.end());
  return written;
}

}  // namespace

std::vector<std::string> long_names(const po::options_description& options) {
  std::vector<std::string> names;
  for (const auto& option : options.options()) names.push_back("--" + option->long_name());
  return names;
}

po::parsed_options parse_words(const std::vector<std::string>& words, const po::options_description& options) {
  return po::command_line_parser(one_value_each(words, options)).options(options).style(kStyle).run();
}

void explain(const po::error& error, const po::options_description& options, const std::string& see) {
  if (const auto* unknown = dynamic_cast<const po::unknown_option*>(&error)) {
    const std::string name = unknown->get_option_name();
    const auto near = suggest(name.starts_with("-") ? name : "--" + name, long_names(options));
    usage(fmt::format("unknown option {}", in_quotes(name)), near ? fmt::format("did you mean '{}'?", *near) : see);
  }
  if (const auto* repeated = dynamic_cast<const po::multiple_occurrences*>(&error)) {
    usage(fmt::format("option '{}' is given more than once", repeated->get_option_name()), see);
  }
  usage(printable(error.what(), 300), see);
}

void add_given(const std::vector<po::option>& more, const po::options_description& options,
               std::vector<po::option>& given) {
  const std::size_t before = given.size();
  for (const po::option& option : more) {
    if (option.string_key.empty()) continue;
    const auto same = [&](const po::option& other) { return other.string_key == option.string_key; };
    const auto end = given.begin() + static_cast<std::ptrdiff_t>(before);
    const bool was_given = std::any_of(given.begin(), end, same);
    if (!was_given || options.find(option.string_key, false).semantic()->is_composing()) given.push_back(option);
  }
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool within = false;  // a word
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote) {
        quote = 0;
      } else {
        words.back() += c;
      }
    } else if (kBlanks.find(c) != std::string_view::npos) {
      within = false;
    } else {
      if (!within) words.emplace_back();
      within = true;
      if (c == '"' || c == '\'') {
        quote = c;
      } else {
        words.back() += c;
      }
    }
  }
  if (quote != 0) usage(fmt::format("the quote {} is not closed", quote));
  return words;
}

}  // namespace espalier::cli
