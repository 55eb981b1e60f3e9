// The page's own doing. Names come from data that nobody vetted: texts are set as texts, never as markup.
const find = (id) => document.getElementById(id);
const made = (name, properties = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const percent = (share) => (100 * share).toFixed(1) + " %";
const shortNumber = (value) => (Number.isInteger(value) ? value.toLocaleString("en-US") : String(Number(value.toPrecision(6))));

// Whether the page answers as the model does.
{
  const place = find("page-check");
  const count = model.checks.length;
  if (wrongChecks > 0) {
    document.body.classList.add("wrong");
    find("alarm").hidden = false;
    place.textContent = "This page answers " + wrongChecks + " of " + count + " check rows wrongly. Do not use it.";
  } else {
    place.textContent = "The model in this page was asked " + count + " check rows when it was opened, at least one for each rule as far as " +
      "there is room, and answered all of them as Espalier does.";
  }
}

// The drawn tree. Layout and looks follow compiler/report/tree_drawing.cpp.
const drawing = (() => {
  const boxHeight = 31, gap = 7, padding = 8, bend = 26, leastBox = 92, thickest = 11, margin = 12;
  const svgName = "http://www.w3.org/2000/svg";
  const frame = find("tree-frame");
  const widthOf = (text, size) => 0.56 * size * text.length;
  let tree = 0, way = new Set(), focus = 0, places = [], zoom = 1, visible = [];
  const opened = model.trees.map((each) => firstOpened(each.nodes));

  function leavesBelow(nodes) {
    const below = nodes.map((node) => (node.c ? 0 : 1));
    for (let at = nodes.length - 1; at >= 0; --at) for (const child of nodes[at].c || []) below[at] += below[child];
    return below;
  }
  const below = model.trees.map((each) => leavesBelow(each.nodes));

  // What is open at first: the nodes of most rows, as long as there is room.
  function firstOpened(nodes) {
    const open = new Set();
    let waiting = [[0, 0]], drawn = 1;
    while (waiting.length > 0) {
      waiting.sort((a, b) => (nodes[b[0]].t || 0) - (nodes[a[0]].t || 0) || a[0] - b[0]);
      const [at, depth] = waiting.shift();
      const node = nodes[at];
      if (!node.c || depth >= 6 || drawn - 1 + node.c.length > 40) continue;
      drawn += node.c.length - 1;
      open.add(at);
      waiting = waiting.concat(node.c.map((child) => [child, depth + 1]));
    }
    return open;
  }

  const nameOf = (node, open) => (node.c && open ? node.n : node.a || (node.c ? "\u2026" : ""));
  const branchOf = (node) => (node.e ? node.e.replace(/^<= /, "\u2264 ") : "");
  function figuresOf(at, node, open) {
    const parts = [];
    if (node.c && !open) parts.push(below[tree][at] + " rules");
    if (node.t) parts.push(shortNumber(node.t));
    if (!node.c && node.parts) parts.push(percent(node.parts[node.g]));
    return parts.join(" \u00b7 ");
  }
  function titleOf(at, node, open) {
    let text = node.o || "all rows";
    if (node.r) text = "rule " + node.r + ": " + text;
    if (node.c && !open) text += "; folded, " + below[tree][at] + " rules below";
    if (node.c && open) text += "; asks for " + node.n;
    if (node.a) text += "; " + (node.c ? "mostly " : "") + node.a;
    if (node.parts) text += " (" + percent(node.parts[node.g]) + ")";
    if (node.t) text += "; " + shortNumber(node.t) + " rows, " + percent(node.share);
    return text;
  }

  // Reingold and Tilford's rule: subtrees as close as they can be, parents in the middle.
  function layout() {
    const nodes = model.trees[tree].nodes, open = opened[tree];
    visible = [];
    const pending = [[0, -1, 0]];
    while (pending.length > 0) {
      const [at, parent, depth] = pending.pop();
      visible.push({ at, parent, depth, children: [] });
      const place = visible.length - 1;
      if (parent >= 0) visible[parent].children.push(place);
      if (open.has(at)) for (let i = nodes[at].c.length - 1; i >= 0; --i) pending.push([nodes[at].c[i], place, depth + 1]);
    }
    const widths = [], rooms = [];
    for (const each of visible) {
      const node = nodes[each.at], isOpen = open.has(each.at);
      const figures = figuresOf(each.at, node, isOpen);
      const width = widthOf(nameOf(node, isOpen) || "", 12) * 1.15 + (figures ? 14 + widthOf(figures, 10) : 0) + 2 * padding;
      widths[each.depth] = Math.max(widths[each.depth] || leastBox, width);
      rooms[each.depth] = Math.max(rooms[each.depth] || 0, node.e ? bend + widthOf(branchOf(node), 11) + 10 : 0);
    }
    const contours = [];
    for (let i = visible.length - 1; i >= 0; --i) {
      const own = { top: [-boxHeight / 2], bottom: [boxHeight / 2] };
      const top = [], bottom = [];
      for (const child of visible[i].children) {
        const next = contours[child];
        let shift = top.length === 0 ? 0 : -Infinity;
        for (let level = 0; level < Math.min(next.top.length, top.length); ++level)
          shift = Math.max(shift, bottom[level] + gap - next.top[level]);
        visible[child].offset = shift;
        for (let level = 0; level < next.top.length; ++level) {
          if (level >= top.length) top.push(next.top[level] + shift);
          bottom[level] = next.bottom[level] + shift;
        }
      }
      if (visible[i].children.length > 0) {
        const list = visible[i].children;
        const middle = (visible[list[0]].offset + visible[list[list.length - 1]].offset) / 2;
        for (const child of list) visible[child].offset -= middle;
        own.top.push(...top.map((y) => y - middle));
        own.bottom.push(...bottom.map((y) => y - middle));
      }
      contours[i] = own;
    }
    const lefts = [margin];
    for (let depth = 1; depth < widths.length; ++depth) lefts[depth] = lefts[depth - 1] + widths[depth - 1] + rooms[depth];
    const top = Math.min(...contours[0].top);
    places = [];
    visible.forEach((each, i) => {
      const above = each.parent < 0 ? margin - top : places[each.parent].middle + each.offset;
      places[i] = { left: lefts[each.depth], middle: above, width: widths[each.depth] };
    });
    return {
      width: lefts[lefts.length - 1] + widths[widths.length - 1] + margin + 6,
      height: Math.max(...places.map((place) => place.middle)) + boxHeight / 2 + margin + 6,
    };
  }

  function shape(name, properties, text) {
    const element = document.createElementNS(svgName, name);
    for (const [key, value] of Object.entries(properties)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }

  function bar(node, left, y, width) {
    const pieces = [shape("rect", { class: "track", x: left, y, width, height: 5 })];
    if (node.at !== undefined) {
      pieces.push(shape("rect", { class: "value", x: left, y, width: node.at * width, height: 5 }));
      return pieces;
    }
    const colours = new Array(8).fill(0);
    (node.parts || []).forEach((part, label) => (colours[model.colours[label]] += part));
    let at = left;
    colours.forEach((part, colour) => {
      if (part > 0) pieces.push(shape("rect", { class: "c" + colour, x: at, y, width: part * width, height: 5 }));
      at += part * width;
    });
    return pieces;
  }

  function item(i) {
    const each = visible[i], place = places[i], nodes = model.trees[tree].nodes, node = nodes[each.at];
    const isOpen = opened[tree].has(each.at), top = place.middle - boxHeight / 2;
    const title = titleOf(each.at, node, isOpen);
    const group = shape("g", {
      role: "treeitem", tabindex: each.at === focus ? 0 : -1, "aria-level": each.depth + 1, "aria-label": title, "data-node": each.at,
    });
    if (node.c) group.setAttribute("aria-expanded", isOpen);
    if (way.has(each.at)) group.setAttribute("aria-current", "true");
    group.append(shape("title", {}, title));
    if (node.e) group.append(shape("text", { class: "branch", x: place.left - 7, y: place.middle - lineWidth(node) / 2 - 3, "text-anchor": "end" }, branchOf(node)));
    const kind = (node.c ? (isOpen ? "test" : "folded") : "leaf") + (way.has(each.at) ? " way" : "");
    const size = { width: place.width, height: boxHeight, rx: 5 };
    if (node.c && !isOpen) group.append(shape("rect", { class: "box folded", x: place.left + 4, y: top + 4, ...size }));
    group.append(shape("rect", { class: "box " + kind, x: place.left, y: top, ...size }));
    if (!node.c && node.g !== undefined) group.append(shape("rect", { class: "c" + model.colours[node.g], x: place.left, y: top, width: 4, height: boxHeight, rx: 2 }));
    group.append(
      shape("text", { class: "name", x: place.left + padding, y: top + 16 }, nameOf(node, isOpen) || ""),
      shape("text", { class: "figures", x: place.left + place.width - padding, y: top + 16, "text-anchor": "end" }, figuresOf(each.at, node, isOpen)),
      ...bar(node, place.left + padding, top + boxHeight - 9, place.width - 2 * padding));
    return group;
  }
  const lineWidth = (node) => 1 + (thickest - 1) * Math.min(1, node.share || 0);

  function line(i) {
    const each = visible[i], place = places[i], parent = places[each.parent], node = model.trees[tree].nodes[each.at];
    const from = parent.left + parent.width;
    return shape("path", {
      class: "line" + (way.has(each.at) ? " way" : ""), "stroke-width": lineWidth(node),
      d: "M" + from + " " + parent.middle + "C" + (from + bend * 0.6) + " " + parent.middle + " " + (from + bend * 0.4) + " " +
        place.middle + " " + (from + bend) + " " + place.middle + "H" + place.left,
    });
  }

  function draw(takeFocus) {
    const size = layout();
    const picture = shape("svg", { class: "espalier-tree", viewBox: "0 0 " + size.width + " " + size.height, width: size.width * zoom, height: size.height * zoom });
    const group = shape("g", { role: "tree", "aria-label": "The tree: arrow keys move, Enter opens and folds" });
    for (let i = 1; i < visible.length; ++i) group.append(line(i));
    for (let i = 0; i < visible.length; ++i) group.append(item(i));
    picture.append(group);
    frame.replaceChildren(picture);
    if (takeFocus) focusOn(focus);
  }

  function focusOn(at) {
    for (const each of frame.querySelectorAll("[role=treeitem]")) each.setAttribute("tabindex", Number(each.dataset.node) === at ? 0 : -1);
    focus = at;
    const target = frame.querySelector('[data-node="' + at + '"]');
    if (target) target.focus();
  }

  function toggle(at) {
    const node = model.trees[tree].nodes[at];
    focus = at;
    if (!node.c) return;
    if (opened[tree].has(at)) opened[tree].delete(at);
    else opened[tree].add(at);
    draw(true);
  }

  frame.addEventListener("click", (event) => {
    const group = event.target.closest("[role=treeitem]");
    if (group) toggle(Number(group.dataset.node));
  });
  frame.addEventListener("keydown", (event) => {
    const i = visible.findIndex((each) => each.at === focus);
    if (i < 0) return;
    const { at, parent, children } = visible[i], isOpen = opened[tree].has(at), node = model.trees[tree].nodes[at];
    const moves = {
      ArrowDown: () => visible[i + 1] && focusOn(visible[i + 1].at),
      ArrowUp: () => visible[i - 1] && focusOn(visible[i - 1].at),
      ArrowRight: () => (node.c && !isOpen ? toggle(at) : children.length > 0 && focusOn(visible[children[0]].at)),
      ArrowLeft: () => (isOpen ? toggle(at) : parent >= 0 && focusOn(visible[parent].at)),
      Home: () => focusOn(visible[0].at),
      End: () => focusOn(visible[visible.length - 1].at),
      Enter: () => toggle(at),
      " ": () => toggle(at),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  });
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    scale(event.deltaY < 0 ? 1.15 : 1 / 1.15);
  }, { passive: false });

  function scale(factor) {
    zoom = Math.min(4, Math.max(0.1, zoom * factor));
    const picture = frame.firstElementChild, box = picture.viewBox.baseVal;
    picture.setAttribute("width", box.width * zoom);
    picture.setAttribute("height", box.height * zoom);
  }
  function fit() {
    const box = frame.firstElementChild.viewBox.baseVal;
    zoom = 1;
    scale(Math.max(0.5, Math.min(1, (frame.clientWidth - 12) / box.width)));
  }

  const most = 600; // boxes that are opened at once
  find("tree-open").addEventListener("click", () => {
    model.trees[tree].nodes.forEach((node, at) => node.c && opened[tree].size < most && opened[tree].add(at));
    draw();
  });
  find("tree-fold").addEventListener("click", () => {
    opened[tree] = firstOpened(model.trees[tree].nodes);
    draw();
  });
  find("tree-larger").addEventListener("click", () => scale(1.25));
  find("tree-smaller").addEventListener("click", () => scale(0.8));
  find("tree-fit").addEventListener("click", fit);
  const choice = find("tree-choice");
  if (model.trees.length > 1) {
    model.trees.forEach((_, i) => choice.append(made("option", { value: i }, "tree " + (i + 1) + " of " + model.trees.length)));
    choice.parentElement.hidden = false;
    choice.addEventListener("change", () => {
      tree = Number(choice.value);
      show(lastLeaves);
    });
  }

  // Marks the ways to these leaves: of one tree, or the leaf of each tree.
  let lastLeaves = [];
  function show(leaves) {
    lastLeaves = leaves;
    const nodes = model.trees[tree].nodes, parents = new Map();
    nodes.forEach((node, at) => (node.c || []).forEach((child) => parents.set(child, at)));
    way = new Set();
    for (const leaf of model.trees.length > 1 ? leaves.slice(tree, tree + 1) : leaves) {
      for (let at = leaf; at !== undefined; at = parents.get(at)) {
        way.add(at);
        if (at !== leaf) opened[tree].add(at);
      }
    }
    focus = 0;
    draw();
  }
  const legend = find("tree-legend");
  const entry = (colour, text) => {
    const swatch = shape("svg", { class: "espalier-tree", width: 12, height: 12, "aria-hidden": "true" });
    swatch.append(shape("rect", { class: "swatch " + colour, width: 12, height: 12, rx: 2 }));
    legend.append(made("li", {}, swatch, text));
  };
  const isNumbers = model.trees.some((each) => each.nodes.some((node) => node.at !== undefined));
  if (isNumbers) {
    const least = Math.min(...model.trees.map((each) => each.least)), most = Math.max(...model.trees.map((each) => each.most));
    entry("value", "the answer, from " + shortNumber(least) + " to " + shortNumber(most));
  } else {
    const others = model.colours.filter((colour) => colour === 7).length;
    model.labels.forEach((label, i) => model.colours[i] < 7 && entry("c" + model.colours[i], label));
    if (others > 0) entry("c7", others + " other labels");
  }
  draw();
  return { show, fit };
})();

// A row to type in.
{
  const form = find("row-form");
  const inputs = [];
  model.columns.forEach((column, i) => {
    if (!column.used) return;
    const id = "column-" + i;
    let input, hint;
    if (column.words) {
      input = made("input", { id, list: id + "-words", autocomplete: "off" });
      const words = made("datalist", { id: id + "-words" });
      for (const [word] of column.words.slice(0, 500)) words.append(made("option", { value: word }));
      document.body.append(words);
      hint = column.words.length + " words";
    } else {
      input = made("input", { id, inputmode: column.date ? "text" : "decimal", autocomplete: "off" });
      hint = column.date ? "a date, or " + column.date + " since 1970-01-01" : shortNumber(column.minimum) + " to " + shortNumber(column.maximum);
    }
    input.setAttribute("aria-describedby", id + "-hint");
    const note = made("small", { id: id + "-hint" }, hint);
    form.insertBefore(made("div", { class: "field" }, made("label", { for: id }, column.shown), input, note), form.lastElementChild);
    inputs.push({ i, column, input, note, hint });
  });

  // null: missing; undefined: not understood.
  function read({ column, input }) {
    const text = input.value.trim();
    if (text === "") return null;
    if (column.words) {
      const found = column.words.find(([word]) => word === input.value) || column.words.find(([word]) => word === text);
      return found ? found[1] : -1;
    }
    if (column.date && /^\d{4}-\d{2}-\d{2}/.test(text)) {
      const time = Date.parse(text.length === 10 ? text + "T00:00:00Z" : text);
      if (Number.isNaN(time)) return undefined;
      return column.date === "days" ? time / 86400000 : time / 1000;
    }
    return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
  }

  function answer() {
    const row = model.columns.map(() => null);
    const missing = [];
    let wrong = false, empty = true;
    for (const each of inputs) {
      const value = read(each);
      const isUnknown = each.column.words && value === -1;
      const isBad = value === undefined;
      each.input.setAttribute("aria-invalid", isBad);
      each.note.textContent = isBad ? "not a number" : isUnknown ? "a word that the model does not know: as good as missing" : each.hint;
      wrong = wrong || isBad;
      if (value !== null) empty = false;
      if (value === null || isUnknown) missing.push(each.column.shown);
      row[each.i] = isBad || value === undefined ? null : value;
    }
    const place = find("row-answer");
    place.replaceChildren();
    if (wrong || empty) {
      place.append(made("p", {}, wrong ? "One of the values is not a number." : "Type in some values: the answer and its way through the tree follow."));
      drawing.show([]);
      return;
    }
    const given = answerOf(row);
    tell(place, given, row, missing);
    drawing.show(given.leaves);
  }

  function tell(place, given, row, missing) {
    const text = model.task === "regression" ? shortNumber(given.value) : model.labels[given.label];
    place.append(made("p", { class: "answer" }, made("strong", {}, text),
      model.combination === "single" ? "\u2002by rule " + given.rule + (given.leaves.length > 1 ? " and " + (given.leaves.length - 1) + " more, each by a part of the row" : "") : "\u2002by " + model.trees.length + " trees"));
    if (given.probabilities) {
      const list = made("table", { class: "probabilities" });
      given.probabilities.forEach((share, label) => {
        const meter = made("meter", { min: 0, max: 1, value: share, "aria-label": model.labels[label] });
        list.append(made("tr", {}, made("th", { scope: "row" }, model.labels[label]), made("td", {}, meter), made("td", { class: "number" }, percent(share))));
      });
      place.append(list);
    }
    if (missing.length > 0) {
      const names = missing.slice(0, 8).join(", ") + (missing.length > 8 ? " and " + (missing.length - 8) + " more" : "");
      place.append(made("p", { class: "quiet" }, "Without a value: " + names + ". The model's policy for missing values, \u201c" + model.missing + "\u201d, decided where they were asked for."));
    }
    if (given.leaves.length > 1 || model.combination !== "single") return;
    const steps = made("ol", { class: "steps" });
    const nodes = model.trees[0].nodes;
    for (let at = 0; nodes[at].c;) {
      const child = nodes[at].c[branchTaken(nodes[at], row)];
      steps.append(made("li", {}, nodes[child].o));
      at = child;
    }
    place.append(made("p", {}, "because:"), steps);
  }
  // A row that comes to a rule: another one each time.
  let example = 0;
  find("row-example").addEventListener("click", () => {
    const rows = model.checks.slice(1);
    if (rows.length === 0) return;
    const { row } = rows[example++ % rows.length];
    for (const { i, column, input } of inputs) {
      const value = number(row[i]);
      const word = column.words && column.words.find(([, category]) => category === value);
      input.value = column.words ? (word ? word[0] : "") : value === null || !Number.isFinite(value) ? "" : String(value);
    }
    answer();
  });
  form.addEventListener("input", answer);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(answer));
  answer();
}

