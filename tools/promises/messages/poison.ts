import { runProcess } from "@parley/runtime";
import pg from "pg";
import { benchModule, environmentOf, newDatabase } from "../../bench/messaging-stage.ts";
import { readNumbers } from "../../read-numbers.ts";
import { Random } from "../../storm/random.ts";
import { Arrivals, settled } from "./arrivals.ts";
import { onMessageStage, report } from "./message-stage.ts";
import { throwFor, throwing, unreadable } from "./poison-kinds.ts";
import { sendTexts } from "./send-texts.ts";

// `npm run promise:poison [-- --events 25000] [--rate 500] [--share 0.01] [--seed N]`: sends that many events at this rate three times:
// only sound ones; with a share of unreadable ones (malformed, oversized, of another version); with a share whose handler throws (each
// JavaScript error, a text, nothing, permanent and temporary failures). Prints the delays of the other events from Kafka to their effect.
// Exits with 1 when one had no effect or the dead letters differ from the injected ones, and with 2 without a Kafka.
const { numbers } = readNumbers({ events: 25_000, rate: 500, share: 0.01, seed: Date.now() % 1_000_000 });
const { events, rate, share, seed } = numbers;

const phases = { "none beside": [], "some cannot be read": unreadable, "some handlers throw": throwing } as const;
const warmSeconds = 5;

await onMessageStage(async ({ postgres, kafka, topic, environment }) => {
  const { url, database } = await newDatabase(postgres);
  await database.close();
  const arrivals = new Arrivals();
  const module = benchModule(url, (text) => {
    throwFor(text);
    arrivals.note(text);
  });
  const running = await runProcess([module], { ...environmentOf(url, environment), PARLEY_LOG_LEVEL: "fatal" });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const producer = kafka.producer();
  await producer.connect();
  const given = { topic, rate, share, random: new Random(seed) };
  const warm = await sendTexts(producer, { ...given, name: "warm", events: rate * warmSeconds, kinds: [] });
  await arrivals.missing(warm.atMs.keys());

  const [problems, figures, injected]: [string[], string[], string[]] = [[], [], []];
  for (const [name, kinds] of Object.entries(phases)) {
    const sent = await sendTexts(producer, { ...given, name, events, kinds });
    injected.push(...sent.injected);
    const missing = await arrivals.missing([...sent.atMs.keys(), ...sent.ofPoisonedKeysAtMs.keys()]);
    if (missing > 0) problems.push(`${missing} sound events had no effect: ${name}.`);
    figures.push(`${name}, ${sent.injected.length} of ${events}: the others ${arrivals.delays(sent.atMs)}`);
    if (sent.ofPoisonedKeysAtMs.size > 0) figures.push(`  and those of a poisoned key ${arrivals.delays(sent.ofPoisonedKeysAtMs)}`);
  }
  await settled(async () => injected.length - (await reasonsOf(client)).length);
  const reasons = await reasonsOf(client);
  if (tallied(reasons) !== tallied(injected)) problems.push(`Dead letters are ${tallied(reasons)}; injected were ${tallied(injected)}.`);
  await producer.disconnect();
  await client.end();
  await running.stop();
  for (const figure of figures) console.log(`     ${figure}`);
  return report(`seed ${seed}: ${injected.length} injected, ${reasons.length} dead letters: ${tallied(reasons)}`, problems);
});

async function reasonsOf(client: pg.Client): Promise<string[]> {
  return (await client.query<{ reason: string }>("select reason from bench.dead_letters")).rows.map(({ reason }) => reason);
}

function tallied(reasons: readonly string[]): string {
  const counts = Map.groupBy(reasons.toSorted(), (reason) => reason);
  return [...counts].map(([reason, all]) => `${reason} ${all.length}`).join(", ");
}
