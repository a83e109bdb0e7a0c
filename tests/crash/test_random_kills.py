"""Writers killed at random: nothing that was acknowledged is lost, nothing is there by half."""

from tests.crash.deployments import Fields
from tests.crash.rounds import storm

KILLS = 20


def test_nothing_is_lost_to_kills_at_random(fields: Fields) -> None:
    tally = storm(fields, kills=KILLS, seed=20)
    assert tally.problems == []
    assert tally.kills == KILLS
    assert tally.cut.total() >= KILLS / 2, "it is writes that are to be killed"
    assert tally.writes
