"""What operators are given: a wheel and a source archive with the built client in them, which
install into an empty environment and serve; and the files that go with a house."""

from __future__ import annotations

import configparser
import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import httpx
import msgspec
import pytest

from tapete.extras import EXTRAS
from tapete.floor.house.settings import Settings

HERE = Path(__file__).parents[1]
EXAMPLES = HERE / "setup" / "examples"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(build, cwd=HERE, check=True, capture_output=True, timeout=600)
    return folder


def test_the_wheel_serves_from_an_empty_environment(built: Path, tmp_path: Path) -> None:
    """What it depends on is lent from here, without what only comes with extras; of Tapete itself
    there is nothing but the wheel."""
    [wheel] = built.glob("*.whl")
    home = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    asked = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = Path(subprocess.check_output(asked, text=True).strip())
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    not_lent = tuple(EXTRAS)
    lent = [path for path in Path(sysconfig.get_path("purelib")).iterdir()
            if "tapete" not in path.name and not path.name.startswith(not_lent)]  # fmt: skip
    lending = tmp_path / "lent"
    lending.mkdir()
    for path in lent:
        (lending / path.name).symlink_to(path)
    (site / "lent.pth").write_text(f"{lending}\n", "utf-8")
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH",)}
    env |= {"XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONUNBUFFERED": "1"}
    env["TAPETE_CACHE"] = str(tmp_path / "cache")  # nothing is known here that others worked out
    env.pop("TAPETE_KEY", None)
    (tmp_path / "c.toml").write_text('games = ["big-six"]\nport = 0\nworkers = 1\n', "utf-8")
    command = [str(python), "-m", "tapete", "--lang", "en", "serve", "--config", "c.toml"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as serving:
        try:
            said = ""
            assert serving.stdout is not None and serving.stderr is not None
            for line in serving.stdout:
                said += line
                if "assword" in line:
                    break
            address = re.search(r"http://[\w.]+:\d+", said)
            assert address is not None, said + serving.stderr.read()
            for line in serving.stderr:  # piped: JSON
                if msgspec.json.decode(line)["event"] == "started":
                    break
            with httpx.Client(base_url=address[0], timeout=600) as there:
                front = there.get("/")
                assert front.status_code == 200 and "<title>" in front.text
                [script] = re.findall(r'src="(/assets/[^"]+\.js)"', front.text)
                assert there.get(script).status_code == 200
                checker = there.get("/verificar.html")
                assert "attachment" in checker.headers["content-disposition"]
                odds = there.get("/api/figures/black-jack/odds?lang=en")
                assert odds.status_code == 503 and "tapete[maths]" in odds.json()["text"]
        finally:
            serving.terminate()
            serving.communicate(timeout=600)
    kept = tmp_path / "data" / "tapete"
    assert kept.stat().st_mode & 0o077 == 0
    for file in (kept / "tapete.db", kept / "tapete.key"):
        assert file.stat().st_mode & 0o077 == 0, file


def test_the_source_archive_has_the_client_the_licence_and_the_sources(built: Path) -> None:
    [archive] = built.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        names = {name.partition("/")[2] for name in files.getnames()}
    for name in ("LICENSE", "src/tapete/floor/static/index.html", "web/package-lock.json",
                 "setup/requirements.lock", "setup/examples/tapete.service"):  # fmt: skip
        assert name in names, name


def test_the_lock_names_every_dependency_in_the_version_that_is_tested() -> None:
    rows = (HERE / "setup" / "requirements.lock").read_text("utf-8").splitlines()
    locked = dict(row.split("==") for row in rows if not row.startswith("#"))
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    extra = project["optional-dependencies"]
    for row in project["dependencies"] + extra["maths"] + extra["terminal"] + extra["dev"]:
        found = re.match(r"[\w-]+", row)
        assert found is not None
        name = found[0].lower().replace("_", "-")
        assert locked[name] == version(name), f"{name}: ./setup/lock"


def test_the_example_settings_are_settings_and_the_unit_is_one() -> None:
    text = (EXAMPLES / "tapete.toml").read_text("utf-8")
    msgspec.convert(tomllib.loads(text), Settings)
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(EXAMPLES / "tapete.service", "utf-8")
    assert unit["Service"]["ExecStart"].endswith("tapete serve --config /etc/tapete/tapete.toml")
    assert unit["Service"]["StateDirectoryMode"] == "0700"
    # The key of the house is made at the first start, where nothing else may be written.
    assert unit["Service"]["ReadWritePaths"] == "/etc/tapete"
    assert 'key = "/etc/tapete/house.key"' in text


def test_the_example_proxies_keep_the_counters_to_the_machine() -> None:
    nginx = (EXAMPLES / "nginx.conf").read_text("utf-8")
    assert "location /metrics { return 404; }" in nginx
    assert "respond /metrics* 404" in (EXAMPLES / "Caddyfile").read_text("utf-8")


def test_the_client_is_built_from_the_lock_alone_on_any_platform() -> None:
    """``npm ci`` installs what is locked or nothing: every package has its digest, and the builds
    of other platforms (which this machine never installs) stand in the lock as well."""
    packages = json.loads((HERE / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    here = {path.rpartition("node_modules/")[2] for path in packages}
    for path, package in packages.items():
        assert not path or package["integrity"].startswith("sha512-"), path
        wanted = {*package.get("dependencies", ()), *package.get("optionalDependencies", ())}
        assert wanted <= here, path
    for recipe in ("setup/web", "Containerfile"):
        text = (HERE / recipe).read_text("utf-8")
        assert "npm ci " in text and "npm install" not in text, recipe