// The table of rules: sorted by a column, filtered by words and by answer.
{
  const table = find("rules-table");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const told = find("rules-told");
  const words = find("rules-words"), label = find("rules-label");
  function filter() {
    const wanted = words.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    let count = 0;
    rows.forEach((row, i) => {
      row.hidden = !wanted.every((word) => texts[i].includes(word)) || (label.value !== "" && row.dataset.label !== label.value);
      if (!row.hidden) ++count;
    });
    told.textContent = count + " of " + rows.length + " rules";
  }
  for (const name of model.labels.length > 0 && model.combination === "single" ? model.labels.keys() : []) label.append(made("option", { value: name }, model.labels[name]));
  label.parentElement.hidden = label.options.length < 2;
  words.addEventListener("input", filter);
  label.addEventListener("change", filter);
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = made("button", { type: "button" }, head.textContent);
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const isDown = head.getAttribute("aria-sort") !== "ascending";
      for (const each of heads) each.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", isDown ? "ascending" : "descending");
      const keyOf = (row) => row.cells[column].dataset.key;
      const isNumber = rows.every((row) => keyOf(row) === "" || !Number.isNaN(Number(keyOf(row))));
      const order = (a, b) => (isNumber ? (a === "" ? -Infinity : Number(a)) - (b === "" ? -Infinity : Number(b)) : a < b ? -1 : a > b ? 1 : 0);
      const sorted = rows.map((row, i) => [row, i]).sort(([a, i], [b, j]) => (isDown ? 1 : -1) * order(keyOf(a), keyOf(b)) || i - j);
      body.append(...sorted.map(([row]) => row));
    });
  });
  if (model.combination === "single") {
    for (const row of rows) {
      const rule = Number(row.dataset.rule);
      const button = made("button", { type: "button", class: "plain", "aria-label": "show rule " + rule + " in the tree" }, String(rule));
      row.cells[0].replaceChildren(button);
      button.addEventListener("click", () => {
        drawing.show([model.trees[0].nodes.findIndex((node) => node.r === rule)]);
        find("tree").scrollIntoView();
      });
    }
  }
  filter();
}

document.body.classList.add("alive");
for (const each of document.querySelectorAll("[data-alive]")) each.hidden = false;
drawing.fit();
