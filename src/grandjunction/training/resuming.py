"""What a folder's games were played with: who resumes with other settings is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def keep_settings(folder: Path, now: dict[str, Any]) -> None:
    """Write down the settings; raise ``ValueError`` if the folder holds work done with others."""
    file = folder / "settings.json"
    if file.exists():
        kept = json.loads(file.read_text(encoding="utf-8"))
        # A folder written before an option was added says nothing of it.
        other = [f"{name} {kept[name]}, not {now[name]}" for name in kept if kept[name] != now.get(name)]
        if other:
            raise ValueError(f"{folder} holds a training with {', '.join(other)}: choose another folder")
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(now) + "\n", encoding="utf-8")
