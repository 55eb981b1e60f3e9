#include "emit/cpp_guard.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "emit/render.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// Fields of one floating type that stand one after the other in the input struct.
struct Run {
  InputType type;
  std::size_t first;
  std::size_t count;
};

std::vector<Run> runs_of(const std::vector<Field>& fields) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (!is_floating(fields[i].type)) continue;
    const bool goes_on =
        !runs.empty() && runs.back().type == fields[i].type && runs.back().first + runs.back().count == i;
    if (goes_on) {
      ++runs.back().count;
    } else {
      runs.push_back({fields[i].type, i, 1});
    }
  }
  return runs;
}

// How one floating type is looked at: its fields in groups of sixteen bytes where enough of them stand together (the
// last group of a run overlaps the one before), one by one elsewhere.
json look_context(const std::vector<Run>& runs, InputType type, const Names& names) {
  const std::size_t per_group = type == InputType::float32 ? 4 : 2;
  json groups = json::array();
  json singles = json::array();
  json all = json::array();
  json run_list = json::array();
  for (const Run& run : runs) {
    if (run.type != type) continue;
    run_list.push_back({{"first", names.fields[run.first]}, {"count", run.count}});
    for (std::size_t i = 0; i < run.count; ++i) {
      all.push_back(names.fields[run.first + i]);
      if (run.count < per_group) singles.push_back(names.fields[run.first + i]);
    }
    if (run.count < per_group) continue;
    for (std::size_t i = 0; i < run.count; i += per_group) {
      groups.push_back(names.fields[run.first + std::min(i, run.count - per_group)]);
    }
  }
  const bool is_float = type == InputType::float32;
  return {{"bits", is_float ? "uint32_t" : "uint64_t"},
          {"name", is_float ? "floats" : "doubles"},
          {"groups", std::move(groups)},
          {"singles", std::move(singles)},
          {"all", std::move(all)},
          {"runs", std::move(run_list)}};
}

}  // namespace

bool compares_bits(const Lowered& lowered) {
  return !lowered.tree().tables && lowered.goal != Goal::readable && lowered.form == BodyForm::early_return &&
         std::any_of(lowered.fields.begin(), lowered.fields.end(),
                     [](const Field& field) { return is_floating(field.type); });
}

std::string guard_section(const Lowered& lowered, const Names& names, const std::string& answer_type, bool elsewhere) {
  const std::vector<Run> runs = runs_of(lowered.fields);
  json context;
  if (elsewhere) context["specifier"] = "inline";
  context["types"] = json::array();
  bool wide = false;
  for (const InputType type : {InputType::float32, InputType::float64}) {
    json look = look_context(runs, type, names);
    if (look["all"].empty()) continue;
    wide = wide || !look["groups"].empty();
    context["types"].push_back(std::move(look));
  }
  context["wide"] = wide;  // where it is possible it is the smallest, too
  context["small"] = lowered.goal == Goal::size;
  context["answers"] = !lowered.tree().blend.has_value();
  context["answer_type"] = answer_type;
  return render_template("templates/cpp/guard.hpp.inja", context);
}

}  // namespace espalier
