// 3 decision trees as Rust, made by Espalier from a model of "by hand". Do not edit: change the model and emit it again.
//
// Predicts "answer" ("no" and "yes") from 3 of 3 columns.
// Trees, whose answers are added up: 13 nodes, 8 rules, at most 5 tests for an answer.
// A missing value (NaN, the sentinel, or unknown) takes the branch that most training rows took.
//
//     let row = rust_forest_scores::Input {
//         x: ...,
//         color: ...,
//         y: ...,
//     };
//     let answer = rust_forest_scores::predict(&row);
//
// A file for `mod rust_forest_scores;`. Needs core alone: no heap, no unsafe code, no panics.
// espalier: {"language":"rust","version":"0.1.0","namespace":"rust_forest_scores","model":"2237ff3d6f3425670296a63968c72829dac6bc6c6e7a642a761404bd2fcec855","fields":[{"feature":0,"type":"int32","sentinel":true},{"feature":1,"type":"category","sentinel":false},{"feature":2,"type":"float","sentinel":false}]}
#![allow(dead_code)]
// Names come from the data, nesting and numbers from the tree: style is not to be asked about them.
#![allow(clippy::all, clippy::pedantic)]

/// The answers: "answer".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Label {
    No,
    Yes,
}

impl Label {
    /// Every label, in the order of the shares that `probabilities` gives.
    pub const ALL: [Label; 2] = [
        Label::No,
        Label::Yes,
    ];

    /// The label as it is spelled in the data.
    pub const fn text(self) -> &'static str {
        match self {
            Label::No => "no",
            Label::Yes => "yes",
        }
    }
}

/// Numbers a leaf of a tree, from 1, in reading order. Every tree has rules of its own.
pub type Rule = u8;

/// What the trees add up: scores, in units of 2^-4. The type holds the sums of all trees, whatever rules are reached.
pub type Sum = i32;

pub const LABEL_COUNT: usize = 2;
pub const TREE_COUNT: usize = 3;
pub const SUM_COUNT: usize = 1;
/// Of the tree that has most.
pub const RULE_COUNT: Rule = 3;
pub const FIELD_COUNT: usize = 3;
/// The most conditions that `predict` or `predict_leaves` evaluates.
pub const MAX_TESTS: usize = 5;

/// Values of "color".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    Red,
    Green,
    Blue,
    /// Missing, or a value that training did not see.
    Unknown,
}

impl Color {
    /// Every value that training saw.
    pub const ALL: [Color; 3] = [
        Color::Red,
        Color::Green,
        Color::Blue,
    ];

    /// The value as it is spelled in the data; "" for unknown.
    pub const fn text(self) -> &'static str {
        match self {
            Color::Red => "red",
            Color::Green => "green",
            Color::Blue => "blue",
            Color::Unknown => "",
        }
    }

    /// The value with this spelling; unknown if there is none.
    pub fn from_text(text: &str) -> Color {
        for value in Color::ALL.iter() {
            if value.text() == text {
                return *value;
            }
        }
        Color::Unknown
    }
}

/// The i32 that stands for a missing value.
pub const MISSING_I32: i32 = -2147483648;

/// One row, with the columns that the trees read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    /// "x", 0 to 100 in training; MISSING_I32 if missing
    pub x: i32,
    /// "color"
    pub color: Color,
    /// "y", 0 to 1 in training
    pub y: f32,
}

/// Adds what tree 1 says.
fn add_1(row: &Input, sums: &mut [Sum; SUM_COUNT]) {
    if row.x <= 10 && row.x != MISSING_I32 {
        sums[0] += 24;  // rule 1: 1.5, 20 rows
        return;
    }
    sums[0] += -1;  // rule 2: -0.0625, 80 rows
}

/// Which rule of tree 1 the row comes to.
fn rule_1(row: &Input) -> Rule {
    if row.x <= 10 && row.x != MISSING_I32 {
        return 1;  // rule 1: 1.5, 20 rows
    }
    return 2;  // rule 2: -0.0625, 80 rows
}

/// Adds what tree 2 says.
fn add_2(row: &Input, sums: &mut [Sum; SUM_COUNT]) {
    if row.color == Color::Red {
        sums[0] += 32;  // rule 1: 2, 10 rows
        return;
    }
    if row.y <= 0.5 {
        // rule 2: 0, 40 rows: adds nothing
        return;
    }
    sums[0] += -48;  // rule 3: -3, 50 rows
}

/// Which rule of tree 2 the row comes to.
fn rule_2(row: &Input) -> Rule {
    if row.color == Color::Red {
        return 1;  // rule 1: 2, 10 rows
    }
    if row.y <= 0.5 {
        return 2;  // rule 2: 0, 40 rows
    }
    return 3;  // rule 3: -3, 50 rows
}

/// Adds what tree 3 says.
fn add_3(row: &Input, sums: &mut [Sum; SUM_COUNT]) {
    if row.x <= 50 && row.x != MISSING_I32 {
        sums[0] += 4;  // rule 1: 0.25, 50 rows
        return;
    }
    if row.color == Color::Green {
        sums[0] += 8;  // rule 2: 0.5, 30 rows
        return;
    }
    sums[0] += -24;  // rule 3: -1.5, 20 rows
}

/// Which rule of tree 3 the row comes to.
fn rule_3(row: &Input) -> Rule {
    if row.x <= 50 && row.x != MISSING_I32 {
        return 1;  // rule 1: 0.25, 50 rows
    }
    if row.color == Color::Green {
        return 2;  // rule 2: 0.5, 30 rows
    }
    return 3;  // rule 3: -1.5, 20 rows
}

/// What the sum answers: the second label above 0.
pub fn verdict(sums: &[Sum; SUM_COUNT]) -> Label {
    if sums[0] > 0 {
        Label::Yes
    } else {
        Label::No
    }
}

/// What the trees add up to for the row, each label or output in its place.
pub fn scores(row: &Input) -> [Sum; SUM_COUNT] {
    let mut sums: [Sum; SUM_COUNT] = [-8];
    add_1(row, &mut sums);
    add_2(row, &mut sums);
    add_3(row, &mut sums);
    sums
}

/// What the model answers for the row.
pub fn predict(row: &Input) -> Label {
    verdict(&scores(row))
}

/// The rule of each tree that the row comes to.
pub fn predict_leaves(row: &Input) -> [Rule; TREE_COUNT] {
    [
        rule_1(row),
        rule_2(row),
        rule_3(row),
    ]
}

/// The answers for as many rows as `rows` and `out` both have.
pub fn predict_batch(rows: &[Input], out: &mut [Label]) {
    for (row, answer) in rows.iter().zip(out.iter_mut()) {
        *answer = predict(row);
    }
}

// There is no describe_rule(): every tree has rules of its own.

/// The column of a field, counted from 0; "" for a number that is no field's.
pub const fn field_name(field: usize) -> &'static str {
    match field {
        0 => "x",
        1 => "color",
        2 => "y",
        _ => "",
    }
}

/// The Espalier that made this module.
pub const fn espalier_version() -> &'static str {
    "0.1.0"
}

/// The SHA-256 of the model file that the module was made of.
pub const fn model_hash() -> &'static str {
    "2237ff3d6f3425670296a63968c72829dac6bc6c6e7a642a761404bd2fcec855"
}

/// The first 64 bits of the hash: tells one model from another.
pub const fn model_id() -> u64 {
    0x2237ff3d6f342567
}
