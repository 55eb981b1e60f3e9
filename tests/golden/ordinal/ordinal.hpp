// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "fits" ("no" and "yes") from 2 of 2 columns.
// Tree: 13 nodes, 7 rules, at most 6 tests for an answer.
// Trained on 10 rows; SHA-256 of the data "eee4aec86a91225b3fd6e5275206647de8bb2c48ef6cae475ed0ab38978c0dd5".
//   algorithm=cart criterion=gini categorical-split=auto threshold=midpoint max-depth=0 min-split=2 min-leaf=1
//   min-gain=0 missing=refuse smoothing=m:2 prune=none
// Accuracy of always answering the most frequent class: 70.0 %.
// Accuracy on the training rows: 100.0 %.
// Accuracy by "10-fold cross-validation, 10 rounds, seed 1": 50.0 %, balanced 35.7 %.
// Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
// Training saw no missing values; a missing value (NaN, the sentinel, or unknown) fails every test.
//
//     ordinal::Input row = {};
//     row.size = ...;
//     row.chest = ...;
//     ordinal::Label answer = ordinal::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","version":"0.1.0","namespace":"ordinal","model":"fdaf0f7d27e2e04209dafa78ba4615585012b6f998ec9c0f761a03b64bd9c3bd","fields":[{"feature":0,"type":"category","sentinel":false},{"feature":1,"type":"int32","sentinel":false}]}
#ifndef ESPALIER_ORDINAL_HPP_fdaf0f7d27e2
#define ESPALIER_ORDINAL_HPP_fdaf0f7d27e2

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

namespace ordinal {

// The answers: "fits".
enum class Label : uint8_t {
  no,
  yes,
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 2,
  rule_count = 7,
  field_count = 2,
  max_tests = 6  // the most conditions that predict() or predict_rule() evaluates
};

// Values of "size".
enum class SizeValue : uint8_t {
  s,  // "S"
  m,  // "M"
  l,  // "L"
  xl,  // "XL"
  unknown  // missing, or a value that training did not see
};

// One row, with the columns that the tree reads.
struct Input {
  SizeValue size;  // "size"
  int32_t chest;  // "chest", 84 to 110 in training
};

// The same rows in columns: the values of a field lie one after the other.
struct Columns {
  const SizeValue* size;
  const int32_t* chest;
};

// With ESPALIER_COUNT_RULES defined, the functions that answer also count which rule did: see the end of this file.
#if defined(ESPALIER_COUNT_RULES)
namespace uncounted {
#endif

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  if (row.size == SizeValue::s || row.size == SizeValue::m || row.size == SizeValue::l) {
    if (row.chest <= 106) {
      if (row.size == SizeValue::s || row.size == SizeValue::m) {
        if (row.chest <= 88) {  // 88.5
          return Label::yes;  // rule 1: 2 rows, 100.0 % "yes"
        }
        if (row.size == SizeValue::s) {
          return Label::no;  // rule 2: 1 row, 100.0 % "no"
        }
        if (row.chest <= 94) {
          return Label::yes;  // rule 3: 1 row, 100.0 % "yes"
        }
        return Label::no;  // rule 4: 1 row, 100.0 % "no"
      }
      return Label::yes;  // rule 5: 2 rows, 100.0 % "yes"
    }
    return Label::no;  // rule 6: 1 row, 100.0 % "no"
  }
  return Label::yes;  // rule 7: 2 rows, 100.0 % "yes"
}

// Which rule answers for the row.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  if (row.size == SizeValue::s || row.size == SizeValue::m || row.size == SizeValue::l) {
    if (row.chest <= 106) {
      if (row.size == SizeValue::s || row.size == SizeValue::m) {
        if (row.chest <= 88) {  // 88.5
          return 1;  // rule 1: 2 rows, 100.0 % "yes"
        }
        if (row.size == SizeValue::s) {
          return 2;  // rule 2: 1 row, 100.0 % "no"
        }
        if (row.chest <= 94) {
          return 3;  // rule 3: 1 row, 100.0 % "yes"
        }
        return 4;  // rule 4: 1 row, 100.0 % "no"
      }
      return 5;  // rule 5: 2 rows, 100.0 % "yes"
    }
    return 6;  // rule 6: 1 row, 100.0 % "no"
  }
  return 7;  // rule 7: 2 rows, 100.0 % "yes"
}

