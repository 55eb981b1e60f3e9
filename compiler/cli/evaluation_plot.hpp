// The picture of an evaluation, for evaluate --plot.
#pragma once

#include <string>

#include "cli/marked_answers.hpp"
#include "evaluate/figures.hpp"

namespace espalier::cli {

// The SVG document: of the classes the most frequent ones, of two the rarer. There must be answers.
std::string evaluation_svg(const MarkedAnswers& answers, const Figures& figures);

}  // namespace espalier::cli
