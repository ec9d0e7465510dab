#!/usr/bin/env bash
# OpenAPI Generator's Java client of the served document: made, compiled with the pom.xml that it comes with, and called.
set -euo pipefail
cd "$(dirname "$0")"
generator=org.openapitools:openapi-generator-cli:7.25.0
copy_plugin=org.apache.maven.plugins:maven-dependency-plugin:3.8.1
exec_plugin=org.codehaus.mojo:exec-maven-plugin:3.5.0

made=$(mktemp --directory)
trap 'rm -rf "$made"' EXIT
# It resets the colour of a terminal even where there is none.
quietly() { mvn --batch-mode --quiet "$@" | sed 's/\x1b\[[0-9;]*m//g'; }
# As everything from Maven Central, the generator is kept in ~/.m2.
quietly "$copy_plugin:copy" -Dartifact="$generator" -DoutputDirectory="$made" -Dmdep.stripVersion
curl --fail --silent "$ROBE_URL/openapi.json" > "$made/openapi.json"
# Two settings every Java client of Robe needs: a body that may be JSON or a form has a class for each, and only one of
# them is made unless asked for (issue 24727 of the generator); genes that are not set are left out, and not sent as [].
java -jar "$made/openapi-generator-cli.jar" generate --input-spec "$made/openapi.json" --generator-name java \
  --global-property skipFormModel=false --additional-properties containerDefaultToNull=true \
  --output "$made/client" > "$made/log" 2>&1 ||
  { cat "$made/log"; exit 1; }
cp Call.java "$made/client/src/main/java/"
cd "$made/client"
quietly compile "$exec_plugin:java" -Dexec.mainClass=Call -Dexec.cleanupDaemonThreads=false
