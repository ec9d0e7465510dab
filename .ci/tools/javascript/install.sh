#!/usr/bin/env bash
# Installs what package-lock.json names, unless that is what is there.
set -euo pipefail
cd "$(dirname "$0")"
cmp --silent package-lock.json node_modules/installed.json && exit
npm ci --no-audit --no-fund --loglevel=error >&2
cp package-lock.json node_modules/installed.json
