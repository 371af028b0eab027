#!/usr/bin/env bash
# openapi-generator 7.26.0, java (okhttp-gson): a list that is not required, and that nobody set, is sent as `[]`.
# Where a server takes an absent filter for "all" and an empty one for "none of these", the generated client finds nothing, without an error.
# A text or number that nobody set is left out. `containerDefaultToNull=true` leaves lists out, too; it is off by default.
#
# Seen: default: {"ids":[]}
#       containerDefaultToNull=true: {}
# Exits 1 when that changes. Needs Python 3, Java 11 or newer and Maven.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
python3 -m venv env; env/bin/pip install -q openapi-generator-cli==7.26.0
cat > api.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Filters", "version": "1" },
  "paths": {},
  "components": {
    "schemas": {
      "Filter": {
        "type": "object",
        "properties": { "ids": { "type": "array", "items": { "type": "string" } }, "name": { "type": "string" } }
      }
    }
  }
}
JSON
for option in default containerDefaultToNull=true; do
  env/bin/openapi-generator-cli generate -g java --library okhttp-gson -i api.json -o "$option" --additional-properties "x=y,$option" > log 2>&1
  mkdir -p "$option/src/main/java"
  cat > "$option/src/main/java/Try.java" <<'JAVA'
public class Try {
    public static void main(String[] arguments) {
        new org.openapitools.client.JSON();
        System.out.println(org.openapitools.client.JSON.serialize(new org.openapitools.client.model.Filter()));
    }
}
JAVA
  (cd "$option" && mvn -q -Dstyle.color=never -Dmaven.test.skip=true compile dependency:build-classpath -Dmdep.outputFile=classpath.txt)
done
seen=$(for option in default containerDefaultToNull=true; do echo "$option: $(java -cp "$option/target/classes:$(cat "$option/classpath.txt")" Try)"; done)
echo "$seen"
[ "$seen" = $'default: {"ids":[]}\ncontainerDefaultToNull=true: {}' ] || { echo "This has changed." >&2; exit 1; }
