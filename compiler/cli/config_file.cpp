#include "cli/config_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "cli/parsing.hpp"
#include "support/diagnostic.hpp"
#include "support/files.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr const char* kForm = "a config file has lines like 'max-depth = 5'; a # begins a comment";

// Reads line by line, so that a message can name the line.
class ConfigReader {
 public:
  ConfigReader(const std::string& path, const po::options_description& options)
      : path_(path), options_(options), found_(&options) {}

  const po::parsed_options& read(const std::string& text) {
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
      const std::string_view line = trim(std::string_view(text).substr(begin, end - begin));
      begin = end + 1;
      if (line.empty() || line.front() == '#') continue;
      where_ = locate(display_name(path_), text, static_cast<std::size_t>(line.data() - text.data()), line.size());
      take(std::string(line));
    }
    return found_;
  }

 private:
  [[noreturn]] void refuse(const std::string& message, const std::string& hint) const {
    throw Diagnostic(ExitCode::bad_input, where_, message, hint.empty() ? kForm : hint);
  }

  void take(const std::string& line) {
    if (line.front() == '[') refuse("options stand in no sections", "leave the line out");
    std::istringstream stream(line);
    try {
      po::parsed_options parsed = po::parse_config_file(stream, options_);
      for (const po::option& option : parsed.options) refuse_second(option);
      // What is wrong with the value is found now. Whatever this sets is set again with all that was given.
      po::variables_map tried;
      po::store(parsed, tried);
      po::notify(tried);
      found_.options.insert(found_.options.end(), parsed.options.begin(), parsed.options.end());
    } catch (const po::unknown_option& error) {
      const std::string name = error.get_option_name();
      const auto near =
          suggest("--" + name.substr(std::min(name.find_first_not_of('-'), name.size())), long_names(options_));
      refuse(fmt::format("unknown option {}", in_quotes(name)),
             near ? fmt::format("did you mean {}?", in_quotes(near->substr(2))) : "");
    } catch (const po::invalid_config_file_syntax&) {
      refuse(fmt::format("expected 'option = value', found {}", in_quotes(line, 80)), "");
    } catch (const po::error& error) {
      refuse(printable(error.what(), 300), "");
    } catch (const Diagnostic& error) {
      if (error.where()) throw;  // of another file
      refuse(error.message(), error.hint());
    }
  }

  void refuse_second(const po::option& option) {
    const auto [first, is_first] = lines_.try_emplace(option.string_key, where_.line);
    if (is_first || options_.find(option.string_key, false).semantic()->is_composing()) return;
    refuse(fmt::format("option {} is given more than once", in_quotes(option.string_key)),
           fmt::format("line {} has it, too", first->second));
  }

  const std::string& path_;
  const po::options_description& options_;
  po::parsed_options found_;
  Location where_;                            // the line
  std::map<std::string, std::size_t> lines_;  // of each option
};

}  // namespace

std::vector<po::option> parse_config(const std::string& text, const std::string& path,
                                     const po::options_description& options, po::variables_map& values) {
  ConfigReader reader(path, options);
  const po::parsed_options& found = reader.read(text);
  po::store(found, values);
  return found.options;
}

}  // namespace espalier::cli
