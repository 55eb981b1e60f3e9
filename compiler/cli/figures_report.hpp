// What evaluate says about answers: the score and what stands beside it.
#pragma once

#include "cli/command.hpp"
#include "cli/marked_answers.hpp"
#include "evaluate/figures.hpp"

namespace espalier::cli {

void report_figures(const MarkedAnswers& answers, const Figures& figures, Report& report);

}  // namespace espalier::cli
