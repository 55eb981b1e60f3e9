// Tables of evaluate: figures of each class, which are taken for which, and how far confidence is justified.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "evaluate/figures.hpp"

namespace espalier {

// The text shows at most so many classes; the JSON has all of them.
inline constexpr std::size_t kClassesShown = 40;

std::string classes_text(const std::vector<std::string>& labels, const Figures& figures);
nlohmann::ordered_json classes_json(const std::vector<std::string>& labels, const Figures& figures);

// A matrix as far as it fits the width of a page; else the wrong answers that are most frequent.
std::string confusion_text(const std::vector<std::string>& labels, const Metrics& metrics);
nlohmann::ordered_json confusion_json(const Metrics& metrics);

std::string calibration_text(const Figures& figures);
nlohmann::ordered_json calibration_json(const Figures& figures);

}  // namespace espalier
