#include "cli/option_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/diagnostic.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

// "name=2" cut at its last =; none unless a number follows.
std::optional<NamedFigure> parse_figure(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos) return std::nullopt;
  const auto value = parse_number(text.substr(equals + 1));
  if (!value) return std::nullopt;
  return NamedFigure{std::string(text.substr(0, equals)), *value};
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

[[noreturn]] void refuse_value(const std::string& option, std::string_view text, std::string_view noun) {
  usage(fmt::format("{} {}: expected a {}, = and a number", option, in_quotes(text), noun),
        fmt::format("for example {} A=2, or A=2,B=0.5; the option may be repeated", option));
}

std::vector<NamedFigure> split_figures(const std::string& option, const std::string& argument,
                                       const std::vector<std::string>& known, std::string_view noun) {
  if (auto whole = parse_figure(argument); whole && contains(known, whole->name)) return {std::move(*whole)};
  std::vector<NamedFigure> figures;
  std::size_t begin = 0;
  for (std::size_t end = argument.find(','); end != std::string::npos; end = argument.find(',', end + 1)) {
    auto figure = parse_figure(std::string_view(argument).substr(begin, end - begin));
    if (!figure) continue;  // the comma belongs to a name
    figures.push_back(std::move(*figure));
    begin = end + 1;
  }
  auto last = parse_figure(std::string_view(argument).substr(begin));
  if (!last) refuse_value(option, std::string_view(argument).substr(begin), noun);
  figures.push_back(std::move(*last));
  return figures;
}

void check_figure(const std::string& option, const NamedFigure& figure, const std::vector<NamedFigure>& before,
                  const std::vector<std::string>& known, std::string_view noun) {
  if (!contains(known, figure.name)) {
    std::vector<std::string> shown;
    shown.reserve(known.size());
    for (const std::string& name : known) shown.push_back(in_quotes(name, 40));
    const std::string near = did_you_mean(figure.name, known);
    usage(fmt::format("{}: there is no {} {}", option, noun, in_quotes(figure.name)),
          near.empty() ? fmt::format("there are {}", enumerate(shown, 12)) : near);
  }
  if (!(figure.value > 0)) {
    usage(fmt::format("{}: {} of {} {} is not above 0", option, shortest(figure.value), noun, in_quotes(figure.name)));
  }
  const auto same = [&](const NamedFigure& other) { return other.name == figure.name; };
  if (std::any_of(before.begin(), before.end(), same)) {
    usage(fmt::format("{}: {} {} is given more than once", option, noun, in_quotes(figure.name)));
  }
}

}  // namespace

void usage(std::string message, std::string hint) {
  throw Diagnostic(ExitCode::usage, std::move(message), std::move(hint));
}

std::size_t choose(const std::string& option, const std::string& value, const std::vector<std::string>& choices) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == value) return i;
  }
  const std::string near = did_you_mean(value, choices);
  usage(fmt::format("{} {}: expected {}", option, in_quotes(value), fmt::join(choices, ", ")), near);
}

po::typed_value<std::string>* text(std::string* value, const char* name) {
  return po::value(value)->value_name(name);
}

po::typed_value<std::vector<std::string>>* list(std::vector<std::string>* values, const char* name) {
  return po::value(values)->composing()->value_name(name);
}

void refuse_whole(const char* option, const std::string& given, std::uint64_t largest) {
  usage(fmt::format("{} {}: expected a whole number from 0 to {}", option, in_quotes(given), largest));
}

bool Range::holds(double value) const {
  return (without_least ? value > least : value >= least) && (without_most ? value < most : value <= most);
}

std::string Range::text() const {
  std::string words = fmt::format("{} {}", without_least ? "above" : "of at least", shortest(least));
  if (std::isfinite(most)) words += fmt::format(" and {} {}", without_most ? "below" : "at most", shortest(most));
  return words;
}

po::typed_value<std::string>* number(const char* option, const char* name, std::optional<double>& into, Range range) {
  return po::value<std::string>()->value_name(name)->notifier([option, &into, range](const std::string& given) {
    into = parse_number(given);
    if (into && range.holds(*into)) return;
    usage(fmt::format("{} {}: expected a number {}", option, in_quotes(given), range.text()),
          given.ends_with('%') ? "write a share, such as 0.3 for 30 %" : "");
  });
}

po::typed_value<std::string>* amount(const char* option, const char* name, std::optional<Amount>& into) {
  return po::value<std::string>()->value_name(name)->notifier([option, &into](const std::string& given) {
    const bool percent = given.ends_with('%');
    const auto value = parse_number(percent ? std::string_view(given).substr(0, given.size() - 1) : given);
    if (!value || *value < 0 || (percent && *value > 100)) {
      usage(
          fmt::format("{} {}: expected a number of rows, or a percentage of them up to 100%", option, in_quotes(given)),
          fmt::format("for example {} 20 or {} 2%", option, option));
    }
    into = Amount(*value, percent);
  });
}

std::vector<NamedFigure> parse_figures(const std::string& option, const std::vector<std::string>& arguments,
                                       const std::vector<std::string>& known, std::string_view noun) {
  std::vector<NamedFigure> figures;
  for (const std::string& argument : arguments) {
    for (NamedFigure& figure : split_figures(option, argument, known, noun)) {
      check_figure(option, figure, figures, known, noun);
      figures.push_back(std::move(figure));
    }
  }
  return figures;
}

}  // namespace espalier::cli
