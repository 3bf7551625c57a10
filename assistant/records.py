"""Text files that people name: records, with one sentence for each way in which reading one can fail."""

import errno
import stat
from pathlib import Path
from typing import Final

from engine.errors import RecordError
from engine.record import Record, parse

_LARGEST: Final = 20_000_000
"""Bytes; a whole evening has some ten thousand."""


class RecordFileError(Exception):
    """A file that is no record that can be read; the text is one sentence that says what to do."""


def read_record(path: Path) -> Record:
    """Read a record. Raises `RecordFileError`, with line and column where its text is wrong."""
    try:
        return parse(read_text(path))
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


def read_text(path: Path) -> str:
    """Read a text of UTF-8, without the mark that some editors put before it. Raises OSError and UnicodeDecodeError."""
    there = path.stat()
    if not stat.S_ISREG(there.st_mode) and not stat.S_ISDIR(there.st_mode):
        raise OSError(errno.EINVAL, "not a file")
    if there.st_size > _LARGEST:
        raise OSError(errno.EFBIG, "too large")
    return path.read_text(encoding="utf-8-sig")
