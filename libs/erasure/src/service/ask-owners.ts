import type { Database } from "@parley/database";
import { PollLoop } from "@parley/messaging";
import type { Host } from "@parley/runtime";
import { type ErasureOwners, type OwnerClient, ownerNames } from "../model/owners.ts";
import type { ErasureConfig } from "../process/settings.ts";
import type { ErasureCommands } from "./erasure-commands.ts";
import type { ErasureStore } from "./erasure-store.ts";

interface Options {
  readonly service: string;
  readonly owners: ErasureOwners;
  readonly database: Database;
  readonly store: ErasureStore;
  readonly commands: ErasureCommands;
  readonly config: ErasureConfig;
  /** Called with the number of ms by which this service's clock is ahead of an owner's. */
  readonly onClock: (owner: string, offsetMs: number) => void;
}

// A smaller difference can be due to the round trip and is ignored.
const sameClockMs = 50;

/**
 * Asks the owners of erasures for this service's open tasks: at the start, and repeatedly, because events may be lost while a service is
 * down. The process is not ready before it has the responses, so that no erased data is shown or sent; but it stops waiting for an owner
 * that does not respond for long.
 */
export function askOwners(host: Host, { service, owners, config, ...rest }: Options): void {
  const known = ownerNames.flatMap((name) => {
    const client = owners[name];
    if (client === undefined) {
      host.log.warn(
        { service, owner: name },
        "The owner of removals is not configured here: removals that Kafka loses are carried out only when the owner announces them again.",
      );
    }
    return client === undefined ? [] : [{ name, client }];
  });
  const answered = new Set<string>();
  const loops = known.map(
    ({ name, client }) =>
      new PollLoop(host.log, `Asking ${name} for open erasures`, async () => {
        await ask(name, client, { service, ...rest });
        answered.add(name);
        return { ms: config.erasureAskEveryMs, interruptible: false };
      }),
  );
  let startedMs = Number.POSITIVE_INFINITY;
  host.health.add(`removals of ${service}`, async () => {
    const waits = known.find(({ name }) => !answered.has(name));
    if (waits !== undefined && performance.now() < startedMs + config.erasureAskWaitMs)
      throw new Error(`${waits.name} has not responded with its erasures`);
  });
  host.onStart(async () => {
    startedMs = performance.now();
    for (const loop of loops) loop.start();
  });
  host.onStop(async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
  });
}

async function ask(
  owner: string,
  client: OwnerClient,
  { service, database, store, commands, onClock }: Omit<Options, "owners" | "config">,
): Promise<void> {
  for (let pageToken = ""; ; ) {
    const beforeMs = await store.now(database);
    const answer = await client.listOpenErasures({ service, pageToken });
    onClock(owner, offsetOf(beforeMs, await store.now(database), Number(answer.nowMs)));
    for (const command of answer.commands) await database.transaction((tx) => commands.handle(tx, command));
    if (answer.nextPageToken === "") return;
    pageToken = answer.nextPageToken;
  }
}

// The latest time that the offset allows, so that all data from before the request is in its scope.
function offsetOf(beforeMs: number, afterMs: number, ownerMs: number): number {
  const errorMs = (afterMs - beforeMs) / 2;
  const offsetMs = beforeMs + errorMs - ownerMs;
  return Math.abs(offsetMs) <= errorMs + sameClockMs ? 0 : Math.ceil(offsetMs + errorMs);
}
