"""The shapes that Espalier's code is measured against: what other generators emit, written for this benchmark. Each is a
C++ source with one function, `int answer_<shape>(const Row*)`."""

PART = 1500  # nodes per function, as Espalier cuts them


def literal(value, suffix):
    text = repr(value) if not suffix else f"{value:.9g}"
    return text + ("" if "." in text or "e" in text else ".0") + suffix


def parts(tree):
    """The roots of the functions that a tree is cut into, those that are called first; the last one is 0."""
    size = [1] * len(tree.nodes)
    roots = []
    for at in range(len(tree.nodes) - 1, -1, -1):
        if isinstance(tree.nodes[at], int):
            continue
        _, _, left, right = tree.nodes[at]
        while 1 + size[left] + size[right] > PART:
            largest = left if size[left] >= size[right] else right
            roots.append(largest)
            size[largest] = 1
        size[at] = 1 + size[left] + size[right]
    return roots + [0]


def nested(tree, name, row, suffix):
    """if (x <= t) { ... } else { ... }, in the tree's order."""
    roots = parts(tree)
    called = {root: number for number, root in enumerate(roots[:-1])}
    lines = ['#include "rows.hpp"']
    for number, root in enumerate(roots):
        is_last = number + 1 == len(roots)
        lines.append(f'extern "C" int answer_{name}(const {row}* row) {{' if is_last
                     else f"static int part_{number}(const {row}* row) {{")
        work = [(root, 1, "")]
        while work:
            at, depth, text = work.pop()
            indent = "  " * depth
            if text:
                lines.append(indent + text)
            elif at in called and at != root:
                lines.append(f"{indent}return part_{called[at]}(row);")
            elif isinstance(tree.nodes[at], int):
                lines.append(f"{indent}return {tree.nodes[at]};")
            else:
                column, threshold, left, right = tree.nodes[at]
                lines.append(f"{indent}if (row->x{column} <= {literal(threshold, suffix)}) {{")
                work += [(0, depth, "}"), (right, depth + 1, ""), (0, depth, "} else {"), (left, depth + 1, "")]
        lines.append("}")
    return "\n".join(lines) + "\n"


def array_walk(tree):
    """A node is a struct; the walk branches at each."""
    entries = [f"{{0, -1, {node}, 0}}" if isinstance(node, int)
               else f"{{{literal(node[1], 'f')}, {node[0]}, {node[2]}, {node[3]}}}" for node in tree.nodes]
    return ('#include "rows.hpp"\n'
            "namespace { struct Node { float threshold; int column; int left; int right; };\n"
            "const Node nodes[] = {\n" + ",\n".join(entries) + "\n}; }\n"
            'extern "C" int answer_array(const FloatRow* row) {\n'
            "  const float* x = &row->x0;\n  const Node* node = nodes;\n"
            "  while (node->column >= 0) {\n"
            "    if (x[node->column] <= node->threshold) {\n      node = nodes + node->left;\n    } else {\n"
            "      node = nodes + node->right;\n    }\n  }\n"
            "  return node->left;\n}\n")


def table_walk(tree):
    """Children stand side by side: the comparison is added to the index, and nothing branches but the end."""
    entries = [f"{{0, 0xffff, {node}}}" if isinstance(node, int)
               else f"{{{literal(node[1], 'f')}, {node[0]}, {node[2]}}}" for node in tree.nodes]
    return ('#include "rows.hpp"\n'
            "namespace { struct Node { float threshold; uint16_t column; uint32_t child; };\n"
            "const Node nodes[] = {\n" + ",\n".join(entries) + "\n}; }\n"
            'extern "C" int answer_table(const FloatRow* row) {\n'
            "  const float* x = &row->x0;\n  const Node* node = nodes;\n"
            "  while (node->column != 0xffff) {\n"
            "    node = nodes + node->child + (x[node->column] <= node->threshold ? 0U : 1U);\n  }\n"
            "  return static_cast<int>(node->child);\n}\n")


def espalier(name, header):
    """The header's predict() behind the same function; its input struct is laid out as FloatRow."""
    return (f'#include "rows.hpp"\n#include "{header}"\n'
            f'extern "C" int answer_{name}(const FloatRow* row) {{\n'
            f"  return static_cast<int>({name}::predict(*reinterpret_cast<const {name}::Input*>(row)));\n}}\n")


def rows_header(columns):
    members = lambda kind: " ".join(f"{kind} x{i};" for i in range(columns))
    return ("#pragma once\n#include <stdint.h>\n"
            f"enum {{ columns = {columns} }};\n"
            f"struct FloatRow {{ {members('float')} }};\nstruct DoubleRow {{ {members('double')} }};\n")
