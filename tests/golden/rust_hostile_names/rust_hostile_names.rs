// A decision tree as Rust, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
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
//     let row = rust_hostile_names::Input {
//         int_x_eq_1: ...,
//         column_2: ...,
//         column_1_plus_1: ...,
//         class: ...,
//         column_9_lives: ...,
//         a_b: ...,
//         a_b_2: ...,
//         abc: ...,
//     };
//     let answer = rust_hostile_names::predict(&row);
//
// A file for `mod rust_hostile_names;`. Needs core alone: no heap, no unsafe code, no panics.
// espalier: {"language":"rust","version":"0.1.0","namespace":"rust_hostile_names","options":{"fields":"all"},"model":"cd080efb2267d593e996369344d8cec2eba9d07790b621d1e0a4691b2e68af8f","fields":[{"feature":0,"type":"int32","sentinel":false},{"feature":1,"type":"float","sentinel":false},{"feature":2,"type":"category","sentinel":false},{"feature":3,"type":"category","sentinel":false},{"feature":4,"type":"int32","sentinel":false},{"feature":5,"type":"int32","sentinel":false},{"feature":6,"type":"int32","sentinel":false},{"feature":7,"type":"category","sentinel":false}]}
#![allow(dead_code)]
// Names come from the data, nesting and numbers from the tree: style is not to be asked about them.
#![allow(clippy::all, clippy::pedantic)]

/// The answers: "*\/ int x; /\*".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Label {
    DefineX,  // "# define x"
    Eof,  // "EOF"
    Nan,  // "NAN"
    Int,
}

impl Label {
    /// Every label, in the order of the shares that `probabilities` gives.
    pub const ALL: [Label; 4] = [
        Label::DefineX,
        Label::Eof,
        Label::Nan,
        Label::Int,
    ];

    /// The label as it is spelled in the data.
    pub const fn text(self) -> &'static str {
        match self {
            Label::DefineX => "# define x",
            Label::Eof => "EOF",
            Label::Nan => "NAN",
            Label::Int => "int",
        }
    }
}

/// Numbers a leaf of the tree, from 1, in reading order.
pub type Rule = u8;

pub const LABEL_COUNT: usize = 4;
pub const RULE_COUNT: Rule = 4;
pub const FIELD_COUNT: usize = 8;
/// The most conditions that `predict` or `predict_rule` evaluates.
pub const MAX_TESTS: usize = 3;

/// Values of "{{ 1+1 }}".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Column1Plus1 {
    Value1,  // "*\/"
    R,  // "R\"("
    CrHere,  // "cr\rhere"
    ItS,  // "it's"
    LineBreak,  // "line\nbreak"
    PercentIncludeXPercent,  // "{% include \"x\" %}"
    /// Missing, or a value that training did not see.
    Unknown,
}

impl Column1Plus1 {
    /// Every value that training saw.
    pub const ALL: [Column1Plus1; 6] = [
        Column1Plus1::Value1,
        Column1Plus1::R,
        Column1Plus1::CrHere,
        Column1Plus1::ItS,
        Column1Plus1::LineBreak,
        Column1Plus1::PercentIncludeXPercent,
    ];

    /// The value as it is spelled in the data; "" for unknown.
    pub const fn text(self) -> &'static str {
        match self {
            Column1Plus1::Value1 => "*/",
            Column1Plus1::R => "R\"(",
            Column1Plus1::CrHere => "cr\u{d}here",
            Column1Plus1::ItS => "it's",
            Column1Plus1::LineBreak => "line\u{a}break",
            Column1Plus1::PercentIncludeXPercent => "{% include \"x\" %}",
            Column1Plus1::Unknown => "",
        }
    }

    /// The value with this spelling; unknown if there is none.
    pub fn from_text(text: &str) -> Column1Plus1 {
        for value in Column1Plus1::ALL.iter() {
            if value.text() == text {
                return *value;
            }
        }
        Column1Plus1::Unknown
    }
}

/// Values of "class".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    Private,
    Protected,
    Public,
    /// Missing, or a value that training did not see.
    Unknown,
}

impl Class {
    /// Every value that training saw.
    pub const ALL: [Class; 3] = [
        Class::Private,
        Class::Protected,
        Class::Public,
    ];

    /// The value as it is spelled in the data; "" for unknown.
    pub const fn text(self) -> &'static str {
        match self {
            Class::Private => "private",
            Class::Protected => "protected",
            Class::Public => "public",
            Class::Unknown => "",
        }
    }

    /// The value with this spelling; unknown if there is none.
    pub fn from_text(text: &str) -> Class {
        for value in Class::ALL.iter() {
            if value.text() == text {
                return *value;
            }
        }
        Class::Unknown
    }
}

/// Values of "\u{202e}abc".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Abc {
    Quoted,  // "\"quoted\""
    PercentS,  // "%s"
    Back,  // "back\\"
    TabHere,  // "tab\there"
    Value5,  // "\u{2028}"
    /// Missing, or a value that training did not see.
    Unknown,
}

impl Abc {
    /// Every value that training saw.
    pub const ALL: [Abc; 5] = [
        Abc::Quoted,
        Abc::PercentS,
        Abc::Back,
        Abc::TabHere,
        Abc::Value5,
    ];

