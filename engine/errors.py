"""What goes wrong for a caller of the engine.

EngineError
    IllegalAct      the rules do not allow an act (say why and by which ruling)
    RecordError     a record cannot be read (say where, and what was expected)
"""


class EngineError(Exception):
    """Anything the engine refuses; its text is a sentence for people."""


class IllegalAct(EngineError):
    """An act that the rules do not allow. `rule` is the number of the ruling in engine/RULES.md."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} (§{rule})")
        self.reason = reason
        self.rule = rule


class RecordError(EngineError):
    """A record that cannot be read: line and column count from 1."""

    def __init__(self, line: int, column: int, expected: str) -> None:
        super().__init__(f"Line {line}, column {column}: {expected}")
        self.line = line
        self.column = column
        self.expected = expected
