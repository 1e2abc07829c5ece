"""``tapete passwd``: whoever runs the machine gives somebody another password."""

from __future__ import annotations

import time
from contextlib import nullcontext
from pathlib import Path

import pyotp
import pytest

from tapete.cli.main import main
from tapete.core.book.refused import Refused
from tapete.floor.house.casino import Casino, Settings
from tapete.floor.people.factors import new_code_secret


def test_a_lost_password_is_replaced_on_the_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path}/c.db"
    casino = Casino(Settings(db=url, games=("big-six",)))
    lost = casino.prepare()
    assert lost is not None
    assert main(["--lang", "en", "passwd", "administrador", "--db", url]) == 0
    said = capsys.readouterr().out
    given = said.removeprefix("Password of administrador: ").split()[0]
    casino.register.log_in("administrador", given, now=1.0)
    with pytest.raises(Refused):
        casino.register.log_in("administrador", lost, now=1.0)
    assert list(casino.register.entries())[-3].what == "password.changed"
    secret, now = new_code_secret(), time.time()
    casino.access.add_codes("administrador", secret, pyotp.TOTP(secret).at(now), now=now)
    for more in ([], ["--devices"]):  # the only administrator has lost his device
        assert main(["--lang", "en", "passwd", "administrador", "--db", url, *more]) == 0
        given = capsys.readouterr().out.removeprefix("Password of administrador: ").split()[0]
        with nullcontext() if more else pytest.raises(Refused, match="second-factor"):
            casino.access.log_in("administrador", given, "", now=now)
    casino.store.close()
    assert main(["--lang", "en", "passwd", "nobody-here", "--db", url]) == 1
    assert "nobody-here is not known" in capsys.readouterr().err
    assert main(["--lang", "en", "passwd", "x", "--db", f"sqlite:///{tmp_path}/none.db"]) == 1
