// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "state" ("early" and "late") from 1 of 2 columns.
// Tree: 5 nodes, 3 rules, at most 2 tests for an answer.
// Trained on 5 rows; SHA-256 of the data "4fe88218ccc8a2903ff6d47f56ec765b2fe7e0d6fade352f12b4a9555a3181d5".
//   algorithm=cart criterion=gini categorical-split=auto threshold=midpoint max-depth=0 min-split=2 min-leaf=1
//   min-gain=0 missing=refuse smoothing=m:2 prune=none
// Accuracy of always answering the most frequent class: 60.0 %.
// Accuracy on the training rows: 100.0 %.
// Accuracy by "5-fold cross-validation, 10 rounds, seed 1": 40.0 %, balanced 33.3 %.
// Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
// Training saw no missing values; a missing value (NaN, the sentinel, or unknown) fails every test.
//
//     needs_double::Input row = {};
//     row.seconds = ...;
//     needs_double::Label answer = needs_double::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","version":"0.1.0","namespace":"needs_double","model":"5e54e3b61cf158974b4512a17139e2028c4dc173e149253481fd2ab95b6a74f2","fields":[{"feature":0,"type":"double","sentinel":false}]}
#ifndef ESPALIER_NEEDS_DOUBLE_HPP_5e54e3b61cf1
#define ESPALIER_NEEDS_DOUBLE_HPP_5e54e3b61cf1

// Espalier's runtime: all that generated code needs beside itself. Freestanding: no library, no heap, no static data.
// Generated headers carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_RUNTIME_1
#define ESPALIER_RUNTIME_1

#include <stddef.h>
#include <stdint.h>

// Functions with more than one statement are constant expressions from C++14 on.
#if __cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)
#define ESPALIER_CONSTEXPR constexpr
#else
#define ESPALIER_CONSTEXPR inline
#endif

