"""`fatekeeper cameras`: what cameras this machine has. Returns the exit status."""

import json
import sys

from vision.camera.listing import list_cameras


def cameras(as_json: bool = False) -> int:
    """List the cameras, a line each: number and name. 1 where there are none, with what to do."""
    found = list_cameras()
    for camera in found:
        line = json.dumps({"index": camera.index, "name": camera.name}) if as_json else f"{camera.index}  {camera.name}"
        sys.stdout.write(line + "\n")
    if not found:
        sys.stderr.write(
            "No camera was found: plug in a webcam, or give the address of a phone's camera app to --camera.\n"
        )
        return 1
    return 0
