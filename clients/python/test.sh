#!/usr/bin/env bash
# The Python client's types and tests, against the service as it is built in this checkout.
# The packages they need stand in a folder of their own outside of it: ROBE_PYTHON_ENV, else one in the user's cache.
set -euo pipefail
cd "$(dirname "$0")"
python=${PYTHON:-python3}
env=${ROBE_PYTHON_ENV:-${XDG_CACHE_HOME:-$HOME/.cache}/robe-client-python}
[ -x "$env/bin/python" ] || "$python" -m venv "$env"
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1
"$env/bin/python" -m pip install --quiet --force-reinstall --no-deps .
"$env/bin/python" -m pip install --quiet '.[test]'
"$env/bin/python" -m mypy --cache-dir "$env/mypy"
"$env/bin/python" -m pytest "$@"
