#!/usr/bin/env bash
# run.sh spectral | prism | openapi-typescript | hey-api: one tool, installed if need be. Code that a tool makes of the
# document goes to build/, is compiled as strictly as TypeScript can, and calls the server at ROBE_URL with ROBE_KEY.
set -euo pipefail
cd "$(dirname "$0")"
./install.sh
tool=$1
made=build/$tool
rm -rf "$made"
mkdir -p "$made"
document=$ROBE_URL/openapi.json
export PATH="$PWD/node_modules/.bin:$PATH"

checks() { node --test-reporter=./counts.mjs "$@"; }
typed() {
  tsc --strict --noUncheckedIndexedAccess --target es2022 --module nodenext --types node --allowJs \
    --rootDir . --outDir "$made/run" "$tool.ts"
  checks "$made/run/$tool.js"
}

case $tool in
  spectral)
    # The document as it is committed too: what people read, and what a server makes of it.
    if spectral lint --ruleset spectral.yaml --fail-severity hint ../../../openapi.yaml "$document"; then
      echo '2 passed, 0 failed'
    else
      echo '0 passed, 1 failed'
      exit 1
    fi
    ;;
  prism) checks prism.mjs ;;
  openapi-typescript)
    openapi-typescript "$document" --output "$made/schema.ts" >&2
    typed
    ;;
  hey-api)
    openapi-ts --input "$document" --output "$made/client" >&2
    typed
    ;;
  *) echo "no such tool: $tool" >&2 && exit 1 ;;
esac
