#!/usr/bin/env bash
# @portkey-ai/gateway 1.15.2 as npm installs it answers 500 to every call that asks for a stream; whole answers are right.
#
# It takes any @hono/node-server from 1.3.3 on. With today's 1.19.19 it fails with "TypeError: immutable" where it appends a header to the
# provider's response; with an override to 1.13.8 (or 1.3.3) streams pass.
#
# Seen: 1.19.19: 500 {"status":"failure","message":"Something went wrong"}
#       1.13.8: 200 data: {"choices":[]}
# Exits 1 when that changes. Needs Node 20 or newer and npm.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$folder"' EXIT
cd "$folder"
cat > provider.mjs <<'JS'
import { createServer } from "node:http";
createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" }).end('data: {"choices":[]}\n\n');
}).listen(process.argv[2], "127.0.0.1");
JS
free() { node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }
provider=$(free)
node provider.mjs "$provider" &
seen=""
for version in 1.19.19 1.13.8; do
  echo "{\"dependencies\":{\"@portkey-ai/gateway\":\"1.15.2\"},\"overrides\":{\"@hono/node-server\":\"$version\"}}" > package.json
  rm -rf node_modules package-lock.json
  npm install --silent --no-audit --no-fund > /dev/null
  port=$(free)
  TRUSTED_CUSTOM_HOSTS=127.0.0.1 node node_modules/@portkey-ai/gateway/build/start-server.js "--port=$port" --headless > log 2>&1 &
  until curl -s "http://127.0.0.1:$port/" > /dev/null; do sleep 0.2; done
  answer=$(curl -sS -w ' %{http_code}' "http://127.0.0.1:$port/v1/chat/completions" -H 'content-type: application/json' -H 'authorization: Bearer x' \
    -H 'x-portkey-provider: openai' -H "x-portkey-custom-host: http://127.0.0.1:$provider/v1" -d '{"model":"m","stream":true,"messages":[]}')
  kill $!
  seen+="$version: ${answer##* } $(head -1 <<< "${answer% *}")"$'\n'
done
printf '%s' "$seen"
expected=$'1.19.19: 500 {"status":"failure","message":"Something went wrong"}\n1.13.8: 200 data: {"choices":[]}\n'
[ "$seen" = "$expected" ] || { echo "This has changed." >&2; exit 1; }
