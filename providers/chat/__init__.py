"""Chat models: any server that speaks the OpenAI protocol, and a double that needs none."""
