// A decision list as C, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "play" ("Don't Play" and "Play") from 3 of 4 columns.
// List: 3 rules, of which the first that applies answers, at most 4 tests for an answer.
// Trained on 14 rows; SHA-256 of the data "3f806c2ced548b0cff61343ed3d746082db504ec72f1a377d9c1fde9fcf43ede".
//   algorithm=c45 criterion=gain-ratio categorical-split=multiway threshold=observed max-depth=0 min-split=4
//   min-leaf=2 min-gain=0 missing=refuse smoothing=m:2 prune=none
//   simplify-model=38d90998dfa7f43cc503b00beb930ea4d7d7c2176a361a4682a5967e11a7f2e6
//   simplify-rows=3f806c2ced548b0cff61343ed3d746082db504ec72f1a377d9c1fde9fcf43ede simplify-confidence=0.25
// Accuracy of always answering the most frequent class: 64.3 %.
// Accuracy on the training rows: 100.0 %.
// Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
// A missing value (NaN, the sentinel, or unknown) meets no condition, unless the condition says so.
//
//     c_golf_list_misra_input row;
//     row.outlook = ...;
//     row.humidity = ...;
//     row.windy = ...;
//     c_golf_list_misra_label answer = c_golf_list_misra_predict(&row);
//
// Needs C99 and nothing else: no library, no heap, no static data but constant texts.
// espalier: {"language":"c","version":"0.1.0","namespace":"c_golf_list_misra","options":{"style":"misra"},"model":"90d3dfb36637cff0945b470272d5a2a51754aa28403191ac2f34b2e0f6c71c59","fields":[{"feature":0,"type":"category","sentinel":false},{"feature":2,"type":"int32","sentinel":false},{"feature":3,"type":"category","sentinel":false}]}
#ifndef ESPALIER_C_GOLF_LIST_MISRA_H_90d3dfb36637
#define ESPALIER_C_GOLF_LIST_MISRA_H_90d3dfb36637

// Espalier's runtime for predictors in C: all that generated code needs beside itself. Freestanding: no library, no heap,
// no static data. Generated headers carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_RUNTIME_C_1
#define ESPALIER_RUNTIME_C_1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether two zero-terminated texts are equal, byte for byte.
static inline bool espalier_1_same_text(const char* a, const char* b) {
  size_t i = 0U;
  while ((a[i] != '\0') && (a[i] == b[i])) {
    ++i;
  }
  return a[i] == b[i];
}

#endif  // ESPALIER_RUNTIME_C_1

// The answers: "play".
typedef uint8_t c_golf_list_misra_label;
enum {
  c_golf_list_misra_label_don_t_play,  // "Don't Play"
  c_golf_list_misra_label_play,  // "Play"
};

// Numbers a leaf of the tree, from 1, in reading order.
typedef uint8_t c_golf_list_misra_rule;

enum {
  c_golf_list_misra_label_count = 2,
  c_golf_list_misra_rule_count = 3,
  c_golf_list_misra_field_count = 3,
  c_golf_list_misra_max_tests = 4  // the most conditions that c_golf_list_misra_predict() or c_golf_list_misra_predict_rule() evaluates
};

// Values of "outlook"; any other stands for unknown, too.
typedef uint8_t c_golf_list_misra_outlook;
enum {
  c_golf_list_misra_outlook_overcast,
  c_golf_list_misra_outlook_rain,
  c_golf_list_misra_outlook_sunny,
  c_golf_list_misra_outlook_unknown  // missing, or a value that training did not see
};

// Values of "windy"; any other stands for unknown, too.
typedef uint8_t c_golf_list_misra_windy;
enum {
  c_golf_list_misra_windy_false_,  // "false"
  c_golf_list_misra_windy_true_,  // "true"
  c_golf_list_misra_windy_unknown  // missing, or a value that training did not see
};

