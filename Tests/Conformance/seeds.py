"""The seed and the number of rounds of random tests (CONTRIBUTING.md, "Random tests"): make test always uses the same, make test-long others."""
import os, random

SEEDS = os.environ.get("TOUCHD_SEEDS", "1")
SEED = int(SEEDS or random.randrange(1 << 30))
ROUNDS = int(os.environ.get("TOUCHD_ROUNDS", "1"))
