"""Finds places in C++ sources where an operator or a number can be changed, and plants the changes behind a switch.

A planted change is `(espalier_mutant(17) ? changed : original)`: all of them are compiled at once, and the variable
ESPALIER_MUTANT chooses the one that is in effect.
"""
import dataclasses

import clang.cindex as clang

CHANGES = {
    '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==',
    '+': '-', '-': '+', '*': '+', '/': '*', '&&': '||', '||': '&&',
}
ARITHMETIC = {'+', '-', '*', '/'}
DECLARATION = 'extern "C" bool espalier_mutant(unsigned mutant);  // planted\n'
DECLARED = '/planted/mutant.hpp'  # only in memory
# Where a value must be known when the code is compiled, there is no switch.
CONSTANT_PLACES = {
    clang.CursorKind.STATIC_ASSERT, clang.CursorKind.ENUM_CONSTANT_DECL, clang.CursorKind.FIELD_DECL,
    clang.CursorKind.TEMPLATE_NON_TYPE_PARAMETER,
}
FUNCTIONS = {
    clang.CursorKind.FUNCTION_DECL, clang.CursorKind.CXX_METHOD, clang.CursorKind.CONSTRUCTOR,
    clang.CursorKind.FUNCTION_TEMPLATE,
}


@dataclasses.dataclass
class Site:
    file: str  # below the tree
    line: int
    begin: int  # offsets of what is replaced
    end: int
    original: str
    changed: str

    def planted(self, mutant):
        return f'(espalier_mutant({mutant}) ? ({self.changed}) : ({self.original}))'


def parse(index, path, arguments):
    """With what the file includes kept apart, so that changes of it are parsed quickly (unit.reparse)."""
    declared = arguments + ['-include', DECLARED]
    return index.parse(path, args=declared, unsaved_files=[(DECLARED, DECLARATION)],
                       options=clang.TranslationUnit.PARSE_PRECOMPILED_PREAMBLE)


def compiles(unit, path, text):
    """Whether the file could be compiled with this text; `unit` is then that of the text."""
    unit.reparse(unsaved_files=[(DECLARED, DECLARATION), (path, text)])
    return not errors(unit, path)


def errors(unit, path):
    """Lines of errors in the file itself; 0 for those elsewhere."""
    bad = [d for d in unit.diagnostics if d.severity >= clang.Diagnostic.Error]
    return [d.location.line if d.location.file and d.location.file.name == path else 0 for d in bad]


def is_constant(cursor):
    if cursor.kind in CONSTANT_PLACES:
        return True
    if cursor.kind in FUNCTIONS or cursor.kind == clang.CursorKind.VAR_DECL:
        for token in cursor.get_tokens():
            if token.spelling in ('constexpr', 'consteval'):
                return True
            if token.spelling in ('{', '=', '('):
                return False
    return False


def arithmetic_type(cursor):
    kind = cursor.type.get_canonical().kind
    return clang.TypeKind.BOOL.value <= kind.value <= clang.TypeKind.LONGDOUBLE.value


def site_of(cursor, text, name):
    extent = cursor.extent
    begin, end = extent.start.offset, extent.end.offset
    source = text[begin:end].decode()
    if cursor.kind == clang.CursorKind.INTEGER_LITERAL:
        if not source[:1].isdigit():
            return None  # of a macro
        return Site(name, extent.start.line, begin, end, source, f'{source} + 1')
    if cursor.kind != clang.CursorKind.BINARY_OPERATOR:
        return None
    sides = list(cursor.get_children())
    if len(sides) != 2:
        return None
    left, right = sides[0].extent, sides[1].extent
    operator = text[left.end.offset:right.start.offset].decode().strip()
    if operator not in CHANGES or (operator in ARITHMETIC and not arithmetic_type(cursor)):
        return None
    if left.start.offset != begin or right.end.offset != end:
        return None  # a macro stands between
    first = text[begin:left.end.offset].decode()
    second = text[right.start.offset:end].decode()
    return Site(name, extent.start.line, begin, end, source, f'({first}) {CHANGES[operator]} ({second})')


def sites(unit, path, name):
    """All places of one file."""
    with open(path, 'rb') as file:
        text = file.read()
    found = []
    pending = list(unit.cursor.get_children())
    while pending:
        cursor = pending.pop()
        if cursor.location.file is None or cursor.location.file.name != path:
            continue
        if is_constant(cursor):
            continue
        site = site_of(cursor, text, name)
        if site is not None:
            found.append(site)
        children = list(cursor.get_children())
        if cursor.kind == clang.CursorKind.CASE_STMT:
            children = children[1:]  # the label is a constant
        pending.extend(children)
    return sorted(found, key=lambda site: (site.begin, site.end))


def changed(text, chosen):
    """The text with the changes; `chosen` are pairs of mutant and site that do not overlap."""
    for mutant, site in sorted(chosen, key=lambda pair: -pair[1].begin):
        text = text[:site.begin] + site.planted(mutant).encode() + text[site.end:]
    return text


def plant(text, chosen):
    """The same, to be compiled by itself."""
    return DECLARATION.encode() + changed(text, chosen)


def overlap(one, other):
    return one.file == other.file and one.begin < other.end and other.begin < one.end
