"""The learned nets: one file per table, read when first needed, refused if it does not fit the table.

A net corrects the evaluation by what self-play has taught. It computes with whole numbers only, so the order
of its sums does not matter and every machine gets the same bits.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from hashlib import sha256
from importlib.resources import files
from typing import Final

from librt.strings import read_i32_le
from librt.vecs import vec
from mypy_extensions import i32, i64

from ..core.ruleset import Ruleset
from .features import VERSION, Features

FORMAT: Final = "grandjunction net 1"
FIRST_BITS: Final = 16  # fractional bits of the first layer's weights
DROPPED_BITS: Final = 8  # fractional bits dropped before the second layer
SECOND_BITS: Final = 12  # fractional bits of the second layer's weights
BIAS_BITS: Final = 8
LONGEST: Final = 64  # upper bound on a seat's actions in a game
_LINE: Final = 100  # characters per line of the file


class BadNet(ValueError):
    """Raised for a file that holds no nets, or none for this table."""


class Net:
    """The net of one era: one hidden ReLU layer, one output in VP."""

    def __init__(self, inputs: int, first: list[int], offsets: list[int], second: list[int]) -> None:
        if len(first) != inputs * len(offsets) or len(second) != len(offsets) + 1:
            raise BadNet("the layers do not fit each other")
        self.inputs: i64 = inputs
        self.width: i64 = len(offsets)
        self.first: vec[i32] = vec[i32]([i32(weight) for weight in first])  # by input, then by unit
        self.offsets: vec[i64] = vec[i64]([i64(offset) for offset in offsets])
        self.second: vec[i64] = vec[i64]([i64(weight) for weight in second])  # the last one is the offset

    def numbers(self) -> list[int]:
        """Return all numbers in the order of the file."""
        found: list[int] = []
        found.extend([int(weight) for weight in self.first])
        found.extend([int(offset) for offset in self.offsets])
        found.extend([int(weight) for weight in self.second])
        return found


class Nets:
    """The nets of one table, with ``bias`` and ``spread`` per era and actions left.

    ``bias`` is the evaluation's usual error, ``spread`` the deviation of results from the forecast.
    """

    def __init__(
        self,
        rules: Ruleset,
        players: int,
        eras: list[Net],
        bias: list[list[int]],
        spread: list[list[int]],
    ) -> None:
        self.rules: Final = rules
        self.players: i64 = players
        self.eras: Final = eras
        self.bias: Final = bias
        self.spread: Final = spread
        size = Features(rules, players).size
        if not len(eras) == len(bias) == len(spread) == len(rules.eras):
            raise BadNet(f"{rules.id} has {len(rules.eras)} eras, the file {len(eras)}")
        self._offsets: vec[float] = vec[float]([0.0] * (LONGEST * len(eras)))
        for era in range(len(eras)):
            for actions in range(LONGEST):
                known = bias[era][min(actions, len(bias[era]) - 1)]
                self._offsets[era * LONGEST + actions] = float(known) / float(2**BIAS_BITS)
        for net in eras:
            if net.inputs != size:
                raise BadNet(f"the nets see {net.inputs} features, a position has {size}")

    def offset(self, era: i64, actions: i64) -> float:
        """Return the evaluation's usual error with ``actions`` own actions left, in VP."""
        return self._offsets[era * LONGEST + actions]

    def deviation(self, era: i64, actions: i64) -> float:
        """Return the standard deviation of a seat's result from its forecast, in VP."""
        row = self.spread[era]
        return float(row[min(actions, len(row) - 1)]) / float(2**BIAS_BITS)

    def text(self) -> str:
        """Return the file's contents."""
        numbers: list[int] = []
        for era in range(len(self.eras)):
            net = self.eras[era]
            numbers.extend([int(net.inputs), int(net.width), len(self.bias[era])])
            numbers.extend(self.bias[era])
            numbers.extend(self.spread[era])
            numbers.extend(net.numbers())
        data = b"".join([number.to_bytes(4, "little", signed=True) for number in numbers])
        letters = b64encode(data).decode()
        lines = [FORMAT, f"ruleset {self.rules.id}", f"revision {self.rules.revision}"]
        lines += [f"players {self.players}", f"features {VERSION}", f"hash {_digest(data)}"]
        lines += [letters[i : i + _LINE] for i in range(0, len(letters), _LINE)]
        return "\n".join(lines) + "\n"


