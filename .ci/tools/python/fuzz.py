"""
Schemathesis against the server at ROBE_URL with the key ROBE_KEY, with bodies as JSON and, at the same time, as forms.
Guarantees: at least CASES calls of each operation, of those with a body in each encoding, or it fails; the same SEED asks
the same again.
Leaves to others: what is checked (schemathesis.toml), what passes as a refusal (schemathesis_hooks.py).
"""

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent
CASES = int(os.environ.get("CASES", 50))
SEED = os.environ.get("SEED", "1")


def fuzz(encoding):
    """The encoding, what one run printed if it failed, and what the hooks counted."""
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
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return encoding, "" if run.returncode == 0 else run.stdout, json.load(tally)


failed = calls = refused = 0
with ThreadPoolExecutor() as both:
    for encoding, faults, told in both.map(fuzz, ("json", "form")):
        failed += faults != ""
        print(faults, end="")
        for operation, statuses in told["calls"].items():
            count = sum(statuses.values())
            print(f"{encoding}: {operation}: {count} calls:", ", ".join(f"{n} {what}" for what, n in statuses.items()))
            calls += count
            failed += count < CASES
        for reason, count in told["refused"].items():
            print(f"{encoding}: {reason}: {count} refused")
            refused += count
print(f"{calls} calls, {refused} of them refused for what no schema says, seed {SEED}, {failed} failed")
sys.exit(1 if failed or calls == 0 else 0)
