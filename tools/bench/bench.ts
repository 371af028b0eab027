import { parseArgs } from "node:util";

// Warnings of Node would be lost between the figures.
process.on("warning", () => {
  process.exitCode = 1;
});

// `npm run bench [-- <name>…]`: each bench measures its alternatives side by side in one run and prints ratios; `http:documents` runs the
// parts of `http` with `documents` in their name. Benches are loaded on demand, because each imports much. `--check` fails when a promised
// bound does not hold.
const benches: Readonly<Record<string, (parts: readonly string[]) => Promise<readonly string[]>>> = {
  http: async (parts) => (await import("./http.ts")).benchHttp(parts),
  overload: async (parts) => (await import("./overload.ts")).benchOverload(parts),
  neighbours: async (parts) => (await import("./neighbours.ts")).benchNeighbours(parts),
  strangers: async (parts) => (await import("./strangers.ts")).benchStrangers(parts),
  events: async (parts) => (await import("./events.ts")).benchEvents(parts),
  erasure: async (parts) => (await import("./erasure.ts")).benchErasure(parts),
  webhooks: async () => (await import("./webhooks.ts")).benchWebhooks(),
  "webhook-neighbours": async () => (await import("./webhook-neighbours.ts")).benchWebhookNeighbours(),
};
const known = Object.keys(benches).join(", ");

const { values: asked, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean" }, help: { type: "boolean" } },
});
if (asked.help) {
  console.log(`npm run bench -- [<name>[:<part>…]…] [--check]\nNames: ${known}. Without a name: all.`);
  process.exit();
}
for (const word of named.length > 0 ? named : Object.keys(benches)) {
  const [name = "", ...parts] = word.split(":");
  const bench = benches[name];
  if (bench === undefined) throw new Error(`Unknown bench ${name}. Known: ${known}.`);
  console.log(`\n# ${word}`);
  for (const sentence of await bench(parts)) {
    console.error(sentence);
    if (asked.check) process.exitCode = 1;
  }
}
