#include "cli/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "cli/learner_options.hpp"
#include "cli/option_groups.hpp"
#include "cli/option_values.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kFewestTrials = 2;  // the options as they are given, and another one
constexpr std::size_t kMostTrials = 10'000;
constexpr std::size_t kTrialsInTime = 1'000;  // more configurations than anybody needs
constexpr double kLongest = 7 * 86'400;
constexpr const char* kExamples = "for example --budget 200 for 200 trials, or --budget 60s, 5m or 2h for a time";

std::optional<double> unit_seconds(char unit) {
  switch (unit) {
    case 's': return 1;
    case 'm': return 60;
    case 'h': return 3600;
    default: return std::nullopt;
  }
}

TuneBudget parse_time(const std::string& given, double unit) {
  const auto number = parse_number(std::string_view(given).substr(0, given.size() - 1));
  if (!number) usage(fmt::format("--budget {}: expected a number of trials, or a time", in_quotes(given)), kExamples);
  const double seconds = *number * unit;
  if (!(seconds > 0)) usage(fmt::format("--budget {}: there is no time to try anything", in_quotes(given)), kExamples);
  if (seconds > kLongest) {
    usage(fmt::format("--budget {}: expected a time of at most 168h, a week", in_quotes(given)), kExamples);
  }
  return {kTrialsInTime, seconds};
}

}  // namespace

TuneBudget parse_budget(const std::string& given) {
  if (const auto unit = given.empty() ? std::nullopt : unit_seconds(given.back())) return parse_time(given, *unit);
  std::size_t trials = 0;
  const char* const end = given.data() + given.size();
  const auto [stop, error] = std::from_chars(given.data(), end, trials);
  const bool whole = !given.empty() && stop == end && error != std::errc::invalid_argument;
  if (!whole) usage(fmt::format("--budget {}: expected a number of trials, or a time", in_quotes(given)), kExamples);
  if (trials < kFewestTrials) {
    usage(fmt::format("--budget {}: the first trial is the options as they are given, so that at least {} are needed",
                      in_quotes(given), kFewestTrials),
          kExamples);
  }
  if (error != std::errc() || trials > kMostTrials) {
    usage(fmt::format("--budget {}: expected at most {} trials", in_quotes(given), grouped(kMostTrials)), kExamples);
  }
  return {trials, std::nullopt};
}

TuneBudget usual_budget(const LearnerOptions& learner) {
  if (!learner.several()) return {};
  return {learner.boosts() ? 60U : 30U, std::nullopt};
}

double BudgetClock::spent() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

std::function<double()> BudgetClock::first_part(double share) const {
  if (!seconds_) return {};
  return [this, share] { return spent() / (share * *seconds_); };
}

std::function<double()> BudgetClock::rest() const {
  if (!seconds_) return {};
  return [this] { return spent() < *seconds_ ? 0.0 : 1.0; };
}

namespace {

constexpr std::size_t kEnoughRepeats = 500;  // draws in a row that brought nothing new

}  // namespace

std::optional<LearnOptions> CandidateMaker::options_of(const Settings& settings) const {
  try {
    LearnerOptions learner = given_;
    learner.give(settings);
    learner.check();
    LearnOptions options = learner.vary(data_, read_);
    if (!figure_ || !chooses_alpha(options.prune)) return options;
    learner.give({{"select-by", std::string(to_string(*figure_))}});
    learner.check();
    return learner.vary(data_, read_);
  } catch (const Diagnostic& error) {
    if (error.code() != ExitCode::usage) throw;
    return std::nullopt;  // such as --surrogates, which was given, with another policy for missing values
  }
}

std::optional<TuneCandidate> CandidateMaker::make(Settings settings) const {
  const std::optional<LearnOptions> options = options_of(settings);
  if (!options) return std::nullopt;
  for (std::size_t i = settings.size(); i-- > 0;) {
    Settings without = settings;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    const std::optional<LearnOptions> shorter = options_of(without);
    if (shorter && same_in_effect(*shorter, *options)) settings = std::move(without);
  }
  return TuneCandidate{std::move(settings), *options};
}

std::vector<TuneCandidate> draw_candidates(const CandidateMaker& maker, const TuneSpace& space, std::uint64_t seed,
                                           std::size_t count) {
  std::vector<TuneCandidate> candidates;
  candidates.push_back(maker.make({}).value());
  TuneDraw draw(space, seed);
  for (std::size_t repeats = 0; candidates.size() < count && repeats < kEnoughRepeats; ++repeats) {
    std::optional<TuneCandidate> candidate = maker.make(draw.next());
    if (!candidate) continue;
    const auto same = [&](const TuneCandidate& other) { return same_in_effect(other.options, candidate->options); };
    if (std::any_of(candidates.begin(), candidates.end(), same)) continue;
    candidates.push_back(std::move(*candidate));
    repeats = 0;
  }
  return candidates;
}

namespace {

// What both commands have: about the data, the target and learning.
po::options_description learning_options(LearnerOptions& learner, DataOptions& data, TargetOption& target) {
  OptionGroups groups;
  learner.add_to(groups);
  data.add_to(groups);
  target.add_to(groups);
  return groups.all();
}

}  // namespace

std::vector<WrittenOption> options_to_learn(const std::vector<po::option>& given, const Settings& settings) {
  LearnerOptions learner;
  DataOptions data;
  TargetOption target;
  const po::options_description known = learning_options(learner, data, target);
  std::vector<WrittenOption> options;
  for (const po::option& option : given) {
    const bool learns = option.string_key == "seed" || known.find_nothrow(option.string_key, false) != nullptr;
    if (learns && option.string_key != "select-by") options.push_back({option.string_key, option.value});
  }
  for (const Setting& setting : settings) options.push_back({setting.option, {setting.value}});
  return options;
}

bool fits_config(const WrittenOption& option) {
  return std::all_of(option.value.begin(), option.value.end(), [](const std::string& value) {
    return !value.empty() && value.find_first_of("#\r\n") == std::string::npos && trim(value) == value;
  });
}

std::string config_text(const std::vector<std::string>& comments, const std::vector<WrittenOption>& options) {
  std::string text;
  for (const std::string& comment : comments) text += "# " + printable(comment, 200) + "\n";
  for (const WrittenOption& option : options) {
    if (!fits_config(option)) continue;
    if (option.value.empty()) text += option.option + " = true\n";
    for (const std::string& value : option.value) text += fmt::format("{} = {}\n", option.option, value);
  }
  return text;
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,%+-@";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return printable(quoted + "'", 400);
}

std::string shell_text(const std::vector<WrittenOption>& options) {
  std::string text;
  for (const WrittenOption& option : options) {
    text += fmt::format("{}--{}", text.empty() ? "" : " ", option.option);
    for (const std::string& value : option.value) text += " " + shell_word(value);
  }
  return text;
}

}  // namespace espalier::cli
