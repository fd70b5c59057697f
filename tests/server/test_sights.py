"""What can be asked about a position besides its table: what seats reach, and the ways of coal."""

from __future__ import annotations

from urllib.parse import quote

from tests.server.support import Browser, Server


def test_everybody_may_ask_what_each_seat_reaches(server: Server, anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "greedy", ruleset="birmingham", seed="reach")["game"]
    anna.wait_for_turn(game)
    told = anna.game("GET", game, "/reach")
    assert told == ben.game("GET", game, "/reach")  # a spectator is told the same
    state = server.hosted(game).game.state
    for seat, one in enumerate(told):
        assert one["network"] == state.network_of(seat)
        assert one["beer"] == state.reach_of(seat).extra
        assert one["links"] == state.reach_of(seat).links
    assert anna.game("GET", game, "/reach?ply=0")[0]["network"] == []
    anna.game("GET", game, "/reach?ply=9999", expect=404)


def test_the_ways_of_coal_are_told_to_the_seat_to_act(server: Server, anna: Browser, ben: Browser) -> None:
    game = anna.new_game("me", "person", ruleset="birmingham", seed="ways")["game"]
    anna.wait_for_turn(game)
    move = next(
        one["move"] for one in anna.game("GET", game, "/choices")["choices"] if one["verb"] == "build"
    )
    path = f"/routes?move={quote(move)}"
    assert anna.game("GET", game, path) == [
        route._asdict() for route in server.hosted(game).game.state.coal_routes(move)
    ]
    ben.game("GET", game, path, expect=403)
    assert anna.game("GET", game, "/routes?move=castle", expect=422)["error"] == "notation"
    refused = anna.game("GET", game, f"/routes?move={quote('build iron dudley')}", expect=422)
    assert refused["refusal"]["reason"] == "no_coal"
