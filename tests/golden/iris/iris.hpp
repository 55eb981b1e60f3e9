// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "species" ("setosa", "versicolor" and "virginica") from 3 of 4 columns.
// Tree: 13 nodes, 7 rules, at most 5 tests for an answer.
// Trained on 150 rows; SHA-256 of the data "91eb642c3adbc7bad8e99c930c11fa3a5cc8a07262c7a753b4e6ecf405f2e05e".
//   algorithm=cart criterion=gini categorical-split=auto threshold=midpoint max-depth=0 min-split=2 min-leaf=1
//   min-gain=0 missing=refuse smoothing=m:2 prune=cost-complexity alpha=0.0033333333333333335 prune-folds=10
//   se-margin=0.3 prune-seed=1
// Accuracy of always answering the most frequent class: 33.3 %.
// Accuracy on the training rows: 99.3 %.
// Accuracy by "10-fold cross-validation, 7 rounds, seed 1": 94.2 %.
// Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
// Training saw no missing values; a missing value (NaN, the sentinel, or unknown) fails every test.
//
//     iris::Input row = {};
//     row.sepal_length = ...;
//     row.petal_length = ...;
//     row.petal_width = ...;
//     iris::Label answer = iris::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","version":"0.1.0","namespace":"iris","model":"21572f936359bcbf0c385536b63b747afa0144dd6fa9785f897a37027ec1732a","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":2,"type":"float","sentinel":false},{"feature":3,"type":"float","sentinel":false}]}
#ifndef ESPALIER_IRIS_HPP_21572f936359
#define ESPALIER_IRIS_HPP_21572f936359

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

namespace iris {

// The answers: "species".
enum class Label : uint8_t {
  setosa,
  versicolor,
  virginica,
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 3,
  rule_count = 7,
  field_count = 3,
  max_tests = 5  // the most conditions that predict() or predict_rule() evaluates
};

// One row, with the columns that the tree reads.
struct Input {
  float sepal_length;  // "sepal_length", 4.3 to 7.9 in training
  float petal_length;  // "petal_length", 1 to 6.9 in training
  float petal_width;  // "petal_width", 0.1 to 2.5 in training
};

// The same rows in columns: the values of a field lie one after the other.
struct Columns {
  const float* sepal_length;
  const float* petal_length;
  const float* petal_width;
};

// With ESPALIER_COUNT_RULES defined, the functions that answer also count which rule did: see the end of this file.
#if defined(ESPALIER_COUNT_RULES)
namespace uncounted {
#endif

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  if (row.petal_length <= 2.4499998f) {  // 2.45
    return Label::setosa;  // rule 1: 50 rows, 100.0 % "setosa"
  }
  if (row.petal_width <= 1.75f) {
    if (row.petal_length <= 4.95f) {
      if (row.petal_width <= 1.65f) {
        return Label::versicolor;  // rule 2: 47 rows, 100.0 % "versicolor"
      }
      return Label::virginica;  // rule 3: 1 row, 100.0 % "virginica"
    }
    if (row.petal_width <= 1.55f) {
      return Label::virginica;  // rule 4: 3 rows, 100.0 % "virginica"
    }
    if (row.sepal_length <= 6.95f) {
      return Label::versicolor;  // rule 5: 2 rows, 100.0 % "versicolor"
    }
    return Label::virginica;  // rule 6: 1 row, 100.0 % "virginica"
  }
  return Label::virginica;  // rule 7: 46 rows, 97.8 % "virginica"
}

// Which rule answers for the row.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  if (row.petal_length <= 2.4499998f) {  // 2.45
    return 1;  // rule 1: 50 rows, 100.0 % "setosa"
  }
  if (row.petal_width <= 1.75f) {
    if (row.petal_length <= 4.95f) {
      if (row.petal_width <= 1.65f) {
        return 2;  // rule 2: 47 rows, 100.0 % "versicolor"
      }
      return 3;  // rule 3: 1 row, 100.0 % "virginica"
    }
    if (row.petal_width <= 1.55f) {
      return 4;  // rule 4: 3 rows, 100.0 % "virginica"
    }
    if (row.sepal_length <= 6.95f) {
      return 5;  // rule 5: 2 rows, 100.0 % "versicolor"
    }
    return 6;  // rule 6: 1 row, 100.0 % "virginica"
  }
  return 7;  // rule 7: 46 rows, 97.8 % "virginica"
}

