#!/usr/bin/env bash
# @connectrpc/connect-node 2.2.0: a gRPC client that compresses its request and names no encoding that it reads gets its answer in gzip.
# An absent `grpc-accept-encoding` is taken for the encoding of the request, once the answer is longer than 1 KiB. tonic (Rust) is such a
# client: `send_compressed` and `accept_compressed` are two settings there, and with the first alone it ends every call with a longer answer
# by "Content is compressed with `gzip` which isn't supported", while calls with a short answer succeed. `grpc-accept-encoding: identity`,
# which tonic has no setting for, gets a plain answer.
#
# Seen: short answer: gzip, flag 0
#       long answer: gzip, flag 1
#       long answer, identity: none, flag 0
# Exits 1 when that changes. Needs Node 20 or newer and npm.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund @connectrpc/connect@2.2.0 @connectrpc/connect-node@2.2.0 @bufbuild/protobuf@2.17.0
cat > try.mjs <<'JS'
import { connect, createServer } from "node:http2";
import { gzipSync } from "node:zlib";
import { StringValueSchema, file_google_protobuf_wrappers } from "@bufbuild/protobuf/wkt";
import { create, createFileRegistry, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { connectNodeAdapter } from "@connectrpc/connect-node";

const file = create(FileDescriptorProtoSchema, {
  name: "echo.proto",
  package: "echo",
  syntax: "proto3",
  dependency: ["google/protobuf/wrappers.proto"],
  service: [{ name: "Echo", method: [{ name: "Say", inputType: ".google.protobuf.StringValue", outputType: ".google.protobuf.StringValue" }] }],
});
const echo = createFileRegistry(file, () => file_google_protobuf_wrappers.proto).getService("echo.Echo");
const server = createServer(connectNodeAdapter({ routes: (router) => router.service(echo, { say: ({ value }) => ({ value: "a".repeat(Number(value)) }) }) }));
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const client = connect(`http://127.0.0.1:${server.address().port}`);

async function call(length, headers = {}) {
  const stream = client.request({ ":method": "POST", ":path": "/echo.Echo/Say", "content-type": "application/grpc", te: "trailers", "grpc-encoding": "gzip", ...headers });
  const message = gzipSync(toBinary(StringValueSchema, create(StringValueSchema, { value: String(length) })));
  const prefix = Buffer.alloc(5);
  prefix[0] = 1;
  prefix.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([prefix, message]));
  let encoding;
  stream.on("response", (answer) => (encoding = answer["grpc-encoding"] ?? "none"));
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return `${encoding}, flag ${Buffer.concat(chunks)[0]}`;
}
console.log(`short answer: ${await call(10)}`);
console.log(`long answer: ${await call(10_000)}`);
console.log(`long answer, identity: ${await call(10_000, { "grpc-accept-encoding": "identity" })}`);
client.close();
server.close();
JS
seen=$(node try.mjs); echo "$seen"
[ "$seen" = $'short answer: gzip, flag 0\nlong answer: gzip, flag 1\nlong answer, identity: none, flag 0' ] || { echo "This has changed." >&2; exit 1; }
