"""The parts of the GPU benchmark: what `run.py` is made of."""
