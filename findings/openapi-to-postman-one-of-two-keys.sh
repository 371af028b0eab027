#!/usr/bin/env bash
# openapi-to-postmanv2 6.3.3 (Postman's importer): of two API keys that a request needs together, the collection has the first.
# `security: [{id: [], secret: []}]` means both headers. The request's `auth` is of the type apikey with the first scheme, the second one is
# neither in `auth` nor among the headers, and nothing says so: each request of the collection is refused with 401.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts openapi-to-postmanv2@6.3.3
cat > convert.cjs <<'JS'
const { convert } = require("openapi-to-postmanv2");
const key = (name) => ({ type: "apiKey", in: "header", name });
const data = {
  openapi: "3.0.3",
  info: { title: "Two keys", version: "1" },
  paths: { "/things": { get: { security: [{ id: [], secret: [] }], responses: { 204: { description: "Done." } } } } },
  components: { securitySchemes: { id: key("x-id"), secret: key("x-secret") } },
};
convert({ type: "json", data }, {}, (error, { output }) => {
  if (error) throw error;
  const text = JSON.stringify(output[0].data);
  console.log(`x-id: ${text.includes("x-id")}, x-secret: ${text.includes("x-secret")}`);
});
JS
seen=$(node convert.cjs)
echo "openapi-to-postmanv2 6.3.3: $seen"
[ "$seen" = "x-id: true, x-secret: false" ]
