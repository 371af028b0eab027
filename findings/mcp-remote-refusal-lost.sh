#!/usr/bin/env bash
# mcp-remote 0.15.1: a server that refuses for want of a header, and offers no OAuth, is reported as "Non-200 status code (405)".
# The 401 has the reason as an error of JSON-RPC, and a `WWW-Authenticate` with a scheme that is not Bearer. The client registers itself at
# /register, which nobody told it of; it takes the 404 there for a reason to try the older transport; and it shows the answer to that, which a
# server of the current revisions must give. The reason is shown nowhere.
#
# Seen: asks POST /register: true
#       says why: false
#       Fatal error: SseError: SSE error: Non-200 status code (405)
# Exits 1 when that changes. Needs Node 20 or newer and npm.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
export HOME=$folder
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund mcp-remote@0.15.1
cat > try.mjs <<'JS'
import { spawn } from "node:child_process";
import { createServer } from "node:http";

const asked = [];
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  request.resume();
  if (request.url !== "/mcp") return response.writeHead(404).end();
  if (request.method !== "POST") return response.writeHead(405, { allow: "POST" }).end();
  const body = { jsonrpc: "2.0", id: null, error: { code: -32001, message: "The header x-key is missing." } };
  response.writeHead(401, { "content-type": "application/json", "www-authenticate": 'ApiKey realm="example"' }).end(JSON.stringify(body));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const child = spawn("node_modules/.bin/mcp-remote", [`http://127.0.0.1:${server.address().port}/mcp`, "--allow-http"]);
let said = "";
for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "try", version: "1" } } })}\n`);
const timer = setTimeout(() => child.kill(), 30_000);
await new Promise((resolve) => child.on("close", resolve));
clearTimeout(timer);
console.log(`asks POST /register: ${asked.includes("POST /register")}`);
console.log(`says why: ${said.includes("The header x-key is missing.")}`);
console.log(/Fatal error: .*/.exec(said)?.[0]);
server.close();
JS
seen=$(node try.mjs); echo "$seen"
expected=$'asks POST /register: true\nsays why: false\nFatal error: SseError: SSE error: Non-200 status code (405)'
[ "$seen" = "$expected" ] || { echo "This has changed." >&2; exit 1; }
