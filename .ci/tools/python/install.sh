#!/usr/bin/env bash
# Installs requirements.txt into .venv beside it, unless that is what it holds.
set -euo pipefail
cd "$(dirname "$0")"
cmp --silent requirements.txt .venv/installed.txt && exit
python3 -m venv --clear .venv
.venv/bin/pip install --quiet --disable-pip-version-check --requirement requirements.txt
cp requirements.txt .venv/installed.txt
