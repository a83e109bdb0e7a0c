"""multilingual-e5-small (MIT), repacked from a Python wheel into a folder that onnxruntime runs."""
