"""The shapes that forests of Espalier are measured against: what m2cgen and TL2cgen emit, written for this benchmark. Each is
a C++ source with `answer_<shape>` for a row and `batch_<shape>` for many. Trees are functions of their own, cut into
parts where they are large: as one function, a hundred of them take a compiler minutes."""
import struct

import forests

PART = 1500  # nodes per function


def double_literal(value):
    text = repr(float(value))
    return text if "." in text or "e" in text else text + ".0"


def float_literal(value):
    text = f"{value:.9g}"
    return text + ("" if "." in text or "e" in text else ".0") + "f"


def is_leaf(node):
    return not isinstance(node, tuple)


def parts(tree):
    """The roots of the functions that a tree is cut into, those that are called first; the last one is 0."""
    size = [1] * len(tree)
    roots = []
    for at in range(len(tree) - 1, -1, -1):
        if is_leaf(tree[at]):
            continue
        _, _, left, right = tree[at]
        while 1 + size[left] + size[right] > PART:
            largest = left if size[left] >= size[right] else right
            roots.append(largest)
            size[largest] = 1
        size[at] = 1 + size[left] + size[right]
    return roots + [0]


def tree_functions(number, tree, signature, arguments, test, leaf):
    """if (test) { ... } else { ... }; `leaf` is a statement."""
    roots = parts(tree)
    called = {root: part for part, root in enumerate(roots[:-1])}
    lines = []
    for part, root in enumerate(roots):
        name = f"tree_{number}" if part + 1 == len(roots) else f"tree_{number}_{part}"
        lines.append(f"static void {name}({signature}) {{")
        work = [(root, 1, "")]
        while work:
            at, depth, text = work.pop()
            indent = "  " * min(depth, 20)
            if text:
                lines.append(indent + text)
            elif at in called and at != root:
                lines.append(f"{indent}tree_{number}_{called[at]}({arguments});")
            elif is_leaf(tree[at]):
                lines.append(indent + leaf(tree[at]))
            else:
                column, threshold, left, right = tree[at]
                lines.append(f"{indent}if ({test(column, threshold)}) {{")
                work += [(0, depth, "}"), (right, depth + 1, ""), (0, depth, "} else {"), (left, depth + 1, "")]
        lines.append("}")
    return lines


def amounts(forest, node):
    """What a leaf adds, as the numbers that other programs have there."""
    if forest.kind == "mean":
        return [share / forests.UNIT for share in node]
    if forest.kind == "vote":
        return [1.0 if label == node else 0.0 for label in range(forest.labels)]
    return [node / (1 << forests.EXPONENT)]


def verdict(forest, sums):
    if forest.kind == "scores":
        return f"return {sums}[0] > 0 ? 1 : 0;"
    return (f"int best = 0; for (int i = 1; i < {forest.labels}; ++i) if ({sums}[i] > {sums}[best]) best = i; "
            "return static_cast<uint8_t>(best);")


def size_of(forest):
    return 1 if forest.kind == "scores" else forest.labels


def loop(name, row):
    return [f'extern "C" void batch_{name}(const {row}* rows, size_t count, uint8_t* out) {{',
            f"  for (size_t i = 0; i < count; ++i) out[i] = answer_{name}(rows + i);", "}"]


def m2cgen(forest):
    """Doubles: a leaf writes its array, and arrays are added."""
    size = size_of(forest)
    lines = ['#include "rows.hpp"', "#include <string.h>", "#include <stddef.h>"]
    if size > 1:
        lines += ["static void add_vectors(const double* a, const double* b, double* out) {",
                  f"  for (int i = 0; i < {size}; ++i) out[i] = a[i] + b[i];", "}"]

    def leaf(node):
        numbers = [double_literal(value) for value in amounts(forest, node)]
        if size == 1:
            return f"*out = {numbers[0]};"
        return f"{{ static const double v[] = {{{', '.join(numbers)}}}; memcpy(out, v, sizeof v); }}"

    for number, tree in enumerate(forest.trees):
        lines += tree_functions(number, tree, "const double* input, double* out", "input, out",
                                lambda column, threshold: f"input[{column}] <= {double_literal(threshold)}", leaf)
    lines += ['extern "C" uint8_t answer_m2cgen(const DoubleRow* row) {', "  const double* input = &row->x0;",
              f"  double sum[{size}] = {{}}; double one[{size}];"]
    for number in range(len(forest.trees)):
        lines.append(f"  tree_{number}(input, one); " + ("sum[0] += one[0];" if size == 1 else "add_vectors(sum, one, sum);"))
    lines += ["  " + verdict(forest, "sum"), "}"] + loop("m2cgen", "DoubleRow")
    return "\n".join(lines) + "\n"


