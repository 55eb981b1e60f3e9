// Values of options: how each kind is written on the command line, and what is said of those that are not right.
// Wrong ones throw Diagnostic(usage) with the option's name and what is expected.
#pragma once

#include <boost/program_options.hpp>
#include <charconv>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grow/options.hpp"
#include "support/enum_names.hpp"

namespace espalier::cli {

namespace po = boost::program_options;

[[noreturn]] void usage(std::string message, std::string hint = {});

// One of `choices`, or a suggestion. Returns its position.
std::size_t choose(const std::string& option, const std::string& value, const std::vector<std::string>& choices);

po::typed_value<std::string>* text(std::string* value, const char* name);

// A list option: given as often as needed, one value each time, so that values may hold any character.
po::typed_value<std::vector<std::string>>* list(std::vector<std::string>* values, const char* name);

// The value of an enumeration that is called so (support/enum_names.hpp), or a suggestion.
template <NamedEnum Enum>
Enum choose(const std::string& option, const std::string& value) {
  return static_cast<Enum>(choose(option, value, {kNames<Enum>.begin(), kNames<Enum>.end()}));
}

// The same. Unless it is given, `into` stays empty.
template <NamedEnum Enum>
po::typed_value<std::string>* one_of(const char* option, const char* name, std::optional<Enum>& into) {
  return po::value<std::string>()->value_name(name)->notifier(
      [option, &into](const std::string& given) { into = choose<Enum>(option, given); });
}

// The same of words that only the command line has.
template <typename Value>
po::typed_value<std::string>* one_of(const char* option, const char* name, std::optional<Value>& into,
                                     std::vector<std::pair<std::string, Value>> choices) {
  return po::value<std::string>()->value_name(name)->notifier([option, &into, choices](const std::string& given) {
    std::vector<std::string> words;
    words.reserve(choices.size());
    for (const auto& [word, value] : choices) words.push_back(word);
    into = choices[choose(option, given, words)].second;
  });
}

[[noreturn]] void refuse_whole(const char* option, const std::string& given, std::uint64_t largest);

// A whole number up to `most`. Not po::value<unsigned>, which takes -1 for the largest one.
template <typename Number>
po::typed_value<std::string>* whole(const char* option, const char* name, std::function<void(Number)> take,
                                    Number most = std::numeric_limits<Number>::max()) {
  return po::value<std::string>()->value_name(name)->notifier([option, take, most](const std::string& given) {
    Number number = 0;
    const char* const end = given.data() + given.size();
    const auto [stop, error] = std::from_chars(given.data(), end, number);
    if (error != std::errc() || stop != end || number > most) refuse_whole(option, given, most);
    take(number);
  });
}

// The numbers that an option takes.
struct Range {
  double least = 0;
  double most = std::numeric_limits<double>::infinity();
  bool without_least = false;
  bool without_most = false;

  bool holds(double value) const;
  std::string text() const;  // "of at least 0", "above 0 and at most 1"
};

po::typed_value<std::string>* number(const char* option, const char* name, std::optional<double>& into, Range range);

// "20" rows, or "2%" of them.
po::typed_value<std::string>* amount(const char* option, const char* name, std::optional<Amount>& into);

// "A=2,B=1", as often as needed. Names may hold = and , themselves: a figure follows the last = of its name, a comma
// ends one only behind a number, and an argument that is a name of `known`, = and a number is taken as that. Names must
// be among `known` (called `noun` in messages), each at most once; figures must be above 0.
std::vector<NamedFigure> parse_figures(const std::string& option, const std::vector<std::string>& arguments,
                                       const std::vector<std::string>& known, std::string_view noun);

}  // namespace espalier::cli
