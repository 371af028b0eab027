import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Figure } from "./figures.ts";
import { comparable, keepFigures, worseFigures } from "./kept-figures.ts";

// Warnings of Node would be lost between the figures.
process.on("warning", () => {
  process.exitCode = 1;
});

// `npm run bench [-- <name>…]`: each bench measures its alternatives side by side in one run and prints ratios; `http:documents` runs the
// parts of `http` with `documents` in their name. Benches are loaded on demand: one of them declares tables. `--check` fails
// when a ratio is worse than that of the last release beyond the variation between rounds, and when a promised bound does not hold.
// `--keep` records the ratios of this run for later comparisons.
const compared: Readonly<Record<string, (parts: readonly string[]) => Promise<readonly Figure[]>>> = {
  http: async (parts) => (await import("./http.ts")).benchHttp(parts),
  events: async (parts) => (await import("./events.ts")).benchEvents(parts),
};
// Each returns the promises that did not hold.
const promised: Readonly<Record<string, (parts: readonly string[]) => Promise<readonly string[]>>> = {
  overload: async (parts) => (await import("./overload.ts")).benchOverload(parts),
  strangers: async (parts) => (await import("./strangers.ts")).benchStrangers(parts),
  changes: async (parts) => (await import("./changes.ts")).benchChanges(parts),
  pages: async (parts) => (await import("./pages.ts")).benchPages(parts),
  search: async (parts) => (await import("./search.ts")).benchSearch(parts),
  webhooks: async () => (await import("./webhooks.ts")).benchWebhooks(),
};
const others: Readonly<Record<string, (parts: readonly string[]) => Promise<void>>> = {
  walks: async (parts) => (await import("./walks.ts")).benchWalks(parts),
  neighbours: async () => (await import("./neighbours.ts")).benchNeighbours(),
  rpc: async () => script("rpc.ts"),
  sdk: async () => script("sdk.ts"),
  tokens: async () => (await import("./tokens.ts")).benchTokens(),
  erasure: async (parts) => (await import("./erasure.ts")).benchErasure(parts),
  "webhook-neighbours": async () => (await import("./webhook-neighbours.ts")).benchWebhookNeighbours(),
  emails: async () => (await import("./emails.ts")).benchEmails(),
  rewriter: async () => (await import("./rewriter.ts")).benchRewriter(),
  spread: async (parts) => (await import("./spread.ts")).benchSpread(parts),
};

const { values: asked, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean" }, keep: { type: "boolean" }, help: { type: "boolean" } },
});
const { check: checks = false, keep: keeps = false } = asked;
const known = Object.keys({ ...compared, ...promised, ...others }).join(", ");
if (asked.help) {
  console.log(
    `npm run bench -- [<name>[:<part>…]…] [--check] [--keep]\nNames: ${known}. Without a name: all, or with --check or --keep http and events.`,
  );
  process.exit();
}
const found: Figure[] = [];
const broken: string[] = [];
for (const word of named.length > 0 ? named : Object.keys(checks || keeps ? compared : { ...compared, ...promised, ...others })) {
  const [name = "", ...parts] = word.split(":");
  console.log(`\n# ${word}`);
  if (compared[name] !== undefined) found.push(...(await compared[name](parts)));
  else if (promised[name] !== undefined) broken.push(...(await promised[name](parts)));
  else {
    const bench = others[name];
    if (bench === undefined) throw new Error(`Unknown bench ${name}. Known: ${known}.`);
    await bench(parts);
  }
}
if (keeps) await keepFigures(found);
const worse = checks ? await worseFigures(found) : [];
for (const sentence of [...broken, ...worse]) console.error(sentence);
if (checks && broken.length + worse.length > 0) process.exitCode = 1;
else if (checks && found.length > 0) {
  console.log(`${await comparable(found)} of ${found.length} ratios were compared with the last release, and none is worse.`);
}

function script(name: string): void {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, name)], { stdio: "inherit" });
  if (status !== 0) throw new Error(`The bench ${name} exited with ${status}.`);
}
