#!/usr/bin/env bash
# openapi-generator 7.26.0, java (okhttp-gson): a union of an integer and a text with the format date-time makes Java that does not compile.
# The class of the union calls `OffsetDateTime.validateJsonElement`, which is for generated models: a text without a format, a number and a
# boolean are known there, a date is not. Leave the format out within unions.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install -q openapi-generator-cli==7.26.0
cat > api.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Union", "version": "1" },
  "paths": {},
  "components": {
    "schemas": {
      "Time": { "anyOf": [{ "type": "integer", "format": "int64" }, { "type": "string", "format": "date-time" }] },
      "Plain": { "anyOf": [{ "type": "integer", "format": "int64" }, { "type": "string" }] }
    }
  }
}
JSON
env/bin/openapi-generator-cli generate -g java --library okhttp-gson -i api.json -o client > log 2>&1
models=client/src/main/java/org/openapitools/client/model
seen=$(grep -ohE '\w+\.validateJsonElement' $models/Time.java $models/Plain.java | sort -u)
echo "openapi-generator 7.26.0 (java): $seen"
[ "$seen" = 'OffsetDateTime.validateJsonElement' ]
