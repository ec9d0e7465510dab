#!/usr/bin/env bash
# Schemathesis, installed if need be; fuzz.py says what it does.
set -euo pipefail
cd "$(dirname "$0")"
./install.sh
exec .venv/bin/python fuzz.py
