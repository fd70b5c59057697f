"""A small seeded random generator with the same numbers on every machine, compiled or not.

This is Bob Jenkins's small fast generator in its 32-bit form. It only adds, rotates and xors, so nothing
overflows a signed 64-bit word and plain Python agrees with the compiled code.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from mypy_extensions import i64

_WORD: Final[i64] = 0xFFFFFFFF


class Rng:
    """``Rng(seed)`` takes an integer or a text; equal seeds give equal sequences."""

    def __init__(self, seed: int | str) -> None:
        digest = sha256(str(seed).encode()).digest()
        self._a: i64 = int.from_bytes(digest[0:4], "little")
        self._b: i64 = int.from_bytes(digest[4:8], "little")
        self._c: i64 = int.from_bytes(digest[8:12], "little")
        self._d: i64 = int.from_bytes(digest[12:16], "little") | 1
        for _ in range(20):
            self.word()

    def __reduce__(self) -> tuple[object, ...]:
        return Rng, (0,), (self._a, self._b, self._c, self._d)

    def __setstate__(self, words: tuple[int, int, int, int]) -> None:
        """Go on from where another generator was; for pickles and copies."""
        self._a, self._b, self._c, self._d = words

    def copy(self) -> Rng:
        """Return a generator that gives the same numbers from here on."""
        twin = Rng(0)
        twin._a = self._a
        twin._b = self._b
        twin._c = self._c
        twin._d = self._d
        return twin

    def word(self) -> i64:
        """The next 32 random bits."""
        b = self._b
        c = self._c
        e = (self._a - (((b << 27) | (b >> 5)) & _WORD)) & _WORD
        self._a = b ^ (((c << 17) | (c >> 15)) & _WORD)
        self._b = (c + self._d) & _WORD
        self._c = (self._d + e) & _WORD
        self._d = (e + self._a) & _WORD
        return self._d

    def below(self, n: i64) -> i64:
        """Uniform random number from 0 to n - 1; n is at most 2**31."""
        product = self.word() * n
        low = product & _WORD
        if low < n:
            # Lemire's method: redraw the few words that would bias the result.
            threshold = (_WORD + 1 - n) % n
            while low < threshold:
                product = self.word() * n
                low = product & _WORD
        return product >> 32