// One row, with the columns that the tree reads.
typedef struct {
  c_golf_list_misra_outlook outlook;  // "outlook"
  int32_t humidity;  // "humidity", 65 to 96 in training
  c_golf_list_misra_windy windy;  // "windy"
} c_golf_list_misra_input;

// The same rows in columns: the values of a field lie one after the other.
typedef struct {
  const c_golf_list_misra_outlook* outlook;
  const int32_t* humidity;
  const c_golf_list_misra_windy* windy;
} c_golf_list_misra_columns;

// What the model answers for the row.
static inline c_golf_list_misra_label c_golf_list_misra_predict(const c_golf_list_misra_input* row) {
  c_golf_list_misra_label result;
  if ((row->outlook == (c_golf_list_misra_outlook)c_golf_list_misra_outlook_sunny) && (row->humidity > 75)) {
    result = (c_golf_list_misra_label)c_golf_list_misra_label_don_t_play;  // rule 1: 3 rows, 100.0 % "Don't Play"
  } else if ((row->outlook == (c_golf_list_misra_outlook)c_golf_list_misra_outlook_rain) &&
      (row->windy == (c_golf_list_misra_windy)c_golf_list_misra_windy_true_)) {
    result = (c_golf_list_misra_label)c_golf_list_misra_label_don_t_play;  // rule 2: 2 rows, 100.0 % "Don't Play"
  } else {
    result = (c_golf_list_misra_label)c_golf_list_misra_label_play;  // rule 3: 9 rows, 100.0 % "Play"
  }
  return result;
}

// Which rule answers for the row.
static inline c_golf_list_misra_rule c_golf_list_misra_predict_rule(const c_golf_list_misra_input* row) {
  c_golf_list_misra_rule result;
  if ((row->outlook == (c_golf_list_misra_outlook)c_golf_list_misra_outlook_sunny) && (row->humidity > 75)) {
    result = 1U;  // rule 1: 3 rows, 100.0 % "Don't Play"
  } else if ((row->outlook == (c_golf_list_misra_outlook)c_golf_list_misra_outlook_rain) &&
      (row->windy == (c_golf_list_misra_windy)c_golf_list_misra_windy_true_)) {
    result = 2U;  // rule 2: 2 rows, 100.0 % "Don't Play"
  } else {
    result = 3U;  // rule 3: 9 rows, 100.0 % "Play"
  }
  return result;
}

// Shares of the labels among the training rows of a rule; out holds zeros before.
static inline void c_golf_list_misra_detail_distribution_1(c_golf_list_misra_rule rule, float out[2]) {
  switch (rule) {
    case 1U:
      out[0] = 0.74285716f;
      out[1] = 0.25714287f;
      break;
    case 2U:
      out[0] = 0.6785714f;
      out[1] = 0.32142857f;
      break;
    case 3U:
      out[0] = 0.064935066f;
      out[1] = 0.9350649f;
      break;
    default:
      break;
  }
}

// The shares of the labels among the training rows of the row's rule, smoothed: they add up to 1.
static inline void c_golf_list_misra_probabilities(const c_golf_list_misra_input* row, float out[2]) {
  const c_golf_list_misra_rule rule = c_golf_list_misra_predict_rule(row);
  for (uint32_t i = 0U; i < 2U; ++i) {
    out[i] = 0.0f;
  }
  c_golf_list_misra_detail_distribution_1(rule, out);
}

// How clear the answer is: its probability minus that of the runner-up. Negative where smoothing makes another label more probable.
static inline float c_golf_list_misra_margin(const c_golf_list_misra_input* row) {
  float shares[2];
  const c_golf_list_misra_label answer = c_golf_list_misra_predict(row);
  float runner_up = 0.0f;
  c_golf_list_misra_probabilities(row, shares);
  for (uint32_t i = 0U; i < 2U; ++i) {
    if ((i != answer) && (shares[i] > runner_up)) {
      runner_up = shares[i];
    }
  }
  return shares[answer] - runner_up;
}

