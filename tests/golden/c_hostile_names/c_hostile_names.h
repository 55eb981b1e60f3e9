// A decision tree as C, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "*\/ int x; /\*" ("# define x", "EOF", "NAN" and "int") from 8 of 8 columns.
// Tree: 7 nodes, 4 rules, at most 3 tests for an answer.
// Trained on 6 rows; SHA-256 of the data "2ee6d9fb4328c41ad004fe5cdffe04bd6659bd4a8c29b82bede936b4ca885077".
//   algorithm=cart criterion=gini categorical-split=auto threshold=midpoint max-depth=0 min-split=2 min-leaf=1
//   min-gain=0 missing=refuse smoothing=m:2 prune=none
// Accuracy of always answering the most frequent class: 33.3 %.
// Accuracy on the training rows: 100.0 %.
// Accuracy by "6-fold cross-validation, 10 rounds, seed 1": 66.7 %.
// Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
// Training saw no missing values; a missing value (NaN, the sentinel, or unknown) fails every test.
//
//     c_hostile_names_input row;
//     row.int_x_eq_1 = ...;
//     row.column_2 = ...;
//     row.column_1_plus_1 = ...;
//     row.class_ = ...;
//     row.column_9_lives = ...;
//     row.a_b = ...;
//     row.a_b_2 = ...;
//     row.abc = ...;
//     c_hostile_names_label answer = c_hostile_names_predict(&row);
//
// Needs C99 and nothing else: no library, no heap, no static data but constant texts.
// espalier: {"language":"c","version":"0.1.0","namespace":"c_hostile_names","options":{"fields":"all"},"model":"cd080efb2267d593e996369344d8cec2eba9d07790b621d1e0a4691b2e68af8f","fields":[{"feature":0,"type":"int32","sentinel":false},{"feature":1,"type":"float","sentinel":false},{"feature":2,"type":"category","sentinel":false},{"feature":3,"type":"category","sentinel":false},{"feature":4,"type":"int32","sentinel":false},{"feature":5,"type":"int32","sentinel":false},{"feature":6,"type":"int32","sentinel":false},{"feature":7,"type":"category","sentinel":false}]}
#ifndef ESPALIER_C_HOSTILE_NAMES_H_cd080efb2267
#define ESPALIER_C_HOSTILE_NAMES_H_cd080efb2267

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

// The answers: "*\/ int x; /\*".
typedef uint8_t c_hostile_names_label;
enum {
  c_hostile_names_label_define_x,  // "# define x"
  c_hostile_names_label_eof,  // "EOF"
  c_hostile_names_label_nan,  // "NAN"
  c_hostile_names_label_int_,  // "int"
};

// Numbers a leaf of the tree, from 1, in reading order.
typedef uint8_t c_hostile_names_rule;

enum {
  c_hostile_names_label_count = 4,
  c_hostile_names_rule_count = 4,
  c_hostile_names_field_count = 8,
  c_hostile_names_max_tests = 3  // the most conditions that c_hostile_names_predict() or c_hostile_names_predict_rule() evaluates
};

// Values of "{{ 1+1 }}"; any other stands for unknown, too.
typedef uint8_t c_hostile_names_column_1_plus_1;
enum {
  c_hostile_names_column_1_plus_1_value_1,  // "*\/"
  c_hostile_names_column_1_plus_1_r,  // "R\"("
  c_hostile_names_column_1_plus_1_cr_here,  // "cr\rhere"
  c_hostile_names_column_1_plus_1_it_s,  // "it's"
  c_hostile_names_column_1_plus_1_line_break,  // "line\nbreak"
  c_hostile_names_column_1_plus_1_percent_include_x_percent,  // "{% include \"x\" %}"
  c_hostile_names_column_1_plus_1_unknown  // missing, or a value that training did not see
};

// Values of "class"; any other stands for unknown, too.
typedef uint8_t c_hostile_names_class_;
enum {
  c_hostile_names_class__private_,  // "private"
  c_hostile_names_class__protected_,  // "protected"
  c_hostile_names_class__public_,  // "public"
  c_hostile_names_class__unknown  // missing, or a value that training did not see
};

// Values of "\u{202e}abc"; any other stands for unknown, too.
typedef uint8_t c_hostile_names_abc;
enum {
  c_hostile_names_abc_quoted,  // "\"quoted\""
  c_hostile_names_abc_percent_s,  // "%s"
  c_hostile_names_abc_back,  // "back\\"
  c_hostile_names_abc_tab_here,  // "tab\there"
  c_hostile_names_abc_value_5,  // "\u{2028}"
  c_hostile_names_abc_unknown  // missing, or a value that training did not see
};

