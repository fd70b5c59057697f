"""The examples in ``deploy``: real programs read them, and games are played through nginx and Caddy."""

from __future__ import annotations

import json
import os
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Final

import httpx
import pytest
from typer.main import get_command

from grandjunction.cli.commands import app
from grandjunction.server.edge.connections import Doors
from tests.server.support import PATIENCE, Browser, until
from tests.server.test_crash import Process

DEPLOY: Final = Path(__file__).parents[2] / "deploy"
NGINX: Final = {"": "nginx.conf", "/brass": "nginx-path.conf"}
CADDY: Final = {"": "Caddyfile", "/brass": "Caddyfile-path"}


def program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"NOT RUN: there is no {name} here")
    return found


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate of this machine's and its key."""
    folder = tmp_path_factory.mktemp("tls")
    made = [
        "req",
        "-x509",
        "-nodes",
        "-days",
        "2",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
    ]
    name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([program("openssl"), *made, *name, *files], check=True, capture_output=True)
    return folder


def localised(example: Path, server: Process, port: int) -> str:
    """Return an example with the names and ports of this machine."""
    text = example.read_text()
    for name in ("brass.example.org", "www.example.org"):
        text = text.replace(name, "localhost")
    return text.replace("127.0.0.1:1837", server.address).replace("listen 443", f"listen 127.0.0.1:{port}")


@contextmanager
def running(command: list[str], port: int, **environment: str) -> Iterator[None]:
    proxy = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:

        def listens() -> bool:
            assert proxy.poll() is None, proxy.communicate()[0]
            with closing(socket.socket()) as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0

        until(listens)
        yield
    finally:
        proxy.terminate()
        proxy.communicate()


@contextmanager
def server_at(folder: Path, port: int, base: str) -> Iterator[Process]:
    url = f"https://localhost:{port}{base}/"
    server = Process(folder / "games.db", "--port", "0", "--public-url", url, "--proxy", "127.0.0.1")
    try:
        yield server
    finally:
        server.process.kill()
        server.process.communicate()


def play_through(address: str, base: str, tls: ssl.SSLContext) -> None:
    """Two people play, watch and talk at an address that a proxy serves."""
    anna, ben = Browser(address, base, tls), Browser(address, base, tls)
    page = anna.http.get("/game/nothing")
    assert page.status_code == 200
    assert f'"{base}/assets/' in page.text or "not built" in page.text
    made = anna.http.post("/api/games", json={"seats": [{"kind": "me"}, {"kind": "open"}]})
    cookie = made.headers["set-cookie"]
    assert f"Path={base}/;" in cookie
    assert "Secure" in cookie
    game = made.json()["game"]
    invite = made.json()["invites"][0]
    assert ben.http.get(invite["path"]).status_code == 200
    ben.ask("POST", "/api/join", {"token": invite["token"], "name": "Ben"})
    rnd = Random(7)
    with ben.live(game) as line:
        seen = json.loads(line.recv())["table"]["ply"]
        for player in (anna, ben) * 4:
            if player.table(game)["draft"] is not None:
                player.play_turn(game, rnd)
        while seen < anna.table(game)["last_ply"]:
            news = json.loads(line.recv(timeout=PATIENCE))
            seen = news["table"]["ply"] if news["type"] == "update" else seen
    assert seen > 0


def trusting(authority: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(authority))


