"""Follows a decision table of DMN 1.3 as its specification says: unary tests of S-FEEL, and FEEL's null.

It knows nothing of Espalier. Numbers are decimals of 34 digits, as FEEL has them. A test is true, false or null (None).
"""

import decimal
import re
import xml.etree.ElementTree as ElementTree
from typing import Any, Optional

SPACE = "{https://www.omg.org/spec/DMN/20191111/MODEL/}"
FEEL = decimal.Context(prec=34)
TOKENS = re.compile(r'\s*(?:(?P<text>"(?:[^"\\]|\\.)*")|(?P<number>-?(?:\d+(?:\.\d+)?|\.\d+))|(?P<sign><=|>=|<|>|\.\.|[()\[\],]|-)'
                    r'|(?P<word>null|not))', re.DOTALL)
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "'": "'", "\\": "\\"}


def feel_text(literal: str) -> str:
    def meant(found: re.Match) -> str:
        code = found.group(1)
        return chr(int(code[1:], 16)) if code[0] in "uU" else ESCAPES[code]
    return re.sub(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{6}|.)", meant, literal[1:-1], flags=re.DOTALL)


def tokens_of(text: str) -> list[tuple[str, Any]]:
    tokens, at = [], 0
    while at < len(text):
        found = TOKENS.match(text, at)
        assert found, f"no test of FEEL: {text!r}"
        at = found.end()
        kind = str(found.lastgroup)
        value: Any = found.group(kind)
        tokens.append((kind, FEEL.create_decimal(value) if kind == "number" else feel_text(value) if kind == "text" else value))
    return tokens


def equal(a: Any, b: Any) -> Optional[bool]:
    """null equals null and nothing else; values of two types are not comparable."""
    if a is None or b is None:
        return a is None and b is None
    return a == b if isinstance(a, type(b)) else None


def compare(operator: str, a: Any, b: Any) -> Optional[bool]:
    if a is None or b is None or not isinstance(a, type(b)):
        return None
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[operator]


def either(truths: list[Optional[bool]]) -> Optional[bool]:
    return True if True in truths else None if None in truths else False


def both(a: Optional[bool], b: Optional[bool]) -> Optional[bool]:
    return False if False in (a, b) else None if None in (a, b) else True


class UnaryTests:
    def __init__(self, text: str):
        self.tokens = tokens_of(text)
        self.text = text

    def holds(self, value: Any) -> Optional[bool]:
        if self.tokens == [("sign", "-")]:
            return True
        tokens = list(self.tokens)
        negated = tokens[0] == ("word", "not")
        if negated:
            assert tokens[1] == ("sign", "(") and tokens.pop() == ("sign", ")"), self.text
            del tokens[:2]
        truths = []
        while tokens:
            truths.append(self.test(tokens, value))
            assert not tokens or tokens.pop(0) == ("sign", ","), self.text
        truth = either(truths)
        return truth if not negated else None if truth is None else not truth

    def test(self, tokens: list[tuple[str, Any]], value: Any) -> Optional[bool]:
        kind, first = tokens.pop(0)
        if kind in ("text", "number"):
            return equal(value, first)
        if (kind, first) == ("word", "null"):
            return equal(value, None)
        if first in ("<", "<=", ">", ">="):
            return compare(first, value, self.end(tokens))
        assert first in "([]", self.text
        low = self.end(tokens)
        assert tokens.pop(0) == ("sign", ".."), self.text
        high = self.end(tokens)
        last = tokens.pop(0)[1]
        assert last in ")[]", self.text
        return both(compare(">=" if first == "[" else ">", value, low), compare("<=" if last == "]" else "<", value, high))

    @staticmethod
    def end(tokens: list[tuple[str, Any]]) -> Any:
        kind, value = tokens.pop(0)
        assert kind in ("text", "number")
        return value


def texts(element: ElementTree.Element, name: str) -> list[str]:
    return [found.findtext(SPACE + "text", "") for found in element.findall(SPACE + name)]


class DecisionTable:
    def __init__(self, text: str):
        root = ElementTree.fromstring(text)
        assert root.tag == SPACE + "definitions"
        decision = root.find(SPACE + "decision")
        assert decision is not None
        table = decision.find(SPACE + "decisionTable")
        assert table is not None and table.get("hitPolicy", "UNIQUE") == "UNIQUE"
        self.labels = [clause.get("label", "") for clause in table.findall(SPACE + "input")]  # what the data calls them
        self.inputs = [text for clause in table.findall(SPACE + "input") for text in texts(clause, "inputExpression")]
        names = {data.get("name") for data in root.findall(SPACE + "inputData")}
        assert names == set(self.inputs) and len(names) == len(self.inputs)
        self.annotations = [a.get("name") for a in table.findall(SPACE + "annotation")]
        self.rules = [([UnaryTests(cell) for cell in texts(rule, "inputEntry")], texts(rule, "outputEntry")[0],
                       dict(zip(self.annotations, texts(rule, "annotationEntry"))))
                      for rule in table.findall(SPACE + "rule")]

    def answer(self, values: list[Any]) -> tuple[Any, dict]:
        """The output and the annotations of the one row that applies. Values are None, texts or decimals."""
        found = [rule for rule in self.rules if all(t.holds(v) is True for t, v in zip(rule[0], values))]
        assert len(found) == 1, f"{len(found)} rows apply to {values}"
        assert len(found[0][0]) == len(self.inputs)
        ((kind, output),) = tokens_of(found[0][1])
        assert kind in ("text", "number")
        return (output if kind == "text" else float(output)), found[0][2]