    /// The value as it is spelled in the data; "" for unknown.
    pub const fn text(self) -> &'static str {
        match self {
            Abc::Quoted => "\"quoted\"",
            Abc::PercentS => "%s",
            Abc::Back => "back\\",
            Abc::TabHere => "tab\u{9}here",
            Abc::Value5 => "\u{2028}",
            Abc::Unknown => "",
        }
    }

    /// The value with this spelling; unknown if there is none.
    pub fn from_text(text: &str) -> Abc {
        for value in Abc::ALL.iter() {
            if value.text() == text {
                return *value;
            }
        }
        Abc::Unknown
    }
}

/// One row, with the columns that the tree reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    /// "int x = 1; // \\", 1 to 6 in training
    pub int_x_eq_1: i32,
    /// "?\?/", 0.5 to 2.5 in training
    pub column_2: f32,
    /// "{{ 1+1 }}"
    pub column_1_plus_1: Column1Plus1,
    /// "class"
    pub class: Class,
    /// "9 lives", 1 to 6 in training
    pub column_9_lives: i32,
    /// "a b", 1 to 2 in training
    pub a_b: i32,
    /// "a-b", 3 to 9 in training
    pub a_b_2: i32,
    /// "\u{202e}abc"
    pub abc: Abc,
}

/// What the model answers for the row.
pub fn predict(row: &Input) -> Label {
    if row.class == Class::Private {
        return Label::Nan;  // rule 1: 2 rows, 100.0 % "NAN"
    }
    if row.a_b <= 1 {  // 1.5
        if row.class == Class::Protected {
            return Label::Int;  // rule 2: 1 row, 100.0 % "int"
        }
        return Label::DefineX;  // rule 3: 1 row, 100.0 % "# define x"
    }
    return Label::Eof;  // rule 4: 2 rows, 100.0 % "EOF"
}

/// Which rule answers for the row.
pub fn predict_rule(row: &Input) -> Rule {
    if row.class == Class::Private {
        return 1;  // rule 1: 2 rows, 100.0 % "NAN"
    }
    if row.a_b <= 1 {  // 1.5
        if row.class == Class::Protected {
            return 2;  // rule 2: 1 row, 100.0 % "int"
        }
        return 3;  // rule 3: 1 row, 100.0 % "# define x"
    }
    return 4;  // rule 4: 2 rows, 100.0 % "EOF"
}

/// Shares of the labels among the training rows of a rule; `out` holds zeros before.
fn distribution_1(rule: Rule, out: &mut [f32; LABEL_COUNT]) {
    match rule {
        1 => {
            out[0] = 0.083333336;
            out[1] = 0.16666667;
            out[2] = 0.6666667;
            out[3] = 0.083333336;
        }
        2 => {
            out[0] = 0.11111111;
            out[1] = 0.22222222;
            out[2] = 0.22222222;
            out[3] = 0.44444445;
        }
        3 => {
            out[0] = 0.44444445;
            out[1] = 0.22222222;
            out[2] = 0.22222222;
            out[3] = 0.11111111;
        }
        4 => {
            out[0] = 0.083333336;
            out[1] = 0.6666667;
            out[2] = 0.16666667;
            out[3] = 0.083333336;
        }
        _ => {}
    }
}

fn rule_shares(rule: Rule) -> [f32; LABEL_COUNT] {
    let mut out = [0.0; LABEL_COUNT];
    match rule {
        1..=4 => distribution_1(rule, &mut out),
        _ => {}
    }
    out
}

/// The shares of the labels among the training rows of the row's rule, smoothed: they add up to 1.
pub fn probabilities(row: &Input) -> [f32; LABEL_COUNT] {
    rule_shares(predict_rule(row))
}

/// How clear the answer is: its probability minus that of the runner-up. Negative where smoothing makes another label more probable.
pub fn margin(row: &Input) -> f32 {
    let answer = predict(row);
    let mut own = 0.0;
    let mut runner_up = 0.0;
    for (label, share) in Label::ALL.iter().zip(probabilities(row).iter()) {
        if *label == answer {
            own = *share;
        } else if *share > runner_up {
            runner_up = *share;
        }
    }
    own - runner_up
}

/// The answers for as many rows as `rows` and `out` both have.
pub fn predict_batch(rows: &[Input], out: &mut [Label]) {
    for (row, answer) in rows.iter().zip(out.iter_mut()) {
        *answer = predict(row);
    }
}

/// The rule in words; "" for a number that is no rule's.
pub const fn describe_rule(rule: Rule) -> &'static str {
    match rule {
        1 => "class = private => NAN (2 of 2 rows)",
        2 => "class = protected and a b <= 1.5 => int (1 of 1 row)",
        3 => "class = public and a b <= 1.5 => # define x (1 of 1 row)",
        4 => "class != private and a b > 1.5 => EOF (2 of 2 rows)",
        _ => "",
    }
}

/// The column of a field, counted from 0; "" for a number that is no field's.
pub const fn field_name(field: usize) -> &'static str {
    match field {
        0 => "int x = 1; // \\",
        1 => "??/",
        2 => "{{ 1+1 }}",
        3 => "class",
        4 => "9 lives",
        5 => "a b",
        6 => "a-b",
        7 => "\u{202e}abc",
        _ => "",
    }
}

/// The Espalier that made this module.
pub const fn espalier_version() -> &'static str {
    "0.1.0"
}

/// The SHA-256 of the model file that the module was made of.
pub const fn model_hash() -> &'static str {
    "cd080efb2267d593e996369344d8cec2eba9d07790b621d1e0a4691b2e68af8f"
}

/// The first 64 bits of the hash: tells one model from another.
pub const fn model_id() -> u64 {
    0xcd080efb2267d593
}
