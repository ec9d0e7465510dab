"""
Schemathesis against the server at ROBE_URL with the key ROBE_KEY, once with bodies as JSON and once as forms.
Guarantees: at least CASES calls of each operation, of those with a body in each encoding, or it fails; the seed is printed, and SEED repeats it.
Leaves to others: what is checked (schemathesis.toml), what passes as a refusal (schemathesis_hooks.py).
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
CASES = int(os.environ.get("CASES", 2000))
SEED = os.environ.get("SEED") or str(random.randrange(10**9))


def fuzz(encoding):
    """The exit code of one run and what the hooks counted."""
    with tempfile.NamedTemporaryFile() as tally:
        run = subprocess.run(
            [
                *(HERE / ".venv/bin/schemathesis", "--config-file", HERE / "schemathesis.toml"),
                *("run", os.environ["ROBE_URL"] + "/openapi.json", "--header", "X-API-Key: " + os.environ["ROBE_KEY"]),
                *("--checks", "all", "--exclude-checks", "positive_data_acceptance"),
                *("--max-examples", str(CASES), "--seed", SEED),
                # What has no body is the same in both.
                *(("--include-method", "POST") if encoding == "form" else ()),
            ],
            env={**os.environ, "ENCODING": encoding, "TALLY": tally.name, "PYTHONDONTWRITEBYTECODE": "1"},
            cwd=HERE,
        )
        return run.returncode, json.load(tally)


failed = calls = refused = 0
for encoding in ("json", "form"):
    code, told = fuzz(encoding)
    failed += code != 0
    for operation, count in told["calls"].items():
        print(f"{encoding}: {operation}: {count} calls, {told['statuses'][operation]}")
        calls += count
        failed += count < CASES
    for reason, count in told["refused"].items():
        print(f"{encoding}: refused, {reason}: {count}")
        refused += count
print(f"{calls} calls, {refused} refused for what no schema says, seed {SEED}, {failed} failed")
sys.exit(1 if failed else 0)
