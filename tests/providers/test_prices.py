"""What calls cost."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from lorepack.ports import Spent
from providers.prices import Price, cost

PRICE = Price(input=Decimal("0.15"), cached=Decimal("0.075"), output=Decimal("0.6"))
PRICES = {"tale-1": PRICE}

prices = st.decimals(min_value=0, max_value=999_999, places=6)
counts = st.integers(0, 10_000_000)


@st.composite
def spendings(draw: st.DrawFn) -> Spent:
    read = draw(counts)
    cached = draw(st.integers(0, read))
    return Spent(input_tokens=read, cached_tokens=cached, output_tokens=draw(counts))


def test_a_call_costs_its_tokens_at_three_prices() -> None:
    spent = Spent(input_tokens=1000, cached_tokens=600, output_tokens=50)
    assert cost(PRICES, "tale-1", spent) == Decimal("0.000135")


def test_a_model_without_a_price_costs_nothing() -> None:
    spent = Spent(input_tokens=1000, cached_tokens=0, output_tokens=50)
    assert cost(PRICES, "another", spent) == 0
    assert cost({}, "tale-1", spent) == 0


@given(
    st.lists(spendings(), max_size=20), st.builds(Price, input=prices, cached=prices, output=prices)
)
def test_the_costs_of_calls_add_up_to_the_cost_of_their_sum(
    calls: list[Spent], price: Price
) -> None:
    whole = Spent(
        input_tokens=sum(call.input_tokens for call in calls),
        cached_tokens=sum(call.cached_tokens for call in calls),
        output_tokens=sum(call.output_tokens for call in calls),
    )
    parts = sum((cost({"m": price}, "m", call) for call in calls), Decimal(0))
    assert parts == cost({"m": price}, "m", whole)


@given(spendings(), st.builds(Price, input=prices, cached=prices, output=prices))
def test_no_call_is_cheaper_than_nothing(spent: Spent, price: Price) -> None:
    assert cost({"m": price}, "m", spent) >= 0
