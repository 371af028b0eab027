import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../libs/testing/src/free-port.ts";
import { startKafkaBroker } from "../../libs/testing/src/kafka/start-kafka-broker.ts";
import { Caller } from "../installation/caller.ts";
import { mainOf, startInstallation } from "../installation/installation.ts";
import { Link } from "../installation/link.ts";
import { Program } from "../installation/program.ts";
import type { Workspace } from "../installation/workspace.ts";
import { readNumbers } from "../read-numbers.ts";

// `npm run promise:revocation [-- --rounds 5] [--no-build]`: three gateways receive continuous requests with tokens that are revoked, that
// are rotated without an overlap, and that lose a right: first while Kafka delivers the news, then while it delivers nothing. Then they
// receive more requests than an API key's limit allows. Needs Java 17 and Maven. Exits with 1 when a token is accepted more than 5 s after
// the response to the change, or when the gateways admit more than the permitted multiple of the limit, or less than the limit.
const { numbers, values } = readNumbers({ rounds: 5 }, { "no-build": { type: "boolean" } });
const { rounds } = numbers;
const tokensPerRound = 10;
const pauseMs = 40;
const mostMs = 5_000;
// A token counts as revoked once no call with it has succeeded for this long.
const endedMs = 3_000;
const needsAdministrate = "/v2/workspace/webhooksecret/get";
const perSecond = 20;
const emptiedMs = 2_000;
const limitedMs = 10_000;
const atATime = 4;

await using stack = new AsyncDisposableStack();
const kafkaLinks: Link[] = [];
const through = async (port: number) => {
  const link = await Link.open([port]);
  stack.defer(() => link.close());
  kafkaLinks.push(link);
  return link.port;
};
const kafka = await startKafkaBroker(undefined, { through });
stack.defer(() => kafka.remove());
const installation = stack.use(
  await startInstallation({
    shape: "separate",
    kafkaBrokers: kafka.brokers,
    environment: { PARLEY_MAX_REFUSED_CREDENTIALS_PER_SECOND: "0" },
    builds: !values["no-build"],
  }),
);
const gateways = [installation.url, await anotherGateway("gateway-2"), await anotherGateway("gateway-3")];
/** The act that ends a token's right, and the request that is refused from then on. */
interface Ending {
  readonly what: string;
  readonly end: (workspace: Workspace, token: NewToken) => Promise<unknown>;
}

interface NewToken {
  readonly token: string;
  readonly tokenId: string;
}

const endings: readonly Ending[] = [
  { what: "revoked", end: ({ owner, apiKey }, { token }) => owner.ask("/v2/workspace/authtokens/revoke", { apiKey, token }) },
  {
    what: "rotated",
    end: ({ owner, apiKey }, { tokenId }) => owner.ask("/v2/workspace/authtokens/rotate", { apiKey, tokenId, overlapSeconds: 0 }),
  },
  {
    what: "lowered",
    end: ({ owner, apiKey }, { tokenId }) => owner.ask("/v2/workspace/authtokens/update", { apiKey, tokenId, role: "act" }),
  },
];

const workspace = await installation.workspace();
const withNews = await longestOfEach();
for (const link of kafkaLinks) link.disturb("hold");
const withoutNews = await longestOfEach();
for (const link of kafkaLinks) link.calm();
const factors = await factorsOf(workspace, gateways);

console.log(`${tokensPerRound * rounds} tokens of each kind at ${gateways.length} gateways, twice.`);
for (const [index, { what }] of endings.entries()) {
  const [news, none] = [withNews[index] ?? 0, withoutNews[index] ?? 0];
  console.log(`${what}: accepted after the answer for at most ${news.toFixed(0)} ms with news, ${none.toFixed(0)} ms without.`);
}
const { one, all } = factors;
console.log(
  `Requests per second with a limit of ${perSecond}: one gateway ${one.toFixed(1)}, ${gateways.length} together ${all.toFixed(1)}.`,
);
const isWithin = one >= perSecond * 0.9 && one <= perSecond * 1.1 && all >= perSecond * 0.9 && all <= perSecond * gateways.length * 1.1;
process.exitCode = Math.max(...withNews, ...withoutNews) <= mostMs && isWithin ? 0 : 1;

