// What the model answers. It says what compiler/model/interpret.cpp says; the rows in `checks` show it.
const model = JSON.parse(document.getElementById("espalier-model").textContent);
const number = (text) => (text === "inf" ? Infinity : text === "-inf" ? -Infinity : text);

const wholeWeight = 2147483648; // 2^31
const partOf = (weight, share) => Number((BigInt(weight) * BigInt(share)) >> 31n);
const halved = (value, times) => {
  for (; times > 0; --times) value /= 2;
  for (; times < 0; ++times) value *= 2;
  return value;
};

// Rows are lists: a number, the number of a word's category, or null for a missing value.
const categoryOf = (column, value) =>
  value !== null && Number.isInteger(value) && value >= 0 && value < column.categories ? value : null;
const compared = (column, value) => (column.float32 ? Math.fround(value) : value);

// Whether a row passes one condition of a rule.
function passes(part, row) {
  const column = model.columns[part.f];
  const value = column.words === undefined ? row[part.f] : categoryOf(column, row[part.f]);
  if (value === null) return part.m;
  if (part.k === "upto") return compared(column, value) <= part.x;
  if (part.k === "above") return compared(column, value) > part.x;
  return part.k === "in" ? part.w.includes(value) : part.k === "known";
}

// The child that the test itself decides for; null: the policy for missing values decides.
function branchIfKnown(node, row) {
  if (node.k === "all_of") return node.p.every((part) => passes(part, row)) ? 0 : 1;
  const column = model.columns[node.f];
  const value = row[node.f];
  if (column.words === undefined) {
    if (node.k === "present") return value === null ? 1 : 0;
    if (value === null) return null;
    if (node.k === "multiway") {
      let interval = 0;
      while (interval < column.cuts.length && column.cuts[interval] < compared(column, value)) ++interval;
      return interval;
    }
    return compared(column, value) <= node.x ? 0 : 1;
  }
  const category = categoryOf(column, value);
  if (node.k === "present") return category === null ? 1 : 0;
  if (category === null) return null;
  if (node.k === "multiway") return category;
  if (node.k === "member") return node.w.includes(category) ? 0 : 1;
  return node.w[category] < 0 ? null : node.w[category];
}

function surrogateBranch(surrogate, row) {
  const column = model.columns[surrogate.f];
  const value = row[surrogate.f];
  let holds;
  if (surrogate.k === "less_equal") {
    if (value === null) return null;
    holds = compared(column, value) <= surrogate.x;
  } else {
    const category = categoryOf(column, value);
    if (category === null) return null;
    holds = surrogate.w.includes(category);
  }
  return holds !== surrogate.r ? 0 : 1;
}

function branchTaken(node, row) {
  let branch = branchIfKnown(node, row);
  for (const surrogate of node.s || []) {
    if (branch !== null) break;
    branch = surrogateBranch(surrogate, row);
  }
  return branch === null ? node.m : branch;
}

function leafReached(nodes, row) {
  let at = 0;
  while (nodes[at].c) at = nodes[at].c[branchTaken(nodes[at], row)];
  return at;
}

const placeOfLargest = (list) => list.reduce((best, value, i) => (value > list[best] ? i : best), 0);

// Every leaf that a part of the row comes to, with that part.
function partsOf(nodes, row) {
  const leaves = [];
  const pending = [[0, wholeWeight]];
  while (pending.length > 0) {
    const [at, weight] = pending.pop();
    const node = nodes[at];
    if (!node.c) {
      leaves.push([at, weight]);
      continue;
    }
    const branch = branchIfKnown(node, row);
    if (branch !== null) {
      pending.push([node.c[branch], weight]);
      continue;
    }
    for (let i = node.c.length - 1; i >= 0; --i) {
      const part = partOf(weight, node.b[i]);
      if (part > 0) pending.push([node.c[i], part]);
    }
  }
  return leaves;
}

function smoothed(share, support, label) {
  const blend = model.blend;
  if (blend.extras.length === 0) return share;
  const whole = BigInt(share) * BigInt(support) + (BigInt(blend.extras[label]) << 31n);
  return Number(whole / (BigInt(support) + BigInt(blend.sum)));
}

function blendedLabel(shares, support) {
  const blend = model.blend;
  if (blend.threshold) {
    const label = blend.threshold.label;
    return smoothed(shares[label], support, label) >= blend.threshold.share ? label : 1 - label;
  }
  if (!blend.costs) return placeOfLargest(shares);
  const costs = shares.map((_, answer) =>
    shares.reduce((sum, share, actual) => sum + BigInt(share) * BigInt(blend.costs[actual][answer]), 0n));
  return costs.reduce((best, cost, i) => (cost < costs[best] ? i : best), 0);
}

