import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Agent, request } from "undici";

// An abusive tenant in its own process: `neighbour.ts <url> <attack> <headers as JSON>`. Reports when it has started, and its results on
// "end".

export type Attack = "waiting" | "pages" | "keys" | "bodies" | "all";

export interface AttackReport {
  readonly sent: number;
  readonly refused: number;
}

const [url = "", attack = "all", headersText = "{}"] = process.argv.slice(2);
const headers = JSON.parse(headersText) as Record<string, string>;
const agent = new Agent({ connections: 2_500, pipelining: 1 });
let sent = 0;
let refused = 0;
// A refused request waits as it is told to (`retry-after: 1`).
const pauseMs = 1_000;

const attacks: Readonly<Record<Exclude<Attack, "all">, () => void>> = {
  waiting: () => loops(2_000, "/v2/webhooks/test", { trigger: "comment.add" }),
  pages: () => loops(32, "/v2/organizations/get", { pageSize: 1_000 }),
  keys: () => loops(32, "/v2/workspace/webhookconfig/update", hostileKey()),
  bodies: () => {
    for (let n = 0; n < 300; n++) void slowBody();
  },
};

if (process.send !== undefined) {
  if (attack === "all") for (const begin of Object.values(attacks)) begin();
  else attacks[attack as Exclude<Attack, "all">]();
  while (sent < 32) await delay(10);
  process.send("begun");
  await once(process, "message");
  process.send({ sent, refused } satisfies AttackReport);
}

function loops(count: number, path: string, data: object): void {
  const body = JSON.stringify({ data });
  for (let n = 0; n < count; n++) void loop(path, body);
}

async function loop(path: string, body: string): Promise<never> {
  for (;;) {
    sent++;
    try {
      const answer = await request(url + path, { method: "POST", headers, body, dispatcher: agent });
      await answer.body.dump();
      if (answer.statusCode !== 429 && answer.statusCode !== 503) continue;
    } catch {
      // A closed connection counts as a refusal.
    }
    refused++;
    await delay(pauseMs);
  }
}

// The text of a key on which a careless pattern would run for hours.
function hostileKey(): object {
  const publicKey = `-----BEGIN PUBLIC KEY-----${"\n".repeat(19_900)}x`;
  return { useWebhookService: true, webhookServiceConfig: { encryptData: true, publicKey } };
}

async function slowBody(): Promise<never> {
  const { hostname, port } = new URL(url);
  const lines = Object.entries({ host: hostname, ...headers, "content-length": 1_048_575 }).map(([name, value]) => `${name}: ${value}\r\n`);
  for (;;) {
    sent++;
    const socket: Socket = connect(Number(port), hostname);
    socket.on("error", () => socket.destroy()).on("data", () => refused++);
    socket.write(`POST /v2/organizations/add HTTP/1.1\r\n${lines.join("")}\r\n`);
    const drip = setInterval(() => socket.write(" ".repeat(1_000)), 100);
    await new Promise((closed) => socket.once("close", closed));
    clearInterval(drip);
    await delay(pauseMs);
  }
}
