#include "emit/c_context.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "emit/cpp_context.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// An enumerator that ends with the spelling itself needs no comment that tells it.
void drop_plain_notes(json& enumerators, const std::string& prefix, const std::vector<std::string>& texts) {
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (enumerators[i]["id"] == prefix + texts[i]) enumerators[i]["note"] = "";
  }
}

}  // namespace

json c_base_context(const Model& model, const std::vector<Field>& fields, const CNames& names) {
  json context = base_context(model, fields, names.names);
  const bool classification = model.task == Task::classification;
  context["prefix"] = names.prefix;
  context["answer_type"] = names.prefix + (classification ? "label" : "value");
  context["no_fields"] = fields.empty();
  drop_plain_notes(context["labels"], names.prefix + "label_", model.labels);
  std::size_t next = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (names.parsers[i].empty()) continue;
    json& entry = context["enums"][next++];
    entry["parser"] = names.parsers[i];
    drop_plain_notes(entry["values"], names.prefix + names.names.fields[i] + "_",
                     model.features[fields[i].feature].categories);
  }
  return context;
}

}  // namespace espalier
