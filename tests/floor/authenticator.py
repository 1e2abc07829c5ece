"""A passkey in software: what an authenticator does, with a key of its own (ES256)."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT_AND_VERIFIED, WITH_KEY = 0x05, 0x40


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Passkey:
    """Makes itself known for a site, and signs challenges."""

    def __init__(self, origin: str) -> None:
        self.origin, self.site = origin, origin.partition("://")[2].partition(":")[0]
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id, self.count = secrets.token_bytes(16), 0

    @property
    def public(self) -> bytes:
        """The public key, as authenticators write it."""
        point = self.key.public_key().public_numbers()
        x, y = point.x.to_bytes(32, "big"), point.y.to_bytes(32, "big")
        return cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})

    def made(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to the options of a new passkey."""
        known = bytes(16) + struct.pack(">H", len(self.id)) + self.id + self.public
        data = self._data(PRESENT_AND_VERIFIED | WITH_KEY) + known
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._answer(clientDataJSON=b64(client), attestationObject=b64(attested))

    def signed(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to a challenge."""
        self.count += 1
        data = self._data(PRESENT_AND_VERIFIED)
        client = self._client("webauthn.get", options["challenge"])
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._answer(
            clientDataJSON=b64(client), authenticatorData=b64(data), signature=b64(signature)
        )

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.site.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _client(self, type_: str, challenge: str) -> bytes:
        return json.dumps({"type": type_, "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, **response: str) -> dict[str, Any]:
        id = b64(self.id)
        return {"id": id, "rawId": id, "type": "public-key", "response": response}
