// 3 decision trees as Rust, made by Espalier from a model of "by hand". Do not edit: change the model and emit it again.
//
// Predicts "answer" ("a", "b" and "c") from 3 of 3 columns.
// Trees, whose answers are averaged: 13 nodes, 8 rules, at most 5 tests for an answer.
// A missing value (NaN, the sentinel, or unknown) takes the branch that most training rows took.
//
//     let row = rust_forest_mean::Input {
//         x: ...,
//         color: ...,
//         y: ...,
//     };
//     let answer = rust_forest_mean::predict(&row);
//
// A file for `mod rust_forest_mean;`. Needs core alone: no heap, no unsafe code, no panics.
// espalier: {"language":"rust","version":"0.1.0","namespace":"rust_forest_mean","options":{"optimize":"size","shape":"branches"},"model":"44b304a5d6c7192fffac7a3c71017947ea9c9e6e8bb5ea3c43c870cc171d980b","fields":[{"feature":0,"type":"int32","sentinel":true},{"feature":1,"type":"category","sentinel":false},{"feature":2,"type":"float","sentinel":false}]}
#![allow(dead_code)]
// Names come from the data, nesting and numbers from the tree: style is not to be asked about them.
#![allow(clippy::all, clippy::pedantic)]

/// The answers: "answer".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Label {
    A,
    B,
    C,
}

impl Label {
    /// Every label, in the order of the shares that `probabilities` gives.
    pub const ALL: [Label; 3] = [
        Label::A,
        Label::B,
        Label::C,
    ];

    /// The label as it is spelled in the data.
    pub const fn text(self) -> &'static str {
        match self {
            Label::A => "a",
            Label::B => "b",
            Label::C => "c",
        }
    }
}

/// Numbers a leaf of a tree, from 1, in reading order. Every tree has rules of its own.
pub type Rule = u8;

/// What the trees add up: shares. The type holds the sums of all trees, whatever rules are reached.
pub type Sum = u32;

pub const LABEL_COUNT: usize = 3;
pub const TREE_COUNT: usize = 3;
pub const SUM_COUNT: usize = 3;
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
        sums[0] += 65536;  // rule 1: 100.0 % "a"
        return;
    }
    sums[1] += 40000;  // rule 2: 61.0 % "b"
    sums[2] += 25536;
}

/// Which rule of tree 1 the row comes to.
fn rule_1(row: &Input) -> Rule {
    if row.x <= 10 && row.x != MISSING_I32 {
        return 1;  // rule 1: 100.0 % "a"
    }
    return 2;  // rule 2: 61.0 % "b"
}

/// Adds what tree 2 says.
fn add_2(row: &Input, sums: &mut [Sum; SUM_COUNT]) {
    if row.color == Color::Red {
        sums[0] += 1;  // rule 1: 100.0 % "c"
        sums[1] += 2;
        sums[2] += 65533;
        return;
    }
    if row.y <= 0.5 {
        sums[0] += 65535;  // rule 2: 100.0 % "a"
        sums[1] += 1;
        return;
    }
    sums[1] += 65536;  // rule 3: 100.0 % "b"
}

/// Which rule of tree 2 the row comes to.
fn rule_2(row: &Input) -> Rule {
    if row.color == Color::Red {
        return 1;  // rule 1: 100.0 % "c"
    }
    if row.y <= 0.5 {
        return 2;  // rule 2: 100.0 % "a"
    }
    return 3;  // rule 3: 100.0 % "b"
}

/// Adds what tree 3 says.
fn add_3(row: &Input, sums: &mut [Sum; SUM_COUNT]) {
    if row.x <= 50 && row.x != MISSING_I32 {
        sums[0] += 16384;  // rule 1: 50.0 % "c"
        sums[1] += 16384;
        sums[2] += 32768;
        return;
    }
    if row.color == Color::Green {
        sums[1] += 49152;  // rule 2: 75.0 % "b"
        sums[2] += 16384;
        return;
    }
    sums[0] += 32768;  // rule 3: 50.0 % "a"
    sums[1] += 32767;
    sums[2] += 1;
}

/// Which rule of tree 3 the row comes to.
fn rule_3(row: &Input) -> Rule {
    if row.x <= 50 && row.x != MISSING_I32 {
        return 1;  // rule 1: 50.0 % "c"
    }
    if row.color == Color::Green {
        return 2;  // rule 2: 75.0 % "b"
    }
    return 3;  // rule 3: 50.0 % "a"
}

/// What the sums answer: the label of the largest, of equal ones the first.
pub fn verdict(sums: &[Sum; SUM_COUNT]) -> Label {
    let mut answer = Label::A;
    let mut largest = sums[0];
    for (label, sum) in Label::ALL.iter().zip(sums.iter()).skip(1) {
        if *sum > largest {
            answer = *label;
            largest = *sum;
        }
    }
    answer
}

/// What the trees add up to for the row, each label or output in its place.
pub fn scores(row: &Input) -> [Sum; SUM_COUNT] {
    let mut sums: [Sum; SUM_COUNT] = [0, 0, 0];
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

/// The mean of what the trees say of each label: they add up to 1, but for rounding.
pub fn probabilities(row: &Input) -> [f32; LABEL_COUNT] {
    let mut out = [0.0; LABEL_COUNT];
    for (share, sum) in out.iter_mut().zip(scores(row).iter()) {
        *share = *sum as f32 / 196608.0;
    }
    out
}

/// How clear the answer is: its probability minus that of the runner-up.
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
    "44b304a5d6c7192fffac7a3c71017947ea9c9e6e8bb5ea3c43c870cc171d980b"
}

/// The first 64 bits of the hash: tells one model from another.
pub const fn model_id() -> u64 {
    0x44b304a5d6c7192f
}
