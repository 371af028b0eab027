#!/usr/bin/env bash
# Converts the rooms of a real server, that of `npx liveblocks dev` (npm liveblocks 1.9.0 on Bun 1.4.5), from its address. It keeps rooms,
# but answers 501 to threads, which ends a conversion: a server before it has none for each room. Needs the npm registry.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes > npm.log
npm install --no-audit --no-fund liveblocks@1.9.0 bun@1.4.5 @liveblocks/node@3.24.2 > npm.log 2>&1 || { cat npm.log; exit 1; }
# The package's own installation of the program, which npm may not run by itself.
(cd node_modules/bun && node install.js > ../../npm.log 2>&1) || { cat npm.log; exit 1; }

cat > before.mjs <<'END'
import { createServer } from "node:http";
import { Liveblocks } from "@liveblocks/node";
const { LIVEBLOCKS_BASE_URL: baseUrl } = process.env;
const liveblocks = new Liveblocks({ secret: "sk_localdev", baseUrl });
for (let n = 1; n <= 120; n++) {
  const organization = n % 2 === 0 ? { organizationId: "even" } : {};
  await liveblocks.createRoom(`room-${n}`, { defaultAccesses: [], metadata: { color: "blue", tags: ["a", "b"] }, ...organization });
}
createServer(async ({ url, headers }, response) => {
  const isThreads = url.endsWith("/threads") || url.includes("/threads?");
  const answer = isThreads
    ? new Response('{"data":[],"nextCursor":null}')
    : await fetch(baseUrl + url, { headers: { authorization: headers.authorization } });
  response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });
END

cat > convert.sh <<'END'
node before.mjs > port &
server=$!
until [ -s port ]; do kill -0 $server; sleep 0.1; done
echo "authorization: Bearer sk_localdev" > headers && chmod 600 headers
"$1/node_modules/.bin/node" "$1/apps/cli/src/main.ts" convert liveblocks --from "http://127.0.0.1:$(cat port)" --headers headers --organization acme --out key.ndjson || status=$?
kill $server
exit ${status:-0}
END
PATH="$work/node_modules/.bin:$PATH" liveblocks dev --random-port --no-persist --no-check --cmd "bash convert.sh $root"

rooms=$(grep -c '"documentId":"room-' key.ndjson)
even=$(grep '"documentId":"room-' key.ndjson | grep -c '"organizationId":"even"')
echo "$rooms documents of 120 rooms, $even of 60 in the organization of their own."
[ "$rooms" = 120 ] && [ "$even" = 60 ]
