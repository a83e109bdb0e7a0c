class Measure:
    def __matmul__(self, cutoff: int) -> Measure: ...
    def __hash__(self) -> int: ...

class Metric:
    query_id: str
    measure: Measure
    value: float
