"""Where the cards of a game lie before its camera, as it is kept in the journal so that a restart finds them again."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from calibration.plane import Plane
from calibration.zones import Place, TableMap, table_map
from vision.outline import Margins


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """The map of a table, and how far its cards of each kind reach beyond their art."""

    map: TableMap
    margins: Mapping[str, Margins]


def to_json(places: Places) -> str:
    """Write places down."""
    plane = places.map.plane
    return json.dumps(
        {
            "to_table": plane.to_table.tolist(),
            "sizes_mm": plane.sizes_mm,
            "error": plane.error,
            "places": [asdict(place) for place in places.map.places.values()],
            "margins": {kind: asdict(margins) for kind, margins in places.margins.items()},
        }
    )


def from_json(text: str) -> Places:
    """Read places back. Raises ValueError where the text is not what `to_json` writes."""
    try:
        told = json.loads(text)
        to_table = np.array(told["to_table"], np.float64)
        sizes = {kind: (float(size[0]), float(size[1])) for kind, size in told["sizes_mm"].items()}
        plane = Plane(to_table, np.asarray(np.linalg.inv(to_table), np.float64), sizes, float(told["error"]))
        places = [_place(place) for place in told["places"]]
        margins = {kind: Margins(**sides) for kind, sides in told["margins"].items()}
        return Places(table_map(plane, places), margins)
    except (
        AttributeError,
        IndexError,
        KeyError,
        OverflowError,
        RecursionError,
        TypeError,
        np.linalg.LinAlgError,
    ) as error:
        raise ValueError(f"These are no places of a table: {error}") from error


def _place(told: dict[str, Any]) -> Place:
    center, size, reach = ((float(told[key][0]), float(told[key][1])) for key in ("center", "size", "reach"))
    return Place(str(told["name"]), str(told["kind"]), center, float(told["facing"]), size, reach)
