"""The commands in other languages: asked for by ``--lang``, or the system's."""

from __future__ import annotations

from pathlib import Path

import pytest

import grandjunction as gj
from grandjunction.words import LANGUAGES, Words
from tests.cli.run import refused, run

PLAY = ("play", "-r", "hamlet", "-p", "2", "-s", "1", "--bots", "random")

TITLE = {
    "en": "B-COAL-05  When coal may be bought.",
    "pl": "B-COAL-05  Kiedy wolno kupić węgiel.",
    "ro": "B-COAL-05  Când se poate cumpăra cărbune.",
    "ru": "B-COAL-05  Когда можно купить уголь.",
    "zh-Hant": "B-COAL-05  何時可以購買煤炭.",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_in_every_language(lang: str) -> None:
    said = run("rules", "B-COAL-05", "--lang", lang).stdout
    assert said.splitlines()[0] == TITLE[lang]
    assert said.splitlines()[1].strip() == Words(lang).rule("B-COAL-05").body


def test_rules_are_found_by_their_words() -> None:
    assert "B-COAL-05" in run("rules", "--search", "kupić węgiel", "--lang", "pl").stdout
    assert "B-COAL-05" in run("rules", "--search", "z żetonami kupców lub bez", "--lang", "pl").stdout
    assert "no rule mentions" in refused("rules", "--search", "kupić węgiel", "--lang", "en")


@pytest.mark.parametrize(
    ("system", "lang"),
    [("pl_PL.UTF-8", "pl"), ("zh_TW.UTF-8", "zh-Hant"), ("de_DE.UTF-8", "en"), ("C", "en"), ("", "en")],
)
def test_the_language_of_the_system(system: str, lang: str) -> None:
    assert run("rules", "B-COAL-05", lang=system).stdout.startswith(TITLE[lang])


def test_the_option_outranks_the_system() -> None:
    assert run("rules", "B-COAL-05", "--lang", "ro", lang="pl_PL.UTF-8").stdout.startswith(TITLE["ro"])


@pytest.mark.parametrize("command", [("play",), ("rules",), ("replay", "-")])
def test_an_unknown_language(command: tuple[str, ...]) -> None:
    assert refused(*command, "--lang", "xx") == "unknown language 'xx'; one of en, pl, ro, ru, zh-Hant"


@pytest.mark.parametrize(
    ("lang", "asked", "built"),
    [
        ("pl", "Wybierz akcję", "Gracz buduje: "),
        ("ro", "Alege o acțiune", "Jucătorul a construit în "),
        ("ru", "Выберите действие", "Игрок строит: "),
        ("zh-Hant", "選擇一個行動", "你在 "),
    ],
)
def test_a_game_and_its_replay(lang: str, asked: str, built: str, tmp_path: Path) -> None:
    file = tmp_path / "game.gj"
    said = run(*PLAY, "--lang", lang, "--record", str(file), input="1\n" * 300).stdout
    assert asked in said
    assert built in said
    assert run("replay", str(file), "--lang", lang).exit_code == 0


@pytest.mark.parametrize(
    ("lang", "columns"),
    [
        ("en", ("Canal Era", "Rail Era", "Links")),
        ("pl", ("Era kanałowa", "Era kolejowa", "Połączenia")),
        ("ru", ("каналов", "дорог", "сообщения")),
    ],
)
def test_scores_by_era(lang: str, columns: tuple[str, ...]) -> None:
    game = gj.new_game("hamlet", players=2, seed=8)
    chance = gj.Rng(8)
    while not game.state.is_over:
        moves = game.legal_moves()
        game.play(moves[chance.below(len(moves))])
    said = run("replay", "-", "--lang", lang, input=game.to_record()).stdout
    assert all(column in said for column in columns)