def read_nets(text: str, rules: Ruleset, players: int) -> Nets:
    """Return the nets in a file; raise ``BadNet``, saying why, if they are not for this table."""
    lines = text.splitlines()
    if len(lines) < 7 or lines[0] != FORMAT:
        raise BadNet("this is not a file of nets, or of another format")
    said: dict[str, str] = {}
    for line in lines[1:6]:
        key, _, value = line.partition(" ")
        said[key] = value
    for key, wanted in (
        ("ruleset", rules.id),
        ("revision", str(rules.revision)),
        ("players", str(players)),
        ("features", str(VERSION)),
    ):
        if said.get(key, "") != wanted:
            raise BadNet(f"the nets are for {key} {said.get(key, 'unknown')}, not for {wanted}")
    try:
        data = b64decode("".join(lines[6:]), validate=True)
    except ValueError as error:
        raise BadNet("the nets' numbers cannot be read") from error
    if _digest(data) != said.get("hash", ""):
        raise BadNet("the nets' numbers are not those that the file was written with")
    return _unpack(data, rules, players)


def _unpack(data: bytes, rules: Ruleset, players: int) -> Nets:
    numbers: list[int] = [int(read_i32_le(data, i)) for i in range(0, len(data), 4)]
    eras: list[Net] = []
    bias: list[list[int]] = []
    spread: list[list[int]] = []
    at = 0
    while at < len(numbers):
        inputs, width, steps = numbers[at], numbers[at + 1], numbers[at + 2]
        at += 3
        bias.append(numbers[at : at + steps])
        spread.append(numbers[at + steps : at + 2 * steps])
        at += 2 * steps
        first = numbers[at : at + inputs * width]
        at += inputs * width
        offsets = numbers[at : at + width]
        at += width
        eras.append(Net(inputs, first, offsets, numbers[at : at + width + 1]))
        at += width + 1
    return Nets(rules, players, eras, bias, spread)


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:16]


class Shelf:
    """A folder of files named RULESET-PLAYERS.net; "" for an empty shelf."""

    def __init__(self, folder: str) -> None:
        self.folder: Final = folder
        self._read: dict[str, Nets | None] = {}

    def nets(self, rules: Ruleset, players: int) -> Nets | None:
        """Return the nets for a table, or None if there are none for the ruleset's revision."""
        name = f"{rules.id}-{players}.net"
        known = self._read.get(name)
        if name not in self._read or (known is not None and known.rules is not rules):
            self._read[name] = self._find(name, rules, players)
        return self._read[name]

    def _find(self, name: str, rules: Ruleset, players: int) -> Nets | None:
        path = os.path.join(self.folder, name)
        if not self.folder or not os.path.exists(path):
            return None
        with open(path, encoding="utf-8") as file:
            text = file.read()
        lines = text.splitlines()[:6]  # the header
        if lines and lines[0] == FORMAT and f"revision {rules.revision}" not in lines:
            return None
        try:
            return read_nets(text, rules, players)
        except BadNet as error:
            raise BadNet(f"{path}: {error}") from error


#: The nets that come with the package; forecasts for tables without nets; an empty shelf.
SHIPPED: Final = Shelf(str(files("grandjunction.bots") / "data" / "nets"))
BY_HAND: Final = Shelf(str(files("grandjunction.bots") / "data" / "forecasts"))
NONE: Final = Shelf("")
