import { spawnSync } from "node:child_process";
import { join } from "node:path";

// `npm run bench [-- <name>…]`: each measures what it compares side by side in one run and prints ratios. Loaded when it is asked for: two of
// them declare tables and statements of their own.
const benches: Readonly<Record<string, () => Promise<void>>> = {
  http: async () => (await import("./http.ts")).benchHttp(),
  profile: async () => (await import("./profile.ts")).benchProfile(),
  memory: async () => (await import("./memory.ts")).benchMemory(),
  neighbours: async () => (await import("./neighbours.ts")).benchNeighbours(),
  rpc: async () => script("rpc.ts"),
  users: async () => (await import("./users.ts")).benchUsers(),
  activity: async () => (await import("./activity.ts")).benchActivity(),
  notifications: async () => (await import("./notifications.ts")).benchNotifications(),
  events: async () => (await import("./events.ts")).benchEvents(),
  messaging: async () => script("messaging.ts"),
  erasure: async () => (await import("./erasure.ts")).benchErasure(),
  "webhook-triggers": async () => (await import("./webhook-triggers.ts")).benchWebhookTriggers(),
  webhooks: async () => (await import("./webhooks.ts")).benchWebhooks(),
  "webhook-neighbours": async () => (await import("./webhook-neighbours.ts")).benchWebhookNeighbours(),
  emails: async () => (await import("./emails.ts")).benchEmails(),
  rewriter: async () => (await import("./rewriter.ts")).benchRewriter(),
  "row-level-security": async () => script("row-level-security.ts"),
};

const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : Object.keys(benches)) {
  const bench = benches[name];
  if (bench === undefined) throw new Error(`There is no bench ${name}; known are ${Object.keys(benches).join(", ")}.`);
  console.log(`\n# ${name}`);
  await bench();
}

function script(name: string): void {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, name)], { stdio: "inherit" });
  if (status !== 0) throw new Error(`The bench ${name} ended with ${status}.`);
}