// One row, with the columns that the tree reads.
typedef struct {
  int32_t int_x_eq_1;  // "int x = 1; // \\", 1 to 6 in training
  float column_2;  // "?\?/", 0.5 to 2.5 in training
  c_hostile_names_column_1_plus_1 column_1_plus_1;  // "{{ 1+1 }}"
  c_hostile_names_class_ class_;  // "class"
  int32_t column_9_lives;  // "9 lives", 1 to 6 in training
  int32_t a_b;  // "a b", 1 to 2 in training
  int32_t a_b_2;  // "a-b", 3 to 9 in training
  c_hostile_names_abc abc;  // "\u{202e}abc"
} c_hostile_names_input;

// The same rows in columns: the values of a field lie one after the other.
typedef struct {
  const int32_t* int_x_eq_1;
  const float* column_2;
  const c_hostile_names_column_1_plus_1* column_1_plus_1;
  const c_hostile_names_class_* class_;
  const int32_t* column_9_lives;
  const int32_t* a_b;
  const int32_t* a_b_2;
  const c_hostile_names_abc* abc;
} c_hostile_names_columns;

// What the model answers for the row.
static inline c_hostile_names_label c_hostile_names_predict(const c_hostile_names_input* row) {
  if (row->class_ == c_hostile_names_class__private_) {
    return c_hostile_names_label_nan;  // rule 1: 2 rows, 100.0 % "NAN"
  }
  if (row->a_b <= 1) {  // 1.5
    if (row->class_ == c_hostile_names_class__protected_) {
      return c_hostile_names_label_int_;  // rule 2: 1 row, 100.0 % "int"
    }
    return c_hostile_names_label_define_x;  // rule 3: 1 row, 100.0 % "# define x"
  }
  return c_hostile_names_label_eof;  // rule 4: 2 rows, 100.0 % "EOF"
}

// Which rule answers for the row.
static inline c_hostile_names_rule c_hostile_names_predict_rule(const c_hostile_names_input* row) {
  if (row->class_ == c_hostile_names_class__private_) {
    return 1;  // rule 1: 2 rows, 100.0 % "NAN"
  }
  if (row->a_b <= 1) {  // 1.5
    if (row->class_ == c_hostile_names_class__protected_) {
      return 2;  // rule 2: 1 row, 100.0 % "int"
    }
    return 3;  // rule 3: 1 row, 100.0 % "# define x"
  }
  return 4;  // rule 4: 2 rows, 100.0 % "EOF"
}

// Shares of the labels among the training rows of a rule; out holds zeros before.
static inline void c_hostile_names_detail_distribution_1(c_hostile_names_rule rule, float out[4]) {
  switch (rule) {
    case 1U:
      out[0] = 0.083333336f;
      out[1] = 0.16666667f;
      out[2] = 0.6666667f;
      out[3] = 0.083333336f;
      break;
    case 2U:
      out[0] = 0.11111111f;
      out[1] = 0.22222222f;
      out[2] = 0.22222222f;
      out[3] = 0.44444445f;
      break;
    case 3U:
      out[0] = 0.44444445f;
      out[1] = 0.22222222f;
      out[2] = 0.22222222f;
      out[3] = 0.11111111f;
      break;
    case 4U:
      out[0] = 0.083333336f;
      out[1] = 0.6666667f;
      out[2] = 0.16666667f;
      out[3] = 0.083333336f;
      break;
    default:
      break;
  }
}

// The shares of the labels among the training rows of the row's rule, smoothed: they add up to 1.
static inline void c_hostile_names_probabilities(const c_hostile_names_input* row, float out[4]) {
  const c_hostile_names_rule rule = c_hostile_names_predict_rule(row);
  for (uint32_t i = 0U; i < 4U; ++i) {
    out[i] = 0.0f;
  }
  c_hostile_names_detail_distribution_1(rule, out);
}

// How clear the answer is: its probability minus that of the runner-up. Negative where smoothing makes another label more probable.
static inline float c_hostile_names_margin(const c_hostile_names_input* row) {
  float shares[4];
  const c_hostile_names_label answer = c_hostile_names_predict(row);
  float runner_up = 0.0f;
  c_hostile_names_probabilities(row, shares);
  for (uint32_t i = 0U; i < 4U; ++i) {
    if ((i != answer) && (shares[i] > runner_up)) {
      runner_up = shares[i];
    }
  }
  return shares[answer] - runner_up;
}

// The answers for `count` rows.
static inline void c_hostile_names_predict_batch(const c_hostile_names_input* rows, size_t count, c_hostile_names_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    out[i] = c_hostile_names_predict(&rows[i]);
  }
}