function leafAnswer(nodes, at) {
  const leaf = nodes[at];
  return { label: leaf.l, value: leaf.v, probabilities: leaf.p, rule: leaf.r, leaves: [at] };
}

function blended(nodes, row) {
  const parts = partsOf(nodes, row);
  let largest = [0, 0];
  for (const part of parts) if (part[1] > largest[1]) largest = part;
  if (largest[1] === wholeWeight) return leafAnswer(nodes, largest[0]);
  const answer = { rule: nodes[largest[0]].r || 0, leaves: parts.map((part) => part[0]) };
  if (model.task === "regression") {
    let sum = 0n;
    for (const [at, weight] of parts) sum += BigInt(weight) * BigInt(nodes[at].i);
    answer.value = halved(Number(sum / 256n), model.blend.exponent + 23);
    return answer;
  }
  const shares = model.labels.map(() => 0);
  let support = 0;
  for (const [at, weight] of parts) {
    nodes[at].q.forEach((share, label) => (shares[label] += partOf(weight, share)));
    support += partOf(weight, nodes[at].u);
  }
  answer.label = blendedLabel(shares, support);
  answer.probabilities = shares.map((share, label) => smoothed(share, support, label) / wholeWeight);
  return answer;
}

const logistic = (score) => 1 / (1 + Math.exp(-score));

function linked(scores) {
  if (scores.length < model.labels.length) return [1 - logistic(scores[0]), logistic(scores[0])];
  const largest = Math.max(...scores);
  const softmax = model.sums.link === "softmax" || logistic(largest) === 0;
  const parts = scores.map((score) => (softmax ? Math.exp(score - largest) : logistic(score)));
  const sum = parts.reduce((a, b) => a + b, 0);
  return parts.map((part) => part / sum);
}

function combined(row) {
  const { arithmetic, base, link, leaves: kind } = model.sums;
  const held = arithmetic === "float32" ? Math.fround : (value) => value;
  const leaves = model.trees.map((tree) => leafReached(tree.nodes, row));
  const perLabel = model.task === "classification" && model.combination !== "sum";
  const scores = base.map(held);
  while (scores.length < (perLabel ? model.labels.length : 1)) scores.push(0);
  model.trees.forEach((tree, i) => {
    const leaf = tree.nodes[leaves[i]];
    const add = (place, addend) => (scores[place] = held(scores[place] + held(addend)));
    if (kind === "label") add(leaf.l, 1);
    if (kind === "value") add(tree.output, leaf.v);
    if (kind === "shares") leaf.h.forEach((share, label) => add(label, share));
  });
  const answer = { leaves, rules: leaves.map((at, i) => model.trees[i].nodes[at].r) };
  if (model.combination === "sum") {
    if (model.task === "regression") {
      answer.value = link === "exponential" ? Math.exp(scores[0]) : scores[0];
    } else {
      answer.label = scores.length < model.labels.length ? (scores[0] > 0 ? 1 : 0) : placeOfLargest(scores);
      answer.probabilities = linked(scores);
    }
    return answer;
  }
  const whole = model.trees.length * (kind === "shares" && arithmetic === "whole" ? 65536 : 1);
  const means = scores.map((score) => held(score / held(whole)));
  if (model.task === "regression") {
    answer.value = means[0];
  } else {
    answer.label = placeOfLargest(means);
    answer.probabilities = means;
  }
  return answer;
}

// The answer for a row: label or value, probabilities, rule or rules, and per tree (of a blend: of one tree) leaves.
function answerOf(row) {
  if (model.combination !== "single") return combined(row);
  const nodes = model.trees[0].nodes;
  return model.blend ? blended(nodes, row) : leafAnswer(nodes, leafReached(nodes, row));
}

// e^x has no definition to the last bit.
const isInexact = model.sums && model.sums.link === "exponential" && model.task === "regression";
function agrees(answer, right) {
  if (right.label !== undefined && answer.label !== right.label) return false;
  const value = number(right.value);
  if (value !== undefined && answer.value !== value && !(isInexact && Math.abs(answer.value - value) <= 1e-12 * Math.abs(value)))
    return false;
  if (right.rule !== undefined && answer.rule !== right.rule) return false;
  return right.rules === undefined || right.rules.every((rule, i) => rule === answer.rules[i]);
}
const wrongChecks = model.checks.filter((check) => !agrees(answerOf(check.row.map(number)), check.answer)).length;
