// Warnings of which a file can cause one per column, kept cheap for files with a hundred thousand columns.
#pragma once

#include <functional>
#include <string>

#include "support/diagnostic.hpp"

namespace espalier {

// Appends a warning of a group (Warning::group). Only the first few in a run carry their place: they are the ones that
// are shown, and a place costs a walk through the source and a copy of its line.
void warn_in_group(Warnings& warnings, const std::string& group, std::string message, std::string hint,
                   const std::function<Location()>& where);

}  // namespace espalier
