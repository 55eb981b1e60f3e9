// Options from a file: lines 'option = value', with # for comments.
#pragma once

#include <boost/program_options.hpp>
#include <string>
#include <vector>

namespace espalier::cli {

namespace po = boost::program_options;

// `text` is that of the file `path`. Stores what `values` do not have yet, and returns what the file says. Throws
// Diagnostic(bad_input) with the line of what is wrong: no option, an unknown one, a value that the option does not
// take, an option that is given twice.
std::vector<po::option> parse_config(const std::string& text, const std::string& path,
                                     const po::options_description& options, po::variables_map& values);

}  // namespace espalier::cli