// The answers for `count` rows.
static inline void c_golf_list_misra_predict_batch(const c_golf_list_misra_input* rows, size_t count, c_golf_list_misra_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    out[i] = c_golf_list_misra_predict(&rows[i]);
  }
}

// The same for rows that lie in columns.
static inline void c_golf_list_misra_predict_columns(const c_golf_list_misra_columns* columns, size_t count, c_golf_list_misra_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    c_golf_list_misra_input row;
    row.outlook = columns->outlook[i];
    row.humidity = columns->humidity[i];
    row.windy = columns->windy[i];
    out[i] = c_golf_list_misra_predict(&row);
  }
}

// The label as it is spelled in the data; "" for a value that is none.
static inline const char* c_golf_list_misra_label_text(c_golf_list_misra_label label) {
  static const char* const texts[2] = {
      "Don't Play",
      "Play",
  };
  const char* text = "";
  if (label < 2U) {
    text = texts[label];
  }
  return text;
}

// The value of "outlook" as it is spelled in the data; "" for unknown.
static inline const char* c_golf_list_misra_outlook_text(c_golf_list_misra_outlook value) {
  static const char* const texts[3] = {
      "overcast",
      "rain",
      "sunny",
  };
  const char* text = "";
  if (value < 3U) {
    text = texts[value];
  }
  return text;
}

// The value of "outlook" with this spelling; unknown if there is none.
static inline c_golf_list_misra_outlook c_golf_list_misra_parse_outlook(const char* text) {
  uint8_t value = 0U;
  while ((value < 3U) && !espalier_1_same_text(text, c_golf_list_misra_outlook_text(value))) {
    ++value;
  }
  return value;
}

// The value of "windy" as it is spelled in the data; "" for unknown.
static inline const char* c_golf_list_misra_windy_text(c_golf_list_misra_windy value) {
  static const char* const texts[2] = {
      "false",
      "true",
  };
  const char* text = "";
  if (value < 2U) {
    text = texts[value];
  }
  return text;
}

// The value of "windy" with this spelling; unknown if there is none.
static inline c_golf_list_misra_windy c_golf_list_misra_parse_windy(const char* text) {
  uint8_t value = 0U;
  while ((value < 2U) && !espalier_1_same_text(text, c_golf_list_misra_windy_text(value))) {
    ++value;
  }
  return value;
}

// The rule in words; "" for a number that is no rule's.
static inline const char* c_golf_list_misra_describe_rule(c_golf_list_misra_rule rule) {
  static const char* const texts[3] = {
      "outlook = sunny and humidity > 75 => Don't Play (3 of 3 rows)",
      "otherwise, if outlook = rain and windy = true => Don't Play (2 of 2 rows)",
      "otherwise => Play (9 of 9 rows)",
  };
  const char* text = "";
  if ((rule >= 1U) && (rule <= 3U)) {
    text = texts[rule - 1U];
  }
  return text;
}

// The column of a field, counted from 0; "" for a number that is no field's.
static inline const char* c_golf_list_misra_field_name(uint32_t field) {
  static const char* const names[3] = {
      "outlook",
      "humidity",
      "windy",
  };
  const char* name = "";
  if (field < 3U) {
    name = names[field];
  }
  return name;
}

// The Espalier that made this header, and the SHA-256 of the model file that it made it of.
static inline const char* c_golf_list_misra_espalier_version(void) {
  return "0.1.0";
}
static inline const char* c_golf_list_misra_model_hash(void) {
  return "90d3dfb36637cff0945b470272d5a2a51754aa28403191ac2f34b2e0f6c71c59";
}

// The first 64 bits of the hash: tells one model from another.
static inline uint64_t c_golf_list_misra_model_id(void) {
  return 0x90d3dfb36637cff0ULL;
}

#endif  // ESPALIER_C_GOLF_LIST_MISRA_H_90d3dfb36637
