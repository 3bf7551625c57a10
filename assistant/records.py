"""Record files: read as text, with one sentence for each way in which that can fail."""

from pathlib import Path

from engine.errors import RecordError
from engine.record import Record, parse


class RecordFileError(Exception):
    """A file that is no record that can be read; the text is one sentence that says what to do."""


def read_record(path: Path) -> Record:
    """Read a record. Raises `RecordFileError`, with line and column where its text is wrong."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RecordFileError(f"There is no file {path}; give the path of a .sooth record.") from None
    except IsADirectoryError:
        raise RecordFileError(f"{path} is a folder; give the path of one .sooth record in it.") from None
    except PermissionError:
        raise RecordFileError(f"{path} may not be read; allow reading it, or give another record.") from None
    except UnicodeDecodeError:
        raise RecordFileError(f"{path} is not a text file; a .sooth record is UTF-8 text.") from None
    except OSError as error:
        raise RecordFileError(f"{path} cannot be read ({error.strerror}); give the path of a .sooth record.") from None
    except RecordError as error:
        raise RecordFileError(f"{path}, line {error.line}, column {error.column}: {error.expected}") from None
