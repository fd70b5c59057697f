"""A server with accounts on each store, and a mailbox."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grandjunction.server.database.postgres import PostgresStorage
from grandjunction.server.database.storage import Storage
from grandjunction.server.edge.site import Site
from grandjunction.server.mail import MailServer
from grandjunction.server.online import Online
from tests.server.accounts.signing import SITE, run
from tests.server.mailbox import Mailbox
from tests.server.postgres import postgres
from tests.server.support import Server


@pytest.fixture(scope="package")
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as running:
        yield running


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test on both stores, unless it has nothing to do with how a store keeps things."""
    if "server" in metafunc.fixturenames:
        alone = any(metafunc.definition.iter_markers("one_store"))
        stores = ["sqlite"] if alone else ["sqlite", "postgresql"]
        metafunc.parametrize("server", stores, indirect=True, scope="package")


@pytest.fixture(scope="package")
def server(request: pytest.FixtureRequest, mailbox: Mailbox) -> Iterator[Server]:
    storage: Storage | None = None
    if request.param == "postgresql":
        storage = PostgresStorage(postgres().new_database())
    mail = MailServer.at(mailbox.url, "brass@example.org")
    online = Online(accounts=True, mail=mail, private_webhooks=True)
    with Server(storage=storage, online=online, site=Site.at(f"{SITE}/")) as running:
        yield running


@pytest.fixture(autouse=True)
def own_allowance(server: Server) -> None:
    """Each test has its own."""
    for quota in (server.hall.limits.links, server.hall.limits.invitations):
        quota._own._left.clear()
    run(server, lambda storage: storage.db.execute("DELETE FROM allowances"))  # type: ignore[attr-defined]
