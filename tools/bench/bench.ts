import { parseArgs } from "node:util";
import type { Figure, Outcome } from "./figures.ts";
import { comparable, keepFigures, worseFigures } from "./kept-figures.ts";

// Warnings of Node would be lost between the figures.
process.on("warning", () => {
  process.exitCode = 1;
});

// `npm run bench [-- <name>…]`: each bench measures its alternatives side by side in one run and prints ratios; `http:documents` runs the
// parts of `http` with `documents` in their name. Benches are loaded on demand: one of them declares tables. `--check` fails
// when a ratio is worse than that of the last release beyond the variation between rounds, and when a promised bound does not hold.
// `--keep` records the ratios of this run for later comparisons.
const benches: Readonly<Record<string, (parts: readonly string[]) => Promise<Outcome>>> = {
  http: async (parts) => (await import("./http.ts")).benchHttp(parts),
  rpc: async () => (await import("./rpc.ts")).benchRpc(),
  tokens: async () => (await import("./tokens.ts")).benchTokens(),
  overload: async (parts) => (await import("./overload.ts")).benchOverload(parts),
  neighbours: async (parts) => (await import("./neighbours.ts")).benchNeighbours(parts),
  strangers: async (parts) => (await import("./strangers.ts")).benchStrangers(parts),
  events: async (parts) => (await import("./events.ts")).benchEvents(parts),
  changes: async (parts) => (await import("./changes.ts")).benchChanges(parts),
  search: async (parts) => (await import("./search.ts")).benchSearch(parts),
  spread: async (parts) => (await import("./spread.ts")).benchSpread(parts),
  erasure: async (parts) => (await import("./erasure.ts")).benchErasure(parts),
  webhooks: async () => (await import("./webhooks.ts")).benchWebhooks(),
  "webhook-neighbours": async () => (await import("./webhook-neighbours.ts")).benchWebhookNeighbours(),
  emails: async () => (await import("./emails.ts")).benchEmails(),
};
const known = Object.keys(benches).join(", ");

const { values: asked, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean" }, keep: { type: "boolean" }, help: { type: "boolean" } },
});
const { check: checks = false, keep: keeps = false } = asked;
if (asked.help) {
  console.log(
    `npm run bench -- [<name>[:<part>…]…] [--check] [--keep]\nNames: ${known}. Without a name: all, or with --check or --keep http.`,
  );
  process.exit();
}
const found: Figure[] = [];
const broken: string[] = [];
for (const word of named.length > 0 ? named : checks || keeps ? ["http"] : Object.keys(benches)) {
  const [name = "", ...parts] = word.split(":");
  const bench = benches[name];
  if (bench === undefined) throw new Error(`Unknown bench ${name}. Known: ${known}.`);
  console.log(`\n# ${word}`);
  const { figures = [], broken: brokenHere = [] } = await bench(parts);
  found.push(...figures);
  broken.push(...brokenHere);
}
if (keeps) await keepFigures(found);
const worse = checks ? await worseFigures(found) : [];
for (const sentence of [...broken, ...worse]) console.error(sentence);
if (checks && broken.length + worse.length > 0) process.exitCode = 1;
else if (checks && found.length > 0) {
  console.log(`${await comparable(found)} of ${found.length} ratios were compared with the last release, and none is worse.`);
}
