"""A builder for ONNX graphs of standard operators with integer matrix products.

Weights become symmetric codes with one scale per output, activations are quantised as they come;
onnxruntime fuses each product into one kernel.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

from providers.e5.blob import Floats

_Attribute = str | float | list[int]

_LARGEST_CODE = 64
"""Seven bits, not eight: processors without VNNI add two products of an unsigned and a signed
byte in 16 bits, and 2 x 255 x 64 is the most that fits. So every processor finds the same sums."""

_STANDARD = helper.make_opsetid("", 20)
_IR_VERSION = 10
"""The format that goes with operator set 20 and up; newer ones need newer runtimes."""


class Graph:
    """Nodes and constants in the order they were added; a node and its output share a name."""

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._constants: dict[str, onnx.TensorProto] = {}

    def constant(self, name: str, values: npt.ArrayLike, dtype: type[np.generic]) -> str:
        """Add a constant and return its name."""
        array = np.asarray(values, dtype, order="C")
        self._constants[name] = numpy_helper.from_array(array, name)
        return name

    def integers(self, *values: int) -> str:
        """A constant vector of int64, for shapes and axes."""
        return self.constant(f"integers_{values}", values, np.int64)

    def number(self, value: float) -> str:
        """A constant float32."""
        return self.constant(f"number_{value}", value, np.float32)

    def add(self, operator: str, inputs: Sequence[str], name: str, **attributes: _Attribute) -> str:
        """Add a node of one output and return its name."""
        self.add_many(operator, inputs, [name], **attributes)
        return name

    def add_many(
        self,
        operator: str,
        inputs: Sequence[str],
        outputs: Sequence[str],
        **attributes: _Attribute,
    ) -> None:
        """Add a node of several outputs."""
        node = helper.make_node(operator, inputs, outputs, outputs[0])
        node.attribute.extend(helper.make_attribute(*named) for named in attributes.items())
        self._nodes.append(node)

    def product(self, x: str, weights: Floats, name: str) -> str:
        """Multiply by `weights.T` in integers; x gets one scale and zero point as a whole.

        Args:
            x: Float32, of shape (..., inputs).
            weights: Of shape (outputs, inputs).
            name: Prefix of everything added.
        """
        steps = np.abs(weights).max(axis=1) / _LARGEST_CODE
        codes = self.constant(f"{name}.codes", np.rint(weights / steps[:, None]).T, np.int8)
        left, step, zero = (f"{name}.{part}" for part in ("input", "input_step", "input_zero"))
        self.add_many("DynamicQuantizeLinear", [x], [left, step, zero])
        total = self.add("MatMulInteger", [left, codes, zero], f"{name}.integer")
        total = self.add("Cast", [total], f"{name}.float", to=TensorProto.FLOAT)
        scale = self.constant(f"{name}.steps", steps, np.float32)
        scale = self.add("Mul", [step, scale], f"{name}.scale")
        return self.add("Mul", [total, scale], f"{name}.product")

    def serialise(self, name: str, inputs: Sequence[str], output: str, width: int) -> bytes:
        """The model as a file's content.

        Args:
            name: The graph's own name.
            inputs: Names of int64 inputs of shape (batch, length).
            output: Name of the float32 output, of shape (batch, length, width).
            width: The output's last dimension.
        """
        place = ["batch", "length"]
        ids = [helper.make_tensor_value_info(i, TensorProto.INT64, place) for i in inputs]
        out = helper.make_tensor_value_info(output, TensorProto.FLOAT, [*place, width])
        graph = helper.make_graph(self._nodes, name, ids, [out], list(self._constants.values()))
        model = helper.make_model(graph, opset_imports=[_STANDARD], ir_version=_IR_VERSION)
        return model.SerializeToString(deterministic=True)
