// What evaluate --by tells: figures of groups of rows, and how far groups differ (docs/evaluation.md).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "evaluate/group_figures.hpp"
#include "support/diagnostic.hpp"
#include "support/table_words.hpp"

namespace espalier {

struct GroupedBy {
  GroupComparison comparison;
  bool learned = false;  // the trees learned from the column: it is one of their features
};

struct GroupFacts {
  Task task = Task::classification;
  std::vector<std::string> labels;  // classification: all of the target's
  std::vector<GroupedBy> columns;   // in the order asked for
};

// At most 5 classes are in the text.
std::string to_text(const GroupFacts& facts);
nlohmann::ordered_json to_json(const GroupFacts& facts);

// The same for a page: the tables of a column, one after the other, and what is said before and after them.
struct GroupTable {
  std::string title;
  std::vector<std::string> heads;              // the first names what a line is about
  std::vector<std::vector<std::string>> rows;  // as many cells as heads
};
struct GroupPage {
  std::vector<std::string> before;  // sentences
  std::vector<GroupTable> tables;
  std::vector<std::string> after;
};
GroupPage group_page(const GroupFacts& facts, const GroupedBy& by);

// "f *": the name of a group; those that are too small are marked.
std::string group_name(const GroupMeasures& measures);
// "selection of 'yes'": what a figure is called.
std::string key_name(const GroupFacts& facts, const FigureKey& key);

// Of groups that are too small to say anything about, and of columns with one group.
void warn_of_groups(const GroupFacts& facts, Warnings& warnings);

}  // namespace espalier
