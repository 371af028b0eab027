#!/usr/bin/env bash
# @google/generative-ai 0.24.1: a stream with a comment of Server-Sent Events, a line that begins with a colon, is an error.
# Proxies and gateways send such lines to keep a connection open while a model thinks. The standard has clients ignore them; this client
# looks for `data: ` alone and calls the rest of the stream unparsable.
#
# Seen: plain: Hello
#       with a comment: [GoogleGenerativeAI Error]: Failed to parse stream
# Exits 1 when that changes. Needs Node 20 or newer and npm.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund @google/generative-ai@0.24.1
cat > try.mjs <<'JS'
import { createServer } from "node:http";
import { GoogleGenerativeAI } from "@google/generative-ai";

const event = `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] } }] })}\n\n`;
let body;
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" }).end(body);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const model = new GoogleGenerativeAI("key").getGenerativeModel({ model: "m" }, { baseUrl: `http://127.0.0.1:${server.address().port}` });
for (const [name, text] of [["plain", event], ["with a comment", `: keep-alive\n\n${event}`]]) {
  body = text;
  let read = "";
  try {
    const { stream, response } = await model.generateContentStream("Hi");
    response.catch(() => undefined);
    for await (const chunk of stream) read += chunk.text();
  } catch (error) {
    read = error.message;
  }
  console.log(`${name}: ${read}`);
}
server.close();
JS
seen=$(node try.mjs); echo "$seen"
expected=$'plain: Hello\nwith a comment: [GoogleGenerativeAI Error]: Failed to parse stream'
[ "$seen" = "$expected" ] || { echo "This has changed." >&2; exit 1; }