@pytest.mark.parametrize("base", NGINX)
def test_a_game_is_played_through_nginx(base: str, tmp_path: Path, certificate: Path) -> None:
    nginx, port = program("nginx"), free_port()
    with server_at(tmp_path, port, base) as server:
        site = localised(DEPLOY / NGINX[base], server, port)
        site = site.replace("/etc/letsencrypt/live/localhost", str(certificate))
        site = site.replace("listen 80", f"listen 127.0.0.1:{free_port()}")
        kept = "\n".join(
            f"{kind}_temp_path {tmp_path}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        config = tmp_path / "nginx.conf"
        config.write_text(
            f"{'user root;' if os.geteuid() == 0 else ''}\npid {tmp_path}/nginx.pid;\nerror_log stderr;\n"
            f"daemon off;\nevents {{}}\nhttp {{\naccess_log off;\n{kept}\n{site}\n}}\n"
        )
        checked = subprocess.run(
            [nginx, "-t", "-c", str(config)], capture_output=True, text=True, check=False
        )
        assert checked.returncode == 0, checked.stderr
        assert "warn" not in checked.stderr
        with running([nginx, "-c", str(config)], port):
            play_through(f"localhost:{port}", base, trusting(certificate / "fullchain.pem"))


@pytest.mark.parametrize("base", CADDY)
def test_a_game_is_played_through_caddy(base: str, tmp_path: Path) -> None:
    caddy, port = program("caddy"), free_port()
    options = (
        f"admin off\nskip_install_trust\nauto_https disable_redirects\nhttps_port {port}\n"
        f"storage file_system {tmp_path}/caddy\n"
    )
    with server_at(tmp_path, port, base) as server:
        config = tmp_path / "Caddyfile"
        config.write_text(f"{{\n{options}}}\n{localised(DEPLOY / CADDY[base], server, port)}")
        asked = [caddy, "validate", "--adapter", "caddyfile", "--config", str(config)]
        home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        checked = subprocess.run(
            asked, capture_output=True, text=True, check=False, env={**os.environ, **home}
        )
        assert checked.returncode == 0, checked.stderr
        with running([caddy, "run", "--adapter", "caddyfile", "--config", str(config)], port, **home):
            authority = tmp_path / "caddy" / "pki" / "authorities" / "local" / "root.crt"
            until(authority.exists)
            tls = trusting(authority)
            until(lambda: _answers(port, tls))
            play_through(f"localhost:{port}", base, tls)


def _answers(port: int, tls: ssl.SSLContext) -> bool:
    try:
        return httpx.get(f"https://localhost:{port}/", verify=tls).status_code > 0
    except httpx.TransportError:  # it has no certificate yet
        return False


def test_the_systemd_unit_is_one(tmp_path: Path) -> None:
    analyze = program("systemd-analyze")
    unit = tmp_path / "grandjunction.service"
    text = (DEPLOY / "grandjunction.service").read_text()
    assert "LimitNOFILE" in text
    unit.write_text(text.replace("/opt/grandjunction/bin/grandjunction", program("true")))
    checked = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("name", ["compose.yaml", "compose-postgres.yaml"])
def test_the_compose_files_start_what_this_version_knows(name: str) -> None:
    yaml = pytest.importorskip("yaml", reason="NOT RUN: PyYAML is not installed")
    found = yaml.safe_load((DEPLOY / name).read_text())
    table = found["services"]["table"]
    assert (DEPLOY / table["build"]["context"] / table["build"]["dockerfile"]).is_file()
    for service in found["services"].values():
        for volume in service.get("volumes", []):
            assert volume.partition(":")[0] in found["volumes"]
        assert set(service.get("networks", [])) <= set(found.get("networks", {}))
    known = {name for option in get_command(app).commands["serve"].params for name in option.opts}  # type: ignore[attr-defined]
    asked = [word.partition("=")[0] for word in table.get("command", []) if word.startswith("--")]
    assert set(asked) <= known | {"--no-open"}


def test_a_network_of_proxies_is_believed_and_has_no_cap() -> None:
    doors = Doors(most_from_one=1, exempt=["10.83.7.0/24", "192.0.2.1"])
    for address in ("10.83.7.4", "192.0.2.1"):
        assert [doors.enter(address) for _ in range(3)] == [True] * 3
    assert [doors.enter("10.83.8.4") for _ in range(2)] == [True, False]


def test_what_the_container_is_built_from_is_there() -> None:
    root = DEPLOY.parent
    for line in (DEPLOY / "Containerfile").read_text().splitlines():
        if line.startswith("COPY"):
            assert (root / line.split()[1]).exists()
    assert (root / "constraints.txt").exists()
