"""A passkey in software: makes and shows credentials as a browser would, honestly or not."""

from __future__ import annotations

import json
from hashlib import sha256
from secrets import token_bytes
from typing import Any, Final

import cbor2
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url as text


class Authenticator:
    """One passkey. ``origin`` is the site it is used on."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id: Final = token_bytes(16)
        self._key: Final = generate_private_key(SECP256R1())
        self._count = 0

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, site: str, flags: int, more: bytes = b"") -> bytes:
        self._count += 1
        return sha256(site.encode()).digest() + bytes([flags]) + self._count.to_bytes(4, "big") + more

    def create(self, options: dict[str, Any]) -> dict[str, Any]:
        numbers = self._key.public_key().public_numbers()
        x, y = (value.to_bytes(32, "big") for value in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        credential = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(options["rp"]["id"], 0x45, credential)
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._shown({"clientDataJSON": text(client), "attestationObject": text(attested)})

    def get(self, options: dict[str, Any]) -> dict[str, Any]:
        client = self._client("webauthn.get", options["challenge"])
        data = self._data(options["rpId"], 0x05)
        signature = self._key.sign(data + sha256(client).digest(), ECDSA(SHA256()))
        return self._shown(
            {"clientDataJSON": text(client), "authenticatorData": text(data), "signature": text(signature)}
        )

    def _shown(self, response: dict[str, str]) -> dict[str, Any]:
        id = text(self.id)
        return {
            "id": id,
            "rawId": id,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }
