#!/usr/bin/env bash
# openapi-python-client: makes a client from the served document, with no setting of ours, and calls the server with it.
set -euo pipefail
cd "$(dirname "$0")"
./install.sh
made=$(mktemp --directory)
trap 'rm -rf "$made"' EXIT
export PATH="$PWD/.venv/bin:$PATH" # its formatter is looked for there
openapi-python-client generate --url "$ROBE_URL/openapi.json" --output-path "$made" --overwrite --fail-on-warning
PYTHONPATH="$made" python client.py
