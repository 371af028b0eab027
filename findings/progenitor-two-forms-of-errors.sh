#!/usr/bin/env bash
# progenitor 0.15.1: an operation whose errors have two schemas ends the generator with a failed assertion that names neither.
# OpenAPI allows each status a schema of its own. Other generators make a union, or take the common one.
#
# Seen: assertion failed: response_types.len() <= 1
# Exits 1 when that changes. Needs cargo; compiling the generator takes some minutes.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
command -v cargo-progenitor > /dev/null || cargo install -q cargo-progenitor --version 0.15.1 --locked --root "$folder"
cat > api.json <<'JSON'
{
  "openapi": "3.0.3",
  "info": { "title": "Two errors", "version": "1" },
  "paths": { "/things": { "get": { "operationId": "getThings", "responses": {
    "204": { "description": "Done." },
    "400": { "description": "Wrong.", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Wrong" } } } },
    "409": { "description": "Taken.", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Taken" } } } } } } } },
  "components": { "schemas": {
    "Wrong": { "type": "object", "properties": { "field": { "type": "string" } } },
    "Taken": { "type": "object", "properties": { "by": { "type": "string" } } } } }
}
JSON
PATH="$folder/bin:$PATH"
cargo progenitor -i api.json -o client -n client -v 0.1.0 > log 2>&1 && { echo "This has changed." >&2; exit 1; }
grep -o 'assertion failed: .*' log || { cat log >&2; echo "This has changed." >&2; exit 1; }
