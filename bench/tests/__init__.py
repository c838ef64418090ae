"""Tests of the runner; they need neither a GPU nor a compiler."""