namespace detail {

// Shares of the labels among the training rows of a rule; out holds zeros before.
ESPALIER_CONSTEXPR void distribution_1(RuleId rule, float (&out)[label_count]) {
  switch (rule) {
    case 1:
    case 5:
    case 7:
      out[0] = 0.15f;
      out[1] = 0.85f;
      break;
    case 2:
    case 4:
    case 6:
      out[0] = 0.53333336f;
      out[1] = 0.46666667f;
      break;
    case 3:
      out[0] = 0.2f;
      out[1] = 0.8f;
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
  row.size = columns.size[index];
  row.chest = columns.chest[index];
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
using Element = int32_t;

// A row from field_count values in the order of the fields.
// A category is given by its index; every other number is unknown.
ESPALIER_CONSTEXPR Input row_from_array(const Element* values) {
  Input row = {};
  row.size = static_cast<uint32_t>(values[0]) < 4U ? static_cast<SizeValue>(values[0]) : SizeValue::unknown;
  row.chest = values[1];
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
ESPALIER_CONSTEXPR const char* field_name(uint32_t field) {
  switch (field) {
    case 0:
      return "size";
    case 1:
      return "chest";
    default:
      return "";
  }
}

// The label as it is spelled in the data; "" for a value that is none.
ESPALIER_CONSTEXPR const char* to_string(Label label) {
  switch (label) {
    case Label::no:
      return "no";
    case Label::yes:
      return "yes";
  }
  return "";
}

// The value of "size" as it is spelled in the data; "" for unknown.
ESPALIER_CONSTEXPR const char* to_string(SizeValue value) {
  switch (value) {
    case SizeValue::s:
      return "S";
    case SizeValue::m:
      return "M";
    case SizeValue::l:
      return "L";
    case SizeValue::xl:
      return "XL";
    case SizeValue::unknown:
      break;
  }
  return "";
}

// The value of "size" with this spelling; unknown if there is none.
ESPALIER_CONSTEXPR SizeValue parse_size(const char* text) {
  if (::espalier::runtime_1::same_text(text, "S")) {
    return SizeValue::s;
  }
  if (::espalier::runtime_1::same_text(text, "M")) {
    return SizeValue::m;
  }
  if (::espalier::runtime_1::same_text(text, "L")) {
    return SizeValue::l;
  }
  if (::espalier::runtime_1::same_text(text, "XL")) {
    return SizeValue::xl;
  }
  return SizeValue::unknown;
}

// The rule in words; "" for a number that is no rule's.
ESPALIER_CONSTEXPR const char* describe_rule(RuleId rule) {
  switch (rule) {
    case 1:
      return "size in {S, M} and chest <= 88.5 => yes (2 of 2 rows)";
    case 2:
      return "size = S and 88.5 < chest <= 106 => no (1 of 1 row)";
    case 3:
      return "size = M and 88.5 < chest <= 94 => yes (1 of 1 row)";
    case 4:
      return "size = M and 94 < chest <= 106 => no (1 of 1 row)";
    case 5:
      return "size = L and chest <= 106 => yes (2 of 2 rows)";
    case 6:
      return "size != XL and chest > 106 => no (1 of 1 row)";
    case 7:
      return "size = XL => yes (2 of 2 rows)";
    default:
      return "";
  }
}

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "fdaf0f7d27e2e04209dafa78ba4615585012b6f998ec9c0f761a03b64bd9c3bd";
}
enum : uint64_t { model_id = 0xfdaf0f7d27e2e042ULL };

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
static_assert(detail::answers(Input{SizeValue::s, 0}, Label::yes, 1), "rule 1");
static_assert(detail::answers(Input{SizeValue::s, 106}, Label::no, 2), "rule 2");
static_assert(detail::answers(Input{SizeValue::m, 94}, Label::yes, 3), "rule 3");
static_assert(detail::answers(Input{SizeValue::m, 106}, Label::no, 4), "rule 4");
static_assert(detail::answers(Input{SizeValue::l, 0}, Label::yes, 5), "rule 5");
static_assert(detail::answers(Input{SizeValue::s, 107}, Label::no, 6), "rule 6");
static_assert(detail::answers(Input{SizeValue::xl, 0}, Label::yes, 7), "rule 7");
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

}  // namespace ordinal

#endif  // ESPALIER_ORDINAL_HPP_fdaf0f7d27e2
