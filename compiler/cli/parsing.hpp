// Words as options, on the command line or in a text that is written like a part of one.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::cli {

namespace po = boost::program_options;

// Options are written as on a Unix command line, but never abbreviated: a misspelt one must not be taken for the one
// whose name it begins. An option with a list of values takes the words behind it, up to the next option; a word that
// holds a blank is a value even if it begins with a dash. Throws po::error.
po::parsed_options parse_words(const std::vector<std::string>& words, const po::options_description& options);

// Of all options, for suggestions: "--max-depth".
std::vector<std::string> long_names(const po::options_description& options);

// Boost's exceptions as Diagnostic(usage), in our words and with a suggestion; `see` is the hint where there is none.
[[noreturn]] void explain(const po::error& error, const po::options_description& options, const std::string& see);

// Adds options to those given before, which win: as when both are stored, lists grow, and of other options the first
// one stays.
void add_given(const std::vector<po::option>& more, const po::options_description& options,
               std::vector<po::option>& given);

// The text of a config file, lines 'max-depth = 5'. Stores what `values` do not have yet, and gives what the text says;
// `path` is what messages call it. Throws Diagnostic(bad_input).
std::vector<po::option> parse_config(const std::string& text, const std::string& path,
                                     const po::options_description& options, po::variables_map& values);

// A text cut at blanks. Quotes, single or double, keep blanks and each other: c45 --class-weight "Don't Play=2". Throws
// Diagnostic(usage) if one is not closed.
std::vector<std::string> words_of(std::string_view text);

}  // namespace espalier::cli
