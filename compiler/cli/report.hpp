// What a run of a command has to tell.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "support/diagnostic.hpp"

namespace espalier::cli {

// Text for people or JSON for machines: each is a rendering of the same facts (report/).
struct Report {
  std::string text;
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  Warnings warnings;
  bool json_is_shown = false;     // and the text is not
  bool output_on_stdout = false;  // the command's own output went to standard output: the text goes to standard error

  // Facts below those that there are, rendered as they are shown: to_text(facts, how...), or the keys of
  // to_json(facts).
  template <typename Facts, typename... How>
  void add(const Facts& facts, How... how) {
    if (json_is_shown) {
      add_keys(to_json(facts));
    } else {
      text += to_text(facts, how...);
    }
  }

  // A file was written: "written   model.svg", in the JSON under `key`.
  void add_written(const char* key, const std::string& path);
  // A file is what would be written: "current   model.hpp", in the JSON one of the list `current`.
  void add_current(const std::string& path);

 private:
  void add_keys(nlohmann::ordered_json more);
};

}  // namespace espalier::cli
