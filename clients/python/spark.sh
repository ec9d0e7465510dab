#!/usr/bin/env bash
# robe_client.spark on a local Spark with two threads, against the command as it is built in this checkout. Needs Java 17 or later.
# SPARK_ROWS sets the number of rows (default 20 000). The packages stand in a folder of their own, as in test.sh.
set -euo pipefail
cd "$(dirname "$0")"
python=${PYTHON:-python3}
env=${ROBE_PYTHON_ENV:-${XDG_CACHE_HOME:-$HOME/.cache}/robe-client-spark}
[ -x "$env/bin/python" ] || "$python" -m venv "$env"
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1
export PYSPARK_PYTHON="$env/bin/python"
"$env/bin/python" -m pip install --quiet --force-reinstall --no-deps .
"$env/bin/python" -m pip install --quiet '.[test]' 'pyspark==3.5.9'
"$env/bin/python" -m pytest -s tests/test_spark.py "$@"
