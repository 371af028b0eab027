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

// `npm run promise:revocation [-- --rounds 5] [--no-build]`: three gateways are asked all the time with tokens that are revoked, first while Kafka brings the news of
// it, then while it brings nothing. Needs Java 17 and Maven. Ends with 1 when a token is accepted more than 5 s after its revocation was answered.
const { numbers, values } = readNumbers({ rounds: 5 }, { "no-build": { type: "boolean" } });
const { rounds } = numbers;
const tokensPerRound = 10;
const pauseMs = 40;
const mostMs = 5_000;
// So long after its last success a token counts as ended.
const endedMs = 3_000;

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
const workspace = await installation.workspace();
const withNews = await longestOf(workspace, gateways);
for (const link of kafkaLinks) link.disturb("hold");
const withoutNews = await longestOf(workspace, gateways);
for (const link of kafkaLinks) link.calm();
console.log(`${tokensPerRound * rounds} tokens revoked at ${gateways.length} gateways, twice.`);
console.log(
  `Accepted after the answer of the revocation for at most ${withNews.toFixed(0)} ms with news, ${withoutNews.toFixed(0)} ms without.`,
);
process.exitCode = Math.max(withNews, withoutNews) <= mostMs ? 0 : 1;

/** Beside the installation's own; returns its URL. */
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

/** For how long, in ms, a token was accepted anywhere after its revocation had been answered. */
async function longestOf(workspace: Workspace, gateways: readonly string[]): Promise<number> {
  let longestMs = 0;
  for (let round = 0; round < rounds; round++) {
    const accepted = await Promise.all(Array.from({ length: tokensPerRound }, () => acceptedAfterMs(workspace, gateways)));
    longestMs = Math.max(longestMs, ...accepted);
  }
  return longestMs;
}

async function acceptedAfterMs({ owner, apiKey }: Workspace, gateways: readonly string[]): Promise<number> {
  const { token } = await owner.ask<{ token: string }>("/v2/workspace/authtokens/create", { apiKey, name: "short-lived" });
  const visitors = gateways.map((url) => new Caller(url, { "x-svc-api-key": apiKey, "x-svc-auth-token": token }));
  const lastMs = visitors.map(() => 0);
  let revokedMs = Number.POSITIVE_INFINITY;
  const askOn = async (visitor: Caller, place: number) => {
    while (performance.now() - Math.max(revokedMs, lastMs[place] ?? 0) < endedMs) {
      const sentMs = performance.now();
      if ((await visitor.post("/v2/organizations/get", {}, 30_000)).status === 200) lastMs[place] = sentMs;
      await delay(pauseMs);
    }
  };
  const asking = visitors.map(askOn);
  while (!lastMs.every((ms) => ms > 0)) await delay(pauseMs);
  await owner.ask("/v2/workspace/authtokens/revoke", { apiKey, token });
  revokedMs = performance.now();
  await Promise.all(asking);
  for (const visitor of visitors) await visitor.close();
  return Math.max(0, ...lastMs.map((ms) => ms - revokedMs));
}