namespace detail {

// Shares of the labels among the training rows of a rule; out holds zeros before.
ESPALIER_CONSTEXPR void distribution_1(RuleId rule, float (&out)[label_count]) {
  switch (rule) {
    case 1:
      out[0] = 0.974359f;
      out[1] = 0.012820513f;
      out[2] = 0.012820513f;
      break;
    case 2:
      out[0] = 0.013605442f;
      out[1] = 0.9727891f;
      out[2] = 0.013605442f;
      break;
    case 3:
    case 6:
      out[0] = 0.22222222f;
      out[1] = 0.22222222f;
      out[2] = 0.5555556f;
      break;
    case 4:
      out[0] = 0.13333334f;
      out[1] = 0.13333334f;
      out[2] = 0.73333335f;
      break;
    case 5:
      out[0] = 0.16666667f;
      out[1] = 0.6666667f;
      out[2] = 0.16666667f;
      break;
    case 7:
      out[0] = 0.013888889f;
      out[1] = 0.034722224f;
      out[2] = 0.9513889f;
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
  row.sepal_length = columns.sepal_length[index];
  row.petal_length = columns.petal_length[index];
  row.petal_width = columns.petal_width[index];
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
using Element = float;

// A row from field_count values in the order of the fields.
ESPALIER_CONSTEXPR Input row_from_array(const Element* values) {
  Input row = {};
  row.sepal_length = values[0];
  row.petal_length = values[1];
  row.petal_width = values[2];
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
ESPALIER_CONSTEXPR const char* field_name(uint32_t field) {
  switch (field) {
    case 0:
      return "sepal_length";
    case 1:
      return "petal_length";
    case 2:
      return "petal_width";
    default:
      return "";
  }
}

// The label as it is spelled in the data; "" for a value that is none.
ESPALIER_CONSTEXPR const char* to_string(Label label) {
  switch (label) {
    case Label::setosa:
      return "setosa";
    case Label::versicolor:
      return "versicolor";
    case Label::virginica:
      return "virginica";
  }
  return "";
}

// The rule in words; "" for a number that is no rule's.
ESPALIER_CONSTEXPR const char* describe_rule(RuleId rule) {
  switch (rule) {
    case 1:
      return "petal_length <= 2.45 => setosa (50 of 50 rows)";
    case 2:
      return "2.45 < petal_length <= 4.95 and petal_width <= 1.65 => versicolor (47 of 47 rows)";
    case 3:
      return "2.45 < petal_length <= 4.95 and 1.65 < petal_width <= 1.75 => virginica (1 of 1 row)";
    case 4:
      return "petal_length > 4.95 and petal_width <= 1.55 => virginica (3 of 3 rows)";
    case 5:
      return "petal_length > 4.95 and 1.55 < petal_width <= 1.75 and sepal_length <= 6.95 => versicolor (2 of 2 rows)";
    case 6:
      return "petal_length > 4.95 and 1.55 < petal_width <= 1.75 and sepal_length > 6.95 => virginica (1 of 1 row)";
    case 7:
      return "petal_length > 2.45 and petal_width > 1.75 => virginica (45 of 46 rows)";
    default:
      return "";
  }
}

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "21572f936359bcbf0c385536b63b747afa0144dd6fa9785f897a37027ec1732a";
}
enum : uint64_t { model_id = 0x21572f936359bcbfULL };

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
static_assert(detail::answers(Input{0.0f, 0.0f, 0.0f}, Label::setosa, 1), "rule 1");
static_assert(detail::answers(Input{0.0f, 4.95f, 0.0f}, Label::versicolor, 2), "rule 2");
static_assert(detail::answers(Input{0.0f, 4.95f, 1.75f}, Label::virginica, 3), "rule 3");
static_assert(detail::answers(Input{0.0f, 5.95f, 0.0f}, Label::virginica, 4), "rule 4");
static_assert(detail::answers(Input{0.0f, 5.95f, 1.75f}, Label::versicolor, 5), "rule 5");
static_assert(detail::answers(Input{7.95f, 5.95f, 1.75f}, Label::virginica, 6), "rule 6");
static_assert(detail::answers(Input{0.0f, 3.4499998f, 2.75f}, Label::virginica, 7), "rule 7");
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

}  // namespace iris

#endif  // ESPALIER_IRIS_HPP_21572f936359
