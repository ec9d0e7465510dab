#!/usr/bin/env bash
# newman with the collection of the served document; given a folder, the collection is only written there.
set -euo pipefail
"$(dirname "$0")"/install.sh
exec node "$(dirname "$0")"/run.mjs "$@"
