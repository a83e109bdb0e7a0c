"""Standing: what tells a good best from the best of a bad lot."""

from math import log

import pytest
from hypothesis import given

from ranking.fusion import fuse
from ranking.signals import Pool
from ranking.standing import STANDINGS
from tests.ranking.pools import candidate, pools


@given(pools)
def test_every_standing_has_one_value_for_each_candidate(pool: Pool) -> None:
    evidence = fuse(pool)
    for standing in STANDINGS.values():
        assert len(standing(pool, evidence)) == len(pool.candidates)


@given(pools)
def test_all_but_the_distance_to_the_best_belongs_to_the_query(pool: Pool) -> None:
    evidence = fuse(pool)
    for name, standing in STANDINGS.items():
        values = standing(pool, evidence)
        if name == "behind":
            assert max(values, default=0.0) == 0
        else:
            assert len(set(values)) <= 1


def test_standings_by_hand() -> None:
    pool = Pool(
        candidates=[candidate("a", 0.9, 8.0), candidate("b", 0.7, 2.0), candidate("c", 0.8, None)],
        terms=4,
    )
    values = {name: standing(pool, [10.0, 4.0, 1.0])[1] for name, standing in STANDINGS.items()}
    assert values == pytest.approx(
        {
            "behind": -6.0,
            "standout": 0.2,
            "wording": 2.0,
            "length": log(4),
            "phrasing": 2 * log(4),
            "margin": 9.0,
            "height": 6.0,
            "size": log(3),
        }
    )
