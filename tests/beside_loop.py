"""Runs what is asynchronous on a thread of its own: a browser of other tests may have left a loop running on ours."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def run_apart(make):
    """What the coroutine that `make` gives returns or raises."""
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(lambda: asyncio.run(make())).result()