// The same for rows that lie in columns.
static inline void c_hostile_names_predict_columns(const c_hostile_names_columns* columns, size_t count, c_hostile_names_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    c_hostile_names_input row;
    row.int_x_eq_1 = columns->int_x_eq_1[i];
    row.column_2 = columns->column_2[i];
    row.column_1_plus_1 = columns->column_1_plus_1[i];
    row.class_ = columns->class_[i];
    row.column_9_lives = columns->column_9_lives[i];
    row.a_b = columns->a_b[i];
    row.a_b_2 = columns->a_b_2[i];
    row.abc = columns->abc[i];
    out[i] = c_hostile_names_predict(&row);
  }
}

// The label as it is spelled in the data; "" for a value that is none.
static inline const char* c_hostile_names_label_text(c_hostile_names_label label) {
  static const char* const texts[4] = {
      "# define x",
      "EOF",
      "NAN",
      "int",
  };
  const char* text = "";
  if (label < 4U) {
    text = texts[label];
  }
  return text;
}

// The value of "{{ 1+1 }}" as it is spelled in the data; "" for unknown.
static inline const char* c_hostile_names_column_1_plus_1_text(c_hostile_names_column_1_plus_1 value) {
  static const char* const texts[6] = {
      "*/",
      "R\"(",
      "cr\015here",
      "it's",
      "line\012break",
      "{% include \"x\" %}",
  };
  const char* text = "";
  if (value < 6U) {
    text = texts[value];
  }
  return text;
}

// The value of "{{ 1+1 }}" with this spelling; unknown if there is none.
static inline c_hostile_names_column_1_plus_1 c_hostile_names_parse_column_1_plus_1(const char* text) {
  uint8_t value = 0U;
  while ((value < 6U) && !espalier_1_same_text(text, c_hostile_names_column_1_plus_1_text(value))) {
    ++value;
  }
  return value;
}

// The value of "class" as it is spelled in the data; "" for unknown.
static inline const char* c_hostile_names_class__text(c_hostile_names_class_ value) {
  static const char* const texts[3] = {
      "private",
      "protected",
      "public",
  };
  const char* text = "";
  if (value < 3U) {
    text = texts[value];
  }
  return text;
}

// The value of "class" with this spelling; unknown if there is none.
static inline c_hostile_names_class_ c_hostile_names_parse_class_(const char* text) {
  uint8_t value = 0U;
  while ((value < 3U) && !espalier_1_same_text(text, c_hostile_names_class__text(value))) {
    ++value;
  }
  return value;
}

// The value of "\u{202e}abc" as it is spelled in the data; "" for unknown.
static inline const char* c_hostile_names_abc_text(c_hostile_names_abc value) {
  static const char* const texts[5] = {
      "\"quoted\"",
      "%s",
      "back\\",
      "tab\011here",
      "\342\200\250",
  };
  const char* text = "";
  if (value < 5U) {
    text = texts[value];
  }
  return text;
}

// The value of "\u{202e}abc" with this spelling; unknown if there is none.
static inline c_hostile_names_abc c_hostile_names_parse_abc(const char* text) {
  uint8_t value = 0U;
  while ((value < 5U) && !espalier_1_same_text(text, c_hostile_names_abc_text(value))) {
    ++value;
  }
  return value;
}

// The rule in words; "" for a number that is no rule's.
static inline const char* c_hostile_names_describe_rule(c_hostile_names_rule rule) {
  static const char* const texts[4] = {
      "class = private => NAN (2 of 2 rows)",
      "class = protected and a b <= 1.5 => int (1 of 1 row)",
      "class = public and a b <= 1.5 => # define x (1 of 1 row)",
      "class != private and a b > 1.5 => EOF (2 of 2 rows)",
  };
  const char* text = "";
  if ((rule >= 1U) && (rule <= 4U)) {
    text = texts[rule - 1U];
  }
  return text;
}

// The column of a field, counted from 0; "" for a number that is no field's.
static inline const char* c_hostile_names_field_name(uint32_t field) {
  static const char* const names[8] = {
      "int x = 1; // \\",
      "\?\?/",
      "{{ 1+1 }}",
      "class",
      "9 lives",
      "a b",
      "a-b",
      "\342\200\256abc",
  };
  const char* name = "";
  if (field < 8U) {
    name = names[field];
  }
  return name;
}

// The Espalier that made this header, and the SHA-256 of the model file that it made it of.
static inline const char* c_hostile_names_espalier_version(void) {
  return "0.1.0";
}
static inline const char* c_hostile_names_model_hash(void) {
  return "cd080efb2267d593e996369344d8cec2eba9d07790b621d1e0a4691b2e68af8f";
}

// The first 64 bits of the hash: tells one model from another.
static inline uint64_t c_hostile_names_model_id(void) {
  return 0xcd080efb2267d593ULL;
}

#endif  // ESPALIER_C_HOSTILE_NAMES_H_cd080efb2267