def tl2cgen(forest, quantised):
    """Floats in a union with a mark for missing values, which every test asks for; quantised: thresholds are their ranks,
    and the row is ranked first."""
    name = "tl2cgen_ranks" if quantised else "tl2cgen"
    size = size_of(forest)
    cuts = [sorted({node[1] for tree in forest.trees for node in tree if not is_leaf(node) and node[0] == column})
            for column in range(forest.columns)]
    rank = [{value: index for index, value in enumerate(values)} for values in cuts]
    lines = ['#include "rows.hpp"', "#include <stddef.h>",
             "union Entry { int missing; float fvalue; int qvalue; };"]

    def test(column, threshold):
        if quantised:
            return f"data[{column}].missing == -1 || data[{column}].qvalue <= {2 * rank[column][threshold] + 2}"
        return f"data[{column}].missing == -1 || data[{column}].fvalue <= {float_literal(threshold)}"

    def leaf(node):
        values = amounts(forest, node)
        return " ".join(f"result[{i}] += {float_literal(value)};" for i, value in enumerate(values) if value != 0) or ";"

    for number, tree in enumerate(forest.trees):
        lines += tree_functions(number, tree, "const Entry* data, float* result", "data, result", test, leaf)
    if quantised:
        for column, values in enumerate(cuts):
            texts = ", ".join(float_literal(value) for value in values or [0.0])
            lines.append(f"static const float cuts_{column}[] = {{{texts}}};")
        lines += ["static int ranked(float x, const float* cuts, int count) {",
                  "  int low = 0, high = count;",
                  "  while (low < high) { const int mid = (low + high) / 2; if (cuts[mid] < x) low = mid + 1; else high = mid; }",
                  "  return 2 * low + (low < count && cuts[low] == x ? 2 : 1);", "}"]
    lines += [f'extern "C" uint8_t answer_{name}(const FloatRow* row) {{', "  const float* x = &row->x0;",
              f"  Entry data[{forest.columns}]; float result[{size}] = {{}};"]
    for column in range(forest.columns):
        lines.append(f"  data[{column}].qvalue = ranked(x[{column}], cuts_{column}, {len(cuts[column])});" if quantised
                     else f"  data[{column}].fvalue = x[{column}];")
    lines += [f"  tree_{number}(data, result);" for number in range(len(forest.trees))]
    lines += ["  " + verdict(forest, "result"), "}"] + loop(name, "FloatRow")
    return "\n".join(lines) + "\n"


def espalier(name, header):
    return (f'#include "rows.hpp"\n#include "{header}"\n'
            f"static_assert(sizeof({name}::Input) == sizeof(FloatRow) && sizeof({name}::Label) == 1, \"\");\n"
            f'extern "C" uint8_t answer_{name}(const FloatRow* row) {{\n'
            f"  return static_cast<uint8_t>({name}::predict(*reinterpret_cast<const {name}::Input*>(row)));\n}}\n"
            f'extern "C" void batch_{name}(const FloatRow* rows, size_t count, uint8_t* out) {{\n'
            f"  {name}::predict_batch(reinterpret_cast<const {name}::Input*>(rows), count, "
            f"reinterpret_cast<{name}::Label*>(out));\n}}\n")


def next_up(value):
    """The float above: XGBoost asks x < t."""
    bits = struct.unpack("i", struct.pack("f", value))[0]
    if value == 0:
        return struct.unpack("f", struct.pack("i", 1))[0]
    return struct.unpack("f", struct.pack("i", bits + (1 if bits > 0 else -1)))[0]