/** Starts another gateway next to the installation's; returns its URL. */
async function anotherGateway(name: string): Promise<string> {
  const port = await freePort();
  const environment = { ...installation.environment, PARLEY_GATEWAY_PORT: String(port) };
  const program = await Program.start({
    name,
    script: mainOf("gateway"),
    environment,
    output: join(installation.folder, "logs", `${name}.log`),
  });
  stack.defer(() => program.end("SIGTERM"));
  return `http://127.0.0.1:${port}`;
}

async function longestOfEach(): Promise<number[]> {
  const longest: number[] = [];
  for (const ending of endings) longest.push(await longestOf(ending));
  return longest;
}

/** The longest time in ms for which a token was accepted anywhere after the response that ended its right. */
async function longestOf(ending: Ending): Promise<number> {
  let longestMs = 0;
  for (let round = 0; round < rounds; round++) {
    const accepted = await Promise.all(Array.from({ length: tokensPerRound }, () => acceptedAfterMs(ending)));
    longestMs = Math.max(longestMs, ...accepted);
  }
  return longestMs;
}

async function acceptedAfterMs({ end }: Ending): Promise<number> {
  const { owner, apiKey } = workspace;
  const made = await owner.ask<NewToken>("/v2/workspace/authtokens/create", { apiKey, name: "short-lived" });
  const visitors = gateways.map((url) => new Caller(url, { "x-svc-api-key": apiKey, "x-svc-auth-token": made.token }));
  const lastMs = visitors.map(() => 0);
  let endedAtMs = Number.POSITIVE_INFINITY;
  const askOn = async (visitor: Caller, place: number) => {
    while (performance.now() - Math.max(endedAtMs, lastMs[place] ?? 0) < endedMs) {
      const sentMs = performance.now();
      if ((await visitor.post(needsAdministrate, {}, 30_000)).status === 200) lastMs[place] = sentMs;
      await delay(pauseMs);
    }
  };
  const asking = visitors.map(askOn);
  while (!lastMs.every((ms) => ms > 0)) await delay(pauseMs);
  await end(workspace, made);
  endedAtMs = performance.now();
  await Promise.all(asking);
  for (const visitor of visitors) await visitor.close();
  return Math.max(0, ...lastMs.map((ms) => ms - endedAtMs));
}

/** The requests per second that one gateway admits, and all together, for a key that sends more than its limit to each. */
async function factorsOf({ owner, apiKey, customer }: Workspace, urls: readonly string[]): Promise<{ one: number; all: number }> {
  await owner.ask("/v2/workspace/apikey/update", { apiKey, limits: { requestsPerSecond: perSecond } });
  await delay(mostMs);
  const throughMs = async (some: readonly string[]) => {
    const callers = some.map((url) => new Caller(url, customer.headers));
    // A full bucket's content is admitted at once, so it is emptied first.
    await Promise.all(callers.map((caller) => lettingThrough(caller, emptiedMs)));
    const accepted = await Promise.all(callers.map((caller) => lettingThrough(caller, limitedMs)));
    for (const caller of callers) await caller.close();
    return accepted.reduce((sum, each) => sum + each, 0) / (limitedMs / 1_000);
  };
  return { one: await throughMs(urls.slice(0, 1)), all: await throughMs(urls) };
}

async function lettingThrough(caller: Caller, forMs: number): Promise<number> {
  const untilMs = performance.now() + forMs;
  let accepted = 0;
  const ask = async () => {
    while (performance.now() < untilMs) if ((await caller.post("/v2/organizations/get", {}, 30_000)).status === 200) accepted++;
  };
  await Promise.all(Array.from({ length: atATime }, ask));
  return accepted;
}
