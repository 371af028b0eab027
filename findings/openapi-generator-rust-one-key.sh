#!/usr/bin/env bash
# openapi-generator 7.26.0, rust: where a request needs two API keys in two headers, the generated client has one value for both.
# OpenAPI's `security: [{id: [], secret: []}]` asks for both at once. The generated Configuration has a single `api_key`, and each operation
# sends it under both names: the secret goes out as the id, too, and no call can succeed. Go, Java and Python have a value for each scheme.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install -q openapi-generator-cli==7.26.0
cat > api.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Two keys", "version": "1" },
  "paths": {
    "/things": {
      "get": { "operationId": "getThings", "security": [{ "id": [], "secret": [] }], "responses": { "204": { "description": "Done." } } }
    }
  },
  "components": {
    "securitySchemes": {
      "id": { "type": "apiKey", "in": "header", "name": "x-id" },
      "secret": { "type": "apiKey", "in": "header", "name": "x-secret" }
    }
  }
}
JSON
env/bin/openapi-generator-cli generate -g rust -i api.json -o client > log 2>&1
fields=$(grep -c 'pub api_key:' client/src/apis/configuration.rs)
reads=$(grep -c 'configuration.api_key' client/src/apis/default_api.rs)
headers=$(grep -oE '"x-(id|secret)"' client/src/apis/default_api.rs | sort -u | tr '\n' ' ')
echo "openapi-generator 7.26.0 (rust): $fields field api_key, read $reads times, for the headers $headers"
[ "$fields" = 1 ] && [ "$reads" = 2 ] && [ "$headers" = '"x-id" "x-secret" ' ]
