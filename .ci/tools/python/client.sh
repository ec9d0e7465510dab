#!/usr/bin/env bash
# openapi-python-client: makes a client from the served document, with no setting of ours, and calls the server with it. The title
# of the document names the package, robe_api_client, so that it can be installed beside clients/python.
# Two warnings are right: it makes no response of an image, so the picture's operation answers nothing in its client, and it knows no
# bodies of lines, so it leaves the batch out.
set -euo pipefail
cd "$(dirname "$0")"
./install.sh
made=$(mktemp --directory)
trap 'rm -rf "$made" "$made.log"' EXIT
export PATH="$PWD/.venv/bin:$PATH" # its formatter is looked for there
openapi-python-client generate --url "$ROBE_URL/openapi.json" --output-path "$made" --overwrite > "$made.log" 2>&1 ||
  { cat "$made.log"; exit 1; }
warned=$(grep --extended-regexp '^(WARNING|ERROR)|^Cannot|^Unable' "$made.log" || true)
known='WARNING parsing POST /coats/picture within coats.
Cannot parse response for status code <*> (Unsupported content_type image/svg+xml), response will be omitted from generated client
WARNING parsing POST /coats/batch within coats. Endpoint will not be generated.'
# shellcheck disable=SC2053 # a pattern: the status is told as an object with its address
[[ $warned == $known ]] || { cat "$made.log"; exit 1; }
PYTHONPATH="$made" python client.py
