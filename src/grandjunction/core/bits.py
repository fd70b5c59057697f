"""Sets as bits of one 64-bit word.

There are fewer than 63 places, spaces, lines and card kinds, so a set of them is one integer and set
algebra is ``& | ~``. ``BIT`` is a table because mypyc compiles ``1 << n`` to a 32-bit shift, which is
silently wrong from bit 31 on.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64


def _bits() -> vec[i64]:
    bits = vec[i64]([0] * 63)
    value = 1
    for n in range(63):
        bits[n] = value
        value = value * 2
    return bits


def _indices() -> vec[i64]:
    # 2 generates the residues modulo 67, so every power of two below 2**66 leaves its own remainder.
    indices = vec[i64]([0] * 67)
    for n in range(63):
        indices[BIT[n] % 67] = n
    return indices


BIT: Final = _bits()
_INDEX: Final = _indices()


def lowest(mask: i64) -> i64:
    """The index of the lowest set bit. Walk a set with ``m &= m - 1``."""
    return _INDEX[(mask & -mask) % 67]


def count(mask: i64) -> i64:
    """How many bits are set."""
    n: i64 = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def members(mask: int) -> list[int]:
    """The members of a set, lowest first. Too slow for hot loops."""
    found: list[int] = []
    m: i64 = mask
    while m:
        found.append(lowest(m))
        m &= m - 1
    return found