namespace espalier {
namespace runtime_1 {

// Whether two zero-terminated texts are equal, byte for byte.
ESPALIER_CONSTEXPR bool same_text(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_RUNTIME_1

namespace needs_double {

static_assert(sizeof(double) == 8, "this predictor compares 64-bit doubles: emit it again with --input-type COLUMN=float");

// The answers: "state".
enum class Label : uint8_t {
  early,
  late,
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 2,
  rule_count = 3,
  field_count = 1,
  max_tests = 2  // the most conditions that predict() or predict_rule() evaluates
};

// One row, with the columns that the tree reads.
struct Input {
  double seconds;  // "seconds", 1700000000.25 to 1700000001.25 in training; double: float cannot tell 1700000000.5 from 1700000000.75 at threshold 1700000000.625
};

// The same rows in columns: the values of a field lie one after the other.
struct Columns {
  const double* seconds;
};

// With ESPALIER_COUNT_RULES defined, the functions that answer also count which rule did: see the end of this file.
#if defined(ESPALIER_COUNT_RULES)
namespace uncounted {
#endif

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  if (row.seconds <= 1700000000.625) {
    return Label::early;  // rule 1: 2 rows, 100.0 % "early"
  }
  if (row.seconds <= 1700000001.125) {
    return Label::late;  // rule 2: 2 rows, 100.0 % "late"
  }
  return Label::early;  // rule 3: 1 row, 100.0 % "early"
}

// Which rule answers for the row.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  if (row.seconds <= 1700000000.625) {
    return 1;  // rule 1: 2 rows, 100.0 % "early"
  }
  if (row.seconds <= 1700000001.125) {
    return 2;  // rule 2: 2 rows, 100.0 % "late"
  }
  return 3;  // rule 3: 1 row, 100.0 % "early"
}

namespace detail {

// Shares of the labels among the training rows of a rule; out holds zeros before.
ESPALIER_CONSTEXPR void distribution_1(RuleId rule, float (&out)[label_count]) {
  switch (rule) {
    case 1:
      out[0] = 0.8f;
      out[1] = 0.2f;
      break;
    case 2:
      out[0] = 0.3f;
      out[1] = 0.7f;
      break;
    case 3:
      out[0] = 0.73333335f;
      out[1] = 0.26666668f;
      break;
    default:
      break;
  }
}

}  // namespace detail

// The shares of the labels among the training rows of the row's rule, smoothed: they add up to 1.
ESPALIER_CONSTEXPR void probabilities(const Input& row, float (&out)[label_count]) {
  for (uint32_t i = 0; i < label_count; ++i) {
    out[i] = 0.0f;
  }
  const RuleId rule = predict_rule(row);
  detail::distribution_1(rule, out);
}

// How clear the answer is: its probability minus that of the runner-up. Negative where smoothing makes another label more probable.
ESPALIER_CONSTEXPR float margin(const Input& row) {
  float shares[label_count] = {};
  probabilities(row, shares);
  const uint32_t answer = static_cast<uint32_t>(predict(row));
  float runner_up = 0.0f;
  for (uint32_t i = 0; i < label_count; ++i) {
    if (i != answer && shares[i] > runner_up) {
      runner_up = shares[i];
    }
  }
  return shares[answer] - runner_up;
}

// The answers for `count` rows.
ESPALIER_CONSTEXPR void predict_batch(const Input* rows, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

namespace detail {

ESPALIER_CONSTEXPR Input row_at(const Columns& columns, size_t index) {
  Input row = {};
  row.seconds = columns.seconds[index];
  return row;
}

}  // namespace detail

// The same for rows that lie in columns.
ESPALIER_CONSTEXPR void predict_columns(const Columns& columns, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(detail::row_at(columns, i));
  }
}

#if defined(ESPALIER_COUNT_RULES)
}  // namespace uncounted
#endif

// The type of the values that a row can be made of: it holds those of every field.
using Element = double;

// A row from field_count values in the order of the fields.
ESPALIER_CONSTEXPR Input row_from_array(const Element* values) {
  Input row = {};
  row.seconds = values[0];
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
ESPALIER_CONSTEXPR const char* field_name(uint32_t field) {
  switch (field) {
    case 0:
      return "seconds";
    default:
      return "";
  }
}

// The label as it is spelled in the data; "" for a value that is none.
ESPALIER_CONSTEXPR const char* to_string(Label label) {
  switch (label) {
    case Label::early:
      return "early";
    case Label::late:
      return "late";
  }
  return "";
}

// The rule in words; "" for a number that is no rule's.
ESPALIER_CONSTEXPR const char* describe_rule(RuleId rule) {
  switch (rule) {
    case 1:
      return "seconds <= 1700000000.625 => early (2 of 2 rows)";
    case 2:
      return "1700000000.625 < seconds <= 1700000001.125 => late (2 of 2 rows)";
    case 3:
      return "seconds > 1700000001.125 => early (1 of 1 row)";
    default:
      return "";
  }
}

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "5e54e3b61cf158974b4512a17139e2028c4dc173e149253481fd2ab95b6a74f2";
}
enum : uint64_t { model_id = 0x5e54e3b61cf15897ULL };

// Witnesses: for each rule an input that reaches it. A header that does not do what the model does fails here.
#if (__cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)) && !defined(ESPALIER_NO_WITNESSES)
namespace detail {
#if defined(ESPALIER_COUNT_RULES)
using uncounted::predict;
using uncounted::predict_rule;
#endif
constexpr bool answers(const Input& row, Label label, RuleId rule) {
  return predict(row) == label && predict_rule(row) == rule;
}
}  // namespace detail
static_assert(detail::answers(Input{0.0}, Label::early, 1), "rule 1");
static_assert(detail::answers(Input{1700000001.125}, Label::late, 2), "rule 2");
static_assert(detail::answers(Input{1700000002.125}, Label::early, 3), "rule 3");
#endif

#if defined(ESPALIER_COUNT_RULES)
// How often each rule answered since the start or the last reset: [rule], up to 4294967295; [0] is not used.
inline uint32_t (&rule_hits())[rule_count + 1] {
  static uint32_t hits[rule_count + 1];
  return hits;
}

inline void reset_rule_hits() {
  for (uint32_t& hits : rule_hits()) {
    hits = 0;
  }
}

// Has other names for the linker than a translation unit that does not count.
inline namespace counting {

using uncounted::margin;
using uncounted::probabilities;

inline RuleId predict_rule(const Input& row) {
  const RuleId rule = uncounted::predict_rule(row);
  uint32_t& hits = rule_hits()[rule];
  if (hits < 4294967295U) {
    ++hits;
  }
  return rule;
}

inline Label predict(const Input& row) {
  static_cast<void>(predict_rule(row));
  return uncounted::predict(row);
}

inline void predict_batch(const Input* rows, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

inline void predict_columns(const Columns& columns, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(uncounted::detail::row_at(columns, i));
  }
}

}  // namespace counting
#endif

}  // namespace needs_double

#endif  // ESPALIER_NEEDS_DOUBLE_HPP_5e54e3b61cf1
