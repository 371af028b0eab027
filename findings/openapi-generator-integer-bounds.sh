#!/usr/bin/env bash
# openapi-generator 7.26.0: an integer whose `maximum` is beyond 32 bits becomes a number of 32 bits in Java, Go, Rust and Kotlin.
# Only `format: int64` counts; the bound, which the generator reads and puts into validation, does not. A time in milliseconds does not fit:
# Go refuses it at run time, and Gson in Java keeps the lower 32 bits without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install -q openapi-generator-cli==7.26.0
cat > api.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Times", "version": "1" },
  "paths": {},
  "components": {
    "schemas": {
      "Event": {
        "type": "object",
        "required": ["bounded", "formatted"],
        "properties": {
          "bounded": { "type": "integer", "minimum": 0, "maximum": 8640000000000000 },
          "formatted": { "type": "integer", "format": "int64", "minimum": 0, "maximum": 8640000000000000 }
        }
      }
    }
  }
}
JSON
for language in java go rust kotlin; do
  env/bin/openapi-generator-cli generate -g "$language" -i api.json -o "$language" > "$language.log" 2>&1
done
model() { find "$1" \( -name 'Event.*' -o -name 'event.rs' -o -name 'model_event.go' \) -not -name '*.md' -not -path '*/test/*' -exec cat {} +; }
seen="java $(model java | grep -oE 'private (Integer|Long) (bounded|formatted)' | awk '{print $2}' | tr '\n' ' ')"
seen+="go $(model go | grep -oE '^\s+(Bounded|Formatted) int(32|64)' | awk '{print $2}' | tr '\n' ' ')"
seen+="rust $(model rust | grep -oE 'pub (bounded|formatted): i(32|64)' | awk '{print $3}' | tr '\n' ' ')"
seen+="kotlin $(model kotlin | grep -oE 'val (bounded|formatted): kotlin.(Int|Long)' | awk '{print $3}' | tr '\n' ' ')"
echo "openapi-generator 7.26.0, without and with format: $seen"
[ "$seen" = "java Integer Long go int32 int64 rust i32 i64 kotlin kotlin.Int kotlin.Long " ]
