#!/usr/bin/env bash
# openapi-generator 7.26.0, java (okhttp-gson): a union of a map and an object, valid in OpenAPI, makes Java that does not parse.
# The class of the union holds `Map<String, Entry>.class`, which no version of Java has, whether the map is inline or a schema with a name:
# names of maps are resolved before. Two objects that have the map and the other form as a property compile.
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
      "Entry": { "type": "object", "properties": { "success": { "type": "boolean" } } },
      "ById": { "type": "object", "additionalProperties": { "$ref": "#/components/schemas/Entry" } },
      "Counts": { "type": "object", "required": ["rows"], "properties": { "rows": { "type": "integer" } } },
      "Result": { "anyOf": [{ "$ref": "#/components/schemas/ById" }, { "$ref": "#/components/schemas/Counts" }] }
    }
  }
}
JSON
env/bin/openapi-generator-cli generate -g java --library okhttp-gson -i api.json -o client > log 2>&1
seen=$(grep -oE 'Map<String, Entry>\.class' client/src/main/java/org/openapitools/client/model/Result.java | sort -u)
echo "openapi-generator 7.26.0 (java): $seen"
[ "$seen" = 'Map<String, Entry>.class' ]
