"""One ordinary round of each pack, from the call to the close, with its order and its money."""

import pytest

from tests.unit.games.let_it_ride.play import CALIFORNIA, CHARITY, MBS, NSW, Play

HANDS = {2: "TH TD 5S", 5: "2C 3C 9D"}


@pytest.mark.parametrize("pack", [NSW, CHARITY, MBS, CALIFORNIA])
def test_an_ordinary_round_pays_what_the_cards_say_and_replays(pack: str) -> None:
    table = Play(pack)
    table.start(2, 5)
    table.deal(HANDS, "KD KC", discard="8S")
    assert table.phase == "dealt"
    table.look()
    table.decide((2, "ride"), (5, "withdraw"))
    table.turn()
    table.decide((2, "ride"), (5, "withdraw"))
    table.turn()
    assert table.show_all() == [5, 2]
    assert table.phase == "settling"
    assert [table.money(2, spot) for spot in ("1", "2", "$")] == [(1000, 0, 500)] * 3  # two pair
    assert [table.money(5, spot) for spot in ("1", "2", "$")] == [
        (0, 0, 500),
        (0, 0, 500),
        (500, 0, 500),
    ]  # the pair of kings on the table
    table.settle_all()
    table.close()
    assert table.phase == "idle"
    assert table.replayed().snapshot() == table.game.snapshot()
